package dev.heapconv.query;

import dev.heapconv.aggregate.Groups;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import dev.heapconv.unskew.Estimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a query: groups as rows, in the order in which to show them, and columns of
 * numbers. Rows are the numbers of groups, as listed by {@link #rows}.
 */
public abstract sealed class Result permits Totals, Difference, Growth {

  /** The row of everything together. */
  public static final int TOTAL = -1;

  /** The heading of intervals beside their values. */
  static final String INTERVAL = "\u00b1";

  private final Aggregation sums;
  private final Measures measures;
  private final View view;
  private final int[] rows;

  /**
   * @param view the one that is shown
   */
  Result(Aggregation sums, Measures measures, View view, int[] rows) {
    this.sums = sums;
    this.measures = measures;
    this.view = view;
    this.rows = rows;
  }

  /** The groups that match the filter, in the order of their numbers. */
  static int[] filtered(Aggregation sums, boolean[] something) {
    AggregateOptions options = sums.options();
    int[] found = new int[something.length];
    int count = 0;
    for (int group = 0; group < found.length; group++) {
      if (something[group]
          && (options.filter() == null
              || options.filter().matcher(sums.groups().name(group)).find())) {
        found[count++] = group;
      }
    }
    return Arrays.copyOf(found, count);
  }

  /**
   * Groups by numbers in descending order, and equal ones by name.
   *
   * @param keys by position among the groups; the first counts most
   */
  static int[] sorted(int[] groups, Groups names, double[]... keys) {
    // Boxed, because fastutil's sorting and a lambda would both slow start-up more.
    Integer[] order = new Integer[groups.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    Arrays.sort(order, new Order(groups, names, keys));
    int[] sorted = new int[groups.length];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = groups[order[i]];
    }
    return sorted;
  }

  private static final class Order implements java.util.Comparator<Integer> {
    private final int[] groups;
    private final Groups names;
    private final double[][] keys;

    Order(int[] groups, Groups names, double[][] keys) {
      this.groups = groups;
      this.names = names;
      this.keys = keys;
    }

    @Override
    public int compare(Integer a, Integer b) {
      for (double[] key : keys) {
        int order = Double.compare(key[b], key[a]);
        if (order != 0) {
          return order;
        }
      }
      return names.name(groups[a]).compareTo(names.name(groups[b]));
    }
  }

  /** Sort keys by a column. */
  static double[] ranks(int[] groups, Column column, Column.Bound bound) {
    double[] ranks = new double[groups.length];
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] = column.rank(bound, groups[i]);
    }
    return ranks;
  }

  /** The columns for programs, whose ids may repeat: then their numbers are equal. */
  public abstract List<Column> columns();

  /** What is known of everything together, by {@link #TOTAL}. */
  public List<Column> totals() {
    return by() == GroupBy.DUMP ? List.of() : measures.totals();
  }

  /**
   * The columns for people, who see fewer numbers.
   *
   * @param inDocument in a document, which has room; otherwise on a page of text
   */
  public abstract List<Shown> shown(boolean inDocument);

  /** What the marks of rows mean, in lines. */
  public List<String> legend() {
    return List.of();
  }

  /** Over which dumps the numbers are; null if they are of one dump. */
  public @Nullable String span() {
    return null;
  }

  /**
   * Everything together for people, in lines.
   *
   * @param moment what live numbers are of
   * @param peak lines about another dump
   */
  public List<String> describe(String moment, List<String> peak) {
    List<String> lines = new ArrayList<>();
    if (views().contains(View.SPACE)) {
      lines.add(line("In use at " + moment, View.SPACE, View.OBJECTS));
      lines.addAll(peak);
    }
    if (views().contains(View.ALLOC_SPACE)) {
      lines.add(line("Allocated in total", View.ALLOC_SPACE, View.ALLOC_OBJECTS));
    }
    for (View each : views()) {
      if (!View.ALL.contains(each)) {
        lines.add(line(each.name(), each, each));
      }
    }
    return lines;
  }

  private String line(String label, View of, View objects) {
    String line = labelled(label, describe(of));
    return objects.equals(of) || !views().contains(objects)
        ? line
        : line + inObjects(describe(objects));
  }

  String inObjects(String count) {
    return " in " + count + " objects";
  }

  /** What follows a label in a column of its own. */
  public static String labelled(String label, String text) {
    return label + " ".repeat(Math.max(2, 20 - label.length())) + text;
  }

  /** The total of a view for people. */
  String describe(View of) {
    Shown total = Shown.of("", Shown.Form.VALUE, total(of));
    return total.cell(TOTAL) + total.spacedInterval(TOTAL);
  }

  public AggregateOptions options() {
    return sums.options();
  }

  public GroupBy by() {
    return options().by();
  }

  /** The view that is shown, one of {@link #views}. */
  public View view() {
    return view;
  }

  public List<View> views() {
    return sums.views();
  }

  Aggregation sums() {
    return sums;
  }

  Measures measures() {
    return measures;
  }

  /** Whether groups are shown by the sums of all stacks that pass through them. */
  public boolean isCumulative() {
    return options().showsCumulative();
  }

  /** The sums of a view by which groups are shown, or their differences. */
  public Column main(View of) {
    return measures.main(of, isCumulative());
  }

  /** The sum of everything, for {@link #TOTAL}. */
  public Column total(View of) {
    return measures.main(of, false);
  }

  /** Whether a view counts the objects of the bytes that are shown, or the other way round. */
  private boolean isCounterpart(View other) {
    return other.isLive() == view.isLive() && other.isBytes() != view.isBytes();
  }

  /**
   * The views to display beside the one that is shown: its counterpart; for parts of a recording,
   * all of them.
   */
  List<View> otherViews() {
    List<View> chosen = new ArrayList<>();
    for (boolean counterpart : new boolean[] {true, false}) {
      for (View other : views()) {
        if (!other.equals(view)
            && isCounterpart(other) == counterpart
            && (counterpart || by().isPartOfRecording())) {
          chosen.add(other);
        }
      }
    }
    return chosen;
  }

  /** The columns of {@link #otherViews} in text. */
  void addOthers(List<Shown> columns) {
    for (View other : otherViews()) {
      Shown shown = Shown.of("", Shown.Form.MARKED, main(other)).named(other.name());
      boolean spare = by() == GroupBy.DUMP && !isCounterpart(other);
      columns.add(spare ? shown.spare() : shown.optional());
      if (main(other).isGraded()) {
        Shown interval = Shown.of(INTERVAL, Shown.Form.INTERVAL, main(other));
        columns.add(spare ? interval.spare() : interval.optional());
      }
    }
  }

  /** The groups that match the filter and are not empty in every view, in order. */
  public int[] rows() {
    return rows.clone();
  }

  /**
   * The rows to display: those that are empty in the view that is shown, or {@link #isNoise}, are
   * left out, unless they were searched for.
   */
  public int[] displayedRows() {
    return displayedRows(false);
  }

  /** How many rows {@link #displayedRows} leaves out because they are noise. */
  public int rowsOfNoise() {
    return displayedRows(true).length;
  }

  private int[] displayedRows(boolean noise) {
    int[] some = new int[rows.length];
    int count = 0;
    for (int row : rows) {
      if (isForPeople(row) && (hidesNoise() && isNoise(row)) == noise) {
        some[count++] = row;
      }
    }
    return Arrays.copyOf(some, count);
  }

  /** Whether there is anything to see in a row. */
  boolean isForPeople(int row) {
    return options().filter() != null || by().isPartOfRecording() || main(view).value(row) != 0;
  }

  private boolean hidesNoise() {
    return !options().allDifferences() && options().filter() == null && !by().isPartOfRecording();
  }

  /** Whether a row is known to be no more than noise in the view that is shown. */
  boolean isNoise(int row) {
    return false;
  }

  /** What there is none of in a table without rows. */
  public String nothing() {
    String noun = by().noun(0);
    return options().filter() != null
        ? noun + " match the filter"
        : noun + " " + nothing(view.name());
  }

  String nothing(String ofView) {
    return "with any " + ofView;
  }

  /** What percentage of the whole is not in some rows; NaN if rows are not parts of a whole. */
  public double rest(int[] some) {
    return Double.NaN;
  }

  /**
   * A call on the way to memory.
   *
   * @param depth how many branches are above it
   * @param percent share of the whole
   * @param function its name; empty for functions that are left out because each calls but the next
   * @param left how many these are
   */
  public record Call(int depth, double percent, String function, int left) {}

  /** Whether changes are more than the noise of sampling, in sentences; empty if unknown. */
  public String significance() {
    return "";
  }

  /**
   * How far the ends of an interval may be from its value, as factors, for a number to be plain,
   * and for it to be approximate.
   */
  public static List<Double> gradeFactors() {
    return List.of(Grade.PLAIN_FACTOR, Grade.APPROXIMATE_FACTOR);
  }

  /** The calls to everything; empty if they are not known. */
  public List<Call> callTree() {
    return List.of();
  }

  /** The calls to the one function that has most of a whole; empty if there is none. */
  public List<Call> hotPath() {
    return List.of();
  }

  /**
   * As many of the given rows as the options allow.
   *
   * @param usual how many if the options leave it open; 0 for all
   */
  public int[] limited(int[] some, int usual) {
    int limit = options().limitOr(usual);
    return limit == 0 || limit >= some.length ? some : Arrays.copyOf(some, limit);
  }

  /**
   * A row in short.
   *
   * @param name of the group
   * @param value of the view that is shown, or its difference, with its interval
   */
  public record Row(String name, Estimate value) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT, "%s: %.0f [%.0f, %.0f]", name, value.value(), value.low(), value.high());
    }
  }

  /**
   * The first rows in order.
   *
   * @param count how many at most
   */
  public List<Row> first(int count) {
    Column column = main(view);
    List<Row> first = new ArrayList<>();
    for (int row : Arrays.copyOf(rows, Math.min(count, rows.length))) {
      Estimate value = new Estimate(column.value(row), column.low(row), column.high(row));
      first.add(new Row(name(row), value));
    }
    return first;
  }

  /** How many more rows there were that have been dropped. */
  public int forgotten() {
    return sums.forgotten();
  }

  /** Name of a group as recorded; for a stack its functions, innermost first. */
  public String name(int group) {
    return sums.groups().name(group);
  }

  /** What identifies a group in all tables of the same grouping; not for people. */
  public String key(int group) {
    return sums.groups().key(group);
  }

  /** Base name of the library of a function; empty if unknown or not a function. */
  public String library(int group) {
    return sums.groups().library(group);
  }

  /** Names of the functions of a stack, innermost first; null if groups are not stacks. */
  public @Nullable List<String> frames(int group) {
    return sums.groups().frames(group);
  }

  /** The first heap of a group that is a part of the recording; null for others. */
  public @Nullable HeapInfo heap(int group) {
    return sums.groups().heap(group);
  }
}
