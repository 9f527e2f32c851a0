package dev.heapconv.transform;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Label;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import dev.heapconv.model.Warnings;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The difference of two profiles, stack by stack, with intervals: new minus base. Heaps are matched
 * by the names of process and heap, stacks by the names of their functions, because pids, addresses
 * and lines differ from one run to the next.
 *
 * @param profile the difference; values may be negative, and an unknown interval is infinite on
 *     both sides
 */
public record Difference(EstimatedProfile profile) {

  /** Label of the samples whose difference is larger than the sampling noise. */
  public static final Label BEYOND_NOISE =
      new Label("change", "larger than the sampling noise", 0, "");

  private record Key(String process, String heap) {}

  public static Difference of(EstimatedProfile base, EstimatedProfile changed) {
    StackTable stacks = new StackTable();
    EstimatedProfile mergedBase = Merging.of(List.of(base), true);
    EstimatedProfile mergedNew = Merging.of(List.of(changed), true);
    List<EstimatedHeap> before = SameStacks.heaps(mergedBase, stacks);
    List<EstimatedHeap> after = SameStacks.heaps(mergedNew, stacks);
    Map<Key, EstimatedHeap> baseHeaps = byKey(before);
    Map<Key, EstimatedHeap> newHeaps = byKey(after);
    List<EstimatedHeap> heaps = new ArrayList<>();
    newHeaps.forEach(
        (key, heap) -> heaps.add(subtract(baseHeaps.getOrDefault(key, nothingOf(heap)), heap)));
    baseHeaps.forEach(
        (key, heap) -> {
          if (!newHeaps.containsKey(key)) {
            heaps.add(subtract(heap, nothingOf(heap)));
          }
        });
    return new Difference(
        new EstimatedProfile(
            changed.capture(),
            stacks,
            heaps,
            comments(base, changed),
            changed.confidence(),
            warnings(base, changed)));
  }

  /** How the numbers of a difference were computed. */
  public static List<String> comments(EstimatedProfile base, EstimatedProfile changed) {
    List<String> comments = new ArrayList<>();
    comments.add("difference: " + changed.capture().source() + " minus " + base.capture().source());
    base.comments().forEach(comment -> comments.add("base: " + comment));
    changed.comments().forEach(comment -> comments.add("new: " + comment));
    return comments;
  }

  /** The warnings of both sides. */
  public static List<Warning> warnings(EstimatedProfile base, EstimatedProfile changed) {
    Warnings warnings = new Warnings();
    base.warnings().forEach(warning -> warnings.add(warning.about("base")));
    changed.warnings().forEach(warning -> warnings.add(warning.about("new")));
    return warnings.list();
  }

  private static Map<Key, EstimatedHeap> byKey(List<EstimatedHeap> heaps) {
    Map<Key, EstimatedHeap> byKey = new LinkedHashMap<>();
    heaps.forEach(heap -> byKey.put(new Key(heap.info().process(), heap.info().heap()), heap));
    return byKey;
  }

  /** What stands for the side that lacks a heap of the other: it has no rows. */
  private static EstimatedHeap nothingOf(EstimatedHeap heap) {
    Column column = new Column(new double[0], new double[0], new double[0]);
    return new EstimatedHeap(
        heap.info(),
        heap.views(),
        new int[0],
        Collections.nCopies(heap.views().size(), column),
        new long[0],
        new long[0],
        List.of());
  }

  private static EstimatedHeap subtract(EstimatedHeap base, EstimatedHeap changed) {
    Int2IntOpenHashMap rowOfStack = new Int2IntOpenHashMap();
    rowOfStack.defaultReturnValue(-1);
    int[] changedRows = rows(changed, rowOfStack);
    int[] baseRows = rows(base, rowOfStack);
    int size = rowOfStack.size();
    int[] stacks = new int[size];
    rowOfStack.int2IntEntrySet().forEach(entry -> stacks[entry.getIntValue()] = entry.getIntKey());
    Set<View> views = new LinkedHashSet<>(changed.views());
    views.addAll(base.views());
    List<View> ordered = View.ordered(views);
    View main = View.preferred(ordered);
    List<Column> columns = new ArrayList<>();
    List<List<Label>> labels = new ArrayList<>();
    for (View view : ordered) {
      EstimateSums difference =
          sums(changed, view, changedRows, size).minus(sums(base, view, baseRows, size));
      columns.add(difference.column(size));
      for (int row = 0; view.equals(main) && row < size; row++) {
        labels.add(difference.isBeyondNoise(row) ? List.of(BEYOND_NOISE) : List.of());
      }
    }
    return new EstimatedHeap(
        changed.info(), ordered, stacks, columns, new long[size], new long[size], labels);
  }

  private static int[] rows(EstimatedHeap heap, Int2IntOpenHashMap rowOfStack) {
    int[] rows = new int[heap.rows()];
    for (int i = 0; i < rows.length; i++) {
      int next = rowOfStack.size();
      int known = rowOfStack.putIfAbsent(heap.stack(i), next);
      rows[i] = known < 0 ? next : known;
    }
    return rows;
  }

  /** The column of a view over the rows of the difference; 0 if a side lacks it. */
  private static EstimateSums sums(EstimatedHeap heap, View view, int[] rows, int size) {
    EstimateSums sums = new EstimateSums(size);
    Column column = heap.column(view);
    for (int i = 0; column != null && i < rows.length; i++) {
      sums.add(rows[i], column, i);
    }
    return sums;
  }

  /** What grew, for formats that have no negative values. */
  public EstimatedProfile growth() {
    return oneSided(1, "growth");
  }

  /** What shrank, as positive values. */
  public EstimatedProfile shrink() {
    return oneSided(-1, "shrink");
  }

  /** Growth and shrinkage side by side, as separate heaps. */
  public EstimatedProfile growthAndShrink() {
    EstimatedProfile growth = growth();
    List<EstimatedHeap> heaps = new ArrayList<>(growth.heaps());
    heaps.addAll(shrink().heaps());
    return growth.withHeaps(heaps);
  }

  private EstimatedProfile oneSided(int sign, String name) {
    List<EstimatedHeap> heaps = new ArrayList<>();
    for (EstimatedHeap heap : profile.heaps()) {
      heaps.add(
          heap.with(
              heap.info().withHeap(heap.info().heap() + " " + name),
              heap.columns().stream().map(column -> oneSided(column, sign)).toList()));
    }
    return profile.withHeaps(heaps);
  }

  private static Column oneSided(Column column, int sign) {
    int size = column.rows();
    double[] values = new double[size];
    double[] lows = new double[size];
    double[] highs = new double[size];
    for (int row = 0; row < size; row++) {
      double low = sign > 0 ? column.low(row) : -column.high(row);
      double high = sign > 0 ? column.high(row) : -column.low(row);
      values[row] = Math.max(0, sign * column.value(row));
      lows[row] = values[row] == 0 ? 0 : Math.max(0, low);
      highs[row] = values[row] == 0 ? 0 : Math.max(0, high);
    }
    return new Column(values, lows, highs);
  }
}
