package dev.heapconv.cli;

import dev.heapconv.query.HumanNumbers;
import dev.heapconv.show.JsonRenderer;
import dev.heapconv.show.TextStyle;
import dev.heapconv.unskew.growth.DetectableGrowth;
import dev.heapconv.unskew.samples.SamplingPlan;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * The figures of {@link SamplingPlan} for some intervals and sizes, or how many runs find growth.
 *
 * @param growth as a part of a size; 0 for the figures
 */
record PlanFigures(List<Long> intervals, List<Long> sizes, double growth) {

  /** How often growth is found that the runs are enough for. */
  private static final double[] POWERS = {DetectableGrowth.POWER, 0.95};

  private static final double MANY_RUNS = 1e6;

  /** As many rows as a usual recording may have, which the alpha is shared by. */
  private static final int ROWS = 100;

  /** The number of bytes seen with this probability is shown for each interval. */
  private static final double NEARLY_SURE = 0.95;

  /** Larger errors all mean the same: nothing is known. */
  private static final double HOPELESS = 100;

  /** The figures by their names for programs. Probabilities and errors are fractions of 1. */
  private Map<String, Number> figures(long interval, long size) {
    SamplingPlan plan = new SamplingPlan(interval, size);
    Map<String, Number> figures = new LinkedHashMap<>();
    if (growth > 0) {
      for (double power : POWERS) {
        figures.put("runs_power_" + Math.round(100 * power), Math.round(runs(plan, power)));
      }
      return figures;
    }
    figures.put("expected_samples", plan.expectedSamples());
    figures.put("probability_of_sample", plan.probabilityOfSample());
    figures.put("expected_error", plan.expectedRelativeError());
    figures.put("expected_error_given_sample", plan.expectedRelativeErrorGivenSample());
    return figures;
  }

  private double runs(SamplingPlan plan, double power) {
    double worth = plan.interval() > 1 ? plan.interval() : 0;
    return DetectableGrowth.runs(plan.bytes(), worth, growth, GateOptions.ALPHA, power);
  }

  /** One line per pair of interval and size, behind a header. */
  void writeCsv(PrintWriter out) {
    out.print("interval,size," + String.join(",", figures(1, 1).keySet()) + "\r\n");
    for (long interval : intervals) {
      for (long size : sizes) {
        out.print(interval + "," + size);
        figures(interval, size).values().forEach(figure -> out.print("," + figure));
        out.print("\r\n");
      }
    }
  }

  /** An object for each pair. */
  void writeJson(PrintWriter out) {
    JsonRenderer.print(
        out,
        false,
        json -> {
          json.writeArrayPropertyStart("figures");
          for (long interval : intervals) {
            for (long size : sizes) {
              json.writeStartObject();
              json.writeNumberProperty("interval", interval);
              json.writeNumberProperty("size", size);
              figures(interval, size)
                  .forEach(
                      (name, figure) -> {
                        if (figure instanceof Long whole) {
                          json.writeNumberProperty(name, whole);
                        } else {
                          json.writeNumberProperty(name, figure.doubleValue());
                        }
                      });
              json.writeEndObject();
            }
          }
          json.writeEndArray();
        });
  }

  /** A table for each figure, with a row per size and a column per interval. */
  void writeText(PrintWriter out, boolean color) {
    out.println(
        "Columns: sampling interval in bytes. Rows: bytes allocated in blocks smaller than it.");
    if (growth > 0) {
      writeRuns(out, color);
      return;
    }
    printTitle(out, "Probability of at least one sample", color);
    printRows(out, plan -> probability(plan.probabilityOfSample()));
    printTitle(out, "Expected relative error of the estimate", color);
    printRows(out, plan -> error(plan.expectedRelativeError()));
    printTitle(out, "Expected relative error, given at least one sample", color);
    printRows(out, plan -> error(plan.expectedRelativeErrorGivenSample()));
    printTitle(out, "Bytes needed to be seen with 95 % probability", color);
    printRow(
        out, "", interval -> HumanNumbers.size(SamplingPlan.bytesSeenWith(NEARLY_SURE, interval)));
  }

  private void writeRuns(PrintWriter out, boolean color) {
    for (double power : POWERS) {
      printTitle(
          out,
          "Runs of base, and as many of new, to find +%s in %s %% of the cases"
              .formatted(HumanNumbers.percent(growth, 1), HumanNumbers.fixed(100 * power, 0)),
          color);
      printRows(
          out,
          plan -> {
            double runs = runs(plan, power);
            return runs > MANY_RUNS ? ">1,000,000" : HumanNumbers.withSeparators(Math.round(runs));
          });
    }
    double alpha = GateOptions.ALPHA;
    double most = DetectableGrowth.POWER;
    double more =
        DetectableGrowth.runs(1, 1e12, 1, alpha / ROWS, most)
            / DetectableGrowth.runs(1, 1e12, 1, alpha, most);
    out.println();
    out.println(
        "Add up each side with --add, and compare with --fail-on and a limit of half the growth or"
            + " less.");
    out.printf(
        Locale.ROOT,
        "Alpha is %s, for one row or the total; where %d rows are tested, it takes %.1f times as"
            + " many runs.%n",
        HumanNumbers.probability(alpha),
        ROWS,
        more);
  }

  private void printTitle(PrintWriter out, String title, boolean color) {
    out.println();
    out.println(TextStyle.BOLD.of(title, color));
    printRow(out, "", String::valueOf);
  }

  private void printRows(PrintWriter out, Function<SamplingPlan, String> cell) {
    for (long size : sizes) {
      printRow(
          out, HumanNumbers.size(size), interval -> cell.apply(new SamplingPlan(interval, size)));
    }
  }

  private void printRow(PrintWriter out, String label, Function<Long, String> cell) {
    out.printf(Locale.ROOT, "%10s", label);
    for (long interval : intervals) {
      out.printf(Locale.ROOT, "%11s", cell.apply(interval));
    }
    out.println();
  }

  /** A probability below 1 is never shown as 100 %, nor one above 0 as 0 %. */
  private static String probability(double value) {
    if (value > 0 && value < 0.0005) {
      return "<0.1%";
    }
    if (value < 1 && value > 0.9995) {
      return ">99.9%";
    }
    return HumanNumbers.fixed(100 * value, 1) + "%";
  }

  private static String error(double value) {
    return value > HOPELESS
        ? ">10000%"
        : HumanNumbers.fixed(100 * value, value < 0.1 ? 2 : value < 1 ? 1 : 0) + "%";
  }
}
