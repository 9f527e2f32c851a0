package dev.heapconv.fleet;

import java.util.List;
import java.util.Map;

/**
 * What the devices of a section hold of a row.
 *
 * @param sizes how many devices it has, by {@code part} of {@code devices.sql}
 * @param sums of {@code compare.sql}, also of other sections
 */
record SectionSums(Map<String, SqlRow> sizes, String section, List<SqlRow> sums) {

  private DeviceSums part(String part) {
    return DeviceSums.of(
        sizes.get(part),
        sums.stream()
            .filter(row -> row.text("section").equals(section) && row.text("part").equals(part))
            .findFirst()
            .orElse(null));
  }

  MeanChange change() {
    return MeanChange.of(part("p"), part("a"), part("b"));
  }

  private double devices(String group) {
    return part("p").w() + part(group).w();
  }

  /**
   * How much the section counts in totals: as in Mantel and Haenszel's (1959, Journal of the
   * National Cancer Institute 22) sum over strata, n1 n2 / (n1 + n2).
   */
  double weight() {
    return devices("a") * devices("b") / (devices("a") + devices("b"));
  }

  /** The mean over the devices of a group, a or b. */
  double mean(String group) {
    double sum = 0;
    for (SqlRow row : sums) {
      double held = row.number("sum_" + group);
      sum += row.text("section").equals(section) && held > 0 ? held : 0;
    }
    return sum / devices(group);
  }
}
