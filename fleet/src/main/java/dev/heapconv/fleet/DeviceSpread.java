package dev.heapconv.fleet;

/**
 * How the values of some devices are distributed.
 *
 * @param devices how many
 * @param mean their mean
 * @param variance of the devices that these are a sample of; NaN for fewer than two
 */
record DeviceSpread(long devices, double mean, double variance) {

  /**
   * From those that have a value; the others have 0.
   *
   * @param devices how many
   * @param having how many of them have a value
   * @param mean of these; any number if there are none
   * @param variance of just these, without correction
   */
  static DeviceSpread of(long devices, long having, double mean, double variance) {
    if (having == 0) {
      return new DeviceSpread(devices, 0, devices < 2 ? Double.NaN : 0);
    }
    double share = (double) having / devices;
    // Squared differences from the mean of all, as Chan, Golub and LeVeque 1979 combine them.
    double squares = having * (variance + mean * mean * (1 - share));
    return new DeviceSpread(devices, mean * share, squares / (devices - 1));
  }

  double squaredError() {
    return variance / devices;
  }
}
