package dev.heapconv.query;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.query.Shown.Form;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.unskew.growth.FalseDiscoveries;
import dev.heapconv.unskew.growth.TrendTest;
import dev.heapconv.unskew.samples.Intervals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How live memory changed during a recording with several dumps, by group. */
public final class Growth extends Result {

  private enum Part {
    /** Live at the first dump. */
    FIRST,
    /** The most that was live at one dump. */
    PEAK,
    /** Live at the last dump. */
    LAST,
    /** Last minus first, per minute; its interval: what really happened in this run. */
    SLOPE,
    /**
     * Whether the group grew by more than what sampling, objects that come and go at random, and
     * its own ups and downs explain.
     */
    GROWS,
    /**
     * Share of false findings, from 0 to 1, among the groups with such a number or a smaller one,
     * if all of them were said to grow; {@link #GROWS} compares it with the level of the intervals.
     */
    FALSE_SHARE,
    /** Mean lifetime in seconds, by Little's law. */
    LIFETIME
  }

  private final GrowthSums growth;
  private final Evidence evidence;
  private final double confidence;

  private Growth(
      Aggregation sums,
      View view,
      int[] rows,
      GrowthSums growth,
      Evidence evidence,
      double confidence) {
    super(sums, new Measures(sums), view, rows);
    this.growth = growth;
    this.evidence = evidence;
    this.confidence = confidence;
  }

  /**
   * Sums up how live memory changed over the dumps of a profile.
   *
   * @param options group by anything but dumps; {@code sort} is a column of the growth, {@code
   *     name} or null for the likeliest leaks first
   * @param view {@link View#SPACE} or {@link View#OBJECTS}
   * @throws HeapConvException {@link ErrorId#NO_GROWTH} if no heap has two dumps with that view
   */
  public static Growth of(EstimatedProfile profile, AggregateOptions options, View view)
      throws HeapConvException {
    Aggregation sums = Aggregation.of(profile, options);
    GrowthSums growth = new GrowthSums(profile, sums.groups(), options, view);
    boolean[] something = new boolean[sums.groups().count()];
    for (int group = 0; group < something.length; group++) {
      something[group] = growth.row(group).peak() > 0;
    }
    double confidence = profile.confidence();
    Evidence evidence = new Evidence(growth, something, 1 - confidence);
    int[] groups = filtered(sums, something);
    Growth unsorted = new Growth(sums, view, groups, growth, evidence, confidence);
    double[][] keys = unsorted.sortKeys(groups, profile.capture().source());
    return new Growth(
        sums, view, sorted(groups, sums.groups(), keys), growth, evidence, confidence);
  }

  /** Whether a heap has two dumps with a view, at different times. */
  public static boolean exists(EstimatedProfile profile, View view) {
    return GrowthSums.exist(profile, view);
  }

  /** What speaks for the growth of each group. */
  private static final class Evidence {
    final double[] pValues;
    final double[] falseShares;

    /** How many groups were looked at: all that ever held memory, shown or not. */
    final int tested;

    Evidence(GrowthSums growth, boolean[] something, double level) {
      TrendTest trend = new TrendTest(growth.dumps());
      pValues = new double[something.length];
      falseShares = new double[something.length];
      double[] ofSome = new double[something.length];
      int count = 0;
      for (int group = 0; group < pValues.length; group++) {
        pValues[group] = growth.row(group).pValue(trend, level);
        if (something[group]) {
          ofSome[count++] = pValues[group];
        }
      }
      tested = count;
      ofSome = FalseDiscoveries.adjusted(Arrays.copyOf(ofSome, count));
      count = 0;
      for (int group = 0; group < pValues.length; group++) {
        falseShares[group] = something[group] ? ofSome[count++] : 1;
      }
    }
  }

  private double[][] sortKeys(int[] groups, String source) throws HeapConvException {
    String sort = options().sort();
    if ("name".equals(sort)) {
      return new double[0][];
    }
    if (sort != null) {
      Column.Numbers numbers = Column.find(sort, columns());
      numbers = numbers == null ? Column.find(prefix() + sort, columns()) : numbers;
      if (numbers == null) {
        throw HeapConvException.input(ErrorId.NO_SUCH_COLUMN, source, sort, measures().viewNames());
      }
      return new double[][] {ranks(groups, numbers.column(), numbers.bound())};
    }
    // First those that grow, by the lower ends of their slopes; then those first for which chance
    // explains least.
    double[][] keys = new double[3][groups.length];
    Column slopes = new GrowthColumn(Part.SLOPE);
    for (int i = 0; i < groups.length; i++) {
      boolean grows = evidence.falseShares[groups[i]] <= falseShare();
      double low = slopes.low(groups[i]);
      keys[0][i] = grows ? 1 : 0;
      keys[1][i] = !grows ? -evidence.pValues[groups[i]] : Double.isNaN(low) ? 0 : low;
      keys[2][i] = slopes.value(groups[i]);
    }
    return keys;
  }

  private String prefix() {
    return view().name() + (isCumulative() ? "_cum_" : "_");
  }

  private final class GrowthColumn extends Column {
    private final Part part;

    GrowthColumn(Part part) {
      super(
          prefix() + part.name().toLowerCase(Locale.ROOT),
          "growth",
          part.name().toLowerCase(Locale.ROOT),
          kind(part, view()),
          part == Part.SLOPE || part == Part.LIFETIME);
      this.part = part;
    }

    private static Kind kind(Part part, View view) {
      return switch (part) {
        case GROWS -> Kind.FLAG;
        case FALSE_SHARE, LIFETIME -> Kind.DECIMAL;
        default -> view.isBytes() ? Kind.BYTES : Kind.COUNT;
      };
    }

    @Override
    public double number(Bound bound, int row) {
      if (bound == Bound.VALUE && (part == Part.GROWS || part == Part.FALSE_SHARE)) {
        double share = row == TOTAL ? Double.NaN : evidence.falseShares[row];
        return part == Part.FALSE_SHARE || row == TOTAL ? share : share <= falseShare() ? 1 : 0;
      }
      return switch (part) {
        case SLOPE -> growth.row(row).slope(bound, (1 - confidence) / 2);
        case LIFETIME ->
            growth
                .row(row)
                .lifetime(bound, growth.seconds(), Intervals.of(confidence).normalQuantile());
        default -> bound != Bound.VALUE ? Double.NaN : live(growth.row(row));
      };
    }

    private double live(RowGrowth row) {
      return part == Part.FIRST ? row.first() : part == Part.PEAK ? row.peak() : row.last();
    }

    /** What is live at any of the dumps has one unit. */
    @Override
    double size(int row) {
      return part == Part.FIRST || part == Part.LAST ? growth.row(row).peak() : super.size(row);
    }

    @Override
    boolean isSigned() {
      return part == Part.SLOPE;
    }
  }

  /** How many different times dumps were made at. */
  public int dumps() {
    return growth.dumps();
  }

  /** Seconds from the first dump to the last. */
  double seconds() {
    return growth.seconds();
  }

  /** The share of groups said to grow that is expected to be wrong, at most. */
  public double falseShare() {
    return 1 - confidence;
  }

  @Override
  public List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    for (Part part : Part.values()) {
      columns.add(new GrowthColumn(part));
    }
    return columns;
  }

  @Override
  public List<Column> totals() {
    List<Column> totals = new ArrayList<>(super.totals());
    totals.add(Column.fact("growth", "dumps", Column.Kind.COUNT, dumps()));
    totals.add(Column.fact("growth", "seconds", Column.Kind.FACT, seconds()));
    totals.add(
        Column.fact("growth", "heaps_with_one_dump", Column.Kind.COUNT, growth.singleDumps()));
    totals.add(Column.fact("growth", "tested", Column.Kind.COUNT, evidence.tested));
    totals.addAll(columns());
    return totals;
  }

  @Override
  public List<Shown> shown(boolean inDocument) {
    Column slope = new GrowthColumn(Part.SLOPE);
    Column lifetime = new GrowthColumn(Part.LIFETIME);
    return List.of(
        Shown.of(inDocument ? "grows" : "*", Form.MARK, new GrowthColumn(Part.GROWS)),
        Shown.of(inDocument ? " per minute" : "/min", Form.VALUE, slope).named(view().name()),
        Shown.of("interval", Form.INTERVAL, slope),
        live("first", Part.FIRST).optional(),
        live("peak", Part.PEAK).optional(),
        live("last", Part.LAST),
        Shown.of(inDocument ? "mean lifetime" : "lifetime", Form.DURATION, lifetime).optional(),
        Shown.of("interval", Form.DURATION_INTERVAL, lifetime).spare());
  }

  private Shown live(String heading, Part part) {
    return Shown.of(heading, Form.VALUE, new GrowthColumn(part));
  }

  @Override
  boolean isForPeople(int row) {
    return true;
  }

  @Override
  public List<String> legend() {
    return List.of(
        "* grew by more than sampling, chance, and its own ups and downs explain",
        "  (of "
            + evidence.tested
            + " "
            + by().noun(evidence.tested)
            + "; at most "
            + EstimatedProfile.percent(falseShare())
            + " % of the marks are expected to be false)");
  }

  @Override
  public String span() {
    int single = growth.singleDumps();
    return dumps()
        + " dumps in "
        + HumanNumbers.duration(seconds(), Column.Bound.VALUE)
        + (single == 0
            ? ""
            : ", without " + single + (single == 1 ? " heap" : " heaps") + " that has only one");
  }

  @Override
  public List<String> describe(String moment, List<String> peak) {
    Shown slope = Shown.of("", Form.VALUE, new GrowthColumn(Part.SLOPE));
    return List.of(
        labelled(
            "In use",
            "first "
                + live("", Part.FIRST).cell(TOTAL)
                + ", peak "
                + live("", Part.PEAK).cell(TOTAL)
                + ", last "
                + live("", Part.LAST).cell(TOTAL)
                + (view().isBytes() ? "" : " (objects)")),
        labelled("Growth per minute", slope.cell(TOTAL) + slope.spacedInterval(TOTAL)));
  }
}
