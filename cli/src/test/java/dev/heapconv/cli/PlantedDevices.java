package dev.heapconv.cli;

import dev.heapconv.cli.PlantedFleet.PlantedRow;
import dev.heapconv.cli.PlantedFleet.PlantedTrace;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.TDistribution;

/** What devices hold by the traces they were planted in: the mean over the traces of each. */
final class PlantedDevices {

  /** How many traces each device sent. */
  private final Map<String, Integer> traces = new TreeMap<>();

  /** Live bytes by device, then function. */
  private final Map<String, Map<String, Double>> held = new HashMap<>();

  private final Set<String> functions = new TreeSet<>();

  /** Of the traces that meet a condition; those without a heap profile are missing. */
  PlantedDevices(List<PlantedTrace> all, Predicate<PlantedTrace> condition) {
    for (PlantedTrace trace : all) {
      if (trace.status().equals("ok") && condition.test(trace)) {
        traces.merge(trace.device(), 1, Integer::sum);
        for (PlantedRow row : trace.rows()) {
          functions.add(row.function());
          held.computeIfAbsent(trace.device(), device -> new HashMap<>())
              .merge(row.function(), (double) row.space(), Double::sum);
        }
      }
    }
  }

  Set<String> functions() {
    return functions;
  }

  /** Those of another group, too. */
  Set<String> functions(PlantedDevices other) {
    Set<String> all = new TreeSet<>(functions);
    all.addAll(other.functions);
    return all;
  }

  /** What a device holds of some functions. */
  private double mean(String device, Set<String> of) {
    Map<String, Double> own = held.getOrDefault(device, Map.of());
    double sum = 0;
    if (of.size() == 1) {
      sum = own.getOrDefault(of.iterator().next(), 0.0);
    } else {
      for (Map.Entry<String, Double> each : own.entrySet()) {
        sum += of.contains(each.getKey()) ? each.getValue() : 0;
      }
    }
    return sum / traces.get(device);
  }

  /** What each device holds of some functions, the least first. */
  double[] values(Set<String> of) {
    return traces.keySet().stream().mapToDouble(device -> mean(device, of)).sorted().toArray();
  }

  /** What all traces hold of some functions. */
  double sum(Set<String> of) {
    return traces.keySet().stream().mapToDouble(d -> mean(d, of) * traces.get(d)).sum();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }

  private static double squaredError(double[] values) {
    double mean = mean(values);
    double squares = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
    return squares / (values.length - 1) / values.length;
  }

  /**
   * The figures of the columns of {@code heapconv fleet}, by their names.
   *
   * @param of functions of a row
   */
  Map<String, Double> figures(Set<String> of) {
    double[] values = values(of);
    int n = values.length;
    Map<String, Double> figures =
        new HashMap<>(
            Map.of(
                "n",
                (double) n,
                "k",
                (double) Arrays.stream(values).filter(x -> x > 0).count(),
                "mean",
                mean(values),
                "standard_error",
                Math.sqrt(squaredError(values)),
                "total",
                sum(of)));
    for (int percent : new int[] {50, 95, 99}) {
      // Of too few devices, all may lie below a quantile.
      if (Math.pow(percent / 100.0, n) < 0.025) {
        figures.put("p" + percent, values[(int) Math.ceil(n * percent / 100.0) - 1]);
      }
    }
    return figures;
  }

  /**
   * The figures of the columns of {@code heapconv diff} of tables, by their names, without those
   * that depend on other rows.
   *
   * @param after the second group
   */
  Map<String, Double> changes(PlantedDevices after, Set<String> of) {
    Set<String> both = inBoth(after);
    double[] changes = both.stream().mapToDouble(d -> after.mean(d, of) - mean(d, of)).toArray();
    double[] first = without(both, of);
    double[] second = after.without(both, of);
    // The estimates that pairs and the other devices make possible: change, squared error, degrees.
    double[][] estimates = new double[2][];
    if (changes.length >= 4) {
      estimates[0] = new double[] {mean(changes), squaredError(changes), changes.length - 1};
    }
    if (first.length >= 4 && second.length >= 4) {
      double v1 = squaredError(first);
      double v2 = squaredError(second);
      double degrees =
          Math.pow(v1 + v2, 2) / (v1 * v1 / (first.length - 1) + v2 * v2 / (second.length - 1));
      estimates[1] = new double[] {mean(second) - mean(first), v1 + v2, degrees};
    }
    double weights = 0;
    double change = 0;
    for (double[] estimate : estimates) {
      if (estimate != null && estimate[1] > 0) {
        weights += 1 / estimate[1];
        change += estimate[0] / estimate[1];
      }
    }
    change /= weights;
    double inverse = 0;
    for (double[] estimate : estimates) {
      if (estimate != null && estimate[1] > 0) {
        inverse += Math.pow(1 / estimate[1] / weights, 2) / estimate[2];
      }
    }
    double t = change * Math.sqrt(weights);
    double p = 2 * TDistribution.of(1 / inverse).survivalProbability(Math.abs(t));
    return Map.of(
        "n",
        (double) (traces.size() + after.traces.size() - both.size()),
        "k",
        (double) have(after, both, of),
        "mean_a",
        mean(values(of)),
        "mean_b",
        mean(after.values(of)),
        "change",
        change,
        "p",
        p);
  }

  private Set<String> inBoth(PlantedDevices after) {
    Set<String> both = new TreeSet<>(traces.keySet());
    both.retainAll(after.traces.keySet());
    return both;
  }

  private double[] without(Set<String> others, Set<String> of) {
    return traces.keySet().stream()
        .filter(device -> !others.contains(device))
        .mapToDouble(device -> mean(device, of))
        .toArray();
  }

  /** How many devices of both groups have some of these functions. */
  private int have(PlantedDevices after, Set<String> both, Set<String> of) {
    long inBoth = both.stream().filter(d -> mean(d, of) > 0 || after.mean(d, of) > 0).count();
    return (int) inBoth + positive(without(both, of)) + positive(after.without(both, of));
  }

  private static int positive(double[] values) {
    return (int) Arrays.stream(values).filter(x -> x > 0).count();
  }

  /** Functions by whether at least so many devices of both groups have them. */
  Map<Boolean, Set<String>> byDevices(PlantedDevices after, int least) {
    Set<String> both = inBoth(after);
    Map<String, Integer> devices = new HashMap<>();
    for (String device : traces.keySet()) {
      Set<String> own = positive(device);
      if (both.contains(device)) {
        own.addAll(after.positive(device));
      }
      own.forEach(function -> devices.merge(function, 1, Integer::sum));
    }
    for (String device : after.traces.keySet()) {
      if (!both.contains(device)) {
        after.positive(device).forEach(function -> devices.merge(function, 1, Integer::sum));
      }
    }
    return functions(after).stream()
        .collect(
            Collectors.partitioningBy(
                function -> devices.getOrDefault(function, 0) >= least, Collectors.toSet()));
  }

  /** The functions of which a device holds anything. */
  private Set<String> positive(String device) {
    return held.getOrDefault(device, Map.of()).entrySet().stream()
        .filter(each -> each.getValue() > 0)
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
