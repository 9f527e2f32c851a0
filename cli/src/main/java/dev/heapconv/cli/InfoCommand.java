package dev.heapconv.cli;

import dev.heapconv.model.RecordedProfile;
import dev.heapconv.select.Selection.DumpSelector;
import dev.heapconv.symbols.ModuleSymbols;
import dev.heapconv.transform.Unskewing;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Describes recordings. */
final class InfoCommand extends Command {

  private final Terminal terminal;

  private final InputOptions inputs = group(new InputOptions());
  private final EstimateOptions estimates = group(new EstimateOptions().withoutChoice());
  private final MessageOptions messages = group(new MessageOptions());

  private final Flag json = flag(option(Heading.OUTPUT, "--json").description("Print JSON."));

  InfoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Show what recordings contain.")
        .customSynopsis("heapconv info INPUT... [OPTIONS]")
        .description(
            "%nDevice, processes, heaps, dumps with times and totals, and warnings; what the"
                + " members of archives are; and which binaries lack names, with the symbols that"
                + " fit.%n")
        .footerHeading("%nExamples:%n")
        .footer(
            "  heapconv info trace.pftrace",
            "  heapconv info trace.pftrace --symbols out/symbols    what these can name",
            "  heapconv info --json *.pftrace | jq -r '.inputs[].dumps[].process'");
  }

  @Override
  public Integer call() throws IOException {
    InputReader reader = new InputReader(inputs, messages, terminal);
    List<NamedInput> sources = reader.inputs();
    List<ArchiveListing> archives = new ArrayList<>();
    List<RecordedProfile> profiles = new ArrayList<>();
    List<List<ModuleSymbols>> unnamed = new ArrayList<>();
    Unskewing unskewing = reader.unskewing(estimates);
    try (ProgressLine progress = reader.progress(sources)) {
      for (NamedInput input : sources) {
        ArchiveListing archive = ArchiveListing.of(input.source(), inputs.readOptions().limits());
        if (archive != null) {
          archives.add(archive);
        }
        for (RecordedProfile profile : reader.readAsRecorded(input, DumpSelector.LAST)) {
          unnamed.add(inputs.naming().describe(profile));
          profiles.add(
              inputs.naming().withJavaNames(profile).withComment(unskewing.sizeKnowledge(profile)));
        }
      }
    }
    if (archives.isEmpty() && profiles.isEmpty()) {
      return reader.status();
    }
    PrintWriter out = out();
    if (json.isSet()) {
      InfoJson.write(archives, profiles, unnamed, out);
    } else {
      OptionalInt width =
          terminal.outIsTerminal() ? OptionalInt.of(TerminalWidth.columns()) : OptionalInt.empty();
      InfoText text = new InfoText(width);
      archives.forEach(text::add);
      for (int i = 0; i < profiles.size(); i++) {
        text.add(profiles.get(i), unnamed.get(i));
      }
      text.writeTo(out);
    }
    out.flush();
    return reader.status();
  }
}
