package dev.heapconv.fleet;

/**
 * What {@code compare.sql} does, for simulations: how much the mean over devices changed between
 * two groups of recordings. Devices that are in both groups tell it by their differences, the
 * others by the difference of two means (Welch 1947, Biometrika 34); each counts by its precision,
 * and the degrees of freedom are Satterthwaite's (1946, Biometrics Bulletin 2).
 *
 * <p>Means are compared, not logarithms or medians: these are biased where one group has fewer
 * recordings per device, as a new version always has.
 *
 * @param change the estimate
 * @param error its standard error; 0 if all devices changed by the same
 * @param degrees of freedom; NaN if the change is unknown, because there are too few devices
 */
record DeviceChange(double change, double error, double degrees) {

  /** Fewer say too little about how much devices differ. */
  static final int MIN_DEVICES = 4;

  /** A squared error that is smaller, relative to the squared change, is rounding. */
  static final double ROUNDING = 1e-15;

  private static final DeviceChange UNKNOWN = new DeviceChange(Double.NaN, Double.NaN, Double.NaN);

  /**
   * @param differences of devices that are in both groups
   * @param before of devices that are in the first group only
   * @param after of devices that are in the second group only
   */
  static DeviceChange of(DeviceSpread differences, DeviceSpread before, DeviceSpread after) {
    DeviceChange paired = UNKNOWN;
    if (differences.devices() >= MIN_DEVICES) {
      paired =
          new DeviceChange(
              differences.mean(), Math.sqrt(differences.squaredError()), differences.devices() - 1);
    }
    DeviceChange unpaired = UNKNOWN;
    if (before.devices() >= MIN_DEVICES && after.devices() >= MIN_DEVICES) {
      double first = before.squaredError();
      double second = after.squaredError();
      double both = first + second;
      double degrees =
          both
              * both
              / (first * first / (before.devices() - 1) + second * second / (after.devices() - 1));
      unpaired =
          new DeviceChange(
              after.mean() - before.mean(),
              Math.sqrt(both),
              // Nothing differs if this is not a number.
              both > 0 ? Math.max(1, degrees) : before.devices() + after.devices() - 2);
    }
    return paired.with(unpaired);
  }

  private DeviceChange with(DeviceChange other) {
    if (!isKnown() || !other.isKnown()) {
      return isKnown() ? this : other;
    }
    // Devices that all lack a row differ in nothing, and have no precision to weigh.
    if (isConstant()) {
      return change == 0 ? other : this;
    }
    if (other.isConstant()) {
      return other.change == 0 ? this : other;
    }
    double weight = 1 / (error * error);
    double otherWeight = 1 / (other.error * other.error);
    double all = weight + otherWeight;
    double share = weight / all;
    return new DeviceChange(
        (change * weight + other.change * otherWeight) / all,
        Math.sqrt(1 / all),
        1 / (share * share / degrees + (1 - share) * (1 - share) / other.degrees));
  }

  boolean isKnown() {
    return !Double.isNaN(degrees);
  }

  private boolean isConstant() {
    return error * error <= ROUNDING * change * change;
  }
}
