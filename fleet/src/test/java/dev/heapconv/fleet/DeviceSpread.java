package dev.heapconv.fleet;

import java.util.List;

/**
 * How the values of some devices are distributed.
 *
 * @param devices how many
 * @param mean their mean
 * @param variance of the devices that these are a sample of; NaN for fewer than two
 */
record DeviceSpread(long devices, double mean, double variance) {

  /** Of all devices, those included that have 0. */
  static DeviceSpread of(List<Double> values) {
    double mean = values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    double squares = values.stream().mapToDouble(value -> (value - mean) * (value - mean)).sum();
    return new DeviceSpread(values.size(), mean, squares / (values.size() - 1));
  }

  double squaredError() {
    return variance / devices;
  }
}
