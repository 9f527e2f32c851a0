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
    Map<Map<String, @Nullable Object>, Integer> sizes = new HashMap<>();
    for (int device = 0; device < before.size(); device++) {
      sizes.merge(group(device, byBlocks), 1, Integer::sum);
    }
    sizes.forEach(
        (group, n) -> {
          SqlRow row = new SqlRow(group);
          for (String column : List.of("n", "w", "w2", "w3")) {
            row.put(column, n);
          }
          answer.add(row);
        });
  }

  /** Adds up what devices hold of a row, whose weights are 1. */
  private void addSums(int id, boolean byBlocks, List<SqlRow> answer) {
    Map<Map<String, @Nullable Object>, double[]> sums = new HashMap<>();
    int row = id < 0 ? rows : id - 1;
    for (int device = 0; device < before.size(); device++) {
      double x = value(device, row);
      double[] a = before.get(device);
      double[] b = after.get(device);
      double heldA = a == null ? 0 : a[row];
      double heldB = b == null ? 0 : b[row];
      double[] sum = sums.computeIfAbsent(group(device, byBlocks), group -> new double[6]);
      double[] more = {x, x * x, x * x * x, heldA, heldB, heldA + heldB > 0 ? 1 : 0};
      Arrays.setAll(sum, i -> sum[i] + more[i]);
    }
    sums.forEach((group, sum) -> answer.add(row(id, group, sum)));
  }

  private SqlRow row(int id, Map<String, @Nullable Object> group, double[] sums) {
    SqlRow row = new SqlRow(group);
    row.put("id", id);
    row.put("kind", id < 0 ? "total" : "row");
    row.put("name", id < 0 ? "" : "f" + (id - 1));
    String[][] columns = {
      {"wx", "w2x", "w3x"}, {"w2xx", "w3xx"}, {"w3xxx"}, {"sum_a"}, {"sum_b"}, {"k"}
    };
    for (int i = 0; i < columns.length; i++) {
      for (String column : columns[i]) {
        row.put(column, sums[i]);
      }
    }
    return row;
  }
}
