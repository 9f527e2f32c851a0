package dev.heapconv.benchmarks.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Answer;
import dev.heapconv.query.NumberColumn;
import dev.heapconv.query.Reliability;
import dev.heapconv.query.Totals;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.samples.WithinTwo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What is said of the chance that a count is within a factor of two, beside how often it is, in
 * five bins: rows of stacks, of functions, of what is allocated below functions, and totals; and
 * the share of the bytes that a verdict names, beside what it is. At all intervals together, and at
 * each.
 */
@Tag("nightly")
class ChancesAccuracyTest {

  private static final int RUNS = 2;
  private static final double CONFIDENCE = 0.95;
  private static final List<View> VIEWS = List.of(View.ALLOC_OBJECTS, View.OBJECTS);
  private static final String ALL = "all";

  /** What is said may be so much more and less than what is true, in bins of so many and more. */
  private static final double MORE = 0.13;

  private static final double LESS = 0.16;
  private static final int FEWEST_ROWS = 200;
  private static final int FEWEST_TOTALS = 40;

  /** Constants of {@link WithinTwo#ofTotal} that are tried, as parts of what it has. */
  private static final double[] TRIED = {0.64, 0.8, 0.9, 1, 1.1, 1.2, 1.4};

  private final WithinTwo chances = WithinTwo.of(CONFIDENCE);
  private final Map<List<String>, ChancesTally> lines = new LinkedHashMap<>();

  /**
   * What would be best said of rows whose interval begins at what was recorded, and of totals; not
   * by programs that are not for tuning.
   */
  private final ChancesTally nearEnd = new ChancesTally();

  private final double[] scores = new double[TRIED.length];

  @Test
  void whatIsSaidIsAsOftenTrue() throws IOException {
    for (long interval : Report.intervals(4096L, 4099L, 32771L, 131071L)) {
      for (Map.Entry<String, List<ProgramStack>> program : ProgramLogs.read().entrySet()) {
        for (int run = 0; run < RUNS; run++) {
          measure(
              new ProgramSums(program.getKey(), program.getValue(), interval, run),
              ProgramLogs.areOfUser()
                  ? "yours"
                  : ProgramLogs.isNew(program.getKey()) ? "new" : "chosen with",
              Long.toString(interval));
        }
      }
    }
    write();
    if (!ProgramLogs.areOfUser()) {
      lines.forEach(this::check);
    }
  }

  private void check(List<String> line, ChancesTally tally) {
    boolean areTotals = line.contains("totals") || line.contains("verdicts");
    for (int bin = 0; bin < ChancesTally.BINS; bin++) {
      if (line.contains(ALL) && tally.count(bin) >= (areTotals ? FEWEST_TOTALS : FEWEST_ROWS)) {
        // Two standard errors of a share of so few, at most.
        double chance = 1 / Math.sqrt(tally.count(bin));
        assertThat(tally.excess(bin))
            .as(line + ", bin " + bin)
            .isBetween(-LESS - chance, MORE + chance);
      }
    }
  }

  private void measure(ProgramSums sums, String programs, String interval) throws IOException {
    if (sums.heap.stacks().isEmpty()) {
      return;
    }
    EstimatedProfile profile = Outputs.estimate(Outputs.read(sums.heap.trace()), null);
    EstimatedHeap heap = profile.heaps().get(0);
    Reliability reliability = Reliability.of(profile);
    for (View view : VIEWS) {
      To to = new To(programs, interval, view);
      Column column = heap.column(view);
      Column bytes = heap.column(view.isLive() ? View.SPACE : View.ALLOC_SPACE);
      double near = 0;
      double all = 0;
      for (int row = 0; row < heap.rows(); row++) {
        ProgramStack stack = sums.recorded.get(Outputs.number(profile, row));
        double truth = view.isLive() ? stack.live() : stack.allocations();
        long recorded = view.isLive() ? heap.recordedLive(row) : heap.recordedAlloc(row);
        to.row("stacks", truth, column.estimate(row), recorded);
        near += bytes.value(row) * isNear(truth, column.value(row));
        all += bytes.value(row);
      }
      for (Reliability.OfView said : reliability.views()) {
        if (said.view().equals(view) && all > 0) {
          for (ChancesTally tally : to.tallies("verdicts")) {
            tally.add(said.share(), near / all);
          }
        }
      }
      functions(sums, profile, to);
      to.total(sums.total.objects(view), Outputs.total(profile, view));
    }
  }

  private static void functions(ProgramSums sums, EstimatedProfile profile, To to)
      throws IOException {
    AggregateOptions options = AggregateOptions.DEFAULT.withLimit(0);
    Answer result = Totals.of(profile, options, to.view);
    NumberColumn self = result.get(to.view, "value");
    NumberColumn below = result.find(to.view, true, "value");
    NumberColumn samples = result.get(to.view, Totals.SAMPLES);
    for (int row : result.order()) {
      ProgramSums.Sum truth = sums.self.get(result.name(row));
      ProgramSums.Sum all = sums.below.get(result.name(row));
      if (truth != null && truth.recorded > 0) {
        long recorded = (long) samples.value(row);
        to.row("functions", truth.objects(to.view), self.at(row).estimate(), recorded);
      }
      if (all != null && all.recorded > 1) {
        to.row("below functions", all.objects(to.view), below.at(row).estimate(), 0);
      }
    }
  }

  private static double isNear(double truth, double value) {
    return value >= truth / 2 && value <= truth * 2 ? 1 : 0;
  }

  /** The lines that numbers of a recording belong to. */
  private final class To {
    private final String programs;
    private final String interval;
    private final View view;

    To(String programs, String interval, View view) {
      this.programs = programs;
      this.interval = interval;
      this.view = view;
    }

    private boolean isTuned() {
      return !programs.equals("new");
    }

    List<ChancesTally> tallies(String of) {
      List<ChancesTally> tallies = new ArrayList<>();
      for (String at : List.of(ALL, interval)) {
        List<String> line = List.of(at, programs, view.name(), of);
        tallies.add(lines.computeIfAbsent(line, unused -> new ChancesTally()));
      }
      return tallies;
    }

    void row(String of, double truth, Estimate estimate, long recorded) {
      double value = estimate.value();
      if (truth > 0 && value > 0 && !estimate.isExact()) {
        double said = chances.ofRow(value, estimate.low(), estimate.high(), recorded);
        tallies(of).forEach(tally -> tally.add(said, isNear(truth, value)));
        if (estimate.low() <= recorded
            && value <= 2 * recorded
            && of.equals("stacks")
            && isTuned()) {
          nearEnd.add(said, isNear(truth, value));
        }
      }
    }

    void total(double truth, Estimate estimate) {
      double value = estimate.value();
      if (truth == 0 || value == 0 || estimate.isExact()) {
        return;
      }
      double said = chances.ofTotal(value, estimate.low(), estimate.high());
      double near = isNear(truth, value);
      tallies("totals").forEach(tally -> tally.add(said, near));
      for (int i = 0; i < TRIED.length && isTuned(); i++) {
        double low = value * Math.pow(estimate.low() / value, 1 / TRIED[i]);
        double high = value * Math.pow(estimate.high() / value, 1 / TRIED[i]);
        double other = Math.min(0.99, Math.max(0.01, chances.ofTotal(value, low, high)));
        scores[i] -= Math.log(near > 0 ? other : 1 - other);
      }
    }
  }

  private void write() throws IOException {
    Report report = new Report("chances");
    StringBuilder header = new StringBuilder("T|programs|view|of");
    for (int bin = 0; bin < ChancesTally.BINS; bin++) {
      header.append("|said|true|n");
    }
    report.table("Chances that counts are within a factor of two", header.toString());
    lines.forEach(
        (line, tally) -> {
          List<Object> row = new ArrayList<>(line);
          row.addAll(tally.cells());
          report.row(row);
        });
    report.table(
        "Log score of totals by the factor of WithinTwo.OF_TOTALS (least is best); stacks near"
            + " WithinTwo.AT_END",
        header("factor", TRIED) + "|stacks: said|true|n");
    List<Object> row = new ArrayList<>(List.of("score"));
    for (double score : scores) {
      row.add(score);
    }
    row.addAll(nearEnd.cells().subList(3 * (ChancesTally.BINS - 1), 3 * ChancesTally.BINS));
    report.row(row);
    report.write();
  }

  private static String header(String first, double[] numbers) {
    StringBuilder header = new StringBuilder(first);
    for (double number : numbers) {
      header.append('|').append(number);
    }
    return header.toString();
  }
}
