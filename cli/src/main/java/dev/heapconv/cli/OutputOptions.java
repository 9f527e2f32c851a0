package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.Formats;
import dev.heapconv.model.View;
import picocli.CommandLine.Option;

/** Options of every command that writes a profile. */
final class OutputOptions {

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description =
          "File to write, - for stdout, or a folder (ending in /) for one file per profile. The"
              + " extension selects the format. Without it a summary is shown.")
  String output;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      description =
          "Format to write if the extension does not select it: one of ${COMPLETION-CANDIDATES}.",
      completionCandidates = FormatNames.class)
  private String formatName;

  @Option(
      names = "--view",
      paramLabel = "VIEW",
      description =
          "View to write, or to show first: alloc_objects, alloc_space, objects or space.")
  private String viewName;

  /** Names of formats, for completion and help. */
  static final class FormatNames implements Iterable<String> {
    @Override
    public java.util.Iterator<String> iterator() {
      return Formats.STANDARD.ids().iterator();
    }
  }

  /** The view that was asked for; null when none was. */
  View view() {
    if (viewName == null) {
      return null;
    }
    for (View view : View.ALL) {
      if (view.name().equals(viewName)) {
        return view;
      }
    }
    throw new UsageException(
        "unknown view '" + viewName + "'; choose alloc_objects, alloc_space, objects or space");
  }

  boolean toFolder() {
    return output != null && output.endsWith("/");
  }

  /** Whether nothing is said of where the result goes: then it goes to stdout. */
  boolean toStdout() {
    return output == null || output.equals("-");
  }

  /** The format that was asked for; null when nothing says. */
  Format format() {
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
