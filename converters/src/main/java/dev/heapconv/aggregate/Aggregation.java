package dev.heapconv.aggregate;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
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

  /** The sum of everything, as group 0. */
  private final ViewSums totals;

  private final boolean differences;
  private ViewSums self;
  private ViewSums cumulative;

  /** For each view, the groups that have it; null for rows, where that is not known. */
  private final BitSet @Nullable [] present;

  /** Whether the recorded allocations of allocated (0) or live views (1) are unknown. */
  private final BitSet uncounted = new BitSet();

  private int forgotten;
  private int forgetAt;

  private Aggregation(
      AggregateOptions options,
      Groups groups,
      List<View> views,
      BitSet @Nullable [] present,
      boolean differences) {
    this.options = options;
    this.groups = groups;
    this.views = views;
    this.present = present;
    this.differences = differences;
    totals = sums();
    self = sums();
    cumulative = options.by().isCumulative() ? sums() : self;
    forgetAt = options.limitOr(USUAL_STACKS) == 0 ? Integer.MAX_VALUE : MORE_STACKS;
  }

  private ViewSums sums() {
    return new ViewSums(
        views.size(), differences ? EstimateSums.ofDifferences() : EstimateSums.ofStacks());
  }

  static Aggregation of(EstimatedProfile profile, AggregateOptions options) {
    return of(List.of(profile), 1, options).get(0);
  }

  /** Sums up the profiles of a comparison, in their order. */
  static List<Aggregation> of(Comparison comparison, AggregateOptions options) {
    return of(comparison.profiles(), 2, options);
  }

  /**
   * Sums up each profile separately, by the same groups and views.
   *
   * @param recordings how many profiles are recordings; the rest are differences
   */
  private static List<Aggregation> of(
      List<EstimatedProfile> profiles, int recordings, AggregateOptions options) {
    List<View> all = new ArrayList<>();
    List<EstimatedHeap> heaps = new ArrayList<>();
    for (EstimatedProfile profile : profiles) {
      all.addAll(profile.views());
      heaps.addAll(profile.heaps());
    }
    List<View> views = all.isEmpty() ? List.of(View.ALLOC_SPACE) : View.ordered(all);
    Groups groups = groups(options, profiles.size() == 1, heaps);
    BitSet[] present = new BitSet[views.size()];
    for (int view = 0; view < present.length; view++) {
      present[view] = new BitSet();
    }
    List<Aggregation> aggregations = new ArrayList<>();
    for (EstimatedProfile profile : profiles) {
      Aggregation aggregation =
          new Aggregation(options, groups, views, present, aggregations.size() >= recordings);
      aggregation.add(profile);
      aggregations.add(aggregation);
    }
    return aggregations;
  }

  /**
   * Sums of the rows passed to {@link #add}, from any number of recordings, for the four views.
   * Memory grows with the number of groups. As the number of stacks is unlimited, only as many are
   * kept as the options ask for; rows of stacks with equal names must then be adjacent, as compared
   * by {@link StackNames}.
   *
   * @param frames contains the frames of the rows
   */
  public static Aggregation ofRows(StackTable frames, AggregateOptions options) {
    Groups groups = groupsOfRows(options);
    groups.over(frames);
    return new Aggregation(options, groups, View.ALL, null, false);
  }

  /** The groups of rows from any number of recordings. */
  static Groups groupsOfRows(AggregateOptions options) {
    return groups(options, true, List.of());
  }

  private static Groups groups(
      AggregateOptions options, boolean ofOneRun, List<EstimatedHeap> heaps) {
    return switch (options.by()) {
      case PROCESS, HEAP, DUMP -> new HeapGroups(options.by(), ofOneRun, heaps);
      case STACK -> new StackGroups(options.allocatorFrames());
      default -> new FrameGroups(options.by(), options.allocatorFrames());
    };
  }

  /** The heaps of a profile whose stacks are summed up. */
  public static List<EstimatedHeap> heaps(EstimatedProfile profile, GroupBy by) {
    return by == GroupBy.DUMP ? profile.heaps() : profile.latestDumps();
  }

  private void add(EstimatedProfile profile) {
    StackTable stacks = profile.stacks();
    groups.over(stacks);
    boolean framesMatter = !options.by().isPartOfRecording();
    EstimateSums row = differences ? EstimateSums.ofDifferences() : EstimateSums.ofStacks();
    for (EstimatedHeap heap : heaps(profile, options.by())) {
      Column[] columns = columns(heap);
      boolean allocated = has(columns, false) && isCounted(heap, false);
      boolean live = has(columns, true) && isCounted(heap, true);
      for (int i = 0; i < heap.rows(); i++) {
        row.clear();
        for (int view = 0; view < columns.length; view++) {
          if (columns[view] != null) {
            row.add(view, columns[view], i);
          }
        }
        int[] frames = framesMatter ? stacks.frames(heap.stack(i)) : NO_FRAMES;
        int count = groups.collect(heap.info(), frames);
        long allocSamples = allocated ? heap.recordedAlloc(i) : 0;
        add(count, row, allocSamples, live ? heap.recordedLive(i) : 0);
      }
    }
  }

  private boolean isCounted(EstimatedHeap heap, boolean live) {
    if (!heap.isCounted(live)) {
      uncounted.set(live ? 1 : 0);
    }
    return heap.isCounted(live);
  }

  /** The columns of the views; null for those that a heap does not have. */
  private Column[] columns(EstimatedHeap heap) {
    Column[] columns = new Column[views.size()];
    if (options.by().isPartOfRecording()) {
      groups.collect(heap.info(), NO_FRAMES);
    }
    for (int view = 0; view < columns.length; view++) {
      columns[view] = heap.column(views.get(view));
      if (columns[view] != null && present != null && options.by().isPartOfRecording()) {
        present[view].set(groups.found(0));
      }
    }
    return columns;
  }

  /** Whether there is a column of a live view, or of an allocated one. */
  private boolean has(Column[] columns, boolean live) {
    for (int view = 0; view < columns.length; view++) {
      if (columns[view] != null && views.get(view).isLive() == live) {
        return true;
      }
    }
    return false;
  }

  private void add(int count, EstimateSums row, long alloc, long live) {
    totals.add(0, row, alloc, live);
    self.add(groups.found(0), row, alloc, live);
    if (cumulative != self) {
      for (int i = 0; i < count; i++) {
        cumulative.add(groups.found(i), row, alloc, live);
      }
    }
  }

  /**
   * Adds a row to sums {@link #ofRows}.
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
    if (before >= forgetAt && groups.count() > before && groups instanceof StackGroups stacks) {
      forgetLeast(stacks);
      groups.collect(heap, frames);
    }
    EstimateSums stack = EstimateSums.ofStacks();
    stack.add(0, row, 0, views.size());
    add(count, stack, 0, 0);
  }

  /**
   * Drops stacks that would not be shown if no more followed. Keeps the newest, which may be
   * incomplete.
   */
  private void forgetLeast(StackGroups stacks) throws HeapConvException {
    int newest = groups.count() - 1;
    int[] complete = Arrays.stream(ranking().rows()).filter(group -> group != newest).toArray();
    int[] kept =
        Arrays.copyOf(complete, Math.min(options.limitOr(USUAL_STACKS), complete.length) + 1);
    kept[kept.length - 1] = newest;
    forgotten += complete.length - (kept.length - 1);
    forgetAt = kept.length + MORE_STACKS;
    stacks.keep(kept);
    self = self.select(kept);
    cumulative = self;
  }

  /** Frees what only {@link #add} needs. No row can be added afterwards. */
  public void finish() {
    groups.over(new StackTable());
  }

  /** The groups of rows in their order. */
  public Ranking ranking() throws HeapConvException {
    List<View> some = new ArrayList<>();
    for (int view = 0; view < views.size(); view++) {
      if (totals.sums().value(view) > 0) {
        some.add(views.get(view));
      }
    }
    return new Ranking(List.of(this), null, View.preferred(some), "the totals");
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

  /**
   * Each view by group.
   *
   * @param sides one recording, or those of a comparison
   * @param through whether groups count all stacks that pass through them
   */
  static List<Measure> measures(List<Aggregation> sides, boolean through) {
    List<ViewSums> sums = new ArrayList<>();
    for (Aggregation side : sides) {
      sums.add(through ? side.cumulative : side.self);
    }
    return sides.get(0).measures(sums, through, true);
  }

  /** Each view of everything, as group 0. */
  static List<Measure> totals(List<Aggregation> sides) {
    List<ViewSums> sums = new ArrayList<>();
    for (Aggregation side : sides) {
      sums.add(side.totals);
    }
    return sides.get(0).measures(sums, false, false);
  }

  /** Whether it is known how many allocations were recorded: some were, if there is anything. */
  private boolean hasSamples(int view) {
    boolean live = views.get(view).isLive();
    return !uncounted.get(live ? 1 : 0)
        && (totals.samples(0, live) != 0 || totals.sums().value(view) == 0);
  }

  private List<Measure> measures(List<ViewSums> sides, boolean through, boolean byGroup) {
    boolean compared = sides.size() > 1;
    // Dumps are states of the same memory, not parts of a whole.
    boolean whole = !compared && options.by() != GroupBy.DUMP;
    BitSet[] having = byGroup && options.by().isPartOfRecording() ? present : null;
    List<Measure> measures = new ArrayList<>();
    for (int view = 0; view < views.size(); view++) {
      measures.add(
          new Measure(
              views.get(view),
              view,
              through,
              sides,
              !compared && present != null && hasSamples(view),
              having == null ? null : having[view],
              whole ? totals.sums().value(view) : 0));
    }
    return measures;
  }
}
