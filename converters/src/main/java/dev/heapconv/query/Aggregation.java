package dev.heapconv.query;

import dev.heapconv.aggregate.Comparison;
import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.aggregate.Groups;
import dev.heapconv.aggregate.StackSums;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sums estimates up by group, stack by stack. */
public final class Aggregation {

  /** How many stacks of rows to keep if the options leave the limit to the format. */
  private static final int USUAL_STACKS = 1000;

  /** How many extra stacks to accept before dropping those that would not be shown. */
  private static final int MORE_STACKS = 10_000;

  private static final int[] NO_FRAMES = {};

  private final AggregateOptions options;
  private final Groups groups;
  private final List<View> views;

  /** How many numbers of each view are added up: one, or those of a comparison. */
  private final int numbers;

  private final EstimateSums stack;
  private GroupSums self;
  private GroupSums cumulative;

  /** For each view, the groups that have it; empty for rows, where that is not known. */
  private final List<BitSet> present = new ArrayList<>();

  /** Whether the recorded allocations of allocated (0) or live views (1) are unknown. */
  private final BitSet uncounted = new BitSet();

  private int forgotten;
  private int forgetAt;

  private Aggregation(AggregateOptions options, Groups groups, List<View> views, int numbers) {
    this.options = options;
    this.groups = groups;
    this.views = views;
    this.numbers = numbers;
    stack = sums();
    self = new GroupSums(views.size() * numbers, sums());
    cumulative = options.by().isCumulative() ? new GroupSums(views.size() * numbers, sums()) : self;
    forgetAt = options.limitOr(USUAL_STACKS) == 0 ? Integer.MAX_VALUE : MORE_STACKS;
  }

  private EstimateSums sums() {
    return numbers > 1 ? EstimateSums.ofDifferences() : EstimateSums.ofStacks();
  }

  static Aggregation of(EstimatedProfile profile, AggregateOptions options) {
    Aggregation sums = of(profile, Groups.of(options, true, profile.heaps()), options, 1);
    sums.add(List.of(options.by().heaps(profile)), profile.stacks());
    return sums;
  }

  static Aggregation of(Comparison comparison, AggregateOptions options) {
    EstimatedProfile difference = comparison.difference();
    List<List<EstimatedHeap>> compared =
        Arrays.stream(Comparison.Compared.values()).map(comparison::heaps).toList();
    Groups groups = Groups.of(options, false, difference.heaps());
    Aggregation sums = of(difference, groups, options, compared.size());
    sums.add(compared, difference.stacks());
    return sums;
  }

  private static Aggregation of(
      EstimatedProfile profile, Groups groups, AggregateOptions options, int numbers) {
    List<View> views = profile.views();
    Aggregation sums =
        new Aggregation(
            options, groups, views.isEmpty() ? List.of(View.ALLOC_SPACE) : views, numbers);
    for (int view = 0; view < sums.views.size(); view++) {
      sums.present.add(new BitSet());
    }
    groups.over(profile.stacks());
    return sums;
  }

  /**
   * Sums of the rows passed to {@link #add}, from any number of recordings, for the four views.
   * Memory grows with the number of groups. As the number of stacks is unlimited, only as many are
   * kept as the options ask for; rows of stacks with equal names must then be adjacent, as compared
   * by {@link dev.heapconv.aggregate.StackNames}.
   *
   * @param frames contains the frames of the rows
   */
  public static Aggregation ofRows(StackTable frames, AggregateOptions options) {
    Groups groups = Groups.of(options, true, List.of());
    groups.over(frames);
    return new Aggregation(options, groups, View.ALL, 1);
  }

  /**
   * @param heaps for each number of a view those that have it, with the same rows
   */
  private void add(List<List<EstimatedHeap>> heaps, StackTable stacks) {
    Map<Integer, List<Integer>> parts = new LinkedHashMap<>();
    for (int i = 0; i < heaps.get(0).size(); i++) {
      EstimatedHeap heap = heaps.get(0).get(i);
      for (View view : heap.views()) {
        if (!heap.isCounted(view.isLive())) {
          uncounted.set(view.isLive() ? 1 : 0);
        }
      }
      parts.computeIfAbsent(Result.TOTAL, unused -> new ArrayList<>()).add(i);
      if (isOfParts()) {
        groups.collect(heap.info(), NO_FRAMES);
        parts.computeIfAbsent(groups.found(0), unused -> new ArrayList<>()).add(i);
      }
    }
    parts.forEach(
        (group, part) -> {
          List<EstimatedHeap> sums = new ArrayList<>();
          heaps.forEach(each -> sums.add(StackSums.of(part.stream().map(each::get).toList())));
          add(group, sums, stacks);
        });
  }

  private boolean isOfParts() {
    return options.by().isPartOfRecording();
  }

  /**
   * @param group everything, or a part of the recording
   * @param heaps one for each number of a view
   */
  private void add(int group, List<EstimatedHeap> heaps, StackTable stacks) {
    Column[] columns = new Column[views.size() * numbers];
    for (int cell = 0; cell < columns.length; cell++) {
      columns[cell] = heaps.get(cell % numbers).column(views.get(cell / numbers));
      if (columns[cell] != null && group != Result.TOTAL) {
        present.get(cell / numbers).set(group);
      }
    }
    EstimatedHeap heap = heaps.get(0);
    boolean hasAlloc = heap.has(false);
    boolean hasLive = heap.has(true);
    for (int i = 0; i < heap.rows(); i++) {
      long alloc = hasAlloc ? heap.recordedAlloc(i) : 0;
      long live = hasLive ? heap.recordedLive(i) : 0;
      stack.clear();
      for (int cell = 0; cell < columns.length; cell++) {
        if (columns[cell] != null) {
          stack.add(cell, columns[cell], i);
        }
      }
      self.add(group, stack, alloc, live);
      if (!isOfParts()) {
        addToGroups(groups.collect(null, stacks.frames(heap.stack(i))), alloc, live);
      }
    }
  }

  /** Adds the numbers of the stack to the groups just found. */
  private void addToGroups(int count, long alloc, long live) {
    self.add(groups.found(0), stack, alloc, live);
    if (cumulative != self) {
      for (int i = 0; i < count; i++) {
        cumulative.add(groups.found(i), stack, alloc, live);
      }
    }
  }

  /**
   * Adds everything that a stack has to the total of sums {@link #ofRows}.
   *
   * @param row the estimates; its groups are the four views
   */
  public void addToTotal(EstimateSums row) {
    stack.clear();
    stack.add(0, row, 0, views.size());
    self.add(Result.TOTAL, stack, 0, 0);
  }

  /**
   * Adds a row to the groups of sums {@link #ofRows}: what a stack has there.
   *
   * @param heap the heap it belongs to; may be null if groups are places in the program
   * @param frames ids of the frames of its stack, innermost first; not needed if groups are parts
   *     of a recording
   * @param row the estimates; its groups are the four views
   * @throws HeapConvException if groups cannot be sorted as the options say
   */
  public void add(@Nullable HeapInfo heap, int[] frames, EstimateSums row)
      throws HeapConvException {
    int before = groups.count();
    int count = groups.collect(heap, frames);
    if (before >= forgetAt && groups.count() > before && options.by() == GroupBy.STACK) {
      forgetLeast();
      groups.collect(heap, frames);
    }
    stack.clear();
    stack.add(0, row, 0, views.size());
    addToGroups(count, 0, 0);
  }

  /**
   * Drops stacks that would not be shown if no more followed. Keeps the newest, which may be
   * incomplete.
   */
  private void forgetLeast() throws HeapConvException {
    int newest = groups.count() - 1;
    int[] complete = Arrays.stream(totals().rows()).filter(group -> group != newest).toArray();
    int[] kept =
        Arrays.copyOf(complete, Math.min(options.limitOr(USUAL_STACKS), complete.length) + 1);
    kept[kept.length - 1] = newest;
    forgotten += complete.length - (kept.length - 1);
    forgetAt = kept.length + MORE_STACKS;
    groups.keep(kept);
    self = self.select(kept);
    cumulative = self;
  }

  /** Frees what only {@link #add} needs. No row can be added afterwards. */
  public void finish() {
    groups.over(new StackTable());
  }

  /** The groups of rows in their order. */
  public Result totals() throws HeapConvException {
    List<View> some = new ArrayList<>();
    for (int view = 0; view < views.size(); view++) {
      if (self.sums().value(view) > 0) {
        some.add(views.get(view));
      }
    }
    return Totals.of(this, Result.Question.TOTALS, null, View.preferred(some), "the totals");
  }

  AggregateOptions options() {
    return options;
  }

  Groups groups() {
    return groups;
  }

  List<View> views() {
    return views;
  }

  /** How many groups that match the filter have been dropped. */
  int forgotten() {
    return forgotten;
  }

  boolean isDifference() {
    return numbers > 1;
  }

  /**
   * @param through whether groups count all stacks that pass through them
   */
  GroupSums of(boolean through) {
    return through ? cumulative : self;
  }

  /** The place of a sum of a group; sums of one recording have no sides. */
  int at(int group, int view, Comparison.Compared side) {
    return self.at(group, isDifference() ? view * numbers + side.ordinal() : view);
  }

  /** Whether a group has a view: parts of a recording may lack it. */
  boolean has(int view, int group) {
    return group == Result.TOTAL
        || present.isEmpty()
        || !options.by().isPartOfRecording()
        || present.get(view).get(group);
  }

  /** The value of 100 %; 0 if groups are not parts of a whole, such as dumps of the same memory. */
  double whole(int view) {
    return isDifference() || options.by() == GroupBy.DUMP ? 0 : self.sums().value(view);
  }

  /** Whether it is known how many allocations were recorded: some were, if there is anything. */
  boolean hasSamples(int view) {
    boolean live = views.get(view).isLive();
    return !isDifference()
        && !present.isEmpty()
        && !uncounted.get(live ? 1 : 0)
        && (self.samples(Result.TOTAL, live) != 0 || self.sums().value(view) == 0);
  }
}
