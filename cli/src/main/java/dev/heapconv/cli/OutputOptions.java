package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.Formats;
import dev.heapconv.model.View;
import dev.heapconv.select.DumpSelector;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that writes a profile. */
final class OutputOptions {

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description =
          "File to write, - for stdout, or a folder (one that exists, or a name ending in /) for"
              + " one file per profile. The extension selects the format. Without it a summary is"
              + " shown.")
  private @Nullable String output;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      description =
          "Format to write if the extension does not select it: one of ${COMPLETION-CANDIDATES}.",
      completionCandidates = FormatNames.class)
  private @Nullable String formatName;

  @Option(names = "--json", description = "Write JSON, like -f json.")
  private boolean json;

  @Option(
      names = "--view",
      paramLabel = "VIEW",
      completionCandidates = ViewNames.class,
      description =
          "View to write, or to show first: ${COMPLETION-CANDIDATES}, or another that the input"
              + " has.")
  private @Nullable String viewName;

  /** The names of the formats, for completion and help. */
  static final class FormatNames implements Iterable<String> {
    @Override
    public java.util.Iterator<String> iterator() {
      return Formats.STANDARD.ids().iterator();
    }
  }

  /** The names of the four views, for completion and help. */
  static final class ViewNames implements Iterable<String> {
    @Override
    public java.util.Iterator<String> iterator() {
      List<String> names = new ArrayList<>();
      View.ALL.forEach(view -> names.add(view.name()));
      return names.iterator();
    }
  }

  /**
   * The selected view; null if none was selected.
   *
   * @param present the views of the input, which may have others than the four
   */
  @Nullable View view(List<View> present) {
    return viewName == null ? null : view(viewName, present);
  }

  /** The view of a name that the command line has; as in {@link #view(List)}. */
  static View view(String viewName, List<View> present) {
    List<View> views = new ArrayList<>(View.ALL);
    views.addAll(present);
    Set<String> names = new LinkedHashSet<>();
    for (View view : views) {
      if (view.name().equalsIgnoreCase(viewName)) {
        return view;
      }
      names.add(view.name());
    }
    throw new UsageException(
        "unknown view '" + viewName + "'; choose one of " + String.join(", ", names));
  }

  boolean toFolder() {
    return outputOrStdout().endsWith("/");
  }

  /** Whether the result goes to stdout, by default or by {@code -o -}. */
  boolean toStdout() {
    return output == null || output.equals("-");
  }

  /** Where the result goes: a file, a folder ending in /, or {@code -}. */
  String outputOrStdout() {
    if (output == null) {
      return "-";
    }
    if (output.isEmpty()) {
      throw new UsageException("the name of the output is empty");
    }
    boolean named = toStdout() || output.endsWith("/");
    return !named && Files.isDirectory(OutputPath.of(output)) ? output + "/" : output;
  }

  /** The dumps that a format shows unless the command line selects others. */
  static DumpSelector usualDump(@Nullable Format format) {
    return format != null && format.showsSeveralDumps() ? DumpSelector.ALL : DumpSelector.LAST;
  }

  /** The selected format; null if nothing selects one. */
  @Nullable Format format() {
    if (json) {
      if (formatName != null && !formatName.equals(Format.JSON.id())) {
        throw new UsageException("--json and -f " + formatName + " contradict each other");
      }
      return Format.JSON;
    }
    if (formatName != null) {
      return Formats.STANDARD
          .ofId(formatName)
          .orElseThrow(
              () ->
                  new UsageException(
                      "unknown format '"
                          + formatName
                          + "'; choose one of "
                          + String.join(", ", Formats.STANDARD.ids())));
    }
    if (output == null) {
      return null;
    }
    if (toFolder()) {
      return Format.PPROF;
    }
    if (output.equals("-")) {
      throw new UsageException(
          "writing to stdout needs a format: add -f " + String.join("|", Formats.STANDARD.ids()));
    }
    return Formats.STANDARD
        .ofFileName(output)
        .orElseThrow(
            () ->
                new UsageException(
                    "the extension of '"
                        + output
                        + "' selects no format; use one of "
                        + extensions()
                        + ", or add -f"));
  }

  /**
   * The selected format of a profile; null if nothing selects one.
   *
   * @throws UsageException if it is {@link Format#PERFETTO}, which only one command writes
   */
  @Nullable Format profileFormat() {
    Format format = format();
    requireProfile(format);
    return format;
  }

  /**
   * The selected format of a table; text if nothing selects one.
   *
   * @param command the name of the command, for errors
   */
  Format tableFormat(String command) {
    if (toFolder()) {
      throw new UsageException(
          "'" + output + "' is a folder, but " + command + " writes a single file; name a file");
    }
    Format format = format();
    if (format != null && !format.isTable()) {
      throw new UsageException(command + " writes text, csv, tsv, json or md, not " + format.id());
    }
    return format == null ? Format.TEXT : format;
  }

  static void requireProfile(@Nullable Format format) {
    if (format == Format.PERFETTO) {
      throw new UsageException(
          "perfetto is a trace with names added, as in 'heapconv trace.pftrace -o named.pftrace';"
              + " add -f perfetto-estimates to write estimates as a trace");
    }
  }

  private static String extensions() {
    StringBuilder text = new StringBuilder();
    for (Format format : Formats.STANDARD.written()) {
      text.append(text.length() == 0 ? "" : ", ").append(format.extension());
    }
    return text.toString();
  }
}
