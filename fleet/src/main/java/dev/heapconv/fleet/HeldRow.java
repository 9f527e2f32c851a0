package dev.heapconv.fleet;

import java.util.Arrays;

/** What devices hold of a row, in each of two groups: means over their recordings. */
final class HeldRow {

  private final double[] traces;
  private final double[] sums;
  private final boolean[] isHeld;
  private final int[] devices;
  private int size;

  /**
   * @param traces by the place of a device in a group, twice its number or one more
   */
  HeldRow(double[] traces) {
    this.traces = traces;
    sums = new double[traces.length];
    isHeld = new boolean[traces.length / 2];
    devices = new int[traces.length / 2];
  }

  void clear() {
    for (int i = 0; i < size; i++) {
      isHeld[devices[i]] = false;
      sums[2 * devices[i]] = 0;
      sums[2 * devices[i] + 1] = 0;
    }
    size = 0;
  }

  void add(int place, double value) {
    int device = place >> 1;
    if (!isHeld[device]) {
      isHeld[device] = true;
      devices[size++] = device;
    }
    sums[place] += value;
  }

  /** How many devices the row is known of. */
  int size() {
    return size;
  }

  int device(int i) {
    return devices[i];
  }

  double value(int device, int group) {
    double sum = sums[2 * device + group];
    return sum == 0 ? 0 : sum / traces[2 * device + group];
  }

  /** How many devices hold any. */
  long holding() {
    return Arrays.stream(devices, 0, size)
        .filter(i -> sums[2 * i] > 0 || sums[2 * i + 1] > 0)
        .count();
  }
}
