package dev.heapconv.fleet;

import java.util.Arrays;
import java.util.stream.Stream;

/** What the devices of a section hold of a row. */
final class SectionSums {

  private final int number;

  /** By {@code part} of {@code devices.sql}. */
  private final DeviceSums[] parts =
      Stream.generate(DeviceSums::new).limit(3).toArray(DeviceSums[]::new);

  /** Of each group. */
  private final double[] held = new double[2];

  /** How many devices hold anything: in each group, or in any. */
  private final long[] holding = new long[3];

  SectionSums(int number) {
    this.number = number;
  }

  /** Its place among all sections. */
  int number() {
    return number;
  }

  DeviceSums part(int part) {
    return parts[part];
  }

  void clear() {
    Arrays.fill(held, 0);
    Arrays.fill(holding, 0);
    for (DeviceSums part : parts) {
      part.clear();
    }
  }

  /**
   * Adds a device.
   *
   * @param a what it holds in the first group; 0 if it is not there
   */
  void add(int part, double weight, double a, double b) {
    held[0] += weight * a;
    held[1] += weight * b;
    holding[0] += a > 0 ? 1 : 0;
    holding[1] += b > 0 ? 1 : 0;
    holding[2] += a > 0 || b > 0 ? 1 : 0;
    parts[part].add(weight, part == DeviceGroups.FIRST ? a : part == DeviceGroups.BOTH ? b - a : b);
  }

  /** How many devices hold anything in a group, or in any. */
  long holding(int group) {
    return holding[group];
  }

  /** How many devices a group has. */
  long devices(int group) {
    return parts[DeviceGroups.BOTH].n() + parts[group].n();
  }

  /** How many devices there are. */
  long devices() {
    return devices(0) + parts[DeviceGroups.SECOND].n();
  }

  /** The weights of the devices of a group. */
  double weight(int group) {
    return parts[DeviceGroups.BOTH].weight() + parts[group].weight();
  }

  MeanChange change() {
    return ofPairs().with(ofOthers());
  }

  /** Of devices that are in both groups. */
  MeanChange ofPairs() {
    return MeanChange.ofPairs(parts[DeviceGroups.BOTH]);
  }

  /** Of the others. */
  MeanChange ofOthers() {
    return MeanChange.ofOthers(parts[DeviceGroups.FIRST], parts[DeviceGroups.SECOND]);
  }

  /**
   * How much the section counts in totals: as in Mantel and Haenszel's (1959, Journal of the
   * National Cancer Institute 22) sum over strata, n1 n2 / (n1 + n2).
   */
  double share() {
    return weight(0) * weight(1) / (weight(0) + weight(1));
  }

  /** The mean over the devices of a group. */
  double mean(int group) {
    return held[group] / weight(group);
  }
}
