package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AggregationTest {

  private static final int PROGRAMS = 20;
  private static final int SITES = 12;
  private static final int INTERVAL = 4096;

  /** A call site: how many objects a run allocates, half of them of each size. */
  private record Site(int count, int... sizes) {}

  /** Sites of few samples, whose sizes the recordings do not tell. */
  private static List<Site> program(SplittableRandom random) {
    List<Site> sites = new ArrayList<>();
    for (int i = 0; i < SITES; i++) {
      int size = (int) logUniform(16, 4000, random);
      int other = random.nextBoolean() ? size : (int) logUniform(16, 4000, random);
      double bytes = INTERVAL * logUniform(3, 90, random);
      sites.add(new Site((int) (2 * bytes / (size + other)), size, other));
    }
    return sites;
  }

  private static double logUniform(double from, double to, SplittableRandom random) {
    return from * Math.pow(to / from, random.nextDouble());
  }

  private static EstimatedProfile recording(List<Site> program, long seed) {
    SimulatedRecording recording = new SimulatedRecording(2, INTERVAL, seed);
    for (Site site : program) {
      SimulatedRecording.Site simulated =
          recording.site("site" + recording.sites().size(), site.sizes);
      for (int i = 0; i < site.count; i++) {
        recording.object(simulated, 0.5, 2);
      }
    }
    return recording.profile();
  }

  /**
   * What is wrong about the sizes of a stack is so in every recording, and does not average out.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 20})
  void intervalsHoldTheTruthHoweverManyRecordingsAreAddedUp(int recordings) {
    SplittableRandom random = new SplittableRandom(1);
    int covered = 0;
    int totals = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      List<Site> program = program(random);
      List<EstimatedProfile> profiles = new ArrayList<>();
      for (int run = 0; run < recordings; run++) {
        profiles.add(recording(program, random.nextLong()));
      }
      Aggregation sums = Aggregation.of(Merging.sideBySide(profiles), AggregateOptions.DEFAULT);
      long all = 0;
      for (int group = 0; group < sums.groups().count(); group++) {
        int site = Integer.parseInt(sums.groups().name(group).substring("site".length()));
        covered += holds(sums, group, (long) recordings * program.get(site).count);
      }
      for (Site site : program) {
        all += (long) recordings * site.count;
      }
      totals += holds(sums, Answer.TOTAL, all);
    }
    assertThat((double) covered / (PROGRAMS * SITES)).isGreaterThan(0.95);
    assertThat(totals).isGreaterThanOrEqualTo(PROGRAMS - 1);
  }

  private static int holds(Aggregation sums, int group, long truth) {
    GroupSums self = sums.of(false, group);
    int at = self.at(group, sums.views().indexOf(View.OBJECTS));
    return self.sums().low(at) <= truth && truth <= self.sums().high(at) ? 1 : 0;
  }

  @Test
  void cumulativeSumsHaveTheTotalOfEverything() {
    EstimatedProfile profile = ProfileBuilder.server();
    Aggregation sums = Aggregation.of(profile, AggregateOptions.DEFAULT.withCumulative(true));
    GroupSums cumulative = sums.of(true, Answer.TOTAL);
    int space = cumulative.at(Answer.TOTAL, sums.views().indexOf(View.SPACE));
    Column held = profile.latestDumps().get(0).column(View.SPACE);
    assertThat(profile.latestDumps()).hasSize(1);
    assertThat(cumulative.sums().value(space)).isEqualTo(held.total()).isPositive();
    assertThat(cumulative.samples(Answer.TOTAL, true)).isPositive();
  }
}
