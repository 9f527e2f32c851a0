package dev.heapconv.benchmarks.accuracy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Tables in Markdown, in a file of the folder {@code target}. */
final class Report {

  private final List<String> lines = new ArrayList<>();
  private final String name;

  Report(String name) {
    this.name = name;
  }

  /** The sampling intervals that were asked for, or the usual ones of a table. */
  static List<Long> intervals(Long... usual) {
    String asked = System.getProperty("heapconv.intervals", "");
    return asked.isEmpty()
        ? List.of(usual)
        : Stream.of(asked.split(",")).map(Long::valueOf).toList();
  }

  /**
   * Begins a table.
   *
   * @param header the names of the columns, separated by bars
   */
  void table(String title, String header) {
    lines.add("\n### " + title + "\n\n| " + header.replace("|", " | ") + " |");
    lines.add(header.replaceAll("[^|]+", " --- ").replaceAll("^|$", "|"));
  }

  /** Adds a row: texts, and numbers, of which fractions are shown with three digits. */
  void row(List<Object> cells) {
    List<String> shown = new ArrayList<>();
    for (Object cell : cells) {
      shown.add(cell instanceof Double number ? number(number) : cell.toString());
    }
    lines.add("| " + String.join(" | ", shown) + " |");
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.3f" : value < 100 ? "%.1f" : "%.0f", value);
  }

  void write() throws IOException {
    Files.write(Path.of("target", "accuracy-" + name + ".md"), lines);
  }
}
