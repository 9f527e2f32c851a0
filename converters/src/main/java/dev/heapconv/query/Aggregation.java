package dev.heapconv.query;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Sums estimates up by group, stack by stack. */
final class Aggregation {

  private final AggregateOptions options;
  private final Groups groups;
  private final StackTable stacks;

  /** Whether groups have cumulative values, too. */
  private final boolean isCumulative;

  private final List<View> views;

  /** How many numbers of each view are added up: one, or those of a comparison. */
  private final int numbers;

  private final EstimateSums stack;
  private GroupSums self;
  private GroupSums cumulative;

  /** For each view, the groups that have it. */
  private final List<BitSet> present = new ArrayList<>();

  private final GroupSizes sizes = new GroupSizes();

  /** Whether the recorded allocations of allocated (0) or live views (1) are unknown. */
  private final BitSet uncounted = new BitSet();

  private Aggregation(
      AggregateOptions options,
      Groups groups,
      StackTable stacks,
      List<View> views,
      int numbers,
      boolean isCumulative) {
    this.options = options;
    this.groups = groups;
    this.stacks = stacks;
    this.isCumulative = isCumulative;
    this.views = views;
    this.numbers = numbers;
    stack = sums();
    int cells = views.size() * numbers;
    boolean areFunctions = options.by() == GroupBy.FUNCTION || options.by() == GroupBy.LINE;
    self = new GroupSums(cells, areFunctions ? sums().ofFunctions(cells) : sums());
    cumulative = isCumulative ? new GroupSums(cells, sums()) : self;
  }

  private EstimateSums sums() {
    return numbers > 1 ? EstimateSums.ofDifferences() : EstimateSums.ofStacks();
  }

  static Aggregation of(EstimatedProfile profile, AggregateOptions options) {
    Aggregation sums = of(profile, Groups.of(options, true, profile.heaps()), options);
    sums.add(List.of(options.by().heaps(profile)));
    return sums;
  }

  /**
   * The self values of those groups only that hold most, of the latest dumps.
   *
   * @param options groups are places in the program
   * @param view in which these groups hold most; the dumps have it
   * @param most how many groups there are at most
   */
  static Aggregation ofLargest(
      EstimatedProfile profile, AggregateOptions options, View view, int most) {
    EstimatedHeap heap = StackSums.of(profile.latestDumps());
    Groups all = Groups.of(options, true, profile.heaps());
    all.over(profile.stacks());
    Groups largest = LargestGroups.of(all, heap, Objects.requireNonNull(heap.column(view)), most);
    Aggregation sums = of(profile, largest, options);
    sums.noteUncounted(profile.latestDumps());
    sums.add(Answer.TOTAL, List.of(heap), true);
    return sums;
  }

  /** The sums of everything together, in no groups. */
  static Aggregation ofAll(EstimatedProfile profile, AggregateOptions options, Groups groups) {
    Aggregation sums = of(profile, groups, options);
    List<EstimatedHeap> heaps = options.by().heaps(profile);
    sums.noteUncounted(heaps);
    if (!heaps.isEmpty()) {
      sums.add(Answer.TOTAL, List.of(StackSums.of(heaps)), false);
    }
    return sums;
  }

  /**
   * @param isCumulative whether to add up what stacks hold that only pass through a group
   */
  static Aggregation of(Comparison comparison, AggregateOptions options, boolean isCumulative) {
    EstimatedProfile difference = comparison.difference();
    List<List<EstimatedHeap>> compared =
        Arrays.stream(Comparison.Compared.values()).map(comparison::heaps).toList();
    Groups groups = Groups.of(options, false, difference.heaps());
    Aggregation sums = of(difference, groups, options, compared.size(), isCumulative);
    sums.add(compared);
    return sums;
  }

  private static Aggregation of(EstimatedProfile profile, Groups groups, AggregateOptions options) {
    return of(profile, groups, options, 1, !(groups instanceof LargestGroups));
  }

  private static Aggregation of(
      EstimatedProfile profile,
      Groups groups,
      AggregateOptions options,
      int numbers,
      boolean isCumulative) {
    List<View> views = profile.views();
    Aggregation sums =
        new Aggregation(
            options,
            groups,
            profile.stacks(),
            views.isEmpty() ? List.of(View.ALLOC_SPACE) : views,
            numbers,
            isCumulative && options.by().isCumulative());
    for (int view = 0; view < sums.views.size(); view++) {
      sums.present.add(new BitSet());
    }
    groups.over(profile.stacks());
    return sums;
  }

  /**
   * @param heaps for each number of a view those that have it, with the same rows
   */
  private void add(List<List<EstimatedHeap>> heaps) {
    noteUncounted(heaps.get(0));
    Map<Integer, List<Integer>> parts = new LinkedHashMap<>();
    for (int i = 0; i < heaps.get(0).size(); i++) {
      EstimatedHeap heap = heaps.get(0).get(i);
      parts.computeIfAbsent(Answer.TOTAL, unused -> new ArrayList<>()).add(i);
      if (isOfParts()) {
        groups.collect(heap.info(), StackTable.ROOT);
        parts.computeIfAbsent(groups.found(0), unused -> new ArrayList<>()).add(i);
      }
    }
    parts.forEach(
        (group, part) -> {
          List<EstimatedHeap> sums = new ArrayList<>();
          heaps.forEach(each -> sums.add(StackSums.of(part.stream().map(each::get).toList())));
          add(group, sums, !isOfParts());
        });
  }

  private void noteUncounted(List<EstimatedHeap> heaps) {
    for (EstimatedHeap heap : heaps) {
      for (View view : heap.views()) {
        if (!heap.isCounted(view.isLive())) {
          uncounted.set(view.isLive() ? 1 : 0);
        }
      }
    }
  }

  private boolean isOfParts() {
    return options.by().isPartOfRecording();
  }

  /**
   * @param group everything, or a part of the recording
   * @param heaps one for each number of a view
   * @param isGrouped whether the groups of each stack get its numbers, too
   */
  private void add(int group, List<EstimatedHeap> heaps, boolean isGrouped) {
    Column[] columns = new Column[views.size() * numbers];
    for (int cell = 0; cell < columns.length; cell++) {
      columns[cell] = heaps.get(cell % numbers).column(views.get(cell / numbers));
      if (columns[cell] != null && group != Answer.TOTAL) {
        present.get(cell / numbers).set(group);
      }
    }
    EstimatedHeap heap = heaps.get(0);
    boolean hasAlloc = heap.has(false);
    boolean hasLive = heap.has(true);
    for (int i = 0; i < heap.rows(); i++) {
      long alloc = hasAlloc ? heap.recordedAlloc(i) : 0;
      long live = hasLive ? heap.recordedLive(i) : 0;
      for (int cell = 0; cell < columns.length; cell++) {
        stack.clear(cell);
        if (columns[cell] != null) {
          stack.add(cell, columns[cell], i);
        }
      }
      self.add(group, stack, alloc, live);
      if (isGrouped) {
        int count = groups.collect(null, heap.stack(i));
        addToGroups(count, alloc, live);
        if (count > 0 && !isDifference()) {
          sizes.add(groups.found(0), stacks.allocationSize(heap.stack(i)));
        }
      }
    }
  }

  /** Adds the numbers of the stack to the groups just found, of which the first holds it itself. */
  private void addToGroups(int count, long alloc, long live) {
    if (options.by().isCumulative()) {
      if (count > 0) {
        self.add(groups.found(0), stack, alloc, live);
      }
      for (int i = 0; i < count && isCumulative; i++) {
        cumulative.add(groups.found(i), stack, alloc, live);
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      self.add(groups.found(i), stack, alloc, live);
    }
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

  /** The sizes of the allocations that the self values of groups are of. */
  GroupSizes sizes() {
    return sizes;
  }

  boolean isCumulative() {
    return isCumulative;
  }

  boolean isDifference() {
    return numbers > 1;
  }

  /**
   * The sums that have a group.
   *
   * @param through whether groups count all stacks that pass through them; everything together is
   *     the same either way
   */
  GroupSums of(boolean through, int group) {
    return through && group != Answer.TOTAL ? cumulative : self;
  }

  /** The place of a sum of a group; sums of one recording have no sides. */
  int at(int group, int view, Comparison.Compared side) {
    return self.at(group, isDifference() ? view * numbers + side.ordinal() : view);
  }

  /** Whether a group has a view: parts of a recording may lack it. */
  boolean has(int view, int group) {
    return group == Answer.TOTAL
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
        && !uncounted.get(live ? 1 : 0)
        && (self.samples(Answer.TOTAL, live) != 0 || self.sums().value(view) == 0);
  }
}
