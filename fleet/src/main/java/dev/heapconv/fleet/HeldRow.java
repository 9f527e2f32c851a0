package dev.heapconv.fleet;

import java.util.Arrays;

/** What devices hold of a row, in each of two groups: means over their recordings. */
final class HeldRow {

  private final Uploads uploads;
  private final double[] sums;
  private final double[] held;
  private final boolean[] isHeld;
  private final int[] devices;
  private int size;

  HeldRow(Uploads uploads) {
    this.uploads = uploads;
    sums = new double[2 * uploads.devices()];
    held = new double[uploads.count()];
    isHeld = new boolean[uploads.devices()];
    devices = new int[uploads.devices()];
  }

  void clear() {
    for (int i = 0; i < size; i++) {
      int device = devices[i];
      isHeld[device] = false;
      sums[2 * device] = 0;
      sums[2 * device + 1] = 0;
      Arrays.fill(held, uploads.begin(device), uploads.begin(device + 1), 0);
    }
    size = 0;
  }

  void add(int upload, double value) {
    int place = uploads.place(upload);
    int device = place >> 1;
    if (!isHeld[device]) {
      isHeld[device] = true;
      devices[size++] = device;
    }
    sums[place] += value;
    held[upload] += value;
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
    return sum == 0 ? 0 : sum / uploads.traces(2 * device + group);
  }

  /** What a recording holds. */
  double held(int upload) {
    return held[upload];
  }

  /** How many devices hold any. */
  long holding() {
    return Arrays.stream(devices, 0, size)
        .filter(i -> sums[2 * i] > 0 || sums[2 * i + 1] > 0)
        .count();
  }
}
