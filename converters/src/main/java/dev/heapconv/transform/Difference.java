package dev.heapconv.transform;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Label;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.model.Warnings;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The difference of two profiles, stack by stack, with intervals: what the new one has more than
 * the base. Recordings are independent, so the half-widths of both add in quadrature. Heaps belong
 * together when their process and heap have the same names, stacks when their functions have: pids,
 * addresses and lines differ from one run to the next.
 *
 * @param base the base, over the stacks of the difference
 * @param changed the new one, over the stacks of the difference
 * @param profile the difference; values may be negative, and an unknown interval is infinite on
 *     both sides
 */
public record Difference(
    EstimatedProfile base, EstimatedProfile changed, EstimatedProfile profile) {

  /** Label of the samples of a difference that is larger than the noise of the two recordings. */
  public static final Label BEYOND_NOISE =
      new Label("change", "larger than the sampling noise", 0, "");

  private static final Column NOTHING = Column.exact(new double[0]);

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
    newHeaps.forEach((key, heap) -> heaps.add(subtract(baseHeaps.get(key), heap)));
    baseHeaps.forEach(
        (key, heap) -> {
          if (!newHeaps.containsKey(key)) {
            heaps.add(subtract(heap, null));
          }
        });
    Warnings warnings = new Warnings();
    base.warnings().forEach(warning -> warnings.add(warning.about("base")));
    changed.warnings().forEach(warning -> warnings.add(warning.about("new")));
    List<String> comments = new ArrayList<>();
    comments.add("difference: " + changed.capture().source() + " minus " + base.capture().source());
    base.comments().forEach(comment -> comments.add("base: " + comment));
    changed.comments().forEach(comment -> comments.add("new: " + comment));
    EstimatedProfile difference =
        new EstimatedProfile(
            changed.capture(), stacks, heaps, comments, changed.confidence(), warnings.list());
    return new Difference(
        over(stacks, mergedBase, before), over(stacks, mergedNew, after), difference);
  }

  private static EstimatedProfile over(
      StackTable stacks, EstimatedProfile profile, List<EstimatedHeap> heaps) {
    return new EstimatedProfile(
        profile.capture(),
        stacks,
        heaps,
        profile.comments(),
        profile.confidence(),
        profile.warnings());
  }

  private static Map<Key, EstimatedHeap> byKey(List<EstimatedHeap> heaps) {
    Map<Key, EstimatedHeap> byKey = new LinkedHashMap<>();
    heaps.forEach(heap -> byKey.put(new Key(heap.info().process(), heap.info().heap()), heap));
    return byKey;
  }

  /** Either side may be null, but not both: then everything is gone, or new. */
  private static EstimatedHeap subtract(EstimatedHeap base, EstimatedHeap changed) {
    EstimatedHeap any = changed == null ? base : changed;
    Int2IntOpenHashMap rowOfStack = new Int2IntOpenHashMap();
    rowOfStack.defaultReturnValue(-1);
    int[] changedRows = rows(changed, rowOfStack);
    int[] baseRows = rows(base, rowOfStack);
    int size = rowOfStack.size();
    int[] stacks = new int[size];
    rowOfStack.int2IntEntrySet().forEach(entry -> stacks[entry.getIntValue()] = entry.getIntKey());
    List<View> views = new ArrayList<>(any.views());
    if (base != null) {
      base.views().stream().filter(view -> !views.contains(view)).forEach(views::add);
    }
    List<Column> columns = new ArrayList<>();
    for (View view : views) {
      columns.add(subtract(column(base, view), baseRows, column(changed, view), changedRows, size));
    }
    View main = views.contains(View.SPACE) ? View.SPACE : views.get(views.size() - 1);
    Column mainColumn = columns.get(views.indexOf(main));
    List<List<Label>> labels = new ArrayList<>();
    for (int row = 0; row < size; row++) {
      labels.add(isBeyondNoise(mainColumn, row) ? List.of(BEYOND_NOISE) : List.of());
    }
    return new EstimatedHeap(
        any.info(), views, stacks, columns, new long[size], new long[size], labels);
  }

  private static int[] rows(EstimatedHeap heap, Int2IntOpenHashMap rowOfStack) {
    if (heap == null) {
      return new int[0];
    }
    int[] rows = new int[heap.rows()];
    for (int i = 0; i < rows.length; i++) {
      int next = rowOfStack.size();
      int known = rowOfStack.putIfAbsent(heap.stack(i), next);
      rows[i] = known < 0 ? next : known;
    }
    return rows;
  }

  private static Column column(EstimatedHeap heap, View view) {
    Column column = heap == null ? null : heap.column(view);
    return column == null ? NOTHING : column;
  }

  private static Column subtract(
      Column base, int[] baseRows, Column changed, int[] changedRows, int size) {
    double[] values = new double[size];
    double[] below = new double[size];
    double[] above = new double[size];
    for (int i = 0; i < changed.rows(); i++) {
      int row = changedRows[i];
      values[row] += changed.value(i);
      below[row] = Math.hypot(below[row], lower(changed, i));
      above[row] = Math.hypot(above[row], changed.high(i) - changed.value(i));
    }
    for (int i = 0; i < base.rows(); i++) {
      int row = baseRows[i];
      values[row] -= base.value(i);
      below[row] = Math.hypot(below[row], base.high(i) - base.value(i));
      above[row] = Math.hypot(above[row], lower(base, i));
    }
    double[] lows = new double[size];
    double[] highs = new double[size];
    Arrays.setAll(lows, row -> values[row] - below[row]);
    Arrays.setAll(highs, row -> values[row] + above[row]);
    return new Column(values, lows, highs);
  }

  /** Half-width below; where no interval is known, none is known below either. */
  private static double lower(Column column, int row) {
    return column.high(row) == Double.POSITIVE_INFINITY
        ? Double.POSITIVE_INFINITY
        : column.value(row) - column.low(row);
  }

  /** Whether a difference is larger than the sampling noise: its interval excludes 0. */
  public static boolean isBeyondNoise(Column column, int row) {
    return column.low(row) > 0 || column.high(row) < 0;
  }

  /** What grew, for formats that have no negative values. */
  public EstimatedProfile growth() {
    return oneSided(1, "growth");
  }

  /** What shrank, as positive values. */
  public EstimatedProfile shrink() {
    return oneSided(-1, "shrink");
  }

  /** Growth and shrink side by side, as heaps of their own. */
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
