package dev.heapconv.benchmarks.accuracy;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Prints Markdown tables of fixed width. */
final class Report {

  private static final int LABEL_WIDTH = 16;
  private static final int CELL_WIDTH = 9;

  private final PrintStream out;
  private final boolean detailed;

  /**
   * @param detailed whether rows of details are printed
   */
  Report(PrintStream out, boolean detailed) {
    this.out = out;
    this.detailed = detailed;
  }

  void text(String text) {
    out.println(text);
    out.flush();
  }

  /**
   * Begins a table.
   *
   * @param labels how many of the columns are labels and not figures
   * @param header the names of the columns, separated by bars
   */
  void table(String title, int labels, String header) {
    List<String> columns = List.of(header.split("\\|"));
    text("\n### " + title + "\n");
    StringBuilder head = new StringBuilder("|");
    StringBuilder rule = new StringBuilder("|");
    for (int i = 0; i < columns.size(); i++) {
      int width = i < labels ? LABEL_WIDTH : CELL_WIDTH;
      head.append(pad(columns.get(i), width, i < labels)).append('|');
      rule.append("-".repeat(width + 1)).append(i < labels ? "-|" : ":|");
    }
    text(head.toString());
    text(rule.toString());
  }

  /** Adds a row that is only printed where details are wanted. */
  void detail(Object... cells) {
    if (detailed) {
      row(cells);
    }
  }

  /** Adds a row: labels, then numbers (shown with three digits), or text. */
  void row(Object... cells) {
    StringBuilder line = new StringBuilder("|");
    for (int i = 0; i < cells.length; i++) {
      boolean isLabel = cells[i] instanceof String && isLabelColumn(cells, i);
      String shown = cells[i] instanceof Number number ? number(number) : cells[i].toString();
      line.append(pad(shown, isLabel ? LABEL_WIDTH : CELL_WIDTH, isLabel)).append('|');
    }
    text(line.toString());
  }

  /** Labels come first. */
  private static boolean isLabelColumn(Object[] cells, int column) {
    for (int i = 0; i < column; i++) {
      if (!(cells[i] instanceof String)) {
        return false;
      }
    }
    return true;
  }

  private static String number(Number number) {
    double value = number.doubleValue();
    if (Double.isNaN(value)) {
      return "-";
    }
    if (number instanceof Integer || number instanceof Long) {
      return number.toString();
    }
    double size = Math.abs(value);
    if (Double.isInfinite(value)) {
      return "none";
    }
    if (size >= 1e5 || size != 0 && size < 1e-3) {
      return String.format(Locale.ROOT, "%.1e", value);
    }
    return String.format(Locale.ROOT, size < 10 ? "%.3f" : size < 100 ? "%.1f" : "%.0f", value);
  }

  private static String pad(String text, int width, boolean left) {
    String space = " ".repeat(Math.max(0, width - text.length()));
    return " " + (left ? text + space : space + text) + " ";
  }
}
