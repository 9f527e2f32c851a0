package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Draws, of which only blocks that hold anything are looked at, against draws of all devices. */
class GroupDrawsTest {

  private static final int FIRST = 30;
  private static final int ALL = 42;
  private static final int DRAWS = 100_000;

  /** One of the blocks has another weight. */
  private static double weight(int block) {
    return block == 7 ? 3 : 1;
  }

  private static double held(int block, int holding) {
    return block % (ALL / holding) == 0 ? weight(block) * (1 + block) : 0;
  }

  private static double[] drawn(int holding) {
    SectionSums section = new SectionSums(0);
    double[] weights = new double[ALL];
    for (int i = 0; i < ALL; i++) {
      weights[i] = weight(i);
      section.part(i < FIRST ? DeviceGroups.FIRST : DeviceGroups.SECOND).count(weights[i]);
    }
    GroupDraws draws = new GroupDraws(section, weights, 0, FIRST, ALL, ALL);
    draws.clear();
    for (int i = 0; i < ALL; i++) {
      if (held(i, holding) != 0) {
        draws.hold(i, held(i, holding));
      }
    }
    draws.begin();
    SplittableRandom random = new SplittableRandom(1);
    return statistics(
        () -> {
          double[] sums = new double[2];
          draws.draw(random, sums);
          return sums;
        });
  }

  private interface Draw {
    double[] next();
  }

  private static double[] statistics(Draw draw) {
    double[] t = new double[DRAWS];
    for (int i = 0; i < DRAWS; i++) {
      double[] sums = draw.next();
      t[i] = sums[0] == 0 ? 0 : sums[0] / Math.sqrt(sums[1]);
    }
    Arrays.sort(t);
    return t;
  }

  private static double[] shuffled(int holding) {
    SplittableRandom random = new SplittableRandom(2);
    int[] order = new int[ALL];
    Arrays.setAll(order, i -> i);
    return statistics(
        () -> {
          DeviceSums first = new DeviceSums();
          DeviceSums second = new DeviceSums();
          for (int i = 0; i < ALL; i++) {
            int j = i + random.nextInt(ALL - i);
            int block = order[j];
            order[j] = order[i];
            order[i] = block;
            DeviceSums group = i < FIRST ? first : second;
            group.count(weight(block));
            group.add(weight(block), held(block, holding) / weight(block));
          }
          MeanChange change = MeanChange.ofOthers(first, second);
          return new double[] {change.change(), change.variance()};
        });
  }

  @Test
  void drawsAreDistributedAsThoseOfAllDevices() {
    for (int holding : new int[] {3, 14, 42}) {
      double[] drawn = drawn(holding);
      double[] expected = shuffled(holding);
      for (double x : new double[] {-3, -2, -1.5, -1, -0.5, 0.1, 0.5, 1, 1.5, 2, 3}) {
        // More than four standard errors of the difference.
        assertThat(below(drawn, x))
            .as(holding + " " + x)
            .isCloseTo(below(expected, x), offset(0.01));
      }
    }
  }

  private static double below(double[] sorted, double x) {
    return (double) Arrays.stream(sorted).filter(t -> t < x).count() / sorted.length;
  }
}
