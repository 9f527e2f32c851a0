package dev.heapconv.fleet;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Notice;
import dev.heapconv.query.HumanNumbers;
import dev.heapconv.query.NumberColumn.Kind;
import dev.heapconv.query.NumberColumn.Role;
import dev.heapconv.query.ShownColumn.Form;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The changes between two groups of recordings, such as two versions. Each row has a test whose
 * unit is the device; p-values are adjusted for the number of tests.
 *
 * @param rows the total first, then rows by what their tests say
 * @param alpha the highest adjusted p-value that counts as a change
 * @param groups what is compared
 * @param check how often changes are found in random splits of the same devices
 * @param notes what to know of the numbers, a sentence each
 * @param doubts why the total may not be what it seems; among the notes, too
 */
public record FleetComparison(
    FleetQuestion question,
    List<SqlRow> rows,
    double alpha,
    Groups groups,
    SplitCheck check,
    List<String> notes,
    List<Notice> doubts) {

  /**
   * The two groups.
   *
   * @param inBoth number of devices in both groups
   */
  public record Groups(FleetGroup first, FleetGroup second, long inBoth) {

    String text() {
      return String.format(
          Locale.ROOT,
          "devices: %,d in both groups, %,d in the first only, %,d in the second only",
          inBoth,
          first.devices() - inBoth,
          second.devices() - inBoth);
    }
  }

  /** Up to this probability, devices that are in both groups and the others do not agree. */
  private static final double DISAGREEMENT = 0.001;

  /** So many labels are looked at. */
  private static final int MAX_LABELS = 20;

  /** With this probability, a change of the size that counts as detectable is found. */
  private static final double POWER = 0.8;

  /**
   * Compares two groups.
   *
   * @param alpha probability of a false alarm if nothing changed
   * @param confidence the level of the intervals of changes, below 1
   */
  public static FleetComparison of(
      SqlEngine engine,
      FleetQuestion question,
      TableSelection before,
      TableSelection after,
      double alpha,
      double confidence)
      throws IOException {
    double outside = 1 - confidence;
    TableSelection[] sides = {before, after};
    List<String> shared = shared(engine, sides);
    Map<String, String> places = FleetQuestion.units(shared);
    for (String table : List.of("names", "devices", "uploads", "cells")) {
      question.keep(engine, table, places, sides);
    }
    DeviceGroups found = new DeviceGroups(engine, shared.size());
    HeldRows all = new HeldRows(engine);
    RandomSplits splits = new RandomSplits(found, shared, all.count(), alpha);
    SizeChanges sizes =
        question.isOfBytes() || question.cumulative()
            ? SizeChanges.none()
            : SizeChanges.of(engine, question, places, sides);
    ChangeTests tests = new ChangeTests(found, splits, sizes, question.minDevices(), alpha);
    List<SqlRow> rows = new ArrayList<>();
    all.forEach(
        found.uploads(),
        question.minDevices(),
        (row, held) -> {
          rows.add(row);
          tests.add(row, held);
        });
    tests.decide(outside, (test, q) -> addInterval(test, q, outside, alpha / tests.count()));
    rows.forEach(row -> row.put("changed", row.number("q") <= alpha));
    rows.sort(
        Comparator.comparing((SqlRow row) -> !row.isTotal())
            .thenComparing(row -> row.number("p"))
            .thenComparing(row -> -Math.abs(row.number("change")))
            .thenComparing(row -> row.count("id")));
    List<Notice> doubts = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    if (!rows.isEmpty()) {
      doubts.addAll(doubts(engine, question, rows.get(0), before, after));
      long nameless = nameless(engine, question, sides);
      if (nameless > 0) {
        doubts.add(Notice.of(ErrorId.UNNAMED_DEVICES, FleetAnswer.grouped(nameless)));
      }
      doubts.forEach(doubt -> notes.add(doubt.message()));
      if (found.sections() > 1) {
        notes.add(
            "total: of the changes within %,d sections, each counts by n_a n_b / (n_a + n_b)"
                .formatted(found.sections()));
      }
    }
    long both = found.devices(DeviceGroups.BOTH);
    Groups groups =
        new Groups(
            FleetGroup.of(engine, question, before, both + found.devices(DeviceGroups.FIRST)),
            FleetGroup.of(engine, question, after, both + found.devices(DeviceGroups.SECOND)),
            both);
    SplitCheck check = splits.check(tests.count());
    return new FleetComparison(question, rows, alpha, groups, check, notes, doubts);
  }

  private static List<Notice> doubts(
      SqlEngine engine,
      FleetQuestion question,
      SqlRow total,
      TableSelection before,
      TableSelection after)
      throws IOException {
    List<Notice> doubts = new ArrayList<>();
    if (total.number("disagreement") <= DISAGREEMENT) {
      doubts.add(
          Notice.of(
              ErrorId.UNEQUAL_CHANGES,
              HumanNumbers.exact(total.number("pairs_change"), question.isOfBytes()),
              HumanNumbers.exact(total.number("others_change"), question.isOfBytes())));
    }
    if (before.isOfTableOf(after)) {
      String recordings = "(SELECT DISTINCT day, recording FROM (%s) AS all_%s) AS %2$s";
      String shared =
          "SELECT count(*) AS in_both FROM %s JOIN %s ON a.day = b.day AND a.recording = b.recording"
              .formatted(
                  recordings.formatted(question.recordings(before), "a"),
                  recordings.formatted(question.recordings(after), "b"));
      long inBoth = FleetQuestion.rows(engine, shared, before).get(0).count("in_both");
      if (inBoth > 0) {
        doubts.add(Notice.of(ErrorId.SHARED_RECORDINGS, FleetAnswer.grouped(inBoth)));
      }
    }
    return doubts;
  }

  /** How many recordings stand for a device of their own, because they name none. */
  private static long nameless(SqlEngine engine, FleetQuestion question, TableSelection... sides)
      throws IOException {
    long nameless = 0;
    for (TableSelection side : sides) {
      String sql =
          "SELECT count(*) AS nameless FROM (%s) AS recordings WHERE device = recording"
              .formatted(question.recordings(side));
      nameless += FleetQuestion.rows(engine, sql, side).get(0).count("nameless");
    }
    return nameless;
  }

  /** What recordings may have in common that makes them alike: their day, and what labels say. */
  private static List<String> shared(SqlEngine engine, TableSelection... sides) throws IOException {
    Set<String> labels = new TreeSet<>();
    for (TableSelection side : sides) {
      labels.addAll(FleetQuestion.labels(engine, side));
    }
    List<String> shared = new ArrayList<>(List.of("date"));
    labels.stream()
        .filter(label -> !label.contains("\\"))
        .limit(MAX_LABELS)
        .forEach(label -> shared.add(TableSelection.LABELS + label));
    return shared;
  }

  /**
   * Adds what a test says, with the interval of the change, and the smallest growth that would have
   * been found if nothing else had changed.
   *
   * @param outside how often the interval may miss the change
   * @param adjusted how often one test among all may find a change that is none
   */
  private static void addInterval(RowTest test, double q, double outside, double adjusted) {
    SqlRow row = test.row();
    TDistribution student = TDistribution.of(row.number("degrees"));
    double t = student.inverseSurvivalProbability(outside / 2);
    double skewness = row.number("skewness");
    boolean isDrawn = Double.isFinite(test.below()) && Double.isFinite(test.above());
    double low = isDrawn ? test.below() : Math.max(t, SkewedInterval.below(t, skewness));
    double high = isDrawn ? test.above() : Math.max(t, SkewedInterval.above(t, skewness));
    double error = row.number("error");
    row.put("p", test.p());
    row.put("q", q);
    row.put("change_low", row.number("change") - low * error);
    row.put("change_high", row.number("change") + high * error);
    // An interval at the level of one test among many is so much wider.
    double least = Math.max(1, low / t) * student.inverseSurvivalProbability(adjusted / 2);
    row.put("detectable", error * (least + student.inverseSurvivalProbability(1 - POWER)));
  }

  /** How many rows were tested, which is what p-values are adjusted for. */
  static long tests(List<SqlRow> rows) {
    return rows.stream().filter(row -> row.has("p")).count();
  }

  /** Returns the comparison as a table. */
  public FleetAnswer answer() {
    List<String> said = new ArrayList<>(notes);
    List<String> summary = new ArrayList<>();
    for (SqlRow row : rows) {
      if (row.isTotal() && row.has("detectable")) {
        said.add(
            String.format(
                Locale.ROOT,
                "a change of the total by %.2g %% would have been found with a probability of"
                    + " %s, adjusted for %,d rows",
                100 * row.number("detectable") / row.number("mean_a"),
                POWER,
                tests(rows)));
      }
    }
    if (!rows.isEmpty()) {
      summary.add(new ChangeSummary(question, rows).text());
      summary.add(groups.text());
    }
    if (!check.kinds().isEmpty()) {
      summary.add(check.isSound() ? summary.size() : 0, check.text());
    }
    double total = rows.isEmpty() ? 0 : rows.get(0).number("mean_a");
    return new FleetAnswer.AnswerBuilder(question, rows, "change")
        .columns(Kind.COUNT, Role.FACT, "k", "n")
        .ofView(Role.FACT, "mean_a", "mean_b")
        .ofView(Role.CHANGE, "change")
        .columns(Kind.PERCENT, Role.FACT, "percent")
        .columns(Kind.PROBABILITY, Role.FACT, "p", "q")
        .columns(Kind.FLAG, Role.FACT, "changed")
        .columns(Kind.COUNT, Role.FACT, "k_a", "k_b", "n_a", "n_b")
        .ofView(Role.FACT, "detectable")
        .show("before", Form.VALUE, "mean_a")
        .show("change", Form.ESTIMATE, "change")
        .show("changed", Form.MARK, "changed")
        .show("%", Form.PERCENT, Kind.PERCENT, row -> percent(row, total))
        .show("q", Form.PROBABILITY, "q")
        .with(summary, said, List.of(groups.first, groups.second), null, check);
  }

  /** How far the interval reaches, at most. */
  static double margin(SqlRow row) {
    double change = row.number("change");
    return Math.max(row.number("change_high") - change, change - row.number("change_low"));
  }

  /** Percents of next to nothing are large and mean nothing. */
  private static double percent(SqlRow row, double total) {
    boolean isWorthIt = row.number("changed") == 1 || row.number("mean_a") >= total / 100;
    boolean isNew = Double.isInfinite(row.number("percent"));
    return isWorthIt && !isNew ? row.number("percent") : Double.NaN;
  }
}
