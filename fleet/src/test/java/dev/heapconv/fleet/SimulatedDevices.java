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

  /** The recordings of each device, those of the first group first. */
  private final List<List<Upload>> devices = new ArrayList<>();

  private int uploads;

  /**
   * A recording.
   *
   * @param group 0 or 1
   * @param day a number for it, from 0 on
   * @param values by row
   */
  record Upload(int group, int day, double[] values) {}

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
    List<Upload> sent = new ArrayList<>();
    if (a != null) {
      sent.add(new Upload(0, 0, a));
    }
    if (b != null) {
      sent.add(new Upload(1, 1, b));
    }
    add(weight, sent);
  }

  /** Adds a device with several recordings, those of the first group first. */
  void add(double weight, List<Upload> sent) {
    weights.add(weight);
    devices.add(sent);
    uploads += sent.size();
  }

  @Override
  public List<SqlRow> rows(String sql) {
    if (sql.contains("map_keys")) {
      return List.of();
    }
    if (sql.contains("AS missing")) {
      return List.of(new SqlRow(Map.of("missing", 0)));
    }
    if (sql.contains("AS nameless")) {
      return List.of(new SqlRow(Map.of("nameless", 0)));
    }
    if (sql.contains("AS in_both")) {
      return List.of(new SqlRow(Map.of("in_both", 0)));
    }
    if (sql.contains("FROM devices")) {
      return List.of(new SqlRow(Map.of("n", devices.size(), "strata", 0)));
    }
    List<SqlRow> names = new ArrayList<>();
    for (int id = 1; id <= rows; id++) {
      names.add(
          new SqlRow(Map.of("id", id, "kind", "row", "name", "f" + (id - 1), "cells", uploads)));
    }
    return names;
  }

  @Override
  public void keep(String table, String sql) {}

  @Override
  public void scan(String sql, Consumer<double[]> row) {
    if (sql.contains("FROM devices")) {
      for (int i = 0; i < devices.size(); i++) {
        List<Upload> sent = devices.get(i);
        boolean isPair = sent.get(0).group != sent.get(sent.size() - 1).group;
        row.accept(new double[] {i + 1, 0, weights.get(i), isPair ? 2 : sent.get(0).group});
      }
      return;
    }
    Matcher ids = IDS.matcher(sql);
    boolean isOfCells = ids.find();
    int first = isOfCells ? Integer.parseInt(ids.group(1)) : 1;
    int last = isOfCells ? Integer.parseInt(ids.group(2)) : 0;
    int number = 0;
    for (int i = 0; i < devices.size(); i++) {
      for (Upload upload : devices.get(i)) {
        if (!isOfCells) {
          row.accept(new double[] {number, 2 * i + 2 + upload.group, upload.day});
        }
        for (int id = first; id <= last; id++) {
          double value = upload.values[id - 1];
          row.accept(new double[] {id, number, value, value});
        }
        number++;
      }
    }
  }
}
