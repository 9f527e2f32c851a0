package dev.heapconv.fleet;

import org.jspecify.annotations.Nullable;

/**
 * Sums over some devices, with weights, from which their mean follows and how uncertain it is.
 *
 * @param n how many devices
 * @param w sum of the weights; w2 and w3 those of their squares and cubes
 * @param wx sum of weights times values; those that have 0 add nothing
 * @param w2xx sum of the squares of weights times values; the others likewise
 */
record DeviceSums(
    long n,
    double w,
    double w2,
    double w3,
    double wx,
    double w2x,
    double w2xx,
    double w3x,
    double w3xx,
    double w3xxx) {

  /** One device with nearly all the weight leaves next to no others. */
  private static final double LEAST = 1e-12;

  /**
   * @param size how many devices there are; null for none
   * @param held what those hold that have anything; null for none
   */
  static DeviceSums of(@Nullable SqlRow size, @Nullable SqlRow held) {
    return new DeviceSums(
        (long) value(size, "n"),
        value(size, "w"),
        value(size, "w2"),
        value(size, "w3"),
        value(held, "wx"),
        value(held, "w2x"),
        value(held, "w2xx"),
        value(held, "w3x"),
        value(held, "w3xx"),
        value(held, "w3xxx"));
  }

  private static double value(@Nullable SqlRow row, String column) {
    double value = row == null ? 0 : row.number(column);
    return Double.isNaN(value) ? 0 : value;
  }

  /**
   * The squared error of a weighted mean, of a sample of devices: they tell as much as so many of
   * equal weight (Kish 1965, Survey Sampling).
   */
  static double variance(double w, double w2, double wx, double w2x, double w2xx) {
    double mean = wx / w;
    double effective = w * w / w2;
    double squares = w2xx - 2 * mean * w2x + mean * mean * w2;
    return Math.max(0, squares / (w * w) * effective / Math.max(effective - 1, LEAST));
  }

  /** The mean as a change from 0. */
  MeanChange mean() {
    double mean = wx / w;
    double cubes = w3xxx - 3 * mean * w3xx + 3 * mean * mean * w3x - mean * mean * mean * w3;
    return new MeanChange(
        mean, variance(w, w2, wx, w2x, w2xx), Math.max(1, w * w / w2 - 1), cubes / (w * w * w));
  }
}
