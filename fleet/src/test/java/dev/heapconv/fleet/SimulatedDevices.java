package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers the queries of a comparison from values in memory, as the SQL says: faster than any
 * engine for hundreds of simulated fleets.
 */
final class SimulatedDevices implements SqlEngine {

  private static final Pattern IDS = Pattern.compile("id IN \\(([-\\d, ]+)\\)");
  private static final Pattern SIZES = Pattern.compile("THEN (\\d+) ELSE (\\d+) END AS size");

  private final int rows;
  private final List<Integer> blocks = new ArrayList<>();
  private final List<Double> weights = new ArrayList<>();
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
    add(1, a, b);
  }

  /** Adds a device that stands for so many. */
  void add(double weight, double @Nullable [] a, double @Nullable [] b) {
    weights.add(weight);
    before.add(a == null ? null : withTotal(a));
    after.add(b == null ? null : withTotal(b));
  }

  private static double[] withTotal(double[] values) {
    double[] all = Arrays.copyOf(values, values.length + 1);
    all[values.length] = Arrays.stream(values).sum();
    return all;
  }

  private static String part(double @Nullable [] a, double @Nullable [] b) {
    return a == null ? "b" : b == null ? "a" : "p";
  }

  private String part(int device) {
    return part(before.get(device), after.get(device));
  }

  /** What a device adds to sums: the difference, or what it holds. */
  private double value(int device, int row) {
    double[] a = before.get(device);
    double[] b = after.get(device);
    return a == null ? Objects.requireNonNull(b)[row] : b == null ? a[row] : b[row] - a[row];
  }

  @Override
  public List<SqlRow> rows(String sql) throws IOException {
    List<SqlRow> answer = new ArrayList<>();
    if (sql.contains("AS missing")) {
      answer.add(new SqlRow(Map.of("missing", 0)));
    } else if (sql.contains("drawn AS part")) {
      // Groups that are drawn are no part of simulations.
      return answer;
    } else if (sql.contains("FROM blocks")) {
      addSizes(true, answer);
    } else if (sql.contains("JOIN blocks")) {
      Matcher ids = IDS.matcher(sql);
      assertThat(ids.find()).isTrue();
      for (String id : ids.group(1).split(", ")) {
        addSums(Integer.parseInt(id), true, answer);
      }
    } else if (sql.contains("w3xxx")) {
      addSums(-1, false, answer);
      for (int id = 1; id <= rows; id++) {
        addSums(id, false, answer);
      }
    } else {
      addSizes(false, answer);
    }
    return answer;
  }

  @Override
  public void keep(String table, String sql) {
    if (table.equals("blocks")) {
      Matcher sizes = SIZES.matcher(sql);
      assertThat(sizes.find()).isTrue();
      Map<String, Integer> places = new HashMap<>();
      blocks.clear();
      for (int device = 0; device < before.size(); device++) {
        int size = Integer.parseInt(sizes.group(part(device).equals("p") ? 1 : 2));
        blocks.add((places.merge(part(device), 1, Integer::sum) - 1) / size);
      }
    }
  }

  private Map<String, @Nullable Object> group(int device, boolean byBlocks) {
    Map<String, @Nullable Object> group = new TreeMap<>();
    group.put("section", "");
    group.put("part", part(device));
    if (byBlocks) {
      group.put("block", blocks.get(device));
    }
    return group;
  }

  private void addSizes(boolean byBlocks, List<SqlRow> answer) {
    Map<Map<String, @Nullable Object>, double[]> sizes = new HashMap<>();
    for (int device = 0; device < before.size(); device++) {
      double w = weights.get(device);
      add(sizes, group(device, byBlocks), 1, w, w * w, w * w * w);
    }
    sizes.forEach(
        (group, sums) -> {
          SqlRow row = new SqlRow(group);
          put(row, sums, "n", "w", "w2", "w3");
          row.put("n", (int) sums[0]);
          answer.add(row);
        });
  }

  private static void add(
      Map<Map<String, @Nullable Object>, double[]> sums,
      Map<String, @Nullable Object> group,
      double... more) {
    double[] sum = sums.computeIfAbsent(group, added -> new double[more.length]);
    Arrays.setAll(sum, i -> sum[i] + more[i]);
  }

  private static void put(SqlRow row, double[] values, String... columns) {
    for (int i = 0; i < columns.length; i++) {
      row.put(columns[i], values[i]);
    }
  }

  /** Adds up what devices hold of a row. */
  private void addSums(int id, boolean byBlocks, List<SqlRow> answer) {
    Map<Map<String, @Nullable Object>, double[]> sums = new HashMap<>();
    int row = id < 0 ? rows : id - 1;
    for (int device = 0; device < before.size(); device++) {
      double w = weights.get(device);
      double y = w * value(device, row);
      double[] a = before.get(device);
      double[] b = after.get(device);
      double heldA = a == null ? 0 : a[row];
      double heldB = b == null ? 0 : b[row];
      add(
          sums,
          group(device, byBlocks),
          new double[] {
            y,
            w * y,
            w * w * y,
            y * y,
            w * y * y,
            y * y * y,
            w * heldA,
            w * heldB,
            Math.signum(heldA + heldB),
            Math.signum(heldA),
            Math.signum(heldB)
          });
    }
    sums.forEach((group, sum) -> answer.add(row(id, group, sum)));
  }

  private SqlRow row(int id, Map<String, @Nullable Object> group, double[] sums) {
    SqlRow row = new SqlRow(group);
    row.put("id", id);
    row.put("kind", id < 0 ? "total" : "row");
    row.put("name", id < 0 ? "" : "f" + (id - 1));
    put(
        row, sums, "wx", "w2x", "w3x", "w2xx", "w3xx", "w3xxx", "sum_a", "sum_b", "k", "k_a",
        "k_b");
    return row;
  }
}
