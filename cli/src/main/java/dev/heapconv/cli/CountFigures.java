package dev.heapconv.cli;

import dev.heapconv.query.HumanNumbers;
import dev.heapconv.unskew.plan.CountPlanner;
import dev.heapconv.unskew.plan.CountPlanner.Plan;
import dev.heapconv.unskew.plan.CountPlanner.Size;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** The figures of {@link CountPlanner} for some intervals, numbers of allocations and sizes. */
final class CountFigures extends PlanFigures {

  private static final double CONFIDENCE = 0.95;

  private enum Figure {
    SEEN("probability_of_sample", "seen"),
    RECORDED("expected_recorded", "recorded"),
    TENTH("estimate_ratio_p10", "p10"),
    MEDIAN("estimate_ratio_median", "median"),
    NINETIETH("estimate_ratio_p90", "p90"),
    WITHIN_2X("probability_within_2x", "within 2x"),
    WIDTH("interval_width", "high/low"),
    COVERAGE("interval_coverage", "contains");

    private final String id;
    private final String title;

    Figure(String id, String title) {
      this.id = id;
      this.title = title;
    }

    double of(Plan plan) {
      return switch (this) {
        case SEEN -> plan.probabilityOfSample();
        case RECORDED -> plan.expectedRecorded();
        case TENTH -> plan.tenthRatio();
        case MEDIAN -> plan.medianRatio();
        case NINETIETH -> plan.ninetiethRatio();
        case WITHIN_2X -> plan.withinFactorOfTwo();
        case WIDTH -> plan.medianWidth();
        case COVERAGE -> plan.coverage();
      };
    }

    String text(Plan plan) {
      return switch (this) {
        case SEEN -> probability(of(plan));
        // Drawn: more digits would be noise.
        case WITHIN_2X, COVERAGE -> HumanNumbers.fixed(100 * of(plan), 0) + "%";
        case RECORDED, TENTH, MEDIAN, NINETIETH, WIDTH -> number(of(plan));
      };
    }
  }

  private final List<Long> intervals;
  private final List<CountPlanner> planners = new ArrayList<>();
  private final List<Long> counts;
  private final List<SizeMix> sizes;

  /**
   * @throws UsageException if an interval, or the bytes of a site, are more than can be planned
   */
  CountFigures(List<Long> intervals, List<Long> counts, List<SizeMix> sizes) {
    this.intervals = intervals;
    this.counts = counts;
    this.sizes = sizes;
    for (long interval : intervals) {
      if (interval > CountPlanner.LONGEST_INTERVAL) {
        throw new UsageException(
            "--interval is at most "
                + HumanNumbers.size(CountPlanner.LONGEST_INTERVAL)
                + " with --count");
      }
      planners.add(new CountPlanner(interval, CONFIDENCE));
    }
    for (long count : counts) {
      for (SizeMix size : sizes) {
        if (size.largest() > CountPlanner.MAX_BYTES / count) {
          throw new UsageException(
              "--count times --size is at most "
                  + HumanNumbers.size(CountPlanner.MAX_BYTES)
                  + ": choose fewer or smaller allocations than "
                  + title(count, size));
        }
      }
    }
  }

  /** One line per interval, number of allocations and size. */
  @Override
  void writeCsv(PrintWriter out) {
    out.print("interval,count,size");
    for (Figure figure : Figure.values()) {
      out.print("," + figure.id);
    }
    out.print("\r\n");
    forEach(
        (interval, count, size, plan) -> {
          out.print(interval + "," + count + "," + size);
          for (Figure figure : Figure.values()) {
            out.print("," + figure.of(plan));
          }
          out.print("\r\n");
        });
  }

  @Override
  void writeFigures(JsonGenerator json) {
    forEach(
        (interval, count, size, plan) -> {
          json.writeStartObject();
          json.writeNumberProperty("interval", interval);
          json.writeNumberProperty("count", count);
          json.writeArrayPropertyStart("sizes");
          for (Size part : size.sizes()) {
            json.writeStartObject();
            json.writeNumberProperty("size", part.bytes());
            json.writeNumberProperty("share", part.share());
            json.writeEndObject();
          }
          json.writeEndArray();
          for (Figure figure : Figure.values()) {
            json.writeNumberProperty(figure.id, figure.of(plan));
          }
          json.writeEndObject();
        });
  }

  @FunctionalInterface
  private interface Line {
    void accept(long interval, long count, SizeMix size, Plan plan);
  }

  private void forEach(Line line) {
    for (int i = 0; i < planners.size(); i++) {
      for (long count : counts) {
        for (SizeMix size : sizes) {
          line.accept(intervals.get(i), count, size, planners.get(i).plan(count, size.sizes()));
        }
      }
    }
  }

  /** A table for each number and size, with a row per interval. */
  @Override
  void writeText(PrintWriter out, boolean colour) {
    out.println("seen       probability of at least one sample");
    out.println("recorded   expected number of recorded allocations");
    out.println("The other columns apply if there is a sample:");
    out.println("p10 .. p90 estimate / true count: 10th percentile, median, 90th percentile");
    out.println("within 2x  probability that the estimate is within a factor of two");
    out.println("high/low   median width of the 95 % interval: upper / lower end");
    out.println("contains   probability that the interval contains the true count");
    String[] header = new String[Figure.values().length];
    for (Figure figure : Figure.values()) {
      header[figure.ordinal()] = figure.title;
    }
    for (long count : counts) {
      for (SizeMix size : sizes) {
        printTitle(out, title(count, size), colour);
        printLine(out, "interval", header);
        for (int i = 0; i < planners.size(); i++) {
          Plan plan = planners.get(i).plan(count, size.sizes());
          String[] cells = new String[header.length];
          for (Figure figure : Figure.values()) {
            cells[figure.ordinal()] = figure.text(plan);
          }
          printLine(out, HumanNumbers.size(intervals.get(i)), cells);
        }
      }
    }
  }

  private static String title(long count, SizeMix size) {
    return HumanNumbers.value(count, count, count, false)
        + (count == 1 ? " allocation of " : " allocations of ")
        + size.description();
  }

  private static String number(double value) {
    if (value < 0.005) {
      return "<0.01";
    }
    return value < 99.95
        ? HumanNumbers.fixed(value, value < 9.995 ? 2 : 1)
        : HumanNumbers.value(value, value, value, false);
  }
}
