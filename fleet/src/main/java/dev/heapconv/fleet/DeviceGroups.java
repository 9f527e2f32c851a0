package dev.heapconv.fleet;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The devices of two groups, by their number in {@code devices.sql}. */
final class DeviceGroups {

  /** Parts: devices that are in one of the groups, or in both. */
  static final int FIRST = 0;

  static final int SECOND = 1;
  static final int BOTH = 2;

  /** So many blocks are in the smaller group at most. */
  private static final int BLOCKS = 200;

  private final int[] section;
  private final byte[] part;
  private final double[] weight;
  private final Uploads uploads;

  /** The block in which a device changes groups, counted over all sections and parts. */
  private final int[] block;

  private final SectionSums[] sums;
  private final GroupDraws[] draws;

  /** What blocks hold of a row. */
  private double[] held = {};

  /**
   * @param shared how many things recordings may have in common
   */
  DeviceGroups(SqlEngine engine, int shared) throws IOException {
    SqlRow size = engine.rows("SELECT count(*) AS n, max(stratum) AS strata FROM devices").get(0);
    int n = (int) size.count("n") + 1;
    section = new int[n];
    part = new byte[n];
    weight = new double[n];
    block = new int[n];
    sums = new SectionSums[n > 1 ? (int) size.count("strata") + 1 : 0];
    draws = new GroupDraws[sums.length];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = new SectionSums(i);
    }
    engine.scan(
        "SELECT number, stratum, weight, part FROM devices",
        device -> {
          int number = (int) device[0];
          section[number] = (int) device[1];
          weight[number] = device[2];
          part[number] = (byte) device[3];
        });
    uploads = new Uploads(engine, n, shared);
    for (int device = 1; device < n; device++) {
      sums[section[device]].part(part[device]).count(weight[device]);
    }
    addBlocks();
  }

  /** Puts as many devices of one part into each block, so that all draws are equally likely. */
  private void addBlocks() {
    long smaller = 0;
    long pairs = 0;
    for (SectionSums each : sums) {
      smaller = Math.max(smaller, Math.min(each.part(FIRST).n(), each.part(SECOND).n()));
      pairs = Math.max(pairs, each.part(BOTH).n());
    }
    long[] sizes = {1 + smaller / BLOCKS, 1 + smaller / BLOCKS, 1 + pairs / BLOCKS};
    int[] first = new int[3 * sums.length + 1];
    for (int i = 0; i < first.length - 1; i++) {
      long devices = sums[i / 3].part(i % 3).n();
      first[i + 1] = first[i] + (int) ((devices + sizes[i % 3] - 1) / sizes[i % 3]);
    }
    double[] weights = new double[first[first.length - 1]];
    long[] seen = new long[first.length];
    for (int device = 1; device < block.length; device++) {
      int of = 3 * section[device] + part[device];
      block[device] = first[of] + (int) (seen[of]++ / sizes[part[device]]);
      weights[block[device]] += weight[device];
    }
    for (int i = 0; i < sums.length; i++) {
      draws[i] =
          new GroupDraws(
              sums[i], weights, first[3 * i], first[3 * i + 1], first[3 * i + 2], first[3 * i + 3]);
    }
    held = new double[weights.length];
  }

  Uploads uploads() {
    return uploads;
  }

  int section(int device) {
    return section[device];
  }

  int part(int device) {
    return part[device];
  }

  double weight(int device) {
    return weight[device];
  }

  /** How much a recording counts in the mean of the devices of its part. */
  double share(int upload) {
    int place = uploads.place(upload);
    int device = place >> 1;
    double all = sums[section[device]].part(part[device]).weight();
    return weight[device] / all / uploads.traces(place);
  }

  /** How many devices are in a part, of all sections. */
  long devices(int of) {
    return Stream.of(sums).mapToLong(each -> each.part(of).n()).sum();
  }

  int sections() {
    return sums.length;
  }

  /** The section that a row is about, or all, of which totals are. */
  private IntStream sections(HeldRow row, boolean isTotal) {
    return isTotal ? IntStream.range(0, sums.length) : IntStream.of(section[row.device(0)]);
  }

  /** Adds up what devices hold of a row. */
  List<SectionSums> add(HeldRow row, boolean isTotal) {
    List<SectionSums> added = sections(row, isTotal).mapToObj(i -> sums[i]).toList();
    added.forEach(SectionSums::clear);
    Arrays.fill(held, 0);
    for (int i = 0; i < row.size(); i++) {
      int device = row.device(i);
      int of = part[device];
      double a = row.value(device, 0);
      double b = row.value(device, 1);
      sums[section[device]].add(of, weight[device], a, b);
      held[block[device]] += weight[device] * (of == FIRST ? a : b - a);
    }
    return added;
  }

  /** Says what blocks hold of the row that was added last. */
  void prepare(RowTest test, HeldRow row) {
    int[] some = IntStream.range(0, held.length).filter(i -> held[i] != 0).toArray();
    double[] sums = IntStream.of(some).mapToDouble(i -> held[i]).toArray();
    test.holds(some, sums, sections(row, !test.row().isRow()).mapToObj(i -> draws[i]).toList());
  }
}
