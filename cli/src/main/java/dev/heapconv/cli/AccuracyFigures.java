package dev.heapconv.cli;

import dev.heapconv.table.HumanNumbers;
import dev.heapconv.unskew.plan.SamplingPlan;
import java.io.PrintWriter;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/** The figures of {@link SamplingPlan} for some intervals and sizes. */
final class AccuracyFigures {

  private static final String BOLD = "\u001b[1m";
  private static final String PLAIN = "\u001b[0m";

  /** The number of bytes seen with this probability is shown for each interval. */
  private static final double NEARLY_SURE = 0.95;

  /** Larger errors all mean the same: nothing is known. */
  private static final double HOPELESS = 100;

  private enum Figure {
    SEEN("probability_of_sample", "Probability of at least one sample"),
    ERROR("expected_error", "Expected relative error of the estimate"),
    ERROR_GIVEN_SAMPLE(
        "expected_error_given_sample", "Expected relative error, given at least one sample");

    private final String id;
    private final String title;

    Figure(String id, String title) {
      this.id = id;
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

  /**
   * One line per pair of interval and size, behind a header. Probabilities and errors are fractions
   * of 1.
   */
  void writeCsv(PrintWriter out) {
    out.print("interval,size,expected_samples");
    for (Figure figure : Figure.values()) {
      out.print("," + figure.id);
    }
    out.print("\r\n");
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

  /** An object for each pair. */
  void writeJson(PrintWriter out) {
    JsonFactory factory =
        JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
    try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartObject();
      json.writeArrayPropertyStart("figures");
      writeFigures(json);
      json.writeEndArray();
      json.writeEndObject();
    }
    out.println();
  }

  private void writeFigures(JsonGenerator json) {
    for (long interval : intervals) {
      for (long size : sizes) {
        SamplingPlan plan = new SamplingPlan(interval, size);
        json.writeStartObject();
        json.writeNumberProperty("interval", interval);
        json.writeNumberProperty("size", size);
        json.writeNumberProperty("expected_samples", plan.expectedSamples());
        for (Figure figure : Figure.values()) {
          json.writeNumberProperty(figure.id, figure.of(plan));
        }
        json.writeEndObject();
      }
    }
  }

  /** A table for each figure, with a row per size and a column per interval. */
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

  private static void printTitle(PrintWriter out, String title, boolean colour) {
    out.println();
    out.println(colour ? BOLD + title + PLAIN : title);
  }

  private static void printLine(PrintWriter out, String label, String[] cells) {
    StringBuilder line = new StringBuilder();
    pad(line, label, 10);
    for (String cell : cells) {
      pad(line, cell, 11);
    }
    out.println(line);
  }

  private static void pad(StringBuilder line, String text, int width) {
    line.append(" ".repeat(Math.max(0, width - text.length()))).append(text);
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
