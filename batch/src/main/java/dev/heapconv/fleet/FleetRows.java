package dev.heapconv.fleet;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.aggregate.ExactSums;
import dev.heapconv.model.StackTable;
import dev.heapconv.thread.Cursor;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntLinkedOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PrimitiveIterator;

/** Sums of stacks in memory, until there are too many and they have to be written out. */
final class FleetRows {

  /** More frames than this per row are rare; then fewer rows fit. */
  private static final long FRAMES_PER_ROW = 48;

  private static final int ROWS_OF_CHUNK = 512;

  private static final int HASHES = FleetRow.HASHES;

  private final int maxRows;
  private final List<FleetGroup> groups = new ArrayList<>();
  private final Object2IntLinkedOpenHashMap<FleetGroup> groupNumbers =
      new Object2IntLinkedOpenHashMap<>();

  /** Where to begin looking for a row; the next key is tried if another row is there. */
  private final Long2IntOpenHashMap rows = new Long2IntOpenHashMap();

  private final IntArrayList groupOfRow = new IntArrayList();
  private final LongArrayList hashes = new LongArrayList();

  /** The frames of all rows, one row behind the other, and where those of each end. */
  private final IntArrayList frames = new IntArrayList();

  private final IntArrayList frameEnds = new IntArrayList();
  private final ExactSums sums = new ExactSums(ROWS_OF_CHUNK * FleetPart.VIEWS);

  FleetRows(int maxRows) {
    this.maxRows = maxRows;
    rows.defaultReturnValue(-1);
    groupNumbers.defaultReturnValue(-1);
  }

  /** The number of a group, for {@link #add}; valid until the rows are cleared. */
  int group(FleetGroup group) {
    int number = groupNumbers.getInt(group);
    if (number < 0) {
      number = groups.size();
      groups.add(group);
      groupNumbers.put(group, number);
    }
    return number;
  }

  /**
   * @param stack a stack of {@code stacks}, whose hashes are {@code ids}
   * @param numbers the four views are its groups
   */
  void add(int group, int stack, StackTree stacks, StackIds ids, EstimateSums numbers) {
    int row = row(group, ids.high(stack), ids.low(stack));
    if (row == groupOfRow.size()) {
      groupOfRow.add(group);
      hashes.add(ids.namesHigh(stack));
      hashes.add(ids.namesLow(stack));
      hashes.add(ids.high(stack));
      hashes.add(ids.low(stack));
      for (int s = stack; s != StackTable.ROOT; s = stacks.parent(s)) {
        frames.add(stacks.frame(s).number());
      }
      frameEnds.add(frames.size());
    }
    sums.add(row * FleetPart.VIEWS, numbers, 0, FleetPart.VIEWS);
  }

  /** The row of a stack in a group, or the number of the next row. */
  private int row(int group, long high, long low) {
    long key = high + group * 0x9E3779B97F4A7C15L;
    for (int row; (row = rows.get(key)) >= 0; key++) {
      if (groupOfRow.getInt(row) == group
          && hashes.getLong(row * HASHES + 2) == high
          && hashes.getLong(row * HASHES + 3) == low) {
        return row;
      }
    }
    rows.put(key, groupOfRow.size());
    return groupOfRow.size();
  }

  int size() {
    return groupOfRow.size();
  }

  /** Whether the rows should be written out now. */
  boolean isFull() {
    return size() >= maxRows || frames.size() >= FRAMES_PER_ROW * maxRows;
  }

  /** Forgets everything. */
  void clear() {
    groups.clear();
    groupNumbers.clear();
    rows.clear();
    groupOfRow.clear();
    hashes.clear();
    frames.clear();
    frameEnds.clear();
    sums.clear();
  }

  /** Forgets everything, and gives the memory back. */
  void free() {
    clear();
    rows.trim();
    groupOfRow.trim();
    hashes.trim();
    frames.trim();
    frameEnds.trim();
  }

  /** All rows, in the order of {@link FleetRow}. */
  Cursor<FleetRow> sorted() {
    int[] rank = ranks();
    int[] order = new int[size()];
    Arrays.setAll(order, row -> row);
    long[] keys = hashes.elements();
    IntArrays.quickSort(order, (a, b) -> compare(a, b, rank, keys));
    PrimitiveIterator.OfInt rest = Arrays.stream(order).iterator();
    return () -> rest.hasNext() ? row(rest.nextInt()) : null;
  }

  private FleetRow row(int row) {
    ExactSums views = new ExactSums(FleetPart.VIEWS);
    views.add(0, sums, row * FleetPart.VIEWS, FleetPart.VIEWS);
    int begin = row == 0 ? 0 : frameEnds.getInt(row - 1);
    return new FleetRow(
        groups.get(groupOfRow.getInt(row)),
        Arrays.copyOfRange(hashes.elements(), row * HASHES, (row + 1) * HASHES),
        Arrays.copyOfRange(frames.elements(), begin, frameEnds.getInt(row)),
        views);
  }

  /** For each group how many names of groups are before its own. */
  private int[] ranks() {
    List<String> names = groups.stream().map(FleetGroup::name).distinct().sorted().toList();
    Object2IntLinkedOpenHashMap<String> rankOfName = new Object2IntLinkedOpenHashMap<>();
    for (String name : names) {
      rankOfName.put(name, rankOfName.size());
    }
    return groups.stream().mapToInt(group -> rankOfName.getInt(group.name())).toArray();
  }

  /** The order of {@link FleetRow}. */
  private int compare(int a, int b, int[] rank, long[] keys) {
    int groupOfA = groupOfRow.getInt(a);
    int groupOfB = groupOfRow.getInt(b);
    int order = Integer.compare(rank[groupOfA], rank[groupOfB]);
    for (int i = 0; i < HASHES && order == 0; i++) {
      order = Long.compare(keys[a * HASHES + i], keys[b * HASHES + i]);
    }
    return order != 0
        ? order
        : FleetGroup.BY_HEAP.compare(groups.get(groupOfA), groups.get(groupOfB));
  }
}
