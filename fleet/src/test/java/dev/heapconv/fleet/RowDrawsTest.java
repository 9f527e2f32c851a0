package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;

/** What draws say of a row whose twelve pairs of devices differ by 1 to 12, against all signs. */
class RowDrawsTest {

  private static final int PAIRS = 12;
  private static final SqlRow ROW = new SqlRow(Map.of("kind", "row"));

  private static RowTest test(double statistic, double p, int sign) {
    return test(PAIRS, statistic, p, sign);
  }

  private static RowTest test(int pairs, double statistic, double p, int sign) {
    SectionSums section = new SectionSums(0);
    double[] weights = new double[pairs];
    Arrays.fill(weights, 1);
    for (int i = 0; i < pairs; i++) {
      section.part(DeviceGroups.BOTH).count(1);
    }
    RowTest test = new RowTest(ROW, statistic, p, p / 2);
    test.holds(
        IntStream.range(0, pairs).toArray(),
        IntStream.rangeClosed(1, pairs).mapToDouble(i -> sign * i).toArray(),
        List.of(new GroupDraws(section, weights, 0, 0, 0, pairs)));
    return test;
  }

  /** t of each way to choose the signs, in order. */
  private static double[] all() {
    double[] all = new double[1 << PAIRS];
    for (int signs = 0; signs < all.length; signs++) {
      double sum = 0;
      for (int i = 0; i < PAIRS; i++) {
        sum += (signs >> i & 1) == 0 ? i + 1 : -i - 1;
      }
      double mean = sum / PAIRS;
      double squares = PAIRS * (PAIRS + 1) * (2 * PAIRS + 1) / 6.0 - PAIRS * mean * mean;
      all[signs] = mean / Math.sqrt(squares / PAIRS / (PAIRS - 1));
    }
    Arrays.sort(all);
    return all;
  }

  private static double share(double[] all, double from) {
    return (double) Arrays.stream(all).filter(t -> t >= from - 1e-9).count() / all.length;
  }

  @Test
  void withoutDrawsItIsByT() {
    RowTest test = test(2, 0.06, 1);
    assertThat(test.row()).isSameAs(ROW);
    assertThat(test.p()).isEqualTo(0.06);
    assertThat(test.leastP()).isEqualTo(0.03);
    assertThat(test.below()).isNaN();
    assertThat(test.above()).isNaN();
    assertThat(test.cost()).isEqualTo(PAIRS);
    assertThat(new RowTest(ROW, 2, 0.06, 0.03).cost()).isZero();
  }

  /** Twice the share of draws that are as extreme; three standard errors of a thousand draws. */
  @Test
  void pValuesAreSharesOfDraws() {
    double[] all = all();
    for (double t : new double[] {0.5, 1, 1.5, 2}) {
      double share = share(all, t);
      RowTest test = test(t, 0.5, 1);
      test.draw(10_000, 0.05);
      double error = 2 * Math.sqrt(share * (1 - share) / RowTest.ROUND);
      assertThat(test.p()).as("t " + t).isEqualTo(2 * share, within(3 * error));
      // Ten as extreme of the first thousand are enough: p is a multiple of 2 / 1001.
      assertThat(test.p() * 1001 / 2).isEqualTo(Math.rint(test.p() * 1001 / 2), within(1e-9));
    }
    RowTest none = test(0, 0.5, 1);
    none.draw(10_000, 0.05);
    assertThat(none.p()).isOne();
  }

  /** The quantiles of all draws, each with the part of the statistics next to it. */
  @Test
  void intervalsAreQuantilesOfDraws() {
    double[] all = all();
    RowTest test = test(1, 0.5, 1);
    test.draw(10_000, 0.2);
    assertThat(share(all, test.below())).isEqualTo(0.1, within(0.03));
    assertThat(share(all, test.above())).isEqualTo(0.1, within(0.03));
    RowTest extreme = test(1, 0.5, 1);
    extreme.draw(10_000, 0);
    // Of no draws outside: the largest and the least of a thousand.
    assertThat(share(all, extreme.below())).isLessThan(0.01);
    assertThat(share(all, extreme.above())).isLessThan(0.01);
    RowTest wide = test(1, 0.5, 1);
    wide.draw(10_000, 0.02);
    assertThat(wide.below()).isGreaterThan(test.below());
    assertThat(wide.above()).isGreaterThan(test.above());
  }

  @Test
  void whatShrinksIsWhatGrowsMirrored() {
    for (double t : new double[] {0.5, 2, 3, 9}) {
      RowTest grows = test(t, 0.5, 1);
      RowTest shrinks = test(-t, 0.5, -1);
      grows.draw(10_000, 0.05);
      shrinks.draw(10_000, 0.05);
      assertThat(shrinks.p()).isEqualTo(grows.p());
      assertThat(shrinks.below()).isEqualTo(grows.above());
      assertThat(shrinks.above()).isEqualTo(grows.below());
    }
  }

  /** Beyond all draws the tail goes on, but no draw is less likely than one in 2^12. */
  @Test
  void whatNoDrawComesUpToIsNoLessLikelyThanTheLeastLikelyDraw() {
    double[] all = all();
    double last = all[all.length - 1];
    RowTest beyond = test(last * 1.01, 0.5, 1);
    beyond.draw(1000, 0.05);
    double least = 2 * Math.pow(2, -PAIRS);
    assertThat(beyond.p()).isBetween(least, 2.0 / 1001);
    RowTest far = test(1e6, 0.5, 1);
    far.draw(1000, 0.05);
    assertThat(far.p()).isEqualTo(least);
  }

  /** Statistics of sixty pairs are distributed almost as t: so is what follows from the draws. */
  @Test
  void theTailGoesOnAsItDidBefore() {
    TDistribution student = TDistribution.of(59);
    double before = 1;
    for (double t : new double[] {3.6, 4, 4.5, 5}) {
      RowTest test = test(60, t, 0.5, 1);
      test.draw(1000, 0.05);
      double expected = 2 * student.survivalProbability(t);
      assertThat(test.p()).as("t " + t).isBetween(expected / 3, expected * 3).isLessThan(before);
      before = test.p();
    }
  }

  @Test
  void drawsBeginAnew() {
    RowTest once = test(1, 0.5, 1);
    RowTest twice = test(1, 0.5, 1);
    once.draw(1000, 0.05);
    twice.draw(1000, 0.05);
    twice.draw(1000, 0.05);
    assertThat(twice.p()).isEqualTo(once.p());
    assertThat(twice.below()).isEqualTo(once.below());
  }
}
