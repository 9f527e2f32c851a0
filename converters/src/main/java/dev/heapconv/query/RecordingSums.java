package dev.heapconv.query;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.aggregate.Groups;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.select.AggregateOptions;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sums up the four views of one recording after another by group, as {@link Aggregation} sums them
 * up over all. Groups have the same numbers in all recordings. Memory grows with the number of
 * groups. Not thread-safe.
 */
public final class RecordingSums {

  /** The number of the group of everything together. */
  public static final int TOTAL = -1;

  private static final int VIEWS = View.ALL.size();

  private final Groups groups;
  private final boolean cumulative;

  /** The place of each section and group with a sum, in the order of {@link #keys}. */
  private final Long2IntOpenHashMap places = new Long2IntOpenHashMap();

  private final LongArrayList keys = new LongArrayList();
  private final EstimateSums sums = EstimateSums.ofStacks();
  private @Nullable StackTable table;

  /**
   * @param options what to group by, and whether groups count the stacks that pass through them
   */
  public RecordingSums(AggregateOptions options) {
    groups = Groups.of(options, true, List.of());
    cumulative = options.showsCumulative();
    places.defaultReturnValue(-1);
  }

  /**
   * Begins with the next recording: forgets all sums, but not the numbers of groups.
   *
   * @param frames will contain the frames of its rows
   */
  public void begin(StackTable frames) {
    if (!frames.equals(table)) {
      groups.over(frames);
      table = frames;
    }
    places.clear();
    keys.clear();
    sums.clear();
  }

  /**
   * Adds a row of the recording.
   *
   * @param section number of the part of a table that it belongs to
   * @param heap the heap it belongs to; may be null if groups are places in the program
   * @param stack ids of the frames of its stack, innermost first
   * @param row sums of one stack; {@link View#ALL} are its groups
   */
  public void add(int section, @Nullable HeapInfo heap, int[] stack, EstimateSums row) {
    addTo(section, TOTAL, row);
    int count = groups.collect(heap, stack);
    for (int i = 0; i < (cumulative ? count : 1); i++) {
      addTo(section, groups.found(i), row);
    }
  }

  private void addTo(int section, int group, EstimateSums row) {
    long key = (long) section << Integer.SIZE | Integer.toUnsignedLong(group);
    int place = places.get(key);
    if (place < 0) {
      place = keys.size();
      keys.add(key);
      places.put(key, place);
    }
    sums.add(place * VIEWS, row, 0, VIEWS);
  }

  /** How many sums there are: of each section its total and its groups. */
  public int count() {
    return keys.size();
  }

  /** The section of a sum. */
  public int section(int index) {
    return (int) (keys.getLong(index) >> Integer.SIZE);
  }

  /** The group of a sum, or {@link #TOTAL}. */
  public int group(int index) {
    return (int) keys.getLong(index);
  }

  /** Copies a sum, to the first groups of other sums of stacks: a group for each view. */
  public void copy(int index, EstimateSums to) {
    to.clear();
    to.add(0, sums, index * VIEWS, VIEWS);
  }

  /** What identifies a group in all tables, as {@link Result#key}. */
  public String key(int group) {
    return groups.key(group);
  }

  /** How many groups have a number. */
  public int groups() {
    return groups.count();
  }
}
