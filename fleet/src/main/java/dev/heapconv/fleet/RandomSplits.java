package dev.heapconv.fleet;

import dev.heapconv.unskew.growth.FalseDiscoveries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Splits the devices of both groups at random, and tests all rows in each split as the comparison
 * does. What a recording adds to a change is taken relative to the mean of its group, so that a
 * real change cancels out; each unit of recordings that stay together adds it or takes it away, by
 * chance (the wild cluster bootstrap: Cameron, Gelbach and Miller 2008, Review of Economics and
 * Statistics 90). Where the recordings of a unit are alike, as those of a day that was hot, changes
 * of splits are larger than the errors that devices tell.
 */
final class RandomSplits {

  private static final int SPLITS = 1000;
  private static final int MIN_SPLITS = 40;

  /** More units are merged to so many. */
  private static final int UNITS = 200;

  /** With more rows, there are fewer splits. */
  private static final int ROWS = 4000;

  /** How often sound devices may be doubted, by all kinds of splits together. */
  private static final double DOUBT = 0.01;

  /** How often chance may have drawn more splits with a change than there are in the long run. */
  private static final double UNLUCKY = 0.05;

  /** What stays together. */
  private static final class Kind {
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
    private final SmallValues[] low;

    Kind(String together, int[] units, int splits, DeviceGroups groups) {
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
      low = Stream.generate(SmallValues::new).limit(splits).toArray(SmallValues[]::new);
    }

    /**
     * What recordings count. If a device was in both groups and shares no unit between them, each
     * of its recordings is compared with a mean that it is part of itself, and counts more by as
     * much as that hides.
     */
    private static double[] counts(int[] units, DeviceGroups groups) {
      Uploads uploads = groups.uploads();
      double[] counts = new double[units.length];
      for (int device = 0; device < uploads.devices(); device++) {
        int begin = uploads.begin(device);
        int end = uploads.begin(device + 1);
        int middle = begin;
        while (middle < end && (uploads.place(middle) & 1) == 0) {
          middle++;
        }
        boolean isApart = begin < middle && middle < end;
        for (int i = begin; i < middle && isApart; i++) {
          for (int j = middle; j < end && isApart; j++) {
            isApart = units[i] != units[j];
          }
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

  private final DeviceGroups groups;
  private final double alpha;
  private final int splits;

  /** In each split, the side of each unit: 1 or -1. */
  private final double[][] signs;

  private final List<Kind> kinds = new ArrayList<>();

  /** How much a section counts in the row, and in it devices that are in both groups. */
  private final double[] ofSection;

  private final double[] ofPairs;
  private final double[][] ofParts;

  /**
   * @param shared what recordings may have in common, in the order of {@link Uploads#shared}
   * @param rows how many there are, at most
   */
  RandomSplits(DeviceGroups groups, List<String> shared, long rows, double alpha) {
    this.groups = groups;
    this.alpha = alpha;
    splits = (int) Math.max(MIN_SPLITS, Math.min(SPLITS, (long) SPLITS * ROWS / Math.max(1, rows)));
    SplittableRandom random = new SplittableRandom(53);
    signs = new double[splits][UNITS];
    for (double[] split : signs) {
      Arrays.setAll(split, unit -> random.nextBoolean() ? 1 : -1);
    }
    ofSection = new double[groups.sections()];
    ofPairs = new double[groups.sections()];
    ofParts = new double[groups.sections()][];
    Uploads uploads = groups.uploads();
    int[] devices = new int[uploads.count()];
    Arrays.setAll(devices, upload -> (uploads.place(upload) >> 1) % UNITS);
    kinds.add(new Kind("device", devices, splits, groups));
    for (int i = 0; i < shared.size(); i++) {
      int[] values = uploads.shared(i);
      int n = Arrays.stream(values).max().orElse(0) + 1;
      int[] units = Arrays.stream(values).map(value -> value % UNITS).toArray();
      Kind kind = new Kind(shared.get(i), units, splits, groups);
      if (kind.effective >= 1 && n < uploads.devices() - 1) {
        kinds.add(kind);
      }
    }
  }

  /**
   * Tests a row in all splits.
   *
   * @param sections that the change is of, with what devices hold of the row
   * @param shares how much each counts
   */
  void add(List<SectionSums> sections, double[] shares, MeanChange change, HeldRow held) {
    if (!(change.error() > 0)) {
      return;
    }
    Arrays.fill(ofSection, 0);
    kinds.forEach(Kind::clear);
    double all = Arrays.stream(shares).sum();
    for (int i = 0; i < shares.length; i++) {
      SectionSums section = sections.get(i);
      int number = section.number();
      ofSection[number] = shares[i] / all;
      ofPairs[number] = section.ofPairs().shareWith(section.ofOthers());
      double[] means = means(section);
      kinds.forEach(kind -> kind.addMeans(number, means));
      ofParts[number] = means;
    }
    for (int i = 0; i < held.size(); i++) {
      int device = held.device(i);
      int section = groups.section(device);
      int part = groups.part(device);
      boolean isPair = part == DeviceGroups.BOTH;
      double share = ofSection[section] * (isPair ? ofPairs[section] : 1 - ofPairs[section]);
      if (share > 0) {
        // Devices in both groups are compared with themselves.
        double middle = isPair ? (held.value(device, 0) + held.value(device, 1)) / 2 : 0;
        for (Kind kind : kinds) {
          kind.addDevice(groups.uploads(), device, held, middle, share, ofParts[section][part]);
        }
      }
    }
    TDistribution student = TDistribution.of(change.degrees());
    double least = student.inverseSurvivalProbability(alpha / 2);
    for (Kind kind : kinds) {
      // Devices that happen to hold the same in both groups may be sure of themselves, and not of
      // what they hold in a unit.
      double error = Math.max(change.error(), Math.sqrt(Math.max(0, kind.variance)));
      for (int split = 0; split < splits; split++) {
        double sum = 0;
        for (int unit = 0; unit < kind.sums.length; unit++) {
          sum += signs[split][unit] * kind.sums[unit];
        }
        double t = Math.abs(sum) / error;
        if (t >= least) {
          kind.low[split].add(2 * student.survivalProbability(t));
        }
      }
    }
  }

  /** The means of the parts of a section, as much as they count in the row. */
  private double[] means(SectionSums section) {
    double pairs = ofSection[section.number()] * ofPairs[section.number()];
    double others = ofSection[section.number()] - pairs;
    double[] means = new double[3];
    if (others > 0) {
      means[DeviceGroups.FIRST] = others * section.part(DeviceGroups.FIRST).mean().change();
      means[DeviceGroups.SECOND] = others * section.part(DeviceGroups.SECOND).mean().change();
    }
    if (pairs > 0) {
      means[DeviceGroups.BOTH] = pairs * section.ofPairs().change() / 2;
    }
    return means;
  }

  /**
   * What was found.
   *
   * @param tests how many rows were tested
   */
  SplitCheck check(int tests) {
    List<SplitCheck.Kind> found = new ArrayList<>();
    double usual = alpha;
    for (Kind kind : tests == 0 ? List.<Kind>of() : kinds) {
      int changed = 0;
      for (SmallValues low : kind.low) {
        changed += FalseDiscoveries.isAny(low.all(), tests, alpha) ? 1 : 0;
      }
      int most = most(usual, kind.effective);
      found.add(new SplitCheck.Kind(kind.together, kind.effective, changed, most));
      if (found.size() == 1) {
        // Of many rows, or of few devices, less is found by chance than the level allows.
        usual = Math.min(alpha, (changed + 1.0) / (splits + 1));
      }
    }
    return new SplitCheck(splits, found);
  }

  /**
   * In how many splits a change may be found if units are not alike. Squared changes of so few
   * units are as much larger or smaller than their expectation as chi squared is.
   *
   * @param usual in which part of the splits it is found if there are many units
   */
  private int most(double usual, double units) {
    double degrees = Math.max(1, units);
    double larger =
        ChiSquaredDistribution.of(degrees).inverseSurvivalProbability(DOUBT / kinds.size())
            / degrees;
    NormalDistribution normal = NormalDistribution.of(0, 1);
    double z = normal.inverseSurvivalProbability(usual / 2) / Math.sqrt(larger);
    return BinomialDistribution.of(splits, 2 * normal.survivalProbability(z))
        .inverseSurvivalProbability(UNLUCKY);
  }
}
