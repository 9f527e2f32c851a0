package dev.heapconv.cli;

import dev.heapconv.query.HumanNumbers;
import dev.heapconv.unskew.plan.SamplingPlan;
import java.io.PrintWriter;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** The figures of {@link SamplingPlan} for some intervals and sizes. */
final class AccuracyFigures extends PlanFigures {

  /** The number of bytes seen with this probability is shown for each interval. */
  private static final double NEARLY_SURE = 0.95;

  /** Larger errors all mean the same: nothing is known. */
  private static final double HOPELESS = 100;

  private enum Figure {
    SEEN("Probability of at least one sample"),
    ERROR("Expected relative error of the estimate"),
    ERROR_GIVEN_SAMPLE("Expected relative error, given at least one sample");

    private final String title;

    Figure(String title) {
      this.title = title;
    }

    double of(SamplingPlan plan) {
      return switch (this) {
        case SEEN -> plan.probabilityOfSample();
        case ERROR -> plan.expectedRelativeError();
        case ERROR_GIVEN_SAMPLE -> plan.expectedRelativeErrorGivenSample();
      };
    }
  }

  private final List<Long> intervals;
  private final List<Long> sizes;

  AccuracyFigures(List<Long> intervals, List<Long> sizes) {
    this.intervals = intervals;
    this.sizes = sizes;
  }

  /** One line per pair of interval and size. */
  @Override
  void writeCsv(PrintWriter out) {
    out.print(
        "interval,size,expected_samples,probability_of_sample,expected_error,expected_error_given_sample\r\n");
    for (long interval : intervals) {
      for (long size : sizes) {
        SamplingPlan plan = new SamplingPlan(interval, size);
        out.print(interval + "," + size + "," + plan.expectedSamples());
        for (Figure figure : Figure.values()) {
          out.print("," + figure.of(plan));
        }
        out.print("\r\n");
      }
    }
  }

  @Override
  void writeFigures(JsonGenerator json) {
    for (long interval : intervals) {
      for (long size : sizes) {
        SamplingPlan plan = new SamplingPlan(interval, size);
        json.writeStartObject();
        json.writeNumberProperty("interval", interval);
        json.writeNumberProperty("size", size);
        json.writeNumberProperty("expected_samples", plan.expectedSamples());
        json.writeNumberProperty("probability_of_sample", Figure.SEEN.of(plan));
        json.writeNumberProperty("expected_error", Figure.ERROR.of(plan));
        json.writeNumberProperty("expected_error_given_sample", Figure.ERROR_GIVEN_SAMPLE.of(plan));
        json.writeEndObject();
      }
    }
  }

  /** A table for each figure, with a row per size and a column per interval. */
  @Override
  void writeText(PrintWriter out, boolean colour) {
    out.println(
        "Columns: sampling interval. Rows: total bytes allocated, in allocations"
            + " smaller than the interval.");
    for (Figure figure : Figure.values()) {
      printTitle(out, figure.title, colour);
      printLine(out, "", header());
      for (long size : sizes) {
        String[] cells = new String[intervals.size()];
        for (int i = 0; i < cells.length; i++) {
          double value = figure.of(new SamplingPlan(intervals.get(i), size));
          cells[i] = figure == Figure.SEEN ? probability(value) : error(value);
        }
        printLine(out, HumanNumbers.size(size), cells);
      }
    }
    printTitle(out, "Bytes needed to be seen with 95 % probability", colour);
    printLine(out, "", header());
    String[] cells = new String[intervals.size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = HumanNumbers.size(SamplingPlan.bytesSeenWith(NEARLY_SURE, intervals.get(i)));
    }
    printLine(out, "", cells);
  }

  private String[] header() {
    String[] cells = new String[intervals.size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = HumanNumbers.size(intervals.get(i));
    }
    return cells;
  }

  private static String error(double value) {
    return value > HOPELESS
        ? ">10000%"
        : HumanNumbers.fixed(100 * value, value < 0.1 ? 2 : value < 1 ? 1 : 0) + "%";
  }
}
