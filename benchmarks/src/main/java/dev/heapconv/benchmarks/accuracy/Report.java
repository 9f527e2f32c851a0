package dev.heapconv.benchmarks.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints tables in Markdown to standard output. */
final class Report {

  private Report() {}

  /**
   * Begins a table.
   *
   * @param header the names of the columns, separated by bars
   */
  static void table(String title, String header) {
    System.out.println("\n### " + title + "\n\n| " + header.replace("|", " | ") + " |");
    System.out.println(header.replaceAll("[^|]+", " --- ").replaceAll("^|$", "|"));
  }

  /** Adds a row: texts, and numbers, of which fractions are shown with three digits. */
  static void row(List<Object> cells) {
    List<String> shown = new ArrayList<>();
    for (Object cell : cells) {
      shown.add(cell instanceof Double number ? number(number) : cell.toString());
    }
    System.out.println("| " + String.join(" | ", shown) + " |");
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.3f" : value < 100 ? "%.1f" : "%.0f", value);
  }
}
