package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.Formats;
import dev.heapconv.model.View;
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
          "File to write, - for stdout, or a folder (ending in /) for one file per profile. The"
              + " extension selects the format. Without it a summary is shown.")
  private @Nullable String output;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      description =
          "Format to write if the extension does not select it: one of ${COMPLETION-CANDIDATES}.",
      completionCandidates = FormatNames.class)
  private @Nullable String formatName;

  @Option(
      names = "--view",
      paramLabel = "VIEW",
      completionCandidates = ViewNames.class,
      description =
          "View to write, or to show first: ${COMPLETION-CANDIDATES}, or another that the input"
              + " has.")
  private @Nullable String viewName;

  /** Names of formats, for completion and help. */
  static final class FormatNames implements Iterable<String> {
    @Override
    public java.util.Iterator<String> iterator() {
      return Formats.STANDARD.ids().iterator();
    }
  }

  /** Names of the four views, for completion and help. */
  static final class ViewNames implements Iterable<String> {
    @Override
    public java.util.Iterator<String> iterator() {
      List<String> names = new ArrayList<>();
      View.ALL.forEach(view -> names.add(view.name()));
      return names.iterator();
    }
  }

  /**
   * The view that was asked for; null when none was.
   *
   * @param present the views of the input, which may have others than the four
   */
  @Nullable View view(List<View> present) {
    if (viewName == null) {
      return null;
    }
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
    return output != null && output.endsWith("/");
  }

  /** Whether nothing is said of where the result goes: then it goes to stdout. */
  boolean toStdout() {
    return output == null || output.equals("-");
  }

  /** Where the result goes: a file, a folder with a / at its end, or {@code -}. */
  String outputOrStdout() {
    return output == null ? "-" : output;
  }

  /** The format that was asked for; null when nothing says. */
  @Nullable Format format() {
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
                        + "' selects no format: end it in "
                        + extensions()
                        + ", or add -f"));
  }

  private static String extensions() {
    StringBuilder text = new StringBuilder();
    for (Format format : Formats.STANDARD.written()) {
      text.append(text.length() == 0 ? "" : ", ").append(format.extension());
    }
    return text.toString();
  }
}
