package dev.heapconv.unskew;

/**
 * The sums behind schemes 3 and 4: sampled allocations of which one byte was hit and {@code
 * toSample} bytes came after it, each byte standing for c units of the total (bytes: 1, or
 * allocated per counted byte; objects: one by the bytes of an object). Each contributes {@code c (T
 * + toSample)}: the part {@code c toSample} is certain, the part {@code c T} is the expectation of
 * a geometric number of bytes and has the variance {@code c^2 (T^2 - T)}.
 *
 * <p>What was added can be taken out again. The largest and smallest c remember all that was ever
 * added.
 */
final class TrialTotals {

  private long samples;
  private double certain;
  private double perByte;
  private double perByteSquared;
  private double largest;
  private double smallest = Double.POSITIVE_INFINITY;

  void add(double toSample, double unitsPerByte) {
    change(1, toSample, unitsPerByte);
    largest = Math.max(largest, unitsPerByte);
    smallest = Math.min(smallest, unitsPerByte);
  }

  void remove(double toSample, double unitsPerByte) {
    change(-1, toSample, unitsPerByte);
    if (samples == 0) {
      certain = 0;
      perByte = 0;
      perByteSquared = 0;
    }
  }

  private void change(int sign, double toSample, double unitsPerByte) {
    samples += sign;
    certain += sign * toSample * unitsPerByte;
    perByte += sign * unitsPerByte;
    perByteSquared += sign * unitsPerByte * unitsPerByte;
  }

  long samples() {
    return Math.max(0, samples);
  }

  double value(double interval) {
    return samples <= 0 ? 0 : Math.max(0, certain + interval * perByte);
  }

  /** The mean units per byte of the samples, 0 without any. */
  double meanPerByte() {
    return samples <= 0 ? 0 : Math.max(0, perByte / samples);
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
      return Estimate.of(
          value, Math.max(floor, trials.low() * largestStep), trials.high() * largestStep);
    }
    double known = samples > 0 ? Math.max(0, certain) : 0;
    double sampled = value - known;
    double variance = samples > 0 ? Math.max(0, perByteSquared) * t * (t - 1) : 0;
    double rate = value > 0 ? samples / value : 0;
    double low = known + intervals.gammaLower(sampled, variance, known * rate, rate);
    return Estimate.of(
        value,
        Math.max(floor, low),
        known + intervals.gammaUpper(sampled, variance, largestStep * deviation));
  }
}
