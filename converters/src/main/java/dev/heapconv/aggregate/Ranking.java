package dev.heapconv.aggregate;

import dev.heapconv.aggregate.Measure.Part;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Estimates summed up by group, or differences of such sums, and the order in which to show them.
 * Groups are identified by numbers, as listed by {@link #rows}.
 */
public final class Ranking {

  private final AggregateOptions options;
  private final Groups groups;
  private final List<View> views;
  private final List<Measure> self;
  private final List<Measure> cumulative;
  private final List<Measure> totals;
  private final View view;
  private final @Nullable Growth growth;
  private final @Nullable DeviceFigures devices;
  private final int[] rows;
  private final int forgotten;

  /**
   * @param sides the sums of a recording, or those of a comparison
   * @param wanted the view to show; null for that of the sort order
   * @param usual the view to show if the sort order does not determine one
   * @param source name of the input, for errors
   */
  Ranking(List<Aggregation> sides, @Nullable View wanted, View usual, String source)
      throws HeapConvException {
    growth = null;
    devices = null;
    Aggregation sums = sides.get(0);
    options = sums.options();
    groups = sums.groups();
    views = sums.views();
    forgotten = sums.forgotten();
    self = Aggregation.measures(sides, false);
    cumulative = hasCumulative() ? Aggregation.measures(sides, true) : self;
    totals = Aggregation.totals(sides);
    if (wanted != null && !views.contains(wanted)) {
      throw HeapConvException.input(ErrorId.NO_SUCH_VIEW, source, wanted.name(), viewNames());
    }
    String order = options.sort() == null ? "self" : options.sort();
    SortColumn sort = SortColumn.of(order, this, wanted == null ? usual : wanted);
    if (sort == null) {
      throw HeapConvException.input(ErrorId.NO_SUCH_COLUMN, source, order, viewNames());
    }
    view = wanted != null ? wanted : sort.ofItsOwnView() ? sort.measure().view() : usual;
    int[] found = filtered();
    boolean asRecorded = by() == GroupBy.DUMP && options.sort() == null;
    int[] sorted = asRecorded ? found : RowOrder.sorted(found, this, sort);
    boolean noiseLast = isDifference() && options.sort() == null && !asRecorded;
    rows = noiseLast ? noiseLast(sorted) : sorted;
  }

  /** The same sums, and what else is known of the groups. */
  private Ranking(
      Ranking sums,
      AggregateOptions options,
      View view,
      @Nullable Growth growth,
      @Nullable DeviceFigures devices,
      int[] rows) {
    this.options = options;
    this.view = view;
    this.growth = growth;
    this.devices = devices;
    this.rows = rows;
    groups = sums.groups;
    views = sums.views;
    self = sums.self;
    cumulative = sums.cumulative;
    totals = sums.totals;
    forgotten = sums.forgotten;
  }

  private Ranking withRows(int[] sorted) {
    return new Ranking(this, options, view, growth, devices, sorted);
  }

  private Comparator<Integer> order(String source) throws HeapConvException {
    String sort = options.sort();
    Comparator<Integer> byName = Comparator.comparing(this::name);
    if (growth == null || "name".equals(sort)) {
      return byName;
    }
    if (sort == null) {
      return growth.leaksFirst().thenComparing(byName);
    }
    Growth.Part part = growth.part(sort);
    if (part == null) {
      throw HeapConvException.input(ErrorId.NO_SUCH_COLUMN, source, sort, viewNames());
    }
    return growth.by(part).thenComparing(byName);
  }

  /**
   * Sums up a profile.
   *
   * @param view the view to show; null for that of the sort order, or the profile's default
   * @throws HeapConvException if the profile has no such view, or none to sort by
   */
  public static Ranking of(EstimatedProfile profile, AggregateOptions options, @Nullable View view)
      throws HeapConvException {
    Aggregation sums = Aggregation.of(profile, options);
    String source = profile.capture().source();
    return new Ranking(List.of(sums), view, profile.defaultView(), source);
  }

  /**
   * Sums up the difference between a profile and an independent base. Groups are matched by name;
   * pids and times of dumps, which differ from run to run, are ignored.
   *
   * @param view as in {@link #of}; unless the options sort them, those beyond noise come first, the
   *     largest first, whatever their sign
   */
  public static Ranking ofDifference(
      EstimatedProfile base,
      EstimatedProfile changed,
      AggregateOptions options,
      @Nullable View view)
      throws HeapConvException {
    List<Aggregation> sides = Aggregation.of(Comparison.of(base, changed, options.by()), options);
    View usual = View.preferred(sides.get(0).views());
    String source = changed.capture().source();
    return new Ranking(sides, view, usual, source);
  }

  /**
   * Sums up how live memory changed over the dumps of a profile.
   *
   * @param options group by anything but dumps; {@code sort} is a column of the growth, {@code
   *     name} or null for the likeliest leaks first
   * @param view {@link View#SPACE} or {@link View#OBJECTS}
   * @throws HeapConvException {@link ErrorId#NO_GROWTH} if no heap has two dumps with that view
   */
  public static Ranking ofGrowth(EstimatedProfile profile, AggregateOptions options, View view)
      throws HeapConvException {
    String source = profile.capture().source();
    Aggregation sums = Aggregation.of(profile, options.withSort(null));
    Growth growth = GrowthSums.of(profile, sums.groups(), options, view);
    Ranking last = new Ranking(List.of(sums), view, view, source);
    Ranking unsorted = new Ranking(last, options, view, growth, null, last.rows);
    return unsorted.withRows(Growth.sorted(unsorted.filtered(), unsorted.order(source)));
  }

  /**
   * The same rows with what the devices of a fleet have of them.
   *
   * @param sort the column to sort them by; null to keep their order
   */
  public Ranking withDevices(DeviceFigures figures, DeviceFigures.@Nullable Column sort) {
    Ranking ranking = new Ranking(this, options, view, growth, figures, rows);
    return sort == null
        ? ranking
        : ranking.withRows(
            Growth.sorted(rows, figures.by(sort).thenComparing(Comparator.comparing(this::name))));
  }

  /** Whether {@link #ofGrowth} finds a heap with two dumps. */
  public static boolean hasGrowth(EstimatedProfile profile, View view) {
    return GrowthSums.exist(profile, view);
  }

  /** Names of the views, for errors. */
  String viewNames() {
    StringBuilder names = new StringBuilder();
    for (View each : views) {
      names.append(names.length() == 0 ? "" : ", ").append(each.name());
    }
    return names.toString();
  }

  /** The same rows, but those last that differ by no more than noise. */
  private int[] noiseLast(int[] all) {
    int[] ordered = new int[all.length];
    int count = 0;
    for (boolean noise : new boolean[] {false, true}) {
      for (int row : all) {
        if (isNoise(row) == noise) {
          ordered[count++] = row;
        }
      }
    }
    return ordered;
  }

  /** Whether a row is known to differ by no more than noise in the view that is shown. */
  private boolean isNoise(int row) {
    Measure measure = shown(view);
    return measure.isNoiseKnown(row) && measure.number(Part.BEYOND_NOISE, row) == 0;
  }

  private int[] filtered() {
    int[] found = new int[groups.count()];
    int count = 0;
    for (int group = 0; group < found.length; group++) {
      if (isSomething(group)
          && (options.filter() == null || options.filter().matcher(name(group)).find())) {
        found[count++] = group;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private boolean isSomething(int group) {
    if (growth != null) {
      return growth.isSomething(group);
    }
    for (Measure measure : cumulative) {
      if (measure.value(group) != 0) {
        return true;
      }
    }
    return by().isPartOfRecording();
  }

  public AggregateOptions options() {
    return options;
  }

  public GroupBy by() {
    return options.by();
  }

  /** The view that is shown, one of {@link #views}. */
  public View view() {
    return view;
  }

  public List<View> views() {
    return views;
  }

  /** The view of a name; null if there is none. */
  @Nullable View viewNamed(String name) {
    for (View each : views) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    return null;
  }

  /** Whether self and cumulative values differ here. */
  public boolean hasCumulative() {
    return by().isCumulative();
  }

  /** Whether groups are shown by their cumulative values. */
  public boolean isCumulative() {
    return options.showsCumulative();
  }

  public boolean isDifference() {
    return self.get(0).isDifference();
  }

  /** How live memory grew; null if this is not about growth. */
  public @Nullable Growth growth() {
    return growth;
  }

  /** What the devices of a fleet have of the groups; null if this is not about a fleet. */
  public @Nullable DeviceFigures devices() {
    return devices;
  }

  /** All numbers of a group: for each view the self values, then any cumulative ones. */
  public List<Measure> measures() {
    List<Measure> measures = new ArrayList<>();
    for (int i = 0; i < views.size(); i++) {
      measures.add(self.get(i));
      if (hasCumulative()) {
        measures.add(cumulative.get(i));
      }
    }
    return measures;
  }

  /** The sums of the stacks that end in a group. */
  public Measure self(View of) {
    return self.get(views.indexOf(of));
  }

  /** The sums of all stacks that pass through a group; {@link #self} if that is the same. */
  public Measure cumulative(View of) {
    return cumulative.get(views.indexOf(of));
  }

  /** The sums by which groups are shown. */
  public Measure shown(View of) {
    return isCumulative() ? cumulative(of) : self(of);
  }

  /** The sum of everything, as group 0. */
  public Measure total(View of) {
    return totals.get(views.indexOf(of));
  }

  /** Whether a view counts the objects of the bytes that are shown, or the other way round. */
  public boolean isCounterpart(View other) {
    return other.isLive() == view.isLive() && other.isBytes() != view.isBytes();
  }

  /** The counts of the objects of the view that is shown; null if there is no such view. */
  public @Nullable Measure objects() {
    for (View each : views) {
      if (View.ALL.contains(each) && !each.isBytes() && each.isLive() == view.isLive()) {
        return shown(each);
      }
    }
    return null;
  }

  /**
   * The views to display: the one that is shown, then its counterpart; for parts of a recording,
   * all of them.
   */
  public List<View> viewsForPeople() {
    List<View> chosen = new ArrayList<>();
    chosen.add(view);
    for (View other : views) {
      if (isCounterpart(other)) {
        chosen.add(other);
      }
    }
    for (View other : views) {
      if (by().isPartOfRecording() && !chosen.contains(other)) {
        chosen.add(other);
      }
    }
    return chosen;
  }

  /** The groups that match the filter and are not empty in every view, in order. */
  public int[] rows() {
    return rows;
  }

  /**
   * The rows to display: those that are empty in the view that is shown, or differ by no more than
   * noise, are left out, unless they were searched for.
   */
  public int[] rowsForPeople() {
    int[] some = new int[rows.length];
    int count = 0;
    for (int row : rows) {
      if (isForPeople(row) && !(hidesNoise() && isNoise(row))) {
        some[count++] = row;
      }
    }
    return Arrays.copyOf(some, count);
  }

  private boolean isForPeople(int row) {
    return growth != null
        || options.filter() != null
        || by().isPartOfRecording()
        || shown(view).value(row) != 0;
  }

  private boolean hidesNoise() {
    return isDifference()
        && !options.allDifferences()
        && options.filter() == null
        && !by().isPartOfRecording();
  }

  /** How many rows {@link #rowsForPeople} leaves out because they differ by no more than noise. */
  public int rowsOfNoise() {
    int count = 0;
    for (int row : rows) {
      if (hidesNoise() && isForPeople(row) && isNoise(row)) {
        count++;
      }
    }
    return count;
  }

  /**
   * As many of the given rows as the options allow.
   *
   * @param usual how many if the options leave it open; 0 for all
   */
  public int[] limited(int[] some, int usual) {
    int most = options.limitOr(usual);
    return most == 0 || most >= some.length ? some : Arrays.copyOf(some, most);
  }

  /** How many more rows there were that have been dropped. */
  public int forgotten() {
    return forgotten;
  }

  /** Name of a group as recorded; for a stack its functions, innermost first. */
  public String name(int group) {
    return groups.name(group);
  }

  /** What identifies a group in all tables of the same grouping; not for people. */
  public String key(int group) {
    return groups.key(group);
  }

  /** Base name of the library of a function; empty if unknown or not a function. */
  public String library(int group) {
    return groups.library(group);
  }

  /** Names of the functions of a stack, innermost first; null if groups are not stacks. */
  public @Nullable List<String> frames(int group) {
    return groups.frames(group);
  }

  /** The first heap of a group that is a part of the recording; null for others. */
  public @Nullable HeapInfo heap(int group) {
    return groups.heap(group);
  }
}
