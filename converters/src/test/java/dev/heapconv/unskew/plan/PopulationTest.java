package dev.heapconv.unskew.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.testing.Cases;
import dev.heapconv.unskew.Estimate;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PopulationTest {

  private static final double LEVEL = 0.95;

  private static int[] members(int count) {
    return IntStream.range(0, count).toArray();
  }

  private static Estimate mean(Population population, double... values) {
    return population.mean(members(values.length), values, values.length);
  }

  @Test
  void symmetricValuesHaveTheIntervalOfStudent() {
    // t with three degrees of freedom is 3.182; the standard error is sqrt(5/3/4).
    Estimate mean = mean(Population.of(4, LEVEL), 11, 12, 13, 14);

    assertThat(mean.value()).isEqualTo(12.5);
    assertThat(mean.high() - 12.5).isEqualTo(3.1824 * Math.sqrt(5.0 / 12), within(1e-3));
    assertThat(12.5 - mean.low()).isEqualTo(mean.high() - 12.5, within(1e-9));
  }

  @Test
  void aLongTailMovesTheIntervalUp() {
    Estimate mean = mean(Population.of(10, LEVEL), 1, 1, 1, 2, 2, 2, 3, 3, 5, 30);

    assertThat(mean.high() - mean.value()).isGreaterThan(3 * (mean.value() - mean.low()));
    assertThat(mean.low()).isPositive();
  }

  @Test
  void membersWithoutAValueCountAsZero() {
    Population population = Population.of(6, LEVEL);
    int[] some = {4, 1};

    assertThat(population.mean(some, new double[] {5, 1}, 2))
        .isEqualTo(mean(population, 0, 1, 0, 0, 5, 0));
    assertThat(population.quantiles(some, new double[] {5, 1}, 2, 0.5, 0.7, 0.95))
        .containsExactly(0, 1, 5);
  }

  @Test
  void oneMemberSaysNothingOfTheOthers() {
    Estimate mean = mean(Population.of(1, LEVEL), 7);

    assertThat(mean).isEqualTo(Estimate.withoutInterval(7));
    assertThat(mean(Population.of(0, LEVEL))).isEqualTo(Estimate.withoutInterval(0));
  }

  @Test
  void equalValuesAreAPoint() {
    assertThat(mean(Population.of(3, LEVEL), 7, 7, 7).isExact()).isTrue();
    assertThat(mean(Population.of(3, LEVEL), 0, 0, 0)).isEqualTo(Estimate.ZERO);
  }

  @Test
  void theShareIsThatOfWilson() {
    // Newcombe (1998), Statistics in Medicine 17, table I: 15 of 148 and 0 of 20.
    Estimate some = Population.of(148, LEVEL).share(members(15), 15);
    assertThat(some.low()).isEqualTo(0.0624, within(5e-5));
    assertThat(some.high()).isEqualTo(0.1605, within(5e-5));
    Estimate none = Population.of(20, LEVEL).share(members(0), 0);
    assertThat(none.low()).isZero();
    assertThat(none.high()).isEqualTo(0.1611, within(5e-5));
  }

  @Test
  void aWeightOfTwoIsWorthTwoMembersInValuesAndLessInIntervals() {
    Population weighted = Population.weighted(new double[] {2, 1, 1, 0}, LEVEL);
    Estimate mean = weighted.mean(members(3), new double[] {10, 2, 6}, 3);
    Estimate four = mean(Population.of(4, LEVEL), 10, 10, 2, 6);

    assertThat(mean.value()).isEqualTo(four.value());
    assertThat(mean.high() - mean.low()).isGreaterThan(four.high() - four.low());
    assertThat(weighted.quantiles(members(3), new double[] {10, 2, 6}, 3, 0.5)).containsExactly(6);
    assertThat(weighted.contains(3)).isFalse();
    assertThat(weighted.size()).isEqualTo(3);
  }

  @Test
  void refusesWhatIsNoWeight() {
    for (double weight : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> Population.weighted(new double[] {1, weight}, LEVEL))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("weight");
    }
  }

  @Test
  void theUnitDoesNotMatterAndTheMeanIsInItsInterval() {
    Cases.forAll(
        500,
        values -> {
          double[] some = values.random().doubles(values.between(2, 40)).map(x -> x * x).toArray();
          Population population = Population.of(some.length + values.between(0, 40), LEVEL);
          Estimate mean = mean(population, some);
          assertThat(mean.value()).isBetween(mean.low(), mean.high());
          double unit = Math.pow(2, values.between(-40, 300));
          double[] others = new double[some.length];
          for (int i = 0; i < some.length; i++) {
            others[i] = some[i] * unit;
          }
          Estimate other = mean(population, others);
          assertThat(other.low()).isEqualTo(mean.low() * unit, within(1e-9 * other.value()));
          assertThat(other.high()).isEqualTo(mean.high() * unit, within(1e-9 * other.high()));
        });
  }

  @Test
  void quantilesAreTheSameWithEqualWeights() {
    Cases.forAll(
        300,
        values -> {
          int size = values.between(1, 30);
          int count = values.between(0, size);
          double[] some = values.random().doubles(count, 0, 4).map(Math::rint).toArray();
          double[] probabilities = {0, 0.05, 0.25, 0.5, 0.95, 1};
          double[] weights = new double[size + 1];
          Arrays.fill(weights, 0, size, 3);

          assertThat(
                  Population.of(size, LEVEL).quantiles(members(count), some, count, probabilities))
              .isEqualTo(
                  Population.weighted(weights, LEVEL)
                      .quantiles(members(count), some, count, probabilities));
        });
  }

  /** How memory may be distributed over devices. */
  enum Shape {
    /** Much the same everywhere. */
    EVEN(1, false, 0.25),
    /** Ten times as much on one device in a hundred as on the median. */
    LONG_TAIL(1, false, 1),
    /** A third without any. */
    SOME(0.67, false, 1),
    /** A feature that few use. */
    FEW(0.2, false, 0.5),
    /** No third moment. */
    PARETO(1, true, 2.5);

    private final double share;
    private final boolean power;
    private final double parameter;

    Shape(double share, boolean power, double parameter) {
      this.share = share;
      this.power = power;
      this.parameter = parameter;
    }

    double draw(Random random) {
      if (random.nextDouble() >= share) {
        return 0;
      }
      return power
          ? Math.pow(1 - random.nextDouble(), -1 / parameter)
          : Math.exp(parameter * random.nextGaussian());
    }

    double mean() {
      return share * (power ? parameter / (parameter - 1) : Math.exp(parameter * parameter / 2));
    }
  }

  @ParameterizedTest
  @CsvSource({"20, 4000", "60, 3000", "200, 2000", "2000, 400"})
  @Tag("slow")
  void intervalsOfTheMeanHoldWhereDevicesDiffer(int devices, int fleets) {
    Random random = new Random(devices);
    Population population = Population.of(devices, LEVEL);
    int[] members = members(devices);
    double[] values = new double[devices];
    for (Shape shape : Shape.values()) {
      int covered = 0;
      for (int fleet = 0; fleet < fleets; fleet++) {
        for (int device = 0; device < devices; device++) {
          values[device] = shape.draw(random);
        }
        Estimate mean = population.mean(members, values, devices);
        covered += mean.low() <= shape.mean() && shape.mean() <= mean.high() ? 1 : 0;
      }
      assertThat((double) covered / fleets).as(shape.toString()).isBetween(0.92, 0.985);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 400})
  @Tag("slow")
  void intervalsOfWeightedMeansHold(int devices) {
    Random random = new Random(devices);
    int fleets = 2000;
    double mean = Shape.LONG_TAIL.mean();
    int covered = 0;
    for (int fleet = 0; fleet < fleets; fleet++) {
      double[] weights = random.doubles(devices).map(x -> 0.2 + 4 * x * x).toArray();
      double[] values = new double[devices];
      for (int device = 0; device < devices; device++) {
        values[device] = Shape.LONG_TAIL.draw(random);
      }
      Estimate estimate =
          Population.weighted(weights, LEVEL).mean(members(devices), values, devices);
      covered += estimate.low() <= mean && mean <= estimate.high() ? 1 : 0;
    }
    assertThat((double) covered / fleets).isBetween(0.92, 0.985);
  }
}
