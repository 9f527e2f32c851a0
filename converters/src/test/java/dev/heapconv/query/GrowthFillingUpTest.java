package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.View;
import dev.heapconv.query.SimulatedRecording.Lifetime;
import dev.heapconv.query.SimulatedRecording.Site;
import dev.heapconv.testing.Effort;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that begin with the recording, so that what they allocate steadily fills up first. */
@Tag("slow")
class GrowthFillingUpTest {

  private static final int INTERVAL = 4096;
  private static final Lifetime FOREVER = random -> 100;

  private final int sites = Effort.of(20, 400);

  /** Allocates samples from the beginning, at a constant rate. */
  private static void allocate(
      SimulatedRecording recording, Site site, double samples, Lifetime lifetime) {
    recording.objects(site, 0, 1, samples, lifetime);
  }

  /**
   * What is said of rows, in the order of the table: 1 of those that grow, NaN if it is unknown.
   */
  private static double[] grows(SimulatedRecording recording) throws Exception {
    Answer growth = Growth.of(recording.profile(), AggregateOptions.DEFAULT, View.SPACE);
    return Arrays.stream(growth.order())
        .mapToDouble(row -> GrowthTest.number(growth, "grows", row))
        .toArray();
  }

  private static double share(double[] grows) {
    return Arrays.stream(grows).filter(value -> value == 1).count() / (double) grows.length;
  }

  @ParameterizedTest
  @CsvSource({"10, 100", "10, 1000", "40, 100", "40, 1000", "250, 100"})
  void steadyChurnIsNoGrowth(int dumps, int live) throws Exception {
    for (int lifetime : Effort.of(2, List.of(8, 1, 2, 4))) {
      SimulatedRecording recording = new SimulatedRecording(dumps, INTERVAL, lifetime);
      double mean = lifetime / (dumps - 1.0);
      for (int i = 0; i < sites; i++) {
        Site site = recording.site("churn" + i, INTERVAL);
        allocate(recording, site, live / mean, Lifetime.exponential(mean));
      }

      assertThat(share(grows(recording))).as("lifetime " + lifetime).isLessThanOrEqualTo(0.05);
    }
  }

  /** Most of it lives shortly, so that the mean lifetime says little of what fills up. */
  @ParameterizedTest
  @ValueSource(ints = {10, 40})
  void norIsChurnOfSeveralLifetimes(int dumps) throws Exception {
    SimulatedRecording recording = new SimulatedRecording(dumps, INTERVAL, dumps);
    double interval = 1 / (dumps - 1.0);
    for (int i = 0; i < sites; i++) {
      Site site = recording.site("churn" + i, INTERVAL);
      allocate(recording, site, 300 / interval, Lifetime.exponential(interval / 3));
      allocate(recording, site, 25 / interval, Lifetime.exponential(4 * interval));
    }

    assertThat(share(grows(recording))).isLessThanOrEqualTo(0.05);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 40, 250})
  void whatIsNeverFreedGrows(int dumps) throws Exception {
    SimulatedRecording recording = new SimulatedRecording(dumps, INTERVAL, dumps);
    for (int i = 0; i < sites; i++) {
      allocate(recording, recording.site("leak" + i, INTERVAL), 30, FOREVER);
    }

    assertThat(share(grows(recording))).isGreaterThan(0.95);
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 250})
  void soDoesWhatFreesMostButNotAll(int dumps) throws Exception {
    SimulatedRecording recording = new SimulatedRecording(dumps, INTERVAL, dumps);
    for (int i = 0; i < sites; i++) {
      Site site = recording.site("leak" + i, INTERVAL);
      allocate(recording, site, 500, FOREVER);
      allocate(recording, site, 4500, Lifetime.exponential(1 / (dumps - 1.0)));
    }

    assertThat(share(grows(recording))).isGreaterThan(0.8);
  }

  @Test
  void whatRisesAndMayOnlyFillUpIsLeftOpen() throws Exception {
    SimulatedRecording recording = new SimulatedRecording(10, INTERVAL, 1);
    allocate(recording, recording.site("churn", INTERVAL), 5000, Lifetime.exponential(0.4));

    assertThat(grows(recording)).containsExactly(Double.NaN);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void nothingCanBeToldFromFewDumps(int dumps) throws Exception {
    SimulatedRecording recording = new SimulatedRecording(dumps, INTERVAL, 1);
    allocate(recording, recording.site("leak", INTERVAL), 5000, FOREVER);

    assertThat(grows(recording)).containsExactly(Double.NaN);
  }
}
