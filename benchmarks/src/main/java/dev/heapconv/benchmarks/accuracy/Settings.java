package dev.heapconv.benchmarks.accuracy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What the suite measures.
 *
 * @param blocks which tables
 * @param stacks simulated stacks of each family and interval of which something was recorded
 * @param chosenIntervals mean sampling intervals in bytes; empty for those that suit each table
 * @param families an expression found in the names of the families
 * @param recordings the folder of the recordings with truth
 * @param detail whether lines of single families and programs are printed beside those of all
 */
record Settings(
    Set<String> blocks,
    int stacks,
    List<Long> chosenIntervals,
    Pattern families,
    long seed,
    Path recordings,
    boolean detail) {

  /** The level of all intervals. */
  static final double LEVEL = 0.95;

  private static final List<String> NAMES =
      List.of("blocks", "stacks", "intervals", "families", "seed", "recordings", "detail");

  /** Of {@code --name value} or {@code --name=value}. */
  static Settings parse(String[] arguments) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < arguments.length; i++) {
      int equals = arguments[i].indexOf('=');
      String name = equals < 0 ? arguments[i] : arguments[i].substring(0, equals);
      if (!name.startsWith("--") || !NAMES.contains(name.substring(2))) {
        throw new IllegalArgumentException("unknown option " + name + "; known are " + NAMES);
      }
      if (equals < 0 && i + 1 == arguments.length) {
        throw new IllegalArgumentException(name + " needs a value");
      }
      values.put(
          name.substring(2), equals < 0 ? arguments[++i] : arguments[i].substring(equals + 1));
    }
    List<Long> intervals = new ArrayList<>();
    for (String interval : list(values, "intervals", "")) {
      intervals.add(Long.parseLong(interval));
    }
    return new Settings(
        Set.copyOf(list(values, "blocks", String.join(",", AccuracySuite.BLOCKS))),
        Integer.parseInt(values.getOrDefault("stacks", "200")),
        intervals,
        Pattern.compile(values.getOrDefault("families", "")),
        Long.parseLong(values.getOrDefault("seed", "20260801")),
        Path.of(values.getOrDefault("recordings", "testdata/heapprofd")),
        Boolean.parseBoolean(values.getOrDefault("detail", "false")));
  }

  private static List<String> list(Map<String, String> values, String name, String otherwise) {
    String value = values.getOrDefault(name, otherwise);
    return value.isEmpty() ? List.of() : List.of(value.split(","));
  }

  /** The chosen intervals, or else the usual ones of a table. */
  List<Long> intervals(Long... usual) {
    return chosenIntervals.isEmpty() ? List.of(usual) : chosenIntervals;
  }

  /** Random numbers for one part of the suite, whatever else it measures. */
  Draws draws(Object... part) {
    long hash = seed;
    for (Object key : part) {
      hash = hash * 0x9E3779B97F4A7C15L + key.hashCode();
    }
    return new Draws(hash);
  }
}
