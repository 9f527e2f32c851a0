package dev.heapconv.fleet;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import dev.heapconv.unskew.growth.FalseDiscoveries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Tests of the rows of two groups of devices. By t, unless it says that a row changed: t of skewed
 * values is skewed itself where groups differ in size, so that then {@link GroupDraws} decide,
 * equal-tailed.
 */
final class ChangeTests {

  /** Up to this p-value by t, as it is or without the skewness of means. */
  private static final double DOUBTFUL = 0.01;

  /** So many blocks are in the smaller group at most. */
  private static final int BLOCKS = 200;

  private static final int DRAWS = 10_000;

  /** After each of so many draws, it may be clear that a row did not change. */
  private static final int ROUND = 1000;

  /** With so many draws as extreme, a p-value is known (Besag and Clifford 1991, Biometrika 78). */
  private static final int ENOUGH = 10;

  /** What draws of all rows may cost: so many blocks. They are fewer for more rows. */
  private static final double MAX_COST = 1e8;

  /** So many blocks of rows are in memory at once. */
  private static final int MAX_BLOCKS = 200_000;

  /** Equal statistics are ties, whatever the rounding. */
  private static final double TIE = 1e-9;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private final SqlEngine engine;
  private final FleetQuestion question;
  private final Map<String, String> places;
  private final TableSelection[] sides;

  /** How many devices each section has, by {@code part} of {@code devices.sql}. */
  private final Map<String, Map<String, SqlRow>> sizes = new TreeMap<>();

  /**
   * @param places {@code parts} and {@code members}, in SQL
   */
  ChangeTests(
      SqlEngine engine, FleetQuestion question, Map<String, String> places, TableSelection... sides)
      throws IOException {
    this.engine = engine;
    this.question = question;
    this.places = new HashMap<>(places);
    this.sides = sides;
    for (SqlRow size : question.ask(engine, List.of("sizes.sql"), places, sides)) {
      sizes
          .computeIfAbsent(size.text("section"), section -> new HashMap<>())
          .put(size.text("part"), size);
    }
  }

  /** How many devices there are, in both groups (p), or in one only (a, b). */
  long devices(String part) {
    return sizes.keySet().stream().mapToLong(section -> devices(section, part)).sum();
  }

  private SectionSums section(String section, List<SqlRow> sums) {
    return new SectionSums(sizes.getOrDefault(section, Map.of()), section, sums);
  }

  private long devices(String section, String part) {
    SqlRow size = sizes.getOrDefault(section, Map.of()).get(part);
    return size == null ? 0 : size.count("n");
  }

  /** How many sections there are. */
  int sections() {
    return sizes.size();
  }

  /**
   * Tests all rows.
   *
   * @param alpha the highest adjusted p-value of a change
   */
  List<SqlRow> tested(double alpha) throws IOException {
    Map<Long, List<SqlRow>> sums =
        question.ask(engine, List.of("compare.sql"), places, sides).stream()
            .collect(groupingBy(row -> row.count("id"), TreeMap::new, toList()));
    List<SqlRow> rows = new ArrayList<>();
    List<SqlRow> tested = new ArrayList<>();
    for (List<SqlRow> ofRow : sums.values()) {
      SqlRow row = row(ofRow);
      rows.add(row);
      if (row.count("k") >= Math.max(1, question.minDevices())
          && !Double.isNaN(row.number("degrees"))) {
        TDistribution student = TDistribution.of(row.number("degrees"));
        double t = row.number("statistic");
        double unskewed = SkewedInterval.transformed(t, row.number("skewness"));
        row.put("p", Math.min(1, 2 * student.survivalProbability(Math.abs(t))));
        row.put(
            "least_p", 2 * student.survivalProbability(Math.max(Math.abs(t), Math.abs(unskewed))));
        tested.add(row);
      }
    }
    adjust(tested);
    draw(
        tested.stream()
            .filter(row -> row.number("least_p") <= DOUBTFUL || row.number("q") <= alpha)
            .toList(),
        alpha);
    adjust(tested);
    return rows;
  }

  /** Adjusts p-values for their number. */
  private static void adjust(List<SqlRow> tested) {
    double[] q =
        FalseDiscoveries.adjusted(tested.stream().mapToDouble(row -> row.number("p")).toArray());
    for (int i = 0; i < q.length; i++) {
      tested.get(i).put("q", q[i]);
    }
  }

  /** The sections that a row is about: its own, or all, of which totals are. */
  private List<String> sections(SqlRow row) {
    return row.isRow() ? List.of(row.text("section")) : List.copyOf(sizes.keySet());
  }

  /** Adds up what devices hold of a row. */
  private SqlRow row(List<SqlRow> sums) {
    SqlRow row = sums.get(0).copy();
    for (String count : List.of("k", "k_a", "k_b")) {
      row.put(count, sums.stream().mapToLong(sum -> sum.count(count)).sum());
    }
    List<MeanChange> changes = new ArrayList<>();
    List<double[]> means = new ArrayList<>();
    long[] n = new long[3];
    for (String section : sections(row)) {
      SectionSums each = section(section, sums);
      n[0] += devices(section, "p") + devices(section, "a");
      n[1] += devices(section, "p") + devices(section, "b");
      n[2] += devices(section, "p");
      MeanChange change = each.change();
      if (change.isKnown() || row.isRow()) {
        changes.add(change);
        means.add(new double[] {each.weight(), each.mean("a"), each.mean("b")});
      }
    }
    double[] weights = means.stream().mapToDouble(mean -> mean[0]).toArray();
    MeanChange change =
        changes.isEmpty()
            ? MeanChange.UNKNOWN
            : changes.size() == 1 ? changes.get(0) : MeanChange.sum(changes, weights);
    row.put("n", n[0] + n[1] - n[2]);
    row.put("n_a", n[0]);
    row.put("n_b", n[1]);
    row.put("pairs", n[2]);
    row.put("mean_a", mean(means, 1));
    row.put("mean_b", mean(means, 2));
    row.put("change", change.change());
    row.put("error", change.error());
    row.put("degrees", change.degrees());
    row.put("skewness", change.skewness());
    row.put("statistic", change.statistic());
    row.put("percent", 100 * change.change() / row.number("mean_a"));
    return row;
  }

  /** Over sections, each with its weight. */
  private static double mean(List<double[]> means, int column) {
    if (means.size() == 1) {
      return means.get(0)[column];
    }
    double sum = 0;
    double weights = 0;
    for (double[] mean : means) {
      sum += mean[0] * mean[column];
      weights += mean[0];
    }
    return sum / weights;
  }

  /** Has draws decide about rows. */
  private void draw(List<SqlRow> doubtful, double alpha) throws IOException {
    if (doubtful.isEmpty()) {
      return;
    }
    long smaller = 0;
    long pairs = 0;
    for (String section : sizes.keySet()) {
      smaller = Math.max(smaller, Math.min(devices(section, "a"), devices(section, "b")));
      pairs = Math.max(pairs, devices(section, "p"));
    }
    places.put("size", Long.toString(1 + smaller / BLOCKS));
    places.put("pairs", Long.toString(1 + pairs / BLOCKS));
    question.keep(engine, "blocks", places, sides);
    List<SqlRow> blocks = question.ask(engine, List.of("block_sizes.sql"), places, sides);
    Map<String, GroupDraws> draws = new HashMap<>();
    blocks.stream()
        .collect(groupingBy(block -> block.text("section")))
        .forEach(
            (section, of) ->
                draws.put(section, new GroupDraws(section(section, List.of()).weight(), of)));
    double cost = 1;
    for (SqlRow row : doubtful) {
      cost +=
          sections(row).stream()
              .mapToInt(section -> Objects.requireNonNull(draws.get(section)).cost())
              .sum();
    }
    int most = (int) Math.max(ROUND, Math.min(DRAWS, MAX_COST / cost));
    int rows = Math.max(1, MAX_BLOCKS / blocks.size());
    for (int i = 0; i < doubtful.size(); i += rows) {
      List<SqlRow> some = doubtful.subList(i, Math.min(doubtful.size(), i + rows));
      places.put("ids", some.stream().map(row -> row.text("id")).collect(joining(", ")));
      Map<List<String>, List<SqlRow>> held =
          question.ask(engine, List.of("held_by_blocks.sql"), places, sides).stream()
              .collect(groupingBy(block -> List.of(block.text("id"), block.text("section"))));
      for (SqlRow row : some) {
        List<GroupDraws> ofRow = new ArrayList<>();
        for (String section : sections(row)) {
          GroupDraws each = Objects.requireNonNull(draws.get(section));
          each.hold(held.getOrDefault(List.of(row.text("id"), section), List.of()));
          ofRow.add(each);
        }
        decide(row, ofRow, most, alpha);
      }
    }
  }

  /** Adds how likely a change as extreme is by chance, and the interval that follows from draws. */
  private static void decide(SqlRow row, List<GroupDraws> sections, int most, double alpha) {
    double statistic = row.number("statistic");
    double least = 2;
    for (GroupDraws section : sections) {
      least *= section.chance();
    }
    SplittableRandom random = new SplittableRandom(49);
    double[] drawn = new double[most];
    int extreme = 0;
    int n = 0;
    while (n < most && (n % ROUND != 0 || extreme < ENOUGH)) {
      double[] sums = new double[2];
      for (GroupDraws section : sections) {
        section.draw(random, sums);
      }
      double t = sums[0] == 0 ? 0 : sums[0] / Math.sqrt(sums[1]);
      drawn[n] = Math.signum(statistic) * t;
      extreme += drawn[n] >= Math.abs(statistic) * (1 - TIE) ? 1 : 0;
      n++;
    }
    double[] sorted = Arrays.copyOf(drawn, n);
    Arrays.sort(sorted);
    double p = Math.min(1, 2.0 * (extreme + 1) / (n + 1));
    row.put("p", extreme > 0 ? p : Math.max(least, Math.min(p, beyond(statistic, sorted))));
    int tail = (int) (alpha / 2 * n);
    double below = sorted[tail];
    double above = sorted[n - 1 - tail];
    boolean isGrowth = statistic > 0;
    row.put("below", isGrowth ? above : -below);
    row.put("above", isGrowth ? -below : above);
  }

  /**
   * The p-value of what no draw comes up to. In terms of normal scores, quantiles of draws go on as
   * they did before.
   */
  private static double beyond(double statistic, double[] sorted) {
    double last = sorted[sorted.length - ENOUGH];
    double before = sorted[sorted.length - 10 * ENOUGH];
    double z = NORMAL.inverseSurvivalProbability((double) ENOUGH / sorted.length);
    double zBefore = NORMAL.inverseSurvivalProbability(10.0 * ENOUGH / sorted.length);
    double slope = (z - zBefore) / (last - before);
    return 2 * NORMAL.survivalProbability(z + slope * (Math.abs(statistic) - last));
  }
}
