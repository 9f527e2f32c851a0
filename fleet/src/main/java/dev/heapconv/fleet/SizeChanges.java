package dev.heapconv.fleet;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Which rows of two groups allocate other sizes in one than in the other, and what that makes of a
 * change of their objects.
 *
 * <p>Where sizes are the same, the error of the model of sizes is the same in both groups and
 * cancels out. Where the mean recorded size changed by more than devices differ, it does not: of a
 * struct that grew from 48 to 64 bytes a third more allocations are recorded, though there are no
 * more. Then each group may be off by itself, as in a difference of two recordings.
 */
final class SizeChanges {

  /**
   * Normal quantile from which a change of the mean recorded size is not taken for chance. A wider
   * interval where there was none costs less than a change that was none.
   */
  private static final double SIGNIFICANT = 1.96;

  private static final int GROUPS = 2;

  private final Map<Long, SqlRow[]> groups = new HashMap<>();

  /** Of the rows that were asked for, which are in the total: the standard errors of their sums. */
  private double sumTooLow;

  private double sumTooHigh;

  private SizeChanges() {}

  /** None: bytes need no model, and nothing is known of what callees hold. */
  static SizeChanges none() {
    return new SizeChanges();
  }

  /**
   * Asks for what was recorded of each row.
   *
   * @param places as those of the other texts of a comparison, whose tables are there
   */
  static SizeChanges of(
      SqlEngine engine, FleetQuestion question, Map<String, String> places, TableSelection... sides)
      throws IOException {
    SizeChanges changes = new SizeChanges();
    for (SqlRow row : question.ask(engine, "sizes.sql", places, sides)) {
      SqlRow[] both = changes.groups.computeIfAbsent(row.count("id"), id -> new SqlRow[GROUPS]);
      both[(int) row.count("side")] = row;
    }
    return changes;
  }

  /**
   * The standard error of the change of a row by the model of sizes, towards no change; 0 where
   * sizes are the same. The total is asked for after all rows.
   *
   * @param row with its means
   */
  double error(SqlRow row) {
    double change = row.number("mean_b") - row.number("mean_a");
    if (row.isTotal()) {
      return change > 0 ? sumTooHigh : sumTooLow;
    }
    SqlRow[] both = groups.get(row.count("id"));
    if (both == null || both[0] == null || both[1] == null || !areOthers(both[0], both[1])) {
      return 0;
    }
    double tooHigh =
        Math.hypot(
            both[1].number("low") * row.number("mean_b"),
            both[0].number("high") * row.number("mean_a"));
    double tooLow =
        Math.hypot(
            both[1].number("high") * row.number("mean_b"),
            both[0].number("low") * row.number("mean_a"));
    sumTooHigh += tooHigh;
    sumTooLow += tooLow;
    return change > 0 ? tooHigh : tooLow;
  }

  private static boolean areOthers(SqlRow before, SqlRow after) {
    double larger = size(after) - size(before);
    return larger * larger > SIGNIFICANT * SIGNIFICANT * (variance(before) + variance(after));
  }

  /** The mean recorded size. */
  private static double size(SqlRow group) {
    return group.number("s") / group.number("n");
  }

  /** That of a ratio of two sums over devices (Cochran 1977, Sampling Techniques, 2.9). */
  private static double variance(SqlRow group) {
    double devices = group.number("devices");
    double n = group.number("n");
    double size = size(group);
    double squares =
        group.number("ss") - 2 * size * group.number("ns") + size * size * group.number("nn");
    return devices > 1 ? squares / n / n * devices / (devices - 1) : Double.POSITIVE_INFINITY;
  }
}
