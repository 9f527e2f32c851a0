package dev.heapconv.fleet;

import dev.heapconv.unskew.growth.FalseDiscoveries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Recordings in units that stay together in {@link RandomSplits}: those of a device, of a day, or
 * with one value of a label. Knows what each unit adds to the change of a row, and in which splits
 * rows seem changed.
 */
final class SplitUnits {

  private final String together;
  private final double effective;

  /** The unit of each recording, and how much it counts in its part. */
  private final int[] units;

  private final double[] counts;

  /** Of each section: a unit, and what counts of it in each part. */
  private final double[][] totals;

  /** Of each section and part: what counts of a device in a unit, squared. */
  private final double[][] squares;

  /** What units add to the change of a row, and what devices do within units, squared. */
  private final double[] sums;

  private double variance;

  /** Of one device. */
  private final double[] ofDevice;

  private final double[] countsOfDevice;

  /** The p-values that are low enough to matter, of each split. */
  private final List<SmallValues> low;

  SplitUnits(String together, int[] units, int splits, DeviceGroups groups) {
    this.together = together;
    this.units = units;
    int n = Arrays.stream(units).max().orElse(0) + 1;
    sums = new double[n];
    ofDevice = new double[n];
    countsOfDevice = new double[n];
    counts = counts(units, groups);
    squares = new double[groups.sections()][3];
    totals = totals(groups);
    effective = effective(n, units, groups);
    low = Stream.generate(SmallValues::new).limit(splits).toList();
  }

  /**
   * What recordings count. If a device was in both groups and shares no unit between them, each of
   * its recordings is compared with a mean that it is part of itself, and counts more by as much as
   * that hides.
   */
  private static double[] counts(int[] units, DeviceGroups groups) {
    Uploads uploads = groups.uploads();
    double[] counts = new double[units.length];
    // Of each unit: the last device with a recording of the first group in it. 0 is no device.
    int[] lastInFirst = new int[1 + Arrays.stream(units).max().orElse(0)];
    for (int device = 0; device < uploads.devices(); device++) {
      int begin = uploads.begin(device);
      int end = uploads.begin(device + 1);
      int middle = begin;
      while (middle < end && (uploads.place(middle) & 1) == 0) {
        lastInFirst[units[middle++]] = device;
      }
      boolean isApart = begin < middle && middle < end;
      for (int i = middle; i < end; i++) {
        isApart &= lastInFirst[units[i]] != device;
      }
      double both = 1.0 / (middle - begin) + 1.0 / (end - middle);
      for (int i = begin; i < end; i++) {
        double own = 1.0 / (i < middle ? middle - begin : end - middle);
        counts[i] = groups.share(i) / (isApart ? Math.sqrt(1 - own + both / 4) : 1);
      }
    }
    return counts;
  }

  private double[][] totals(DeviceGroups groups) {
    Uploads uploads = groups.uploads();
    List<Map<Integer, double[]>> found = new ArrayList<>();
    for (int i = 0; i < groups.sections(); i++) {
      found.add(new TreeMap<>());
    }
    for (int device = 0; device < uploads.devices(); device++) {
      int part = groups.part(device);
      int section = groups.section(device);
      int begin = uploads.begin(device);
      int end = uploads.begin(device + 1);
      for (int i = begin; i < end; i++) {
        countsOfDevice[units[i]] += counts[i];
      }
      for (int i = begin; i < end; i++) {
        double count = countsOfDevice[units[i]];
        countsOfDevice[units[i]] = 0;
        squares[section][part] += count * count;
        found.get(section).computeIfAbsent(units[i], unused -> new double[3])[part] += count;
      }
    }
    double[][] packed = new double[found.size()][];
    for (int i = 0; i < packed.length; i++) {
      double[] all = new double[4 * found.get(i).size()];
      int place = 0;
      for (Map.Entry<Integer, double[]> unit : found.get(i).entrySet()) {
        all[place++] = unit.getKey();
        for (double part : unit.getValue()) {
          all[place++] = part;
        }
      }
      packed[i] = all;
    }
    return packed;
  }

  /** How many units of equal size tell as much, beside the means of the groups. */
  private static double effective(int n, int[] units, DeviceGroups groups) {
    double[][] weights = new double[2][n];
    Uploads uploads = groups.uploads();
    for (int upload = 0; upload < units.length; upload++) {
      int place = uploads.place(upload);
      weights[place & 1][units[upload]] += groups.weight(place >> 1) / uploads.traces(place);
    }
    double[] all = new double[2];
    for (int group = 0; group < 2; group++) {
      all[group] = Math.max(Double.MIN_NORMAL, Arrays.stream(weights[group]).sum());
    }
    double squares = 0;
    int means = 2;
    for (int unit = 0; unit < n; unit++) {
      double a = weights[0][unit] / all[0];
      double b = weights[1][unit] / all[1];
      squares += (a + b) * (a + b) / 4;
      means = a > 0 && b > 0 ? 1 : means;
    }
    return squares > 0 ? 1 / squares - means : 0;
  }

  String together() {
    return together;
  }

  double effective() {
    return effective;
  }

  /** Begins with another row. */
  void clear() {
    Arrays.fill(sums, 0);
    variance = 0;
  }

  /**
   * Takes away the means of a section, also from devices that hold nothing.
   *
   * @param means of each part, as much as they count; that of pairs is half their change
   */
  void addMeans(int section, double[] means) {
    double[] all = totals[section];
    for (int i = 0; i < all.length; i += 4) {
      sums[(int) all[i]] +=
          means[DeviceGroups.FIRST] * all[i + 1 + DeviceGroups.FIRST]
              - means[DeviceGroups.SECOND] * all[i + 1 + DeviceGroups.SECOND]
              - means[DeviceGroups.BOTH] * all[i + 1 + DeviceGroups.BOTH];
    }
    for (int part = 0; part < means.length; part++) {
      variance += means[part] * means[part] * squares[section][part];
    }
  }

  /**
   * Adds what a device holds.
   *
   * @param middle that is taken away from each recording
   * @param share how much its part counts
   * @param mean of its part, as much as it counts
   */
  void addDevice(
      Uploads uploads, int device, HeldRow held, double middle, double share, double mean) {
    int begin = uploads.begin(device);
    int end = uploads.begin(device + 1);
    for (int i = begin; i < end; i++) {
      double added = share * counts[i] * (held.held(i) - middle);
      ofDevice[units[i]] += (uploads.place(i) & 1) == 0 ? -added : added;
      countsOfDevice[units[i]] += counts[i];
    }
    boolean isFirst = begin < end && (uploads.place(end - 1) & 1) == 0;
    for (int i = begin; i < end; i++) {
      double added = ofDevice[units[i]];
      double taken = countsOfDevice[units[i]] * (isFirst ? -mean : mean);
      ofDevice[units[i]] = 0;
      countsOfDevice[units[i]] = 0;
      sums[units[i]] += added;
      variance += added * (added - 2 * taken);
    }
  }

  /**
   * Tests the row in all splits.
   *
   * @param signs of each split, the side of each unit: 1 or -1
   * @param error of the change of the row
   * @param student how the change would be distributed in terms of its error
   */
  void test(double[][] signs, double error, TDistribution student, double alpha) {
    // Devices that happen to hold the same in both groups may be sure of themselves, and not of
    // what they hold in a unit.
    double larger = Math.max(error, Math.sqrt(Math.max(0, variance)));
    double least = student.inverseSurvivalProbability(alpha / 2);
    for (int split = 0; split < signs.length; split++) {
      double sum = 0;
      for (int unit = 0; unit < sums.length; unit++) {
        sum += signs[split][unit] * sums[unit];
      }
      double t = Math.abs(sum) / larger;
      if (t >= least) {
        low.get(split).add(2 * student.survivalProbability(t));
      }
    }
  }

  /**
   * In how many splits anything is called changed.
   *
   * @param tests how many rows were tested
   */
  int changed(int tests, double alpha) {
    int changed = 0;
    for (SmallValues values : low) {
      changed += FalseDiscoveries.isAny(values.all(), tests, alpha) ? 1 : 0;
    }
    return changed;
  }

  /** A list of numbers. */
  private static final class SmallValues {
    private double[] values = new double[8];
    private int size;

    void add(double value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    double[] all() {
      return Arrays.copyOf(values, size);
    }
  }
}
