package dev.heapconv.unskew.samples;

import dev.heapconv.unskew.Estimate;

/**
 * Sums over sampled allocations with one sampled byte each and {@code toSample} bytes after it.
 * Each byte stands for c units of the total. For bytes, c is 1, or the allocated bytes for each
 * counted byte; for objects, c is 1 divided by the size of the object. Each allocation contributes
 * {@code c (T + toSample)}. The part {@code c toSample} is certain. The part {@code c T} is the
 * expectation of a geometric number of bytes and has the variance {@code c^2 (T^2 - T)}.
 *
 * <p>If all allocations have the same c, the interval is that of {@link Intervals#trials};
 * otherwise it is the gamma interval.
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
   * @param interval mean sampling interval T in bytes, above 1
   * @param unseen the largest units per byte of an allocation that was never sampled; 0 for none
   * @param floor a lower bound of the total
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
