package dev.heapconv.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Devices in memory, as an engine finds them: faster than any for hundreds of simulated fleets. */
final class SimulatedDevices implements SqlEngine {

  private static final Pattern IDS = Pattern.compile("BETWEEN (\\d+) AND (\\d+)");

  private final int rows;
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
    before.add(a);
    after.add(b);
  }

  @Override
  public List<SqlRow> rows(String sql) {
    if (sql.contains("AS missing")) {
      return List.of(new SqlRow(Map.of("missing", 0)));
    }
    if (sql.contains("AS in_both")) {
      return List.of(new SqlRow(Map.of("in_both", 0)));
    }
    if (sql.contains("FROM devices")) {
      return List.of(new SqlRow(Map.of("n", before.size(), "strata", 0)));
    }
    List<SqlRow> names = new ArrayList<>();
    for (int id = 1; id <= rows; id++) {
      names.add(
          new SqlRow(
              Map.of("id", id, "kind", "row", "name", "f" + (id - 1), "cells", 2 * before.size())));
    }
    return names;
  }

  @Override
  public void keep(String table, String sql) {}

  @Override
  public void scan(String sql, Consumer<double[]> row) {
    boolean isOfDevices = sql.contains("FROM devices");
    Matcher ids = IDS.matcher(sql);
    int first = ids.find() ? Integer.parseInt(ids.group(1)) : 1;
    int last = isOfDevices ? 0 : Integer.parseInt(ids.group(2));
    for (int i = 0; i < before.size(); i++) {
      double[] a = before.get(i);
      double[] b = after.get(i);
      if (isOfDevices) {
        // Groups that are drawn are no part of simulations: all devices are in one of them.
        double part = sql.contains("drawn") ? 0 : a == null ? 1 : b == null ? 0 : 2;
        row.accept(new double[] {i + 1, 0, weights.get(i), 1, 1, part, 0});
      }
      for (int id = first; id <= last; id++) {
        addCell(id, 2 * i + 2, a, row);
        addCell(id, 2 * i + 3, b, row);
      }
    }
  }

  private static void addCell(
      int id, int place, double @Nullable [] values, Consumer<double[]> row) {
    if (values != null) {
      row.accept(new double[] {id, place, values[id - 1], values[id - 1]});
    }
  }
}
