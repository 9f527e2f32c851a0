package dev.heapconv.cli;

import static java.util.stream.Collectors.joining;

import dev.heapconv.FileFormat;
import dev.heapconv.Format;
import dev.heapconv.NamedTrace;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Options of every command that writes a profile. */
final class OutputOptions extends OptionGroup {

  /** What the command writes, for help and completion. */
  private final List<String> formats = ids();

  /** Likewise. */
  private final List<String> views = viewNames();

  private final Argument<String> output;

  private final Argument<String> formatName =
      text(
          formats,
          Heading.OUTPUT,
          "-f --format FORMAT",
          "Format to write, whatever the extension of OUT: one of ${COMPLETION-CANDIDATES}.");

  private final Argument<Boolean> json =
      flag(Heading.OUTPUT, "--json", "Write JSON, like -f json.");

  private final Argument<Boolean> open =
      flag(
          Heading.OUTPUT,
          "--open",
          "Open the output in the default application: without -o, the HTML report, in a temporary"
              + " file.");

  private final Argument<String> viewName =
      text(
          views,
          Heading.OUTPUT,
          "--view VIEW",
          "View to write, or to show first: ${COMPLETION-CANDIDATES}, or a different one that the"
              + " input has.");

  OutputOptions() {
    this(
        "File to write, - for stdout, or a folder (one that exists, or a name ending in /) with a"
            + " file for each profile. The extension selects the format. Without -o, heapconv shows"
            + " a table.");
  }

  private OutputOptions(String where) {
    output = first(text(Heading.OUTPUT, "-o --output OUT", where));
  }

  /** Of a command that writes one file. */
  private static OutputOptions ofOneFile() {
    return new OutputOptions(
        "File to write, or - for stdout. The extension selects the format. Without -o, heapconv"
            + " prints text.");
  }

  /** Of a command that writes profiles and tables. */
  OutputOptions ofProfiles() {
    formats.retainAll(profiles());
    return this;
  }

  /** The formats of a command that writes profiles and tables. */
  static List<String> profiles() {
    List<String> profiles = ids();
    profiles.remove(NamedTrace.PERFETTO.id());
    return profiles;
  }

  private static List<String> ids() {
    List<String> ids = new ArrayList<>();
    for (FileFormat format : FileFormat.all()) {
      ids.add(format.id());
    }
    return ids;
  }

  /** Of a command that writes tables, and some other formats. */
  static OutputOptions ofTables(Format... others) {
    OutputOptions options = ofOneFile();
    options.formats.clear();
    for (Format format : Format.values()) {
      if (format.isTable() || List.of(others).contains(format)) {
        options.formats.add(format.id());
      }
    }
    return options;
  }

  /** Of a command whose answer has no views. */
  static OutputOptions ofFormats(Format... formats) {
    OutputOptions options = ofOneFile();
    options.formats.clear();
    for (Format format : formats) {
      options.formats.add(format.id());
    }
    options.leaveOut(options.open, options.viewName);
    return options;
  }

  /** Refuses a format where there is nothing to choose. */
  void refuseFormat(String reason) {
    formatName.refuse(reason);
    json.refuse(reason);
  }

  /** Of a command that shows what is live. */
  OutputOptions ofLive() {
    View.ALL.stream().filter(view -> !view.isLive()).map(View::name).forEach(views::remove);
    return this;
  }

  /** The names of the four views, for completion and help. */
  static List<String> viewNames() {
    List<String> names = new ArrayList<>();
    for (View view : View.ALL) {
      names.add(view.name());
    }
    return names;
  }

  /**
   * The selected view; null if none was selected.
   *
   * @param present the views of the input, which may have others than the four
   */
  @Nullable View view(List<View> present) {
    return viewName.isGiven() ? view(viewName.required(), present) : null;
  }

  /**
   * The selected view of a profile, for formats that have only one; null if none was selected.
   *
   * @throws HeapConvException {@link ErrorId#NO_SUCH_VIEW}
   */
  @Nullable View viewOf(EstimatedProfile profile) throws HeapConvException {
    List<View> present = profile.views();
    View view = view(present);
    if (view != null && !present.isEmpty() && !present.contains(view)) {
      String names = present.stream().map(View::name).collect(joining(", "));
      throw HeapConvException.input(
          ErrorId.NO_SUCH_VIEW, profile.capture().source(), view.name(), names);
    }
    return view;
  }

  /** The view of a name that the command line has; as in {@link #view(List)}. */
  static View view(String viewName, List<View> present) {
    View view = View.named(viewName, present);
    if (view == null) {
      throw new UsageException(
          "unknown view '"
              + viewName
              + "'; choose one of "
              + Stream.concat(View.ALL.stream(), present.stream())
                  .map(View::name)
                  .distinct()
                  .collect(joining(", ")));
    }
    return view;
  }

  boolean toFolder() {
    return outputOrStdout().endsWith("/");
  }

  /** Whether the result goes to stdout, by default or by {@code -o -}. */
  boolean toStdout() {
    return output.valueOr("-").equals("-");
  }

  /** Whether to open the file that is written, which is a temporary one if none is named. */
  boolean opens() {
    if (open.isGiven() && (toFolder() || "-".equals(output.value()))) {
      throw new UsageException("--open shows one file: omit -o, or name a file");
    }
    return open.isGiven();
  }

  /** Where the result goes: a file, a folder ending in /, or {@code -}. */
  String outputOrStdout() {
    String to = output.valueOr("-");
    if (to.isEmpty()) {
      throw new UsageException("the name of the output is empty");
    }
    boolean named = toStdout() || to.endsWith("/");
    return !named && Files.isDirectory(FileNames.path(to)) ? to + "/" : to;
  }

  /** The dumps that a format shows unless the command line selects others. */
  static DumpSelector usualDump(@Nullable Format format) {
    return format != null && format.output().showsAllDumps() ? DumpSelector.ALL : DumpSelector.LAST;
  }

  /**
   * The selected format, of a command that writes no traces; null if nothing selects one.
   *
   * @throws UsageException if the command does not write it
   */
  @Nullable Format format() {
    return fileFormat() instanceof Format format ? format : null;
  }

  /**
   * What is selected, which may be a trace; null if nothing selects one.
   *
   * @throws UsageException if the command does not write it
   */
  @Nullable FileFormat fileFormat() {
    if (toFolder() && !writesProfiles()) {
      throw new UsageException(
          "'"
              + output.value()
              + "' is a folder, but "
              + output.command().name()
              + " writes a single file; name a file");
    }
    FileFormat format = selected();
    if (format == null || formats.contains(format.id())) {
      return format;
    }
    if (writesProfiles()) {
      throw noProfile();
    }
    throw new UsageException(
        output.command().name()
            + " writes "
            + String.join(", ", formats)
            + ", not "
            + format.id()
            + "; use: heapconv INPUT -o OUT"
            + format.extension());
  }

  /** Likewise; text if nothing selects one. */
  Format formatOrText() {
    Format format = format();
    return format == null ? Format.TEXT : format;
  }

  private boolean writesProfiles() {
    return formats.contains(Format.PPROF.id());
  }

  private @Nullable FileFormat selected() {
    String id = formatName.value();
    if (json.isGiven()) {
      if (id != null && !id.equals(Format.JSON.id())) {
        throw new UsageException("--json and -f " + id + " contradict each other");
      }
      return Format.JSON;
    }
    if (id != null) {
      return format(id);
    }
    String to = output.value();
    if (to == null) {
      return open.isGiven() ? Format.HTML : null;
    }
    if (toFolder()) {
      return Format.PPROF;
    }
    if (to.equals("-")) {
      throw new UsageException(
          "writing to stdout needs a format: add -f " + String.join("|", formats));
    }
    return FileFormat.ofFileName(to)
        .orElseThrow(
            () ->
                new UsageException(
                    "the extension of '"
                        + to
                        + "' selects no format; use one of "
                        + extensions()
                        + ", or add -f"
                        + insteadOf(to.substring(to.lastIndexOf('.') + 1))));
  }

  private static FileFormat format(String id) {
    return FileFormat.ofId(id)
        .orElseThrow(
            () ->
                new UsageException(
                    "unknown format '"
                        + id
                        + "'; choose one of "
                        + String.join(", ", ids())
                        + (MissingFile.exists(id)
                            ? "; an input needs no option: heapconv " + id
                            : insteadOf(id))));
  }

  /**
   * The format of a profile with an id.
   *
   * @throws UsageException if there is none
   */
  static Format profileFormat(String id) {
    if (format(id) instanceof Format format) {
      return format;
    }
    throw noProfile();
  }

  private static UsageException noProfile() {
    return new UsageException(
        "perfetto is a trace with names added, as in 'heapconv trace.pftrace -o named.pftrace';"
            + " to see estimates in the Perfetto UI, open a pprof file (-o out.pb.gz)");
  }

  private static String insteadOf(String format) {
    String instead = OtherTools.insteadOfWord(format);
    return instead.isEmpty() ? "" : "; use: " + instead;
  }

  private static String extensions() {
    return FileFormat.all().stream().map(FileFormat::extension).collect(joining(", "));
  }
}
