package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.StackEstimates;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Collects estimates beside the truth and prints one line for each scheme, interval, kind of stack
 * and view.
 */
public final class AccuracyTable {

  static final String[] VIEWS = {"alloc_objects", "alloc_space", "objects", "space"};

  private final Map<Key, Tally> tallies = new LinkedHashMap<>();

  private record Key(String scheme, long interval, String kind, int view) {}

  /** Adds the estimates of one stack. */
  public void add(
      String scheme, long interval, String kind, StackEstimates estimates, ViewTotals truth) {
    Estimate[] views = {
      estimates.allocObjects(), estimates.allocSpace(), estimates.objects(), estimates.space()
    };
    for (int view = 0; view < views.length; view++) {
      tallies
          .computeIfAbsent(new Key(scheme, interval, kind, view), key -> new Tally())
          .add(views[view], truth.get(view));
    }
  }

  /** Prints everything that was added. */
  public void print(PrintStream out) {
    out.printf(
        "%-10s %8s %-18s %-13s %7s %7s %10s %10s %8s %9s%n",
        "scheme",
        "T",
        "stacks of",
        "view",
        "stacks",
        "within2",
        "med|log2|",
        "total/true",
        "covered",
        "high/low");
    tallies.forEach(
        (key, tally) ->
            out.printf(
                Locale.ROOT,
                "%-10s %8d %-18s %-13s %7d %6.1f%% %10.2f %10.3f %7.1f%% %9.3g%n",
                key.scheme,
                key.interval,
                key.kind,
                VIEWS[key.view],
                tally.stacks,
                tally.percent(tally.withinTwo),
                tally.medianError(),
                tally.estimated / tally.truth,
                tally.percent(tally.covered),
                tally.medianWidth()));
  }

  private static final class Tally {
    int stacks;
    int withinTwo;
    int covered;
    double estimated;
    double truth;
    double[] errors = new double[64];
    double[] widths = new double[64];

    void add(Estimate estimate, double true_) {
      if (stacks == errors.length) {
        errors = Arrays.copyOf(errors, 2 * stacks);
        widths = Arrays.copyOf(widths, 2 * stacks);
      }
      double value = estimate.value();
      errors[stacks] =
          value == true_
              ? 0
              : Math.abs(Math.log(Math.max(value, 1e-3) / Math.max(true_, 1e-3)) / Math.log(2));
      widths[stacks] =
          estimate.high() == estimate.low() ? 1 : estimate.high() / Math.max(1, estimate.low());
      if (errors[stacks] <= 1) {
        withinTwo++;
      }
      // Room for the rounding of doubles, no more.
      if (true_ >= estimate.low() * (1 - 1e-9) && true_ <= estimate.high() * (1 + 1e-9)) {
        covered++;
      }
      estimated += value;
      truth += true_;
      stacks++;
    }

    double percent(int part) {
      return 100.0 * part / stacks;
    }

    double medianError() {
      return median(errors);
    }

    double medianWidth() {
      return median(widths);
    }

    private double median(double[] values) {
      double[] sorted = Arrays.copyOf(values, stacks);
      Arrays.sort(sorted);
      return sorted[stacks / 2];
    }
  }
}
