package dev.heapconv.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_SYNOPSIS;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING;

import dev.heapconv.FileFormat;
import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.NamedTrace;
import dev.heapconv.combine.Merging;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Recordings.Evidence;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.Totals;
import dev.heapconv.show.ListingWriter;
import dev.heapconv.show.TableOptions;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The command without a name: converts inputs, adds them up, or shows a table of them. */
final class HeapConvCommand extends ProfileCommand {

  /** What options are listed under that a trace has no place for. */
  private static final Set<String> CHOOSING_NUMBERS =
      Set.of(
          Heading.SELECTION.name(),
          Heading.NUMBERS.name(),
          Heading.TABLE.name(),
          Heading.SUMS.name());

  private static final List<String> FIRST_SCREEN =
      List.of(
          SECTION_KEY_SYNOPSIS_HEADING,
          SECTION_KEY_SYNOPSIS,
          SECTION_KEY_COMMAND_LIST_HEADING,
          SECTION_KEY_COMMAND_LIST,
          SECTION_KEY_FOOTER_HEADING,
          SECTION_KEY_FOOTER);

  private final TableChoice tables = group(new TableChoice());
  private final SeriesOptions series = group(new SeriesOptions());

  private final Argument<Boolean> lifetime =
      flag(
          Heading.SUMS,
          "--lifetime",
          "The inputs are a series that Fuchsia's memory sampler wrote for one process:"
              + " PROCESS_partial_N, PROCESS_final_N.");

  HeapConvCommand(Terminal terminal) {
    super(
        terminal,
        new InputOptions("last (default), first, all (default for html)"),
        new OutputOptions());
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.synopsisHeading("Usage: ")
        .customSynopsis("heapconv INPUT... [-o OUT] [OPTIONS]", "       heapconv COMMAND [OPTIONS]")
        .description("%nShows which functions hold a program's memory, and converts heap profiles.")
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
                "6:diff --fail-on found growth beyond its limit and the noise",
                "7:diff --fail-on is inconclusive: growth could have gone unnoticed",
                "130:ended by Ctrl-C; 129 by SIGHUP, 143 by SIGTERM"))
        .footer(
            "  heapconv trace.pftrace                  who holds the memory",
            "  heapconv --tree trace.pftrace           the calls that lead to it",
            "  heapconv --peek Cache trace.pftrace     callers and callees of a function",
            "  heapconv --by library --sort alloc_space trace.pftrace -o libraries.csv",
            "  heapconv trace.pftrace#max              the peak; also #first, #last, #N",
            "  heapconv trace.pftrace -o out.pb.gz     for pprof",
            "  heapconv trace.pftrace -o report.html   all dumps, for a web browser",
            "  heapconv --add *.pftrace -o sum.pb.gz   the sum of all",
            "%nUsed most: -o OUT, --by WHAT, --process NAME, --dump N, --symbols PATH.",
            "All options: heapconv --help. Of a command: heapconv COMMAND -h or --help.",
            "What an error or a warning means: heapconv help ID, with the id that -v shows.")
        .sectionKeys(FIRST_SCREEN);
  }

  @Override
  void showHelp(UsageMessageSpec help, boolean shortly) {
    if (!shortly) {
      describeAll(help);
    }
  }

  /** Makes the help one of all that there is to set, instead of one screen. */
  static void describeAll(UsageMessageSpec help) {
    help.sectionKeys(new UsageMessageSpec().sectionKeys())
        .optionListHeading("")
        .footerHeading("%nEnvironment:%n")
        .footer(
            "  HEAPCONV_SYMBOLS          paths of symbols if there is no --symbols; if it is empty,"
                + " heapconv does not look at the recorded paths either",
            "  PERFETTO_BINARY_PATH      the same, if HEAPCONV_SYMBOLS is not set",
            "  PERFETTO_PROGUARD_MAP     maps of Java names if there is no --proguard-map",
            "  HEAPCONV_LLVM_SYMBOLIZER  the llvm-symbolizer to use, not the one on the PATH",
            "  HEAPCONV_JAVA_OPTS        options for the Java virtual machine, such as -Xmx8g",
            "  HEAPCONV_DEBUG            if set, errors are followed by Java's stack traces",
            "  JAVA_HOME                 the Java to run with, instead of the one on the PATH",
            "  NO_COLOR                  if set, tables have no colors unless --color says so",
            "  XDG_CACHE_HOME            folder of downloaded symbols (default: ~/.cache)");
  }

  @Override
  List<String> training() {
    return List.of(
        "--add RUN RUN -o DIR/out.pb.gz",
        "RUN --by stack",
        "RUN --by library",
        "RUN --by process",
        "RUN --by heap",
        "RUN --by dump",
        "RUN --tree",
        "RUN --peek main",
        "RUN --focus main --filter main",
        "RUN --raw -o DIR/out.pb.gz",
        "RUN --symbols DIR/elf",
        "DIR/zstd_python.pftrace -o DIR/out.html",
        "DIR/large.pftrace --dump all -o DIR/out.pb.gz");
  }

  @Override
  public Integer call() throws IOException {
    FileFormat selected = outputs.fileFormat();
    if (selected instanceof NamedTrace trace) {
      InputReader reader = reader();
      addNames(reader, trace, output(reader));
      return ExitStatus.OK;
    }
    Format format = selected instanceof Format chosen ? chosen : Format.TEXT;
    tables.check(format);
    AggregateOptions shown = tables.rows();
    series.check(shown.by(), lifetime.isGiven());
    InputReader reader = reader();
    ProfileOutput output = output(reader);
    List<EstimatedProfile> profiles = profiles(reader, format, shown.by());
    if (profiles.isEmpty()) {
      return reader.status();
    }
    EstimatedProfile profile =
        series.adds() ? ProfileOutput.sum(profiles) : Merging.sideBySide(profiles);
    // A file that holds a sum was added up before.
    if (profiles.size() > 1 && shown.by() != GroupBy.DUMP && !outputs.toFolder()) {
      series.check(profile, messages);
    }
    WriteOptions options =
        new WriteOptions(Version.tool(), outputs.viewOf(profile)).withThreads(inputs.threads());
    if (format.isTable()) {
      writeTable(profile, format, shown, output, options);
    } else {
      output.write(profile, format, options);
    }
    messages.suggestNames(profile, inputs.naming());
    return reader.status();
  }

  /** Those of the inputs; an input that cannot be read is left out of a table, and reported. */
  private List<EstimatedProfile> profiles(InputReader reader, Format format, GroupBy by)
      throws IOException {
    if (lifetime.isGiven()) {
      return List.of(lifetime(reader));
    }
    DumpSelector dumps =
        series.adds()
            ? DumpSelector.LAST
            : by == GroupBy.DUMP ? DumpSelector.ALL : OutputOptions.usualDump(format);
    // A file is written whole or not at all; on the screen, the error stands above the table.
    boolean tolerant =
        format.isTable() && outputs.toStdout() && !series.adds() && !inputs.isStrict();
    return reader.loadSeries(dumps, series.needed(Evidence.SURE), tolerant);
  }

  /** Reads a series of profiles as one; without its end unless damage is an error. */
  private EstimatedProfile lifetime(InputReader reader) throws IOException {
    List<InputSource> sources = new ArrayList<>();
    for (NamedInput member : reader.inputs()) {
      if (member.dump() != null) {
        throw new UsageException("--lifetime takes whole profiles, not one dump of an input");
      }
      sources.add(member.source());
    }
    EstimatedProfile profile;
    try (ProgressLine progress = reader.progress()) {
      profile =
          reader
              .unskewing()
              .apply(HeapConv.readLifetime(sources, inputs.readOptions(), !inputs.isStrict()));
    }
    messages.report(profile);
    return profile;
  }

  private void writeTable(
      EstimatedProfile profile,
      Format format,
      AggregateOptions shown,
      ProfileOutput output,
      WriteOptions options)
      throws IOException {
    TableOptions page = output.page(format, shown);
    if (format == Format.TEXT && outputs.toStdout() && tables.isUsual()) {
      output.show(profile, page, options);
      return;
    }
    ProfileOutput.requireOneDump(profile, shown.by());
    if (tables.isListing()) {
      ListingWriter listing = new ListingWriter(format.id(), page, tables.sources());
      output.write(profile, format, listing, options);
    } else {
      TableOptions table = tables.isTree() ? tables.asTree(page) : page;
      output.ask(profile, format, format.output(table), new Totals(shown, options.view()), options);
    }
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
