package dev.heapconv.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_SYNOPSIS;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING;

import dev.heapconv.FileFormat;
import dev.heapconv.Format;
import dev.heapconv.NamedTrace;
import dev.heapconv.combine.Merging;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Recordings.Evidence;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The command without a subcommand: converts inputs, or prints a summary of them. */
final class HeapConvCommand extends ProfileCommand {

  /** What options are listed under that a trace has no place for. */
  private static final Set<String> CHOOSING_NUMBERS =
      Set.of(Heading.SELECTION.name(), Heading.NUMBERS.name());

  private static final List<String> FIRST_SCREEN =
      List.of(
          SECTION_KEY_SYNOPSIS_HEADING,
          SECTION_KEY_SYNOPSIS,
          SECTION_KEY_COMMAND_LIST_HEADING,
          SECTION_KEY_COMMAND_LIST,
          SECTION_KEY_FOOTER_HEADING,
          SECTION_KEY_FOOTER);

  private final SeriesOptions series = group(new SeriesOptions());

  HeapConvCommand(Terminal terminal) {
    super(terminal, new OutputOptions());
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.synopsisHeading("Usage: ")
        .customSynopsis("heapconv INPUT... [-o OUT] [OPTIONS]", "       heapconv COMMAND [OPTIONS]")
        .description("%nTurns heap profiles and traces into profiles with unskewed numbers.")
        .commandListHeading("%nCommands:%n")
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
        .footer(
            "  heapconv trace.pftrace                  who holds the memory",
            "  heapconv trace.pftrace -o out.pb.gz     for pprof",
            "  heapconv trace.pftrace -o report.html   all dumps, for a web browser",
            "%nUsed most: -o OUT, --process NAME, --dump N, --symbols PATH, --by WHAT (top).",
            "All options: heapconv help options. Those of a command: heapconv COMMAND --help.",
            "What an error or a warning means: heapconv help ID, with the id that -v prints.")
        .sectionKeys(FIRST_SCREEN);
  }

  /** Makes the help one of all that there is to set, instead of one screen. */
  static void describeAll(UsageMessageSpec help) {
    help.sectionKeys(new UsageMessageSpec().sectionKeys())
        .optionListHeading("")
        .footerHeading("%nEnvironment:%n")
        .footer(
            "  HEAPCONV_SYMBOLS          where symbols are, if --symbols is not given; if it is",
            "                            empty, not at the recorded paths either",
            "  PERFETTO_BINARY_PATH      likewise, if the one before is not set",
            "  PERFETTO_PROGUARD_MAP     maps of Java names, if --proguard-map is not given",
            "  HEAPCONV_LLVM_SYMBOLIZER  the llvm-symbolizer to use, not the one on the PATH",
            "  HEAPCONV_JAVA_OPTS        options for the Java virtual machine, such as -Xmx8g",
            "  JAVA_HOME                 the Java to run with, instead of the one on the PATH",
            "  NO_COLOR                  if set, tables have no colors unless --color says so",
            "  XDG_CACHE_HOME            where names are kept for later (default: ~/.cache)");
  }

  @Override
  public Integer call() throws IOException {
    FileFormat selected = outputs.fileFormat();
    Format format = selected instanceof Format profiles ? profiles : null;
    boolean allocatorFrames = estimates.allocatorFramesIn(selected);
    InputReader reader = reader();
    ProfileOutput output = output(reader);
    if (selected instanceof NamedTrace trace) {
      addNames(reader, trace, output);
      return ExitStatus.OK;
    }
    EstimatedProfile profile =
        Merging.sideBySide(
            reader.loadSeries(
                OutputOptions.usualDump(format), series.needed(Evidence.SURE), false));
    if (!outputs.toFolder()) {
      series.check(profile, messages);
    }
    WriteOptions options =
        new WriteOptions(Version.tool(), outputs.viewOf(profile), allocatorFrames)
            .withThreads(inputs.threads());
    output.writeOrShow(profile, format, options);
    messages.suggestNames(profile, inputs.naming());
    return ExitStatus.OK;
  }

  private void addNames(InputReader reader, NamedTrace trace, ProfileOutput output)
      throws IOException {
    if (reader.inputs().size() > 1) {
      throw new UsageException(
          "names can be added to one trace at a time; to see the estimates of several in the"
              + " Perfetto UI, open a pprof file (-o out.pb.gz)");
    }
    for (OptionSpec option : spec().commandLine().getParseResult().matchedOptions()) {
      if (CHOOSING_NUMBERS.contains(option.descriptionKey())
          || option.longestName().equals("--view")) {
        throw new UsageException(
            option.longestName()
                + " has no effect on a trace to which names are added; to see estimates in the"
                + " Perfetto UI, open a pprof file (-o out.pb.gz)");
      }
    }
    try (ProgressLine progress = reader.progress()) {
      output.write(trace, reader.namedTrace(reader.inputs().get(0)));
    }
  }
}
