package dev.heapconv.fleet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
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

  private final DeviceGroups groups;
  private final double alpha;
  private final int splits;

  /** In each split, the side of each unit: 1 or -1. */
  private final double[][] signs;

  private final List<SplitUnits> kinds = new ArrayList<>();

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
    kinds.add(new SplitUnits("device", devices, splits, groups));
    for (int i = 0; i < shared.size(); i++) {
      int[] values = uploads.shared(i);
      int n = Arrays.stream(values).max().orElse(0) + 1;
      int[] units = Arrays.stream(values).map(value -> value % UNITS).toArray();
      SplitUnits kind = new SplitUnits(shared.get(i), units, splits, groups);
      if (kind.effective() >= 1 && n < uploads.devices() - 1) {
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
    kinds.forEach(SplitUnits::clear);
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
        for (SplitUnits kind : kinds) {
          kind.addDevice(groups.uploads(), device, held, middle, share, ofParts[section][part]);
        }
      }
    }
    TDistribution student = TDistribution.of(change.degrees());
    kinds.forEach(kind -> kind.test(signs, change.error(), student, alpha));
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
    for (SplitUnits kind : tests == 0 ? List.<SplitUnits>of() : kinds) {
      int changed = kind.changed(tests, alpha);
      int most = most(usual, kind.effective());
      found.add(new SplitCheck.Kind(kind.together(), kind.effective(), changed, most));
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
