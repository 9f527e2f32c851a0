package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.heapconv.fleet.SimulatedDevices.Upload;
import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.GateVerdict.Limit;
import dev.heapconv.testing.Effort;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What random splits of simulated fleets say of changes that are found in them. */
class RandomSplitsTest {

  private static final int FUNCTIONS = 10;
  private static final double ALPHA = 0.05;
  private static final FleetQuestion QUESTION =
      new FleetQuestion(List.of("function"), "space", false, 4);
  private static final TableSelection A = TableSelection.parse("t", "a");
  private static final TableSelection B = TableSelection.parse("t", "b");

  /** Pareto, 1.5. */
  private static final ToDoubleFunction<Random> HEAVY =
      random -> 1000 * Math.pow(1 - random.nextDouble(), -1 / 1.5);

  private static final ToDoubleFunction<Random> LOGNORMAL =
      random -> 1000 * Math.exp(0.6 * random.nextGaussian());

  /**
   * A fleet.
   *
   * @param devices in each group, where a third of them is in both
   * @param uploads of each device in a group, each on one of so many days
   * @param apart whether groups have days of their own
   * @param dayEffect standard deviation of the logarithm of what a day does to all
   * @param added to each value of the second group
   */
  private record Fleet(
      ToDoubleFunction<Random> values,
      int devices,
      int uploads,
      int days,
      boolean apart,
      double dayEffect,
      double growth,
      double added) {

    List<List<Upload>> draw(Random random) {
      double[] effects = random.doubles(2L * days).map(u -> 0).toArray();
      for (int day = 0; day < effects.length; day++) {
        effects[day] = Math.exp(dayEffect * random.nextGaussian());
      }
      List<List<Upload>> all = new ArrayList<>();
      for (int device = 0; device < devices * 5 / 3; device++) {
        double[] held = random.doubles(FUNCTIONS).map(u -> values.applyAsDouble(random)).toArray();
        List<Upload> sent = new ArrayList<>();
        for (int i = 0; i < 2 * uploads; i++) {
          int group = i / uploads;
          int day = random.nextInt(days) + (apart ? group * days : 0);
          double[] recorded = new double[FUNCTIONS];
          for (int f = 0; f < FUNCTIONS; f++) {
            double noise = Math.exp(0.23 * random.nextGaussian()) * effects[day];
            recorded[f] = held[f] * noise * (group == 1 ? growth : 1) + (group == 1 ? added : 0);
          }
          // A third is in both groups, a third each in one of them.
          if (device % 5 < 1 || (device % 5 < 3) == (group == 0)) {
            sent.add(new Upload(group, day, recorded));
          }
        }
        all.add(sent);
      }
      return all;
    }

    FleetComparison compare(Random random) throws IOException {
      return of(draw(random));
    }

    static FleetComparison of(List<List<Upload>> devices) throws IOException {
      SimulatedDevices fleet = new SimulatedDevices(FUNCTIONS);
      devices.forEach(sent -> fleet.add(1, sent));
      return FleetComparison.of(fleet, QUESTION, A, B, ALPHA, 0.95);
    }
  }

  private static boolean isAnyChanged(FleetComparison comparison) {
    return comparison.rows().stream().anyMatch(row -> row.number("q") <= ALPHA);
  }

  /** What all devices of a group hold more cancels out, so that it cannot create a doubt. */
  @Test
  void aRealChangeIsNoPartOfTheCheck() throws IOException {
    FleetComparison without = new Fleet(LOGNORMAL, 60, 1, 7, true, 0, 1, 0).compare(new Random(3));
    FleetComparison with = new Fleet(LOGNORMAL, 60, 1, 7, true, 0, 1, 5000).compare(new Random(3));
    assertThat(isAnyChanged(without)).isFalse();
    assertThat(with.rows()).allMatch(row -> row.number("changed") == 1);
    assertThat(with.check()).isEqualTo(without.check());
    assertThat(with.check().splits()).isEqualTo(1000);
    assertThat(with.check().kinds())
        .extracting(SplitCheck.Kind::together)
        .containsExactly("device", "date");
  }

  /** Signs of differences from their mean, all 2^12 of them. */
  @Test
  void splitsOfPairsAreSignsOfTheirDifferences() throws IOException {
    int n = 12;
    Random random = new Random(5);
    double[] differences = random.doubles(n).map(u -> 100 * random.nextGaussian()).toArray();
    SimulatedDevices fleet = new SimulatedDevices(1);
    double sum = 0;
    for (double difference : differences) {
      fleet.add(new double[] {1000}, new double[] {1500 + difference});
      sum += difference;
    }
    SplitCheck check = FleetComparison.of(fleet, QUESTION, A, B, 0.2, 0.95).check();
    double squares = 0;
    for (double difference : differences) {
      squares += Math.pow(difference - sum / n, 2);
    }
    double error = Math.sqrt(squares * n / (n - 1));
    double least = TDistribution.of(n - 1).inverseSurvivalProbability(0.1);
    int found = 0;
    for (int split = 0; split < 1 << n; split++) {
      double change = 0;
      for (int i = 0; i < n; i++) {
        change += (differences[i] - sum / n) * ((split >> i & 1) == 0 ? 1 : -1);
      }
      found += Math.abs(change) >= least * error ? 1 : 0;
    }
    double expected = (double) found / (1 << n);
    // The total is the only row, tested twice. Four standard errors.
    assertThat(check.kinds().get(0).changed() / 1000.0)
        .isCloseTo(expected, offset(4 * Math.sqrt(expected * (1 - expected) / 1000)));
  }

  /** Draws differ, as the order of devices does, but not what they say. */
  @Test
  void otherNamesOfDevicesAreNoOtherCheck() throws IOException {
    List<List<Upload>> devices = new Fleet(HEAVY, 60, 2, 7, true, 0, 0.7, 0).draw(new Random(7));
    FleetComparison named = Fleet.of(devices);
    Random random = new Random(8);
    for (int i = 0; i < 5; i++) {
      Collections.shuffle(devices, random);
      FleetComparison renamed = Fleet.of(devices);
      assertThat(renamed.check().isSound()).isTrue();
      assertThat((double) renamed.check().kinds().get(0).changed())
          .isCloseTo(named.check().kinds().get(0).changed(), offset(40.0));
      // Days have no names, so that their splits are the same.
      assertThat(renamed.check().kinds().get(1).changed())
          .isEqualTo(named.check().kinds().get(1).changed());
    }
  }

  /** Without a change, half of such fleets are red. */
  @Test
  void whatADayDoesToAllIsDoubtedAndTheGateIsInconclusive() throws IOException {
    Random random = new Random(9);
    int doubted = 0;
    int changed = 0;
    for (int i = 0; i < 6; i++) {
      FleetComparison comparison = new Fleet(LOGNORMAL, 120, 1, 7, true, 0.5, 1, 0).compare(random);
      changed += isAnyChanged(comparison) ? 1 : 0;
      if (!comparison.check().isSound()) {
        doubted++;
        Limit limit = new Limit("space", false, 0, true, "space>0%");
        GateVerdict verdict = FleetGate.of(comparison, List.of(limit), false);
        assertThat(verdict.outcome()).isEqualTo(GateVerdict.Outcome.INCONCLUSIVE);
        assertThat(verdict.doubts()).contains(comparison.check().doubt());
        assertThat(comparison.answer().findings().summary().get(0))
            .startsWith("do not trust these changes: recordings of the same date are alike. ")
            .contains(" of 1,000 random splits of the same devices that keep each date together");
      }
    }
    assertThat(changed).isPositive();
    assertThat(doubted).isGreaterThanOrEqualTo(5);
  }

  /** What a day does to both groups is no difference between them. */
  @Test
  void daysThatBothGroupsHaveInCommonAreNotDoubted() throws IOException {
    Random random = new Random(10);
    for (int i = 0; i < 10; i++) {
      FleetComparison comparison =
          new Fleet(LOGNORMAL, 120, 1, 7, false, 0.5, 1, 0).compare(random);
      assertThat(comparison.check().isSound()).as(comparison.check().toString()).isTrue();
    }
  }

  /** Of 20 and 200 devices, with long tails: one in a hundred, by both kinds of splits together. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"12, 1, 1", "120, 1, 1", "12, 3, 1", "120, 3, 1", "12, 1, 2", "120, 1, 0.7"})
  void oneOfAHundredSoundFleetsIsDoubtedAtMost(int devices, int uploads, double growth)
      throws IOException {
    Random random = new Random(12);
    int fleets = Effort.of(10, 200);
    int doubted = 0;
    for (int i = 0; i < fleets; i++) {
      Fleet fleet = new Fleet(HEAVY, devices, uploads, 1 + i % 10, i % 3 > 0, 0, growth, 0);
      doubted += fleet.compare(random).check().isSound() ? 0 : 1;
    }
    assertThat(doubted).isLessThanOrEqualTo(1 + fleets / 100);
  }
}
