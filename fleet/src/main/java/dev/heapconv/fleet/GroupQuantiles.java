package dev.heapconv.fleet;

import java.util.Arrays;

/** How what devices hold of a row is distributed over a group. */
final class GroupQuantiles {

  private static final String[] NAMES = {"p99", "p95", "p50"};

  /** The devices above a quantile are one in so many. */
  private static final int[] TAILS = {100, 20, 2};

  /** The devices that hold most are one in so many, and hold much if it is more than a third. */
  private static final int TOP = 50;

  private final DeviceGroups groups;

  /** Devices that hold any: what they hold, and their number, in one for sorting. */
  private long[] holding = {};

  GroupQuantiles(DeviceGroups groups) {
    this.groups = groups;
  }

  /** Adds them to the row. */
  void add(SqlRow row, HeldRow held) {
    boolean first = add(row, held, 0, "_a");
    row.put("heavy_tail", add(row, held, 1, "_b") || first);
  }

  private boolean add(SqlRow row, HeldRow held, int group, String side) {
    double all = groups.weight(held, !row.isRow(), group);
    double present = 0;
    double sum = 0;
    int n = 0;
    holding = holding.length < held.size() ? new long[2 * held.size()] : holding;
    for (int i = 0; i < held.size(); i++) {
      int device = held.device(i);
      double x = held.value(device, group);
      if (x > 0) {
        present += groups.weight(device);
        sum += groups.weight(device) * x;
        // Of positive numbers, the larger one has the larger bits.
        holding[n++] = (long) Float.floatToIntBits((float) x) << Integer.SIZE | device;
      }
    }
    double[] quantiles = new double[TAILS.length];
    double top = sum;
    // What no more than one device in a hundred has needs no order: its quantiles are 0.
    if (100 * present > all) {
      Arrays.sort(holding, 0, n);
      top = 0;
      double above = 0;
      for (int i = n - 1; i >= 0 && TAILS[2] * above <= all; i--) {
        int device = (int) holding[i];
        double weight = groups.weight(device);
        double x = held.value(device, group);
        top += TOP * above < all ? weight * x : 0;
        for (int j = 0; j < TAILS.length; j++) {
          // The smallest value that at least such a part of the devices does not exceed.
          if (TAILS[j] * above <= all && TAILS[j] * (above + weight) > all && quantiles[j] == 0) {
            quantiles[j] = x;
          }
        }
        above += weight;
      }
    }
    for (int j = 0; j < TAILS.length; j++) {
      row.put(NAMES[j] + side, quantiles[j]);
    }
    return top > sum / 3;
  }
}
