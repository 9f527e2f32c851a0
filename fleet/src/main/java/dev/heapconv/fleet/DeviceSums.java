package dev.heapconv.fleet;

/**
 * Sums over some devices, with weights, from which their mean follows and how uncertain it is.
 * Devices that hold nothing are counted and add nothing else.
 */
final class DeviceSums {

  /** Fewer devices say too little about how much they differ. */
  private static final int MIN_DEVICES = 4;

  /** One device with nearly all the weight leaves next to no others. */
  private static final double LEAST = 1e-12;

  private long n;
  private double w;
  private double w2;
  private double w3;
  private double wx;
  private double w2x;
  private double w2xx;
  private double w3x;
  private double w3xx;
  private double w3xxx;

  /** Counts a device. */
  void count(double weight) {
    n++;
    w += weight;
    w2 += weight * weight;
    w3 += weight * weight * weight;
  }

  /** Adds what a device holds, which has been counted. */
  void add(double weight, double x) {
    double y = weight * x;
    wx += y;
    w2x += weight * y;
    w2xx += y * y;
    w3x += weight * weight * y;
    w3xx += weight * y * y;
    w3xxx += y * y * y;
  }

  /** Forgets what devices hold. */
  void clear() {
    wx = w2x = w2xx = w3x = w3xx = w3xxx = 0;
  }

  /** How many devices. */
  long n() {
    return n;
  }

  /** Their weights. */
  double weight() {
    return w;
  }

  boolean isFew() {
    return n < MIN_DEVICES;
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
