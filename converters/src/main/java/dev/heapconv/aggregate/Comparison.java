package dev.heapconv.aggregate;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Two independent recordings and their difference, stack by stack, all over the same rows. Heaps
 * are matched by the names of process and heap, stacks by the names of their functions without the
 * allocator's, because pids, addresses and lines differ from one run to the next. Sizes that a
 * stack has in both recordings are estimated once, so counts of the two sides may differ a little
 * from those of each recording alone.
 *
 * @param base what is compared with
 * @param changed the other recording
 * @param difference {@code changed} minus {@code base}; values may be negative, and an unknown
 *     interval is infinite on both sides
 * @param noise the difference with intervals by the noise of sampling alone: where they exclude 0,
 *     the recordings differ
 * @param sizes the bytes that differ because allocations are larger or smaller, not more or fewer,
 *     in the place of the counts
 * @param worths what {@link dev.heapconv.unskew.GrowthProbability} needs to know of the samples:
 *     what each side is expected to have if there is no difference; the same times what a sample of
 *     the base is worth; the same times what one of the other recording is worth
 */
public record Comparison(
    EstimatedProfile base,
    EstimatedProfile changed,
    EstimatedProfile difference,
    EstimatedProfile noise,
    EstimatedProfile sizes,
    List<EstimatedProfile> worths) {

  public Comparison {
    worths = List.copyOf(worths);
  }

  /** All of them, in this order. */
  List<EstimatedProfile> profiles() {
    List<EstimatedProfile> profiles =
        new ArrayList<>(List.of(base, changed, difference, noise, sizes));
    profiles.addAll(worths);
    return profiles;
  }

  private record Key(String process, String heap, int dump) {}

  /** Compares two profiles for tables of groups. */
  public static Comparison of(EstimatedProfile base, EstimatedProfile changed, GroupBy by) {
    return new Matching(base, changed, by).comparison();
  }

  private static final class Matching {
    private final EstimatedProfile base;
    private final EstimatedProfile changed;
    private final GroupBy by;
    private final StackTable stacks = new StackTable();
    private final StackGroups names = new StackGroups(false);
    private final List<EstimatedHeap> baseHeaps = new ArrayList<>();
    private final List<EstimatedHeap> changedHeaps = new ArrayList<>();

    /** The differences, then what is known of them, in the order of the results. */
    private final List<List<EstimatedHeap>> differences = lists(6);

    Matching(EstimatedProfile base, EstimatedProfile changed, GroupBy by) {
      this.base = base.withConfidence(changed.confidence());
      this.changed = changed;
      this.by = by;
      names.over(stacks);
    }

    Comparison comparison() {
      Map<Key, List<EstimatedHeap>> before = byKey(base);
      Map<Key, List<EstimatedHeap>> after = byKey(changed);
      after.forEach((key, heaps) -> compare(before.getOrDefault(key, List.of()), heaps));
      before.forEach(
          (key, heaps) -> {
            if (!after.containsKey(key)) {
              compare(heaps, List.of());
            }
          });
      return new Comparison(
          profile(base, baseHeaps),
          profile(changed, changedHeaps),
          profile(changed, differences.get(0)),
          profile(changed, differences.get(1)),
          profile(changed, differences.get(2)),
          List.of(
              profile(changed, differences.get(3)),
              profile(changed, differences.get(4)),
              profile(changed, differences.get(5))));
    }

    private static <T> List<List<T>> lists(int count) {
      List<List<T>> lists = new ArrayList<>();
      while (lists.size() < count) {
        lists.add(new ArrayList<>());
      }
      return lists;
    }

    private Map<Key, List<EstimatedHeap>> byKey(EstimatedProfile profile) {
      List<EstimatedHeap> heaps =
          SameStacks.heaps(Aggregation.heaps(profile, by), profile.stacks(), stacks);
      Map<Key, List<EstimatedHeap>> byKey = new LinkedHashMap<>();
      for (EstimatedHeap heap : heaps) {
        HeapInfo info = heap.info();
        int dump = by == GroupBy.DUMP ? info.dump() : 0;
        byKey
            .computeIfAbsent(new Key(info.process(), info.heap(), dump), key -> new ArrayList<>())
            .add(heap);
      }
      return byKey;
    }

    private EstimatedProfile profile(EstimatedProfile of, List<EstimatedHeap> heaps) {
      return new EstimatedProfile(
          of.capture(), stacks, heaps, of.comments(), of.confidence(), of.warnings());
    }

    private void compare(List<EstimatedHeap> before, List<EstimatedHeap> after) {
      Rows rows = new Rows();
      Set<View> views = new LinkedHashSet<>();
      List<EstimatedHeap> both = new ArrayList<>(after);
      both.addAll(before);
      for (EstimatedHeap heap : both) {
        views.addAll(heap.views());
        rows.add(heap);
      }
      HeapInfo info = both.get(0).info();
      List<List<Column>> columns = lists(8);
      Recorded recordedBefore = new Recorded(before, rows);
      Recorded recordedAfter = new Recorded(after, rows);
      boolean sampledAlike = isSampledAlike(both);
      List<View> ordered = View.ordered(views);
      for (View view : ordered) {
        StackComparison compared =
            new StackComparison(
                rows.count(),
                side(before, view, rows, recordedBefore),
                side(after, view, rows, recordedAfter),
                changed.confidence(),
                sampledAlike,
                view.isBytes());
        columns.get(0).add(compared.base());
        columns.get(1).add(compared.changed());
        columns.get(2).add(compared.difference());
        columns.get(3).add(compared.noise());
        columns.get(4).add(compared.sizes());
        columns.get(5).add(compared.expected());
        columns.get(6).add(compared.baseWorth());
        columns.get(7).add(compared.changedWorth());
      }
      Recorded none = new Recorded(List.of(), rows);
      baseHeaps.add(heap(info, before, rows, ordered, columns.get(0), recordedBefore));
      changedHeaps.add(heap(info, after, rows, ordered, columns.get(1), recordedAfter));
      for (int i = 0; i < differences.size(); i++) {
        differences.get(i).add(heap(info, List.of(), rows, ordered, columns.get(i + 2), none));
      }
    }

    private StackComparison.Side side(
        List<EstimatedHeap> heaps, View view, Rows rows, Recorded recorded) {
      return new StackComparison.Side(
          sums(heaps, view, rows),
          sums(heaps, view.isLive() ? View.SPACE : View.ALLOC_SPACE, rows),
          view.isLive() ? recorded.live : recorded.alloc,
          !heaps.isEmpty(),
          heaps.isEmpty() ? 0 : heaps.get(0).info().samplingInterval());
    }

    /** Heaps without an interval, such as sums, may have been sampled in any way. */
    private static boolean isSampledAlike(List<EstimatedHeap> heaps) {
      HeapInfo first = heaps.get(0).info();
      for (EstimatedHeap heap : heaps) {
        HeapInfo info = heap.info();
        if (info.scheme() != first.scheme()
            || info.samplingInterval() <= 0
            || info.samplingInterval() != first.samplingInterval()
            || info.origSamplingInterval() != first.origSamplingInterval()
            || info.cutoff() != first.cutoff()) {
          return false;
        }
      }
      return true;
    }

    /** Estimates by row; 0 where heaps lack the view. */
    private EstimateSums sums(List<EstimatedHeap> heaps, View view, Rows rows) {
      EstimateSums sums = EstimateSums.ofOneStack(rows.count());
      for (EstimatedHeap heap : heaps) {
        Column column = heap.column(view);
        for (int row = 0; column != null && row < heap.rows(); row++) {
          sums.add(rows.of(heap, row), column, row);
        }
      }
      return sums;
    }

    private EstimatedHeap heap(
        HeapInfo info,
        List<EstimatedHeap> heaps,
        Rows rows,
        List<View> views,
        List<Column> columns,
        Recorded recorded) {
      return new EstimatedHeap(
          heaps.isEmpty() ? info : heaps.get(0).info(),
          views,
          rows.stacks(),
          columns,
          recorded.alloc,
          recorded.live,
          List.of());
    }

    /** Recorded allocations by row. */
    private static final class Recorded {
      private final long[] alloc;
      private final long[] live;

      Recorded(List<EstimatedHeap> heaps, Rows rows) {
        alloc = new long[rows.count()];
        live = new long[rows.count()];
        for (EstimatedHeap heap : heaps) {
          for (int row = 0; row < heap.rows(); row++) {
            alloc[rows.of(heap, row)] += heap.recordedAlloc(row);
            live[rows.of(heap, row)] += heap.recordedLive(row);
          }
        }
      }
    }

    /** Numbers the stacks of a heap, those of equal names alike. */
    private final class Rows {
      private final Int2IntOpenHashMap rowOfStack = new Int2IntOpenHashMap();
      private final Int2IntOpenHashMap rowOfName = new Int2IntOpenHashMap();
      private final IntArrayList first = new IntArrayList();

      void add(EstimatedHeap heap) {
        for (int row = 0; row < heap.rows(); row++) {
          int stack = heap.stack(row);
          if (!rowOfStack.containsKey(stack)) {
            names.collect(null, stacks.frames(stack));
            rowOfName.putIfAbsent(names.found(0), first.size());
            rowOfStack.put(stack, rowOfName.get(names.found(0)));
            if (rowOfName.size() > first.size()) {
              first.add(stack);
            }
          }
        }
      }

      int of(EstimatedHeap heap, int row) {
        return rowOfStack.get(heap.stack(row));
      }

      int count() {
        return first.size();
      }

      /** One stack for each row. */
      int[] stacks() {
        return first.toIntArray();
      }
    }
  }
}
