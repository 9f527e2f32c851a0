package dev.heapconv.unskew;

/** Sums that stop at the largest or the smallest {@code long} instead of wrapping around. */
public final class Saturation {

  private Saturation() {}

  /** Returns {@code a + b}, or the nearest {@code long} if the sum overflows. */
  public static long add(long a, long b) {
    long sum = a + b;
    return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
  }
}
