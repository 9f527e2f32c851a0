package dev.heapconv.unskew.samples;

import dev.heapconv.unskew.Estimate;

/**
 * Sums over sampled allocations of which one byte was hit and {@code toSample} bytes came after it,
 * each byte standing for c units of the total (bytes: 1, or allocated per counted byte; objects:
 * one by the bytes of an object). Each contributes {@code c (T + toSample)}: the part {@code c
 * toSample} is certain, the part {@code c T} is the expectation of a geometric number of bytes and
 * has the variance {@code c^2 (T^2 - T)}.
 *
 * <p>The interval is that of {@link Intervals#trials} when all allocations have the same c, and the
 * gamma interval otherwise.
 */
final class TrialTotals {

  private long samples;
  private double certain;
  private double perByte;
  private double perByteSquared;
  private double largest;
  private double smallest = Double.POSITIVE_INFINITY;

  TrialTotals copy() {
    TrialTotals copy = new TrialTotals();
    copy.samples = samples;
    copy.certain = certain;
    copy.perByte = perByte;
    copy.perByteSquared = perByteSquared;
    copy.largest = largest;
    copy.smallest = smallest;
    return copy;
  }

  void add(double toSample, double unitsPerByte) {
    samples++;
    certain += toSample * unitsPerByte;
    perByte += unitsPerByte;
    perByteSquared += unitsPerByte * unitsPerByte;
    largest = Math.max(largest, unitsPerByte);
    smallest = Math.min(smallest, unitsPerByte);
  }

  long samples() {
    return samples;
  }

  double value(double interval) {
    return Math.max(0, certain + interval * perByte);
  }

  /**
   * @param interval T, above 1
   * @param unseen the largest units per byte that an allocation without a sample may have, or 0
   * @param floor what the total is at least
   */
  Estimate estimate(Intervals intervals, long interval, double unseen, double floor) {
    double t = interval;
    double deviation = Math.sqrt(t) * Math.sqrt(t - 1);
    double value = value(t);
    double largestStep = Math.max(largest, unseen);
    if (samples > 0 && smallest == largestStep) {
      Estimate trials = intervals.trials(samples, certain / largestStep, interval);
      return new Estimate(
          value, Math.max(floor, trials.low() * largestStep), trials.high() * largestStep);
    }
    double known = Math.max(0, certain);
    double sampled = value - known;
    double variance = perByteSquared * t * (t - 1);
    double rate = value > 0 ? samples / value : 0;
    double low = known + intervals.gammaLower(sampled, variance, known * rate, rate);
    return new Estimate(
        value,
        Math.max(floor, low),
        known + intervals.gammaUpper(sampled, variance, largestStep * deviation));
  }
}
