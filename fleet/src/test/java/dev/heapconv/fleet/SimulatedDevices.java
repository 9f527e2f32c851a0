package dev.heapconv.fleet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers the queries of a comparison from values in memory, as the SQL says: faster than any
 * engine for hundreds of simulated fleets, and an implementation to compare with.
 */
final class SimulatedDevices implements SqlEngine {

  private final int rows;
  private final List<double @Nullable []> before = new ArrayList<>();
  private final List<double @Nullable []> after = new ArrayList<>();

  /**
   * @param rows how many rows there are, apart from the total
   */
  SimulatedDevices(int rows) {
    this.rows = rows;
  }

  /**
   * Adds a device.
   *
   * @param a by row, in the first group; null if it is not in this group
   * @param b likewise in the second group
   */
  void add(double @Nullable [] a, double @Nullable [] b) {
    before.add(a == null ? null : withTotal(a));
    after.add(b == null ? null : withTotal(b));
  }

  private static double[] withTotal(double[] values) {
    double[] all = Arrays.copyOf(values, values.length + 1);
    all[values.length] = Arrays.stream(values).sum();
    return all;
  }

  private static Map<String, @Nullable Object> names(int row, int rows) {
    Map<String, @Nullable Object> values = new HashMap<>();
    values.put("id", row);
    values.put("kind", row == rows ? "total" : "row");
    values.put("name", row == rows ? "" : "f" + row);
    return values;
  }

  @Override
  public List<SqlRow> rows(String sql) throws IOException {
    List<SqlRow> answer = new ArrayList<>();
    if (sql.contains("in_half")) {
      // Halves of the devices are no part of simulations.
      return answer;
    }
    for (int row = 0; row <= rows; row++) {
      if (sql.contains("moments")) {
        answer.add(sums(row));
      } else {
        addDevices(row, answer);
      }
    }
    return answer;
  }

  @Override
  public void keep(String table, String sql) {}

  private void addDevices(int row, List<SqlRow> answer) {
    for (int device = 0; device < before.size(); device++) {
      double[] a = before.get(device);
      double[] b = after.get(device);
      if (a != null && a[row] > 0 || b != null && b[row] > 0) {
        Map<String, @Nullable Object> values = names(row, rows);
        values.put("a", a == null ? null : a[row]);
        values.put("b", b == null ? null : b[row]);
        answer.add(new SqlRow(values));
      }
    }
  }

  private SqlRow sums(int row) {
    List<Double> ofA = new ArrayList<>();
    List<Double> ofB = new ArrayList<>();
    List<Double> differences = new ArrayList<>();
    List<Double> onlyA = new ArrayList<>();
    List<Double> onlyB = new ArrayList<>();
    for (int device = 0; device < before.size(); device++) {
      double[] a = before.get(device);
      double[] b = after.get(device);
      if (a != null) {
        ofA.add(a[row]);
      }
      if (b != null) {
        ofB.add(b[row]);
      }
      if (a != null && b != null) {
        differences.add(b[row] - a[row]);
      } else if (a != null) {
        onlyA.add(a[row]);
      } else if (b != null) {
        onlyB.add(b[row]);
      }
    }
    Map<String, @Nullable Object> values = names(row, rows);
    values.put("n_a", (long) ofA.size());
    values.put("n_b", (long) ofB.size());
    values.put("pairs", (long) differences.size());
    values.put("k", having(row));
    side("a", ofA, values);
    side("b", ofB, values);
    DeviceChange change =
        DeviceChange.of(
            DeviceSpread.of(differences), DeviceSpread.of(onlyA), DeviceSpread.of(onlyB));
    values.put("n", (long) before.size());
    values.put("change", change.change());
    values.put("error", change.error());
    values.put("degrees", change.degrees());
    values.put("percent", 100 * change.change() / (double) values.get("mean_a"));
    values.put("heavy_tail", false);
    return new SqlRow(values);
  }

  private long having(int row) {
    long k = 0;
    for (int device = 0; device < before.size(); device++) {
      double[] a = before.get(device);
      double[] b = after.get(device);
      k += a != null && a[row] > 0 || b != null && b[row] > 0 ? 1 : 0;
    }
    return k;
  }

  private static void side(String name, List<Double> all, Map<String, @Nullable Object> values) {
    double sum = all.stream().mapToDouble(Double::doubleValue).sum();
    values.put("mean_" + name, sum / all.size());
    values.put("k_" + name, all.stream().filter(value -> value > 0).count());
    List<Double> sorted = all.stream().sorted().toList();
    for (int percent : new int[] {50, 95, 99}) {
      int rank = (percent * all.size() + 99) / 100;
      values.put("p" + percent + "_" + name, rank == 0 ? null : sorted.get(rank - 1));
    }
  }
}
