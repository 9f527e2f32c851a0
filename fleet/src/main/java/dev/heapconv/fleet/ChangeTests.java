package dev.heapconv.fleet;

import dev.heapconv.unskew.growth.FalseDiscoveries;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjDoubleConsumer;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Tests of the rows of two groups of devices. By t, unless it says that a row changed: t of skewed
 * values is skewed itself where groups differ in size, so that then {@link GroupDraws} decide,
 * equal-tailed.
 */
final class ChangeTests {

  /** Up to this p-value by t, as it is or without the skewness of means. */
  private static final double DOUBTFUL = 0.01;

  private static final int DRAWS = 10_000;

  /** What draws of all rows may cost: so many blocks. They are fewer for more rows. */
  private static final double MAX_COST = 1e8;

  private final DeviceGroups groups;
  private final long minDevices;
  private final double alpha;
  private final RandomSplits splits;
  private final SizeChanges sizes;
  private final List<RowTest> tests = new ArrayList<>();

  /**
   * @param splits which test the same rows
   * @param sizes which rows allocate other sizes, so that the error about them counts
   * @param minDevices rows of fewer are not tested
   * @param alpha the highest adjusted p-value of a change
   */
  ChangeTests(
      DeviceGroups groups, RandomSplits splits, SizeChanges sizes, int minDevices, double alpha) {
    this.groups = groups;
    this.splits = splits;
    this.sizes = sizes;
    this.minDevices = Math.max(1, minDevices);
    this.alpha = alpha;
  }

  /** Tests a row, and adds its numbers to it. */
  void add(SqlRow row, HeldRow held) {
    List<SectionSums> all = groups.add(held, !row.isRow());
    List<SectionSums> known =
        row.isRow() ? all : all.stream().filter(each -> each.change().isKnown()).toList();
    double[] shares =
        known.size() == 1
            ? new double[] {1}
            : known.stream().mapToDouble(SectionSums::share).toArray();
    MeanChange ofDevices =
        known.size() == 1
            ? known.get(0).change()
            : MeanChange.sum(known.stream().map(SectionSums::change).toList(), shares);
    long holding = all.stream().mapToLong(each -> each.holding(2)).sum();
    row.put("k", holding);
    row.put("n", all.stream().mapToLong(SectionSums::devices).sum());
    describe(row, all, 0, "_a");
    describe(row, all, 1, "_b");
    row.put("mean_a", mean(known, shares, 0));
    row.put("mean_b", mean(known, shares, 1));
    MeanChange change = ofDevices.withError(sizes.error(row));
    row.put("change", change.change());
    row.put("error", change.error());
    row.put("degrees", change.degrees());
    row.put("skewness", change.skewness());
    row.put("percent", 100 * change.change() / row.number("mean_a"));
    if (row.isTotal()) {
      addDisagreement(row, known);
    }
    if (holding >= minDevices && change.isKnown()) {
      test(row, change, held);
      splits.add(known, shares, ofDevices, held);
    }
  }

  /** Says whether pairs and others agree, where they do least. */
  private static void addDisagreement(SqlRow total, List<SectionSums> sections) {
    double least = 1;
    for (SectionSums each : sections) {
      double p = sections.size() * MeanChange.disagreement(each.ofPairs(), each.ofOthers());
      if (p < least) {
        least = p;
        total.put("disagreement", p);
        total.put("pairs_change", each.ofPairs().change());
        total.put("others_change", each.ofOthers().change());
      }
    }
  }

  private static void describe(SqlRow row, List<SectionSums> all, int group, String side) {
    row.put("k" + side, all.stream().mapToLong(each -> each.holding(group)).sum());
    row.put("n" + side, all.stream().mapToLong(each -> each.devices(group)).sum());
  }

  /** Over sections, each with its share. */
  private static double mean(List<SectionSums> sections, double[] shares, int group) {
    double sum = 0;
    double all = 0;
    for (int i = 0; i < shares.length; i++) {
      sum += shares[i] * sections.get(i).mean(group);
      all += shares[i];
    }
    return sum / all;
  }

  private void test(SqlRow row, MeanChange change, HeldRow held) {
    TDistribution student = TDistribution.of(change.degrees());
    double t = change.statistic();
    double unskewed = SkewedInterval.transformed(t, change.skewness());
    double p = Math.min(1, 2 * student.survivalProbability(Math.abs(t)));
    // Without any error there is no skewness either.
    double surest =
        Double.isNaN(unskewed) ? Math.abs(t) : Math.max(Math.abs(t), Math.abs(unskewed));
    double least = 2 * student.survivalProbability(surest);
    RowTest test = new RowTest(row, t, p, least);
    if (least <= Math.max(DOUBTFUL, alpha)) {
      groups.prepare(test, held);
    }
    tests.add(test);
  }

  /** How many rows are tested. */
  int count() {
    return tests.size();
  }

  /**
   * Decides about all rows that were added.
   *
   * @param outside how often an interval may miss the change
   * @param action gets each with its test and adjusted p-value
   */
  void decide(double outside, ObjDoubleConsumer<RowTest> action) {
    double[] q = adjusted();
    List<RowTest> doubtful = new ArrayList<>();
    for (int i = 0; i < q.length; i++) {
      if (tests.get(i).leastP() <= DOUBTFUL || q[i] <= alpha) {
        doubtful.add(tests.get(i));
      }
    }
    double cost = 1 + doubtful.stream().mapToDouble(RowTest::cost).sum();
    int most = (int) Math.max(RowTest.ROUND, Math.min(DRAWS, MAX_COST / cost));
    doubtful.forEach(test -> test.draw(most, outside));
    q = adjusted();
    for (int i = 0; i < q.length; i++) {
      action.accept(tests.get(i), q[i]);
    }
  }

  /** P-values, adjusted for their number. */
  private double[] adjusted() {
    return FalseDiscoveries.adjusted(tests.stream().mapToDouble(RowTest::p).toArray());
  }
}
