package dev.heapconv.query;

import dev.heapconv.HeapConv;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Sampling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.PoissonDistribution;

/**
 * A program that allocates and frees while heapprofd samples it and dumps it now and then, object
 * by object. The recording lasts from time 0 to 1, which is a minute; the program ran before.
 */
final class SimulatedRecording {

  private static final long MINUTE = 60_000_000_000L;

  /** What one call site really did, in bytes or in objects. */
  static final class Truth {

    double first;
    double last;
    double area;
    double allocated;

    private void add(double amount, double birth, double death) {
      if (birth <= 0) {
        first += amount;
      } else {
        allocated += amount;
      }
      if (death > 1) {
        last += amount;
      }
      area += amount * (Math.min(1, death) - Math.max(0, birth));
    }

    /** Per minute. */
    double slope() {
      return last - first;
    }

    /** In seconds. */
    double lifetime() {
      return 60 * area / allocated;
    }
  }

  /** A call site. */
  static final class Site {

    final String name;
    final Truth bytes = new Truth();
    final Truth objects = new Truth();

    /** Of its objects, all equally often. */
    private final int[] sizes;

    private final long[] allocCount;
    private final long[] allocBytes;
    private final long[] liveCount;
    private final long[] liveBytes;

    private Site(String name, int[] sizes, int dumps) {
      this.name = name;
      this.sizes = sizes;
      allocCount = new long[dumps + 1];
      allocBytes = new long[dumps + 1];
      liveCount = new long[dumps + 1];
      liveBytes = new long[dumps + 1];
    }

    /** Of an object, in bytes. */
    double meanSize() {
      return Arrays.stream(sizes).average().orElseThrow();
    }

    int largest() {
      return Arrays.stream(sizes).max().orElseThrow();
    }
  }

  private final double[] times;
  private final long interval;
  private final SplittableRandom random;
  private final List<Site> sites = new ArrayList<>();

  SimulatedRecording(int dumps, long interval, long seed) {
    this.interval = interval;
    random = new SplittableRandom(seed);
    times = new double[dumps];
    for (int i = 0; i < dumps; i++) {
      // Not evenly spaced.
      times[i] =
          (i + (i == 0 || i == dumps - 1 ? 0 : 0.6 * (random.nextDouble() - 0.5))) / (dumps - 1);
    }
  }

  /** Adds a site without any objects. */
  Site site(String name, int... sizes) {
    Site site = new Site(name, sizes, times.length);
    sites.add(site);
    return site;
  }

  /** Adds objects that appear at random times, so many on average, each for a random time. */
  void objects(Site site, double from, double until, double expected, Lifetime lifetime) {
    double time = from;
    double rate = expected / (until - from);
    while (true) {
      time -= Math.log(random.nextDouble(1e-300, 1)) / rate;
      if (time >= until) {
        return;
      }
      object(site, time, time + lifetime.next(random));
    }
  }

  /** How long an object lives, in minutes. */
  interface Lifetime {
    double next(SplittableRandom random);

    static Lifetime exponential(double mean) {
      return random -> -mean * Math.log(random.nextDouble(1e-300, 1));
    }
  }

  void object(Site site, double birth, double death) {
    if (death <= 0) {
      return;
    }
    int size =
        site.sizes.length == 1 ? site.sizes[0] : site.sizes[random.nextInt(site.sizes.length)];
    site.bytes.add(size, birth, death);
    site.objects.add(1, birth, death);
    long bytes = recorded(size);
    if (bytes > 0) {
      int born = dumpsBefore(birth);
      int dead = dumpsBefore(death);
      site.allocCount[born]++;
      site.allocBytes[born] += bytes;
      site.liveCount[born]++;
      site.liveBytes[born] += bytes;
      site.liveCount[dead]--;
      site.liveBytes[dead] -= bytes;
    }
  }

  private long recorded(int size) {
    if (size >= interval) {
      return size;
    }
    double x = (double) size / interval;
    double draw = random.nextDouble();
    double term = Math.exp(-x);
    double sum = term;
    int hits = 0;
    while (draw > sum && hits < 50) {
      hits++;
      term *= x / hits;
      sum += term;
    }
    return hits * interval;
  }

  /** The first dump at or after a time. */
  private int dumpsBefore(double time) {
    int dump = 0;
    while (dump < times.length && times[dump] < time) {
      dump++;
    }
    return dump;
  }

  int poisson(double mean) {
    return PoissonDistribution.of(mean).createSampler(random::nextLong).sample();
  }

  SplittableRandom random() {
    return random;
  }

  List<Site> sites() {
    return sites;
  }

  double liveBytes() {
    return sites.stream().mapToDouble(site -> (site.bytes.first + site.bytes.last) / 2).sum();
  }

  EstimatedProfile profile() {
    StackTable stacks = new StackTable();
    int[] ids = new int[sites.size()];
    for (int i = 0; i < ids.length; i++) {
      SourceLine line = new SourceLine(sites.get(i).name, "", 0);
      int frame = stacks.addFrame(StackTable.NO_MAPPING, 0, List.of(line));
      ids[i] = stacks.addStack(StackTable.ROOT, frame);
    }
    List<RecordedHeap> heaps = new ArrayList<>();
    long[][] sums = new long[4][ids.length];
    for (int dump = 0; dump < times.length; dump++) {
      for (int i = 0; i < ids.length; i++) {
        sums[0][i] += sites.get(i).allocCount[dump];
        sums[1][i] += sites.get(i).allocBytes[dump];
        sums[2][i] += sites.get(i).liveCount[dump];
        sums[3][i] += sites.get(i).liveBytes[dump];
      }
      long nanos = Math.round(times[dump] * MINUTE);
      HeapInfo info =
          HeapInfo.of("libc.malloc", Sampling.weighted(interval))
              .withProcess(7, "simulated")
              .withDump(dump + 1, times.length)
              .withTimes(MINUTE + nanos, 0);
      RecordedRows rows = RecordedRows.ofSums(List.of());
      for (int i = 0; i < ids.length; i++) {
        int row = rows.row(ids[i]);
        rows.addAlloc(row, sums[0][i], sums[1][i]);
        rows.addLive(row, sums[2][i], sums[3][i]);
      }
      heaps.add(rows.heap(info, View.ALL));
    }
    CaptureInfo capture = new CaptureInfo("simulated", "", "", "");
    return HeapConv.unskew(
        new RecordedProfile(capture, stacks, heaps, List.of(), List.of(), List.of()),
        UnskewOptions.DEFAULT);
  }
}
