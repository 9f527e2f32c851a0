package dev.heapconv.model;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Units of raw samples. A unit is a number of sampled allocations with their total bytes, such as a
 * line of a text dump or a single sample. The estimate for a unit depends on its mean size, so the
 * sums of a row are not enough. Units are numbered from 0.
 */
public final class RecordedUnits implements EstimateBasis {

  /** Stands for no unit. */
  public static final int NONE = -1;

  /** The allocations that a unit counts. A row has a list of units for each slot. */
  public enum Slot {
    /** Allocations, including those freed since. */
    ALLOCATED,
    /** Allocations that are not freed. */
    LIVE,
    /** Allocations that are freed. */
    FREED;

    private static final int COUNT = values().length;

    /** Returns the slot with the allocations of a view. */
    public static Slot of(View view) {
      return view.isLive() ? LIVE : view.isFreed() ? FREED : ALLOCATED;
    }
  }

  /** What the allocations of one unit have in common. */
  public enum UnitKind {
    /** They have one size, or the unit is a single allocation. */
    EQUAL_SIZES,
    /**
     * They have several sizes, but the producer (jemalloc 5.3 and later) adjusted the sums so that
     * the rule for equal sizes gives unbiased totals.
     */
    COOKED,
    /** They have one requested size, but were sampled by tcmalloc's class of that size. */
    CLASS_SIZES,
    /** They have several sizes. The rule underestimates, and no rule can do better. */
    PLAIN_SUM,
    /** Likewise, and the sampler counts the interval anew after each sample. */
    RESTARTED
  }

  /**
   * A line that is divided among several rows. The estimates of its parts add up to the estimate of
   * the line.
   */
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

    /** Returns the number of parts. */
    public int parts() {
      return counts.length;
    }

    /** Returns the recorded allocations of a part. */
    public long count(int part) {
      return counts[part];
    }

    /** Returns the recorded bytes of a part. */
    public long bytes(int part) {
      return bytes[part];
    }

    /** Returns the recorded allocations of the line. */
    public long count() {
      return count;
    }

    /** Returns the recorded bytes of the line. */
    public long bytes() {
      return sum;
    }
  }

  private final long interval;
  private final UnitKind kind;

  /** The units in the order in which they were added, and the next unit of each in its list. */
  private final LongArrayList counts = new LongArrayList();

  private final LongArrayList bytes = new LongArrayList();
  private final IntArrayList next = new IntArrayList();

  /** The first unit of each row and slot. */
  private final IntArrayList first = new IntArrayList();

  private final IntArrayList last = new IntArrayList();

  /** The lines of the units that are parts. */
  private final Int2ObjectOpenHashMap<Line> lines = new Int2ObjectOpenHashMap<>();

  private boolean mixesSizes;

  /**
   * @param interval mean sampling interval in bytes
   * @param kind what the allocations of each unit have in common
   */
  RecordedUnits(long interval, UnitKind kind) {
    this.interval = interval;
    this.kind = kind;
  }

  /** Adds a unit to a row; an empty unit is ignored. */
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
    boolean isPlain = kind == UnitKind.PLAIN_SUM || kind == UnitKind.RESTARTED;
    mixesSizes |= isPlain && count > 1;
  }

  /**
   * Adds the parts of a line.
   *
   * @param rows the row of each part
   * @param parts count and bytes of each part
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

  /**
   * Whether a view is estimated from units. The other views are sums as they were recorded.
   *
   * @param view the view
   */
  public static boolean isOfUnits(View view) {
    return View.ALL.contains(view) || view.isFreed();
  }

  /** Returns the mean sampling interval in bytes. */
  public long interval() {
    return interval;
  }

  /** Returns what the allocations of each unit have in common. */
  public UnitKind kind() {
    return kind;
  }

  /** Whether some units mix sizes although their kind has no rule for that. */
  public boolean mixesSizes() {
    return mixesSizes;
  }

  /**
   * Returns the first unit of a row; {@link #NONE} if it has none.
   *
   * @param row the row
   * @param slot the slot
   */
  public int first(int row, Slot slot) {
    int place = row * Slot.COUNT + slot.ordinal();
    return place < first.size() ? first.getInt(place) : NONE;
  }

  /**
   * Returns the next unit of the same row and slot; {@link #NONE} after the last one.
   *
   * @param unit a unit
   */
  public int next(int unit) {
    return next.getInt(unit);
  }

  /** Returns the recorded allocations of a unit. */
  public long count(int unit) {
    return counts.getLong(unit);
  }

  /** Returns the recorded bytes of a unit. */
  public long bytes(int unit) {
    return bytes.getLong(unit);
  }

  /** Returns the line that a unit is a part of; null if the unit is a whole line. */
  public @Nullable Line line(int unit) {
    return lines.get(unit);
  }
}
