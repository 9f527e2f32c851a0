package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.model.RecordedProfile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** How well single stacks are estimated. */
final class StacksTable {

  /**
   * A family with fewer stacks of {@link Tally#SOME} recorded allocations is not called the worst.
   */
  private static final int FEWEST = 30;

  private static final int VIEWS = ViewTotals.VIEWS.size();

  private final String name;
  private final String title;

  /** By interval and family, one a view. */
  private final Map<Long, Map<String, Tally[]>> tallies = new LinkedHashMap<>();

  /**
   * @param name of the recordings, for messages
   */
  StacksTable(String name, String title) {
    this.name = name;
    this.title = title;
  }

  /** Estimates the trace of a heap. */
  void add(SimulatedHeap heap) throws IOException {
    RecordedProfile recorded = Outputs.read(name, heap.trace());
    Range[][] ranges = Outputs.byStack(Outputs.estimate(recorded, Settings.LEVEL), heap.stacks());
    for (int stack = 0; stack < heap.stacks(); stack++) {
      Tally[] views = tallies(heap.interval(), heap.kind(stack));
      for (int view = 0; view < VIEWS; view++) {
        views[view].add(
            heap.truth(stack).get(view), heap.recorded(stack).recorded(view), ranges[stack][view]);
      }
    }
  }

  private Tally[] tallies(long interval, String kind) {
    return tallies
        .computeIfAbsent(interval, key -> new LinkedHashMap<>())
        .computeIfAbsent(kind, key -> tallies());
  }

  private static Tally[] tallies() {
    Tally[] views = new Tally[VIEWS];
    for (int view = 0; view < VIEWS; view++) {
      views[view] = new Tally();
    }
    return views;
  }

  void print(Report report) {
    printAll(report);
    printFamilies(report);
  }

  /** Lines of single families, for counts of allocations. */
  void printFamilies(Report report) {
    printFamilies(report, "covered", "intervals that hold the truth, n >= 20");
    printFamilies(report, "bias", "geometric mean of estimate/truth, n >= 100");
    printFamilies(report, "width", "median high/low, n >= 100");
  }

  /** The lines of all families together. */
  void printAll(Report report) {
    printAll(report, title, family -> true);
  }

  /** The lines of some families together. */
  void printAll(Report report, String tableTitle, Predicate<String> which) {
    List<String> columns = new ArrayList<>();
    columns.addAll(List.of("T", "view", "stacks", "n>=20", "within2", "within20", "bias20"));
    columns.addAll(List.of("bias100", "hi/lo20", "hi/lo100"));
    columns.addAll(
        List.of("cov95", "cov95all", "cov95 n=0", "hidden", "silent", "worst", "worst family"));
    report.table(
        tableTitle
            + ": covered with n >= 20, cov95all with n >= 1, n = 0 without a recorded one,"
            + " hidden those of them that are not 0",
        2,
        String.join("|", columns));
    for (int view = 0; view < VIEWS; view++) {
      for (Map.Entry<Long, Map<String, Tally[]>> interval : tallies.entrySet()) {
        Tally all = new Tally();
        String worstFamily = "-";
        double worst = Double.NaN;
        for (Map.Entry<String, Tally[]> family : interval.getValue().entrySet()) {
          if (!which.test(family.getKey())) {
            continue;
          }
          Tally tally = family.getValue()[view];
          all.add(tally);
          if (tally.some() >= FEWEST && !(tally.coveredSome() >= worst)) {
            worst = tally.coveredSome();
            worstFamily = family.getKey();
          }
        }
        List<Object> row = new ArrayList<>();
        row.add("" + interval.getKey());
        row.add(ViewTotals.VIEWS.get(view).name());
        row.addAll(List.of(all.stacks(), all.some(), all.withinTwo(), all.withinTwoSome()));
        row.addAll(List.of(all.biasSome(), all.biasMany(), all.widthSome(), all.width()));
        row.addAll(
            List.of(
                all.coveredSome(),
                all.covered(),
                all.coveredUnseen(),
                all.coveredHidden(),
                all.silent()));
        row.addAll(List.of(worst, worstFamily));
        report.row(row.toArray());
      }
    }
  }

  /** A line a family, a column an interval, for counts of allocations. */
  private void printFamilies(Report report, String figure, String what) {
    List<String> columns = new ArrayList<>(List.of("family"));
    tallies.keySet().forEach(interval -> columns.add("T=" + interval));
    report.table(title + ", alloc_objects: " + what, 1, String.join("|", columns));
    Map<String, List<Object>> rows = new LinkedHashMap<>();
    tallies.values().forEach(families -> families.keySet().forEach(f -> rows.put(f, null)));
    for (String family : rows.keySet()) {
      List<Object> row = new ArrayList<>(List.of(family));
      for (Map<String, Tally[]> families : tallies.values()) {
        Tally[] views = families.get(family);
        row.add(views == null ? Double.NaN : figure(figure, views[0]));
      }
      report.row(row.toArray());
    }
  }

  private static double figure(String figure, Tally tally) {
    return switch (figure) {
      case "covered" -> tally.coveredSome();
      case "bias" -> tally.biasMany();
      default -> tally.width();
    };
  }
}
