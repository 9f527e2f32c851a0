package dev.heapconv.aggregate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Sums {@link EstimateSums#ofOneStack of one stack} that do not depend on the order in which they
 * are added, nor on which sums are made first: any number of threads or machines arrive at the same
 * bits. One sum per group, numbered from 0.
 *
 * <p>Each number is rounded once, when it is added, to a multiple of 2<sup>-40</sup>, or of
 * 2<sup>-24</sup> for squares of half-widths, and then added as an integer of 128 bits. Numbers
 * from 7.7e25 on, and squares from 5e30 on, count as infinite: such a sum has no interval. Whole
 * numbers below are exact.
 *
 * <p>How uncertainty adds up is defined by {@link EstimateSums}. Not thread-safe.
 */
public final class ExactSums {

  private static final int NUMBERS = EstimateSums.NUMBERS;

  /** Binary digits behind the point. */
  private static final int DIGITS = 40;

  private static final int DIGITS_OF_SQUARES = 24;

  /** The upper half of a number that is not finite; its lower half says why. */
  private static final long NOT_FINITE = Long.MIN_VALUE;

  /** Reasons, which add up: infinity less infinity is not a number. */
  private static final long POSITIVE = 1;

  private static final long NEGATIVE = 2;

  /** Upper halves are below this; one bit is left for a carry. */
  private static final long LIMIT = 1L << 62;

  private static final double TWO_TO_64 = 0x1p64;

  private final int groupsOfChunk;

  /** The lower half of each number, and its upper half behind it. */
  private final List<long[]> chunks = new ArrayList<>();

  /**
   * @param groupsOfChunk memory grows by so many groups at a time
   */
  public ExactSums(int groupsOfChunk) {
    this.groupsOfChunk = groupsOfChunk;
  }

  private long[] chunk(int group) {
    int chunk = group / groupsOfChunk;
    while (chunk >= chunks.size()) {
      chunks.add(new long[groupsOfChunk * NUMBERS * 2]);
    }
    return chunks.get(chunk);
  }

  private int index(int group) {
    return group % groupsOfChunk * NUMBERS * 2;
  }

  /** Adds sums {@link EstimateSums#ofOneStack of one stack}, each to one of these groups. */
  public void add(int group, EstimateSums other, int first, int count) {
    other.requireOneStack();
    for (int i = 0; i < count; i++) {
      long[] chunk = chunk(group + i);
      int at = index(group + i);
      for (int number = 0; number < NUMBERS; number++) {
        double value = other.number(first + i, number);
        if (value != 0) {
          add(chunk, at + 2 * number, value, EstimateSums.isSquare(number));
        }
      }
    }
  }

  /** Adds groups of other sums, each to one of these. */
  public void add(int group, ExactSums other, int first, int count) {
    for (int i = 0; i < count; i++) {
      long[] from = other.chunk(first + i);
      int at = other.index(first + i);
      long[] to = chunk(group + i);
      int target = index(group + i);
      for (int number = 0; number < 2 * NUMBERS; number += 2) {
        if (from[at + number] != 0 || from[at + number + 1] != 0) {
          add(to, target + number, from[at + number], from[at + number + 1]);
        }
      }
    }
  }

  private static void add(long[] to, int at, double value, boolean square) {
    double scaled = Math.scalb(value, square ? DIGITS_OF_SQUARES : DIGITS);
    if (!(Math.abs(scaled) < LIMIT * TWO_TO_64)) {
      long reason = Double.isNaN(value) ? POSITIVE | NEGATIVE : value > 0 ? POSITIVE : NEGATIVE;
      add(to, at, reason, NOT_FINITE);
      return;
    }
    // Squares are rounded down: no half-width may exceed its value.
    double whole = square ? Math.floor(scaled) : Math.rint(scaled);
    double high = Math.floor(whole / TWO_TO_64);
    add(to, at, unsigned(whole - high * TWO_TO_64), (long) high);
  }

  private static long unsigned(double whole) {
    return whole < 0x1p63 ? (long) whole : (long) (whole - 0x1p63) + Long.MIN_VALUE;
  }

  private static void add(long[] to, int at, long low, long high) {
    if (to[at + 1] == NOT_FINITE || high == NOT_FINITE) {
      to[at] = (to[at + 1] == NOT_FINITE ? to[at] : 0) | (high == NOT_FINITE ? low : 0);
      to[at + 1] = NOT_FINITE;
      return;
    }
    long sum = to[at] + low;
    long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    long upper = to[at + 1] + high + carry;
    if (upper >= LIMIT || upper < -LIMIT) {
      to[at] = upper > 0 ? POSITIVE : NEGATIVE;
      to[at + 1] = NOT_FINITE;
      return;
    }
    to[at] = sum;
    to[at + 1] = upper;
  }

  private static double number(long low, long high, boolean square) {
    if (high == NOT_FINITE) {
      return low == POSITIVE
          ? Double.POSITIVE_INFINITY
          : low == NEGATIVE ? Double.NEGATIVE_INFINITY : Double.NaN;
    }
    if (high < 0) {
      long negated = -low;
      return -number(negated, ~high + (negated == 0 ? 1 : 0), square);
    }
    double unsigned = low >= 0 ? low : (low >>> 1 | low & 1) * 2.0;
    return Math.scalb(high * TWO_TO_64 + unsigned, -(square ? DIGITS_OF_SQUARES : DIGITS));
  }

  /** Replaces other sums by those of some groups. */
  public void copyTo(EstimateSums sums, int first, int count) {
    sums.clear();
    for (int i = 0; i < count; i++) {
      long[] chunk = chunk(first + i);
      int at = index(first + i);
      for (int number = 0; number < NUMBERS; number++) {
        double value =
            number(
                chunk[at + 2 * number], chunk[at + 2 * number + 1], EstimateSums.isSquare(number));
        sums.addNumber(i, number, value);
      }
    }
  }

  /** Resets all groups to 0, and frees their memory. */
  public void clear() {
    chunks.clear();
  }

  /** Stores some groups so that {@link #read} can go on adding to them; about 30 bytes each. */
  public void write(int first, int count, DataOutput out) throws IOException {
    for (int i = first; i < first + count; i++) {
      long[] chunk = chunk(i);
      int at = index(i);
      int lower = 0;
      int upper = 0;
      for (int number = 0; number < NUMBERS; number++) {
        lower |= chunk[at + 2 * number] == 0 ? 0 : 1 << number;
        upper |= chunk[at + 2 * number + 1] == 0 ? 0 : 1 << number;
      }
      out.writeByte(lower);
      out.writeByte(upper);
      for (int number = 0; number < NUMBERS; number++) {
        if ((lower >> number & 1) != 0) {
          out.writeLong(chunk[at + 2 * number]);
        }
        if ((upper >> number & 1) != 0) {
          out.writeLong(chunk[at + 2 * number + 1]);
        }
      }
    }
  }

  /** Adds what {@link #write} stored to as many groups. */
  public void read(int first, int count, DataInput in) throws IOException {
    for (int i = first; i < first + count; i++) {
      long[] chunk = chunk(i);
      int at = index(i);
      int lower = in.readUnsignedByte();
      int upper = in.readUnsignedByte();
      for (int number = 0; number < NUMBERS; number++) {
        long low = (lower >> number & 1) != 0 ? in.readLong() : 0;
        long high = (upper >> number & 1) != 0 ? in.readLong() : 0;
        add(chunk, at + 2 * number, low, high);
      }
    }
  }
}
