package dev.heapconv.benchmarks.accuracy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the suite measures.
 *
 * @param blocks which tables
 * @param chosenIntervals mean sampling intervals in bytes; empty for those that suit each table
 * @param logs file with programs of one's own, as {@code reduce.py} writes it; empty for those here
 */
record Settings(List<String> blocks, List<Long> chosenIntervals, long seed, String logs) {

  /** Of words {@code --name value}. */
  static Settings parse(String[] arguments) {
    Map<String, String> values =
        new HashMap<>(
            Map.of(
                "--blocks",
                "programs,gate",
                "--intervals",
                "",
                "--seed",
                "20260801",
                "--logs",
                ""));
    for (int i = 0; i < arguments.length; i += 2) {
      if (i + 1 == arguments.length || values.replace(arguments[i], arguments[i + 1]) == null) {
        throw new IllegalArgumentException(
            arguments[i] + ": give one of " + values.keySet() + " and its value");
      }
    }
    return new Settings(
        list(values.get("--blocks")).toList(),
        list(values.get("--intervals")).map(Long::valueOf).toList(),
        Long.parseLong(values.get("--seed")),
        values.get("--logs"));
  }

  private static Stream<String> list(String value) {
    return value.isEmpty() ? Stream.of() : Stream.of(value.split(","));
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
