package dev.heapconv.fleet;

import dev.heapconv.query.HumanNumbers;
import java.util.List;
import java.util.Locale;

/**
 * The answer of a comparison in a sentence.
 *
 * @param rows of {@link FleetComparison#answer}, the total first; at least this
 */
record ChangeSummary(FleetQuestion question, List<SqlRow> rows) {

  /**
   * {@code 1 of 20,000 functions changed: f +20 % (134 KiB -> 161 KiB per device); total: no change
   * found (-0.6 % +-1.6 %)}.
   */
  String text() {
    List<SqlRow> all = rows.stream().filter(SqlRow::isRow).toList();
    List<SqlRow> changed = all.stream().filter(row -> row.number("changed") == 1).toList();
    String column = question.by().get(0);
    boolean isNoun = question.by().size() == 1 && column.matches("[a-z]+");
    String what = isNoun ? column : "row";
    String counted =
        changed.isEmpty()
            ? "none of " + FleetAnswer.grouped(all.size()) + " " + plural(what) + " changed"
            : FleetAnswer.grouped(changed.size())
                + " of "
                + FleetAnswer.grouped(all.size())
                + " "
                + plural(what)
                + " changed: "
                + change(changed.get(0))
                + (changed.size() > 1 ? ", ..." : "");
    return counted + "; " + total(rows.get(0));
  }

  private static String plural(String word) {
    return word.endsWith("y") ? word.substring(0, word.length() - 1) + "ies" : word + "s";
  }

  private String change(SqlRow row) {
    double before = row.number("mean_a");
    boolean bytes = question.isOfBytes();
    return "%s%s (%s -> %s per device)"
        .formatted(
            String.join(" ", question.names(row)),
            percent(row, "percent"),
            HumanNumbers.exact(before, bytes),
            HumanNumbers.exact(before + row.number("change"), bytes));
  }

  private String total(SqlRow row) {
    if (Double.isNaN(row.number("q"))) {
      return "total: too few devices to tell";
    }
    if (row.number("changed") == 1) {
      return "total: " + change(row).strip();
    }
    double margin = 100 * FleetComparison.margin(row) / row.number("mean_a");
    return String.format(
        Locale.ROOT,
        "total: no change found (%s \u00b1%.2g %%)",
        percent(row, "percent").strip(),
        margin);
  }

  /** After a space; empty where nothing was there before. */
  private static String percent(SqlRow row, String column) {
    double percent = row.number(column);
    return Double.isFinite(percent) ? String.format(Locale.ROOT, " %+.1f %%", percent) : "";
  }
}
