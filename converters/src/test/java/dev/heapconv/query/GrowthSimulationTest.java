package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.View;
import dev.heapconv.query.SimulatedRecording.Lifetime;
import dev.heapconv.query.SimulatedRecording.Site;
import dev.heapconv.query.SimulatedRecording.Truth;
import dev.heapconv.testing.Effort;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Growth of a program of which every object is known: 500 sites that keep what they have, replace
 * it at random or in order, or rise and fall; and a few that leak 1 % of the live bytes. Objects
 * are counted of sites of one size, and of sites that mix several, which nothing in the recording
 * tells.
 */
@Tag("slow")
class GrowthSimulationTest {

  private static final int SITES = 500;
  private static final int[] SIZES = {32, 64, 100, 256, 700, 1500, 5000, 40_000};
  private static final int BYTES_OF_SITE = 40_000;
  private static final Lifetime FOREVER = random -> 100;

  private static Tally tally;
  private static Coverage bytes;
  private static Coverage objects;
  private static Coverage mixedObjects;

  /** What was seen in all recordings. */
  private static final class Tally {
    int recordings;
    int leaksFirst;
    int leaksMarked;
    int falseMarks;
    int spikesMarked;
  }

  /** How many intervals hold what happened. */
  private static final class Coverage {
    int slopes;
    int slopesCovered;
    int lifetimes;
    int lifetimesCovered;

    void count(Answer growth, int row, Truth truth) {
      if (truth.first != truth.last) {
        slopes++;
        slopesCovered += holds(growth, "slope_low", "slope_high", row, truth.slope()) ? 1 : 0;
      }
      if (truth.allocated > 0 && !Double.isNaN(GrowthTest.number(growth, "lifetime", row))) {
        lifetimes++;
        lifetimesCovered +=
            holds(growth, "lifetime_low", "lifetime_high", row, truth.lifetime()) ? 1 : 0;
      }
    }

    private static boolean holds(Answer growth, String low, String high, int row, double truth) {
      return GrowthTest.number(growth, low, row) <= truth
          && truth <= GrowthTest.number(growth, high, row);
    }

    double ofSlopes() {
      return (double) slopesCovered / slopes;
    }

    double ofLifetimes() {
      return (double) lifetimesCovered / lifetimes;
    }
  }

  @BeforeAll
  static void record() throws Exception {
    tally = new Tally();
    bytes = new Coverage();
    objects = new Coverage();
    mixedObjects = new Coverage();
    for (int interval : Effort.of(1, List.of(4096, 1024, 8192))) {
      for (int dumps : Effort.of(2, List.of(10, 40, 250))) {
        record(dumps, interval);
      }
    }
    for (int interval : Effort.of(1, List.of(4096, 32_768))) {
      for (int dumps : List.of(10, 40)) {
        recordObjects(dumps, interval, false, objects);
        recordObjects(dumps, interval, true, mixedObjects);
      }
    }
  }

  private static void recordObjects(int dumps, int interval, boolean mixed, Coverage coverage)
      throws Exception {
    SimulatedRecording recording = new SimulatedRecording(dumps, interval, dumps + interval);
    for (int i = 0; i < SITES; i++) {
      addSite(recording, i, mixed);
    }
    Answer growth = Growth.of(recording.profile(), AggregateOptions.DEFAULT, View.OBJECTS);
    Map<String, Site> sites = byName(recording);
    for (int row : growth.order()) {
      Site site = sites.get(growth.name(row));
      if (site.largest() < interval) {
        coverage.count(growth, row, site.objects);
      }
    }
  }

  private static Map<String, Site> byName(SimulatedRecording recording) {
    Map<String, Site> sites = new HashMap<>();
    recording.sites().forEach(site -> sites.put(site.name, site));
    return sites;
  }

  private static void record(int dumps, int interval) throws Exception {
    SimulatedRecording recording = new SimulatedRecording(dumps, interval, dumps + interval);
    for (int i = 0; i < SITES; i++) {
      addSite(recording, i, false);
    }
    int leaked = (int) (recording.liveBytes() / 100 / 100);
    recording.objects(recording.site("leak", 100), 0, 1, leaked, FOREVER);
    addSpike(recording, leaked);

    Answer growth = Growth.of(recording.profile(), AggregateOptions.DEFAULT, View.SPACE);
    Map<String, Site> sites = byName(recording);
    tally.recordings++;
    tally.leaksFirst += growth.name(growth.order()[0]).equals("leak") ? 1 : 0;
    for (int row : growth.order()) {
      count(growth, row, sites.get(growth.name(row)), interval);
    }
  }

  private static void addSite(SimulatedRecording recording, int number, boolean mixed) {
    SplittableRandom random = recording.random();
    int[] sizes = new int[mixed ? 3 : 1];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = SIZES[random.nextInt(SIZES.length - (mixed ? 2 : 0))];
    }
    Site site = recording.site("site" + number, sizes);
    double live = Math.max(2, BYTES_OF_SITE * random.nextDouble(0.2, 1.8) / site.meanSize());
    double lifetime = 0.03 * Math.pow(100, random.nextDouble());
    switch (number % 4) {
      case 0 -> {
        for (int i = 0; i < live; i++) {
          recording.object(site, -1, 2);
        }
      }
      case 1 -> {
        double before = 6 * lifetime;
        recording.objects(
            site, -before, 1, live / lifetime * (1 + before), Lifetime.exponential(lifetime));
      }
      case 2 -> {
        double fixed = Math.min(lifetime, 2);
        recording.objects(site, -fixed, 1, live / fixed * (1 + fixed), unused -> fixed);
      }
      default -> addSwinging(recording, site, live);
    }
  }

  /** Swings between a tenth and twice the mean, with any phase, 1 to 8 times in the recording. */
  private static void addSwinging(SimulatedRecording recording, Site site, double live) {
    double period = recording.random().nextDouble(0.12, 1);
    double phase = recording.random().nextDouble();
    Lifetime lifetime = Lifetime.exponential(period / 8);
    int steps = 200;
    for (int step = -steps / 2; step < steps; step++) {
      double time = (double) step / steps;
      double height = 1 + 0.9 * Math.sin(2 * Math.PI * (time / period + phase));
      double births = live * 8 / period * height / steps;
      recording.objects(site, time, time + 1.0 / steps, births, lifetime);
    }
  }

  /** Grows to ten times what it keeps, and frees the rest. */
  private static void addSpike(SimulatedRecording recording, int kept) {
    Site site = recording.site("spike", 100);
    for (int i = 0; i < 10 * kept; i++) {
      double birth = recording.random().nextDouble(0.7);
      recording.object(site, birth, i < kept ? 2 : recording.random().nextDouble(0.7, 0.9));
    }
  }

  private static void count(Answer growth, int row, Site site, int interval) {
    boolean grows = GrowthTest.number(growth, "grows", row) != 0;
    if (site.name.equals("leak")) {
      tally.leaksMarked += grows ? 1 : 0;
    } else if (site.name.equals("spike")) {
      tally.spikesMarked += grows ? 1 : 0;
    } else {
      tally.falseMarks += grows ? 1 : 0;
    }
    // Larger ones are recorded as they are.
    if (site.largest() < interval) {
      bytes.count(growth, row, site.bytes);
    }
  }

  @Test
  void aLeakOfOnePercentRanksFirst() {
    assertThat(tally.leaksFirst).isEqualTo(tally.recordings);
    assertThat(tally.leaksMarked).isEqualTo(tally.recordings);
  }

  @Test
  void sitesThatStayChurnOrSwingAreHardlyEverSaidToGrow() {
    assertThat(tally.falseMarks).isLessThanOrEqualTo(tally.recordings / 2);
    assertThat(tally.spikesMarked).isZero();
  }

  @Test
  void intervalsHoldWhatHappenedToBytes() {
    assertThat(bytes.ofSlopes()).isBetween(0.92, 0.98);
    assertThat(bytes.ofLifetimes()).isBetween(0.92, 0.995);
  }

  @Test
  void intervalsHoldWhatHappenedToObjects() {
    assertThat(objects.ofSlopes()).isBetween(0.93, 0.998);
    assertThat(objects.ofLifetimes()).isBetween(0.93, 0.995);
  }

  @Test
  void intervalsHoldWhatHappenedToObjectsOfSeveralSizes() {
    assertThat(mixedObjects.ofSlopes()).isBetween(0.93, 0.998);
    assertThat(mixedObjects.ofLifetimes()).isBetween(0.93, 0.995);
  }
}
