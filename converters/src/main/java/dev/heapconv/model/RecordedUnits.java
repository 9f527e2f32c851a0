package dev.heapconv.model;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Units of raw samples: each is a number of sampled allocations with their total bytes, such as a
 * line of a text dump or a single sample. What is estimated of a unit depends on its mean size, so
 * that the sums of a row are not enough. Numbers of units begin with 0.
 */
public final class RecordedUnits implements EstimateBasis {

  /** No unit. */
  public static final int NONE = -1;

  /** Which allocations a unit counts: a row has a list of units for each slot. */
  public enum Slot {
    ALLOCATED,
    LIVE,
    FREED;

    private static final int COUNT = values().length;

    /** That of the allocations that a view is of. */
    public static Slot of(View view) {
      return view.isLive() ? LIVE : view.isFreed() ? FREED : ALLOCATED;
    }
  }

  /** What the allocations of one unit, such as a line of a text dump, have in common. */
  public enum UnitKind {
    /** Their size, or there is only one. */
    EQUAL_SIZES,
    /**
     * Nothing, but the producer adjusted the sums so that the rule for equal sizes yields unbiased
     * totals: jemalloc 5.3 and later.
     */
    COOKED,
    /**
     * Their size, which was asked for, while they were sampled by tcmalloc's class of that size.
     */
    CLASS_SIZES,
    /** Nothing: the rule underestimates, and no rule can do better. */
    PLAIN_SUM
  }

  /** A line of which several rows have a part each. The parts' estimates add up to the line's. */
  public static final class Line {
    private final long[] counts;
    private final long[] bytes;
    private final long count;
    private final long sum;

    private Line(long[][] parts, long count, long sum) {
      counts = new long[parts.length];
      bytes = new long[parts.length];
      for (int i = 0; i < parts.length; i++) {
        counts[i] = parts[i][0];
        bytes[i] = parts[i][1];
      }
      this.count = count;
      this.sum = sum;
    }

    /** How many parts it has. */
    public int parts() {
      return counts.length;
    }

    /** Recorded allocations of a part. */
    public long count(int part) {
      return counts[part];
    }

    /** Recorded bytes of a part. */
    public long bytes(int part) {
      return bytes[part];
    }

    /** Recorded allocations of the line. */
    public long count() {
      return count;
    }

    /** Recorded bytes of the line. */
    public long bytes() {
      return sum;
    }
  }

  private final long interval;
  private final UnitKind kind;

  /** The units in the order in which they came, and the one after each in its list. */
  private final LongArrayList counts = new LongArrayList();

  private final LongArrayList bytes = new LongArrayList();
  private final IntArrayList next = new IntArrayList();

  /** By row and slot. */
  private final IntArrayList first = new IntArrayList();

  private final IntArrayList last = new IntArrayList();

  /** Those of units that are parts. */
  private final Int2ObjectOpenHashMap<Line> lines = new Int2ObjectOpenHashMap<>();

  private boolean mixesSizes;

  /**
   * @param interval mean sampling interval in bytes
   */
  RecordedUnits(long interval, UnitKind kind) {
    this.interval = interval;
    this.kind = kind;
  }

  /** Adds a unit to a row; empty units are ignored. */
  void add(int row, Slot slot, long count, long sum) {
    if (count == 0 && sum == 0) {
      return;
    }
    int place = Math.addExact(Math.multiplyExact(row, Slot.COUNT), slot.ordinal());
    while (place >= first.size()) {
      first.add(NONE);
      last.add(NONE);
    }
    int unit = counts.size();
    counts.add(count);
    bytes.add(sum);
    next.add(NONE);
    if (last.getInt(place) == NONE) {
      first.set(place, unit);
    } else {
      next.set(last.getInt(place), unit);
    }
    last.set(place, unit);
    mixesSizes |= kind == UnitKind.PLAIN_SUM && count > 1;
  }

  /**
   * Adds the parts of a line.
   *
   * @param rows of the parts
   * @param parts count and bytes of each
   */
  void addParts(int[] rows, Slot slot, long[][] parts, long count, long sum) {
    Line line = new Line(parts, count, sum);
    for (int i = 0; i < rows.length; i++) {
      int unit = counts.size();
      add(rows[i], slot, parts[i][0], parts[i][1]);
      if (counts.size() > unit) {
        lines.put(unit, line);
      }
    }
  }

  /** Whether a view is of units; other views are sums as they were recorded. */
  public static boolean isOfUnits(View view) {
    return View.ALL.contains(view) || view.isFreed();
  }

  /** The mean sampling interval in bytes. */
  public long interval() {
    return interval;
  }

  public UnitKind kind() {
    return kind;
  }

  /** Whether some units mix sizes though their kind has no rule for that. */
  public boolean mixesSizes() {
    return mixesSizes;
  }

  /** The first unit of a row; {@link #NONE} if it has none. */
  public int first(int row, Slot slot) {
    int place = row * Slot.COUNT + slot.ordinal();
    return place < first.size() ? first.getInt(place) : NONE;
  }

  /** The unit after another one of the same row and slot; {@link #NONE} after the last. */
  public int next(int unit) {
    return next.getInt(unit);
  }

  /** Recorded allocations of a unit. */
  public long count(int unit) {
    return counts.getLong(unit);
  }

  /** Recorded bytes of a unit. */
  public long bytes(int unit) {
    return bytes.getLong(unit);
  }

  /** The line that a unit is a part of; null if it is whole. */
  public @Nullable Line line(int unit) {
    return lines.get(unit);
  }
}
