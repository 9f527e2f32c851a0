package dev.heapconv.cli;

import static java.util.stream.Collectors.joining;

import dev.heapconv.Format;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Options of every command that writes a profile. */
final class OutputOptions extends OptionGroup {

  /** What the command writes, for help and completion. */
  private final List<String> formats = new ArrayList<>(Format.ids());

  /** Likewise. */
  private final List<String> views = viewNames();

  private final Argument<String> output =
      text(
          Heading.OUTPUT,
          "-o --output OUT",
          "File to write, - for stdout, or for profiles a folder (one that exists, or a name ending"
              + " in /) with a file for each. The extension selects the format. Without it a"
              + " summary is shown.");

  private final Argument<String> formatName =
      text(
          formats,
          Heading.OUTPUT,
          "-f --format FORMAT",
          "Format to write if the extension does not select it: one of ${COMPLETION-CANDIDATES}.");

  private final Argument<Boolean> json =
      flag(Heading.OUTPUT, "--json", "Write JSON, like -f json.");

  private final Argument<Boolean> open =
      flag(
          Heading.OUTPUT,
          "--open",
          "Open what is written with the program that the desktop has for it: without -o, the HTML"
              + " report, in a temporary file.");

  private final Argument<String> viewName =
      text(
          views,
          Heading.OUTPUT,
          "--view VIEW",
          "View to write, or to show first: ${COMPLETION-CANDIDATES}, or another that the input"
              + " has.");

  /** Of a command that writes profiles and tables. */
  OutputOptions ofProfiles() {
    formats.retainAll(profiles());
    return this;
  }

  /** The formats of a command that writes profiles and tables. */
  static List<String> profiles() {
    List<String> profiles = new ArrayList<>(Format.ids());
    profiles.remove(Format.PERFETTO.id());
    return profiles;
  }

  /** Of a command that writes tables, and some other formats. */
  OutputOptions ofTables(Format... others) {
    formats.removeIf(id -> !format(id).isTable() && !List.of(others).contains(format(id)));
    if (!formats.contains(Format.HTML.id())) {
      leaveOut(open);
    }
    return this;
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
    return format != null && format.has(Format.Property.SEVERAL_DUMPS)
        ? DumpSelector.ALL
        : DumpSelector.LAST;
  }

  /**
   * The selected format; null if nothing selects one.
   *
   * @throws UsageException if the command does not write it
   */
  @Nullable Format format() {
    if (toFolder() && !writesProfiles()) {
      throw new UsageException(
          "'"
              + output.value()
              + "' is a folder, but "
              + output.command().name()
              + " writes a single file; name a file");
    }
    Format format = selected();
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

  private @Nullable Format selected() {
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
    return Format.ofFileName(to)
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

  private static Format format(String id) {
    return Format.ofId(id)
        .orElseThrow(
            () ->
                new UsageException(
                    "unknown format '"
                        + id
                        + "'; choose one of "
                        + String.join(", ", Format.ids())
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
    Format format = format(id);
    if (format.has(Format.Property.OF_RECORDING)) {
      throw noProfile();
    }
    return format;
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
    return Arrays.stream(Format.values()).map(Format::extension).collect(joining(", "));
  }
}
