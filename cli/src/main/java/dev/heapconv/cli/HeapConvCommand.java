package dev.heapconv.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_DESCRIPTION;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_PARAMETER_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_PARAMETER_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_SYNOPSIS;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING;

import dev.heapconv.Format;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.output.TouchedFiles;
import dev.heapconv.transform.Merging;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The command without a subcommand: converts inputs, or prints a summary of them. */
final class HeapConvCommand extends Command {

  private static final List<String> WITHOUT_EFFECT_ON_A_TRACE =
      List.of(
          "--process",
          "--heap",
          "--dump",
          "--sampling-interval",
          "--view",
          "--unskew",
          "--cutoff",
          "--confidence",
          "--no-pooling",
          "--sizes-from");

  private static final List<String> USED_MOST = List.of("-o", "--process", "--dump", "--symbols");

  private static final List<String> FIRST_SCREEN =
      List.of(
          SECTION_KEY_SYNOPSIS_HEADING,
          SECTION_KEY_SYNOPSIS,
          SECTION_KEY_DESCRIPTION,
          SECTION_KEY_COMMAND_LIST_HEADING,
          SECTION_KEY_COMMAND_LIST,
          SECTION_KEY_OPTION_LIST_HEADING,
          SECTION_KEY_OPTION_LIST,
          SECTION_KEY_FOOTER_HEADING,
          SECTION_KEY_FOOTER);

  private static final List<String> ALL_OPTIONS =
      List.of(
          SECTION_KEY_SYNOPSIS_HEADING,
          SECTION_KEY_SYNOPSIS,
          SECTION_KEY_PARAMETER_LIST_HEADING,
          SECTION_KEY_PARAMETER_LIST,
          SECTION_KEY_OPTION_LIST,
          SECTION_KEY_EXIT_CODE_LIST_HEADING,
          SECTION_KEY_EXIT_CODE_LIST);

  private final Terminal terminal;

  private final InputOptions inputs = group(new InputOptions());
  private final OutputOptions outputs = group(new OutputOptions());
  private final StackOptions stacks = group(new StackOptions());
  private final EstimateOptions estimates = group(new EstimateOptions());
  private final SumOption add = group(new SumOption());
  private final MessageOptions messages = group(new MessageOptions());

  HeapConvCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.synopsisHeading("Usage: ")
        .customSynopsis("heapconv INPUT... [-o OUT] [OPTIONS]", "       heapconv COMMAND [OPTIONS]")
        .description("%nTurns heap profiles and traces into profiles with unskewed numbers.")
        .commandListHeading("%nCommands:%n")
        .optionListHeading("%nOptions used most:%n")
        .parameterListHeading("%n")
        .exitCodeListHeading("%nExit status:%n")
        .exitCodeList(
            UsageMessageSpec.keyValuesMap(
                "0:success, possibly with warnings",
                "1:internal error",
                "2:invalid command line",
                "3:an input cannot be read, has an unknown format or contains no heap profile",
                "4:an output cannot be written",
                "5:some inputs of a batch failed",
                "6:diff or compare --fail-on found growth beyond its limit and the noise",
                "7:diff or compare --fail-on is inconclusive: growth could have gone unnoticed",
                "130:interrupted"))
        .footerHeading("%nExamples:%n")
        .footer(
            "  heapconv trace.pftrace                  a summary: who holds the memory",
            "  heapconv trace.pftrace -o out.pb.gz     for pprof",
            "  heapconv trace.pftrace -o report.html   all dumps, for a web browser",
            "%nAll options: heapconv help options. Those of a command: heapconv COMMAND --help.")
        .sectionKeys(FIRST_SCREEN);
  }

  @Override
  String listOptions(Help help) {
    CommandSpec command = help.commandSpec();
    if (command.usageMessage().sectionKeys().equals(ALL_OPTIONS)) {
      return Heading.all(help);
    }
    // A reference to the method would keep picocli's class out of the class data.
    return Heading.list(help, USED_MOST.stream().map(name -> command.findOption(name)).toList());
  }

  /** Makes the help one of all options and exit statuses, instead of one screen. */
  static void describeAll(UsageMessageSpec help) {
    help.sectionKeys(ALL_OPTIONS);
  }

  @Override
  public Integer call() throws IOException {
    Format format = outputs.format();
    boolean allocatorFrames = stacks.allocatorFramesIn(format);
    InputReader reader = new InputReader(inputs, messages, terminal);
    List<NamedInput> sources = reader.inputs();
    String to = outputs.outputOrStdout();
    TouchedFiles read = estimates.filesRead(sources, inputs.naming());
    ProfileOutput output = new ProfileOutput(terminal, messages, read, to);
    if (format != null && format.has(Format.Property.OF_RECORDING)) {
      addNames(reader, sources, output, to);
      return ExitStatus.OK;
    }
    EstimatedProfile profile =
        Merging.sideBySide(
            new ProfileLoader(reader, estimates, messages, terminal)
                .load(sources, OutputOptions.usualDump(format)));
    if (!to.endsWith("/")) {
      add.check(profile, messages, terminal);
    }
    WriteOptions options =
        new WriteOptions(Version.tool(), outputs.view(profile.views()), allocatorFrames)
            .withThreads(inputs.threads());
    output.writeOrShow(profile, format, options, to);
    messages.suggestNames(profile, inputs.naming(), terminal);
    return ExitStatus.OK;
  }

  private void addNames(
      InputReader reader, List<NamedInput> sources, ProfileOutput output, String to)
      throws IOException {
    if (sources.size() > 1) {
      throw new UsageException(
          "names can be added to one trace at a time; to see the estimates of several in the"
              + " Perfetto UI, open a pprof file (-o out.pb.gz)");
    }
    for (String option : WITHOUT_EFFECT_ON_A_TRACE) {
      if (spec().commandLine().getParseResult().hasMatchedOption(option)) {
        throw new UsageException(
            option
                + " has no effect on a trace to which names are added; to see estimates in the"
                + " Perfetto UI, open a pprof file (-o out.pb.gz)");
      }
    }
    try (ProgressLine progress = reader.progress(sources)) {
      output.writeNamed(reader.namedTrace(sources.get(0)), to);
    }
  }
}
