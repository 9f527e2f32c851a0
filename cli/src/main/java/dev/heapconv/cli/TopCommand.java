package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.output.TouchedFiles;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import dev.heapconv.select.Selection.DumpSelector;
import dev.heapconv.transform.Merging;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Sums up a profile in one table. */
final class TopCommand extends Command {

  private final Terminal terminal;

  private final InputOptions inputs = group(new InputOptions());

  private final Flag tree =
      flag(
          option(Heading.TABLE, "--tree")
              .description(
                  "Show the calls that lead to the memory, down to a twentieth of it, instead of"
                      + " functions."));

  private final RowOptions rows = group(new RowOptions());
  private final OutputOptions outputs = group(new OutputOptions().ofTables());
  private final EstimateOptions estimates = group(new EstimateOptions());
  private final SumOption add = group(new SumOption());
  private final MessageOptions messages = group(new MessageOptions());

  TopCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Show who holds the memory: by function, stack, library, file, ...")
        .customSynopsis("heapconv top INPUT... [OPTIONS]%n")
        .footerHeading("%nExamples:%n")
        .footer(
            "  heapconv top trace.pftrace                    functions by what they allocated",
            "  heapconv top --cum --filter Cache trace.pftrace    with callees, matching names",
            "  heapconv top --by stack --limit 3 trace.pftrace",
            "  heapconv top --tree trace.pftrace             the calls that lead to the memory",
            "  heapconv top --by dump trace.pftrace          how the heap grew",
            "  heapconv top trace.pftrace#max                its peak; also #first, #last, #N",
            "  heapconv top --by library --sort alloc_space -o libraries.csv trace.pftrace");
  }

  @Override
  public Integer call() throws IOException {
    Format format = outputs.tableFormat("top");
    AggregateOptions shown = rows.rows();
    if (tree.isSet() && format != Format.TEXT) {
      throw new UsageException("--tree can only be shown as text; omit -f and -o");
    }
    if (tree.isSet()) {
      rows.refuse("omit --tree");
    }
    DumpSelector dumps = shown.by() == GroupBy.DUMP ? DumpSelector.ALL : DumpSelector.LAST;
    InputReader reader = new InputReader(inputs, messages, terminal);
    List<NamedInput> sources = reader.inputs();
    String to = outputs.outputOrStdout();
    TouchedFiles read = estimates.filesRead(sources, inputs.naming());
    ProfileOutput output = new ProfileOutput(terminal, messages, read, to);
    List<EstimatedProfile> profiles =
        new ProfileLoader(reader, estimates, messages, terminal).loadReadable(sources, dumps);
    if (profiles.isEmpty()) {
      return reader.status();
    }
    EstimatedProfile profile = Merging.sideBySide(profiles);
    if (shown.by() != GroupBy.DUMP) {
      add.check(profile, messages, terminal);
    }
    WriteOptions options = new WriteOptions(Version.tool(), outputs.view(profile.views()));
    output.writeTable(profile, format, shown, tree.isSet(), options, to);
    messages.suggestNames(profile, inputs.naming(), terminal);
    return reader.status();
  }
}
