package dev.heapconv.query;

import dev.heapconv.model.Column;
import dev.heapconv.model.DumpId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Sampling;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Two independent recordings and their difference, stack by stack, all over the same rows. Heaps
 * are matched by the names of program and heap, stacks by the names of their functions without the
 * allocator's, because pids, addresses and lines differ from one run to the next. Sizes that a
 * stack has in both recordings are estimated once, so counts of the two sides may differ a little
 * from those of each recording alone.
 */
public final class Comparison {

  /** The numbers of each row. */
  public enum Compared {
    /** The estimates of what is compared with. */
    BASE,
    /** The estimates of the other recording. */
    NEW,
    /** New minus base; may be negative, and an unknown interval is infinite on both sides. */
    DIFFERENCE,
    /**
     * The difference with intervals by the noise of sampling alone: where they exclude 0, the
     * recordings differ.
     */
    NOISE,
    /**
     * The bytes that differ because allocations are larger or smaller, not more or fewer, with the
     * noise of sampling.
     */
    SIZES,
    /** The samples expected on each side if nothing changed. */
    EXPECTED,
    /** What a sample of the base is worth, times {@link #EXPECTED}. */
    BASE_WORTH,
    /** The worth of a sample of the new recording, times {@link #EXPECTED}. */
    NEW_WORTH
  }

  private final EstimatedProfile base;
  private final EstimatedProfile changed;
  private final GroupBy by;
  private final StackTable stacks = new StackTable();
  private final StackGroups names;

  /** The first stack of each name, which stands for the others in all heaps. */
  private final IntArrayList stackOfName = new IntArrayList();

  private final List<EstimatedHeap> differences = new ArrayList<>();

  /** By heap and view, in its order. */
  private final List<Map<View, StackComparison>> views = new ArrayList<>();

  private Comparison(EstimatedProfile base, EstimatedProfile changed, GroupBy by) {
    this.base = base.at(changed.confidence());
    this.changed = changed;
    this.by = by;
    names = new StackGroups(new StackNames(by == GroupBy.LINE ? by : GroupBy.FUNCTION));
    names.over(stacks);
  }

  /** Compares a profile with its base, which must exist. */
  public static Comparison of(Subject subject, GroupBy by) {
    return of(Objects.requireNonNull(subject.base(), "base"), subject.profile(), by);
  }

  /** Compares two profiles for tables of groups. */
  public static Comparison of(EstimatedProfile base, EstimatedProfile changed, GroupBy by) {
    Comparison comparison = new Comparison(base, changed, by);
    Map<DumpId, List<EstimatedHeap>> before = comparison.byKey(comparison.base);
    Map<DumpId, List<EstimatedHeap>> after = comparison.byKey(changed);
    after.forEach((key, heaps) -> comparison.compare(before.getOrDefault(key, List.of()), heaps));
    before.forEach(
        (key, heaps) -> {
          if (!after.containsKey(key)) {
            comparison.compare(heaps, List.of());
          }
        });
    return comparison;
  }

  /** {@link Compared#DIFFERENCE} as a profile. */
  public EstimatedProfile difference() {
    return new EstimatedProfile(
        changed.capture(),
        stacks,
        differences,
        changed.remarks(),
        changed.confidence(),
        changed.notices());
  }

  /** Returns the heaps of the {@link #difference} with other numbers. */
  public List<EstimatedHeap> heaps(Compared compared) {
    List<EstimatedHeap> heaps = new ArrayList<>();
    for (int i = 0; i < differences.size(); i++) {
      EstimatedHeap heap = differences.get(i);
      List<Column> columns =
          views.get(i).values().stream().map(view -> view.column(compared)).toList();
      heaps.add(heap.with(heap.info(), columns));
    }
    return heaps;
  }

  private Map<DumpId, List<EstimatedHeap>> byKey(EstimatedProfile profile) {
    Map<DumpId, List<EstimatedHeap>> byKey = new LinkedHashMap<>();
    for (EstimatedHeap heap : same(profile)) {
      int dump = by == GroupBy.DUMP ? heap.info().dump().number() : 0;
      DumpId key = heap.info().id().ofProgram().dump(dump);
      byKey.computeIfAbsent(key, unused -> new ArrayList<>()).add(heap);
    }
    return byKey;
  }

  private List<EstimatedHeap> same(EstimatedProfile profile) {
    return SameStacks.heaps(by.heaps(profile), profile.stacks(), stacks, by == GroupBy.LINE);
  }

  private void compare(List<EstimatedHeap> before, List<EstimatedHeap> after) {
    Set<View> present = new LinkedHashSet<>();
    List<EstimatedHeap> both = new ArrayList<>(after);
    both.addAll(before);
    both.forEach(heap -> present.addAll(heap.views()));
    List<View> ordered = View.ordered(present);
    Rows rows = new Rows(both);
    boolean sampledAlike = areSampledAlike(both.stream().map(EstimatedHeap::info).toList());
    Map<View, StackComparison> compared = new LinkedHashMap<>();
    List<Column> columns = new ArrayList<>();
    for (View view : ordered) {
      StackComparison comparison =
          new StackComparison(
              rows.count(),
              rows.side(before, view),
              rows.side(after, view),
              changed.confidence(),
              sampledAlike,
              view.isBytes());
      compared.put(view, comparison);
      columns.add(comparison.column(Compared.DIFFERENCE));
    }
    views.add(compared);
    long[] none = new long[rows.count()];
    differences.add(
        new EstimatedHeap(
            both.get(0).info(), ordered, rows.stacks(), columns, none, none, List.of()));
  }

  /**
   * Whether the error about the sizes of a stack is the same one in some heaps. Heaps without an
   * interval, such as sums, may have been sampled in any way, and those whose interval grew at any
   * time.
   *
   * @param heaps at least one
   */
  public static boolean areSampledAlike(List<HeapInfo> heaps) {
    Sampling first = heaps.get(0).sampling();
    return first.isIntervalKnown()
        && !first.hasSlowedDown()
        && heaps.stream().allMatch(heap -> heap.sampling().equals(first));
  }

  /** Numbers the stacks of a heap, those of equal names alike. */
  private final class Rows {
    private final Int2IntOpenHashMap rowOfStack = new Int2IntOpenHashMap();
    private final Int2IntOpenHashMap rowOfName = new Int2IntOpenHashMap();
    private final IntArrayList nameOfRow = new IntArrayList();

    Rows(List<EstimatedHeap> heaps) {
      for (EstimatedHeap heap : heaps) {
        for (int row = 0; row < heap.rows(); row++) {
          int stack = heap.stack(row);
          if (!rowOfStack.containsKey(stack)) {
            names.collect(null, stack);
            int name = names.found(0);
            if (name == stackOfName.size()) {
              stackOfName.add(stack);
            }
            rowOfName.putIfAbsent(name, nameOfRow.size());
            rowOfStack.put(stack, rowOfName.get(name));
            if (rowOfName.size() > nameOfRow.size()) {
              nameOfRow.add(name);
            }
          }
        }
      }
    }

    int count() {
      return nameOfRow.size();
    }

    /** One stack for each row: the same one in every heap that has a stack of that name. */
    int[] stacks() {
      return nameOfRow.intStream().map(stackOfName::getInt).toArray();
    }

    /** What some heaps say of a view; 0 where they lack it. */
    StackComparison.ComparedSide side(List<EstimatedHeap> heaps, View view) {
      long[] recorded = new long[count()];
      for (EstimatedHeap heap : heaps) {
        for (int row = 0; row < heap.rows(); row++) {
          recorded[rowOfStack.get(heap.stack(row))] +=
              view.isLive() ? heap.recordedLive(row) : heap.recordedAlloc(row);
        }
      }
      return new StackComparison.ComparedSide(
          sums(heaps, view),
          sums(heaps, view.isLive() ? View.SPACE : View.ALLOC_SPACE),
          recorded,
          !heaps.isEmpty(),
          heaps.isEmpty() ? 0 : heaps.get(0).info().samplingInterval());
    }

    private EstimateSums sums(List<EstimatedHeap> heaps, View view) {
      EstimateSums sums = EstimateSums.ofOneStack(count());
      for (EstimatedHeap heap : heaps) {
        Column column = heap.column(view);
        for (int row = 0; column != null && row < heap.rows(); row++) {
          sums.add(rowOfStack.get(heap.stack(row)), column, row);
        }
      }
      return sums;
    }
  }
}
