package dev.heapconv.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.heapconv.HeapConv;
import dev.heapconv.aggregate.Growth.Part;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.select.DumpSelector;
import dev.heapconv.testing.TraceBuilder;
import dev.heapconv.transform.UnskewOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrowthTest {

  private static Ranking growth(EstimatedProfile profile, AggregateOptions options)
      throws HeapConvException {
    return Ranking.ofGrowth(profile, options, View.SPACE);
  }

  private static double number(Ranking ranking, Part part, String name) {
    for (int row : ranking.rows()) {
      if (ranking.name(row).equals(name)) {
        return ranking.growth().number(part, row);
      }
    }
    throw new AssertionError("no row " + name);
  }

  private static List<String> names(Ranking ranking) {
    List<String> names = new ArrayList<>();
    for (int row : ranking.rows()) {
      names.add(ranking.name(row));
    }
    return names;
  }

  /** The dumps are 1.5 s apart. */
  private static EstimatedProfile twoProcesses() {
    return new ProfileBuilder()
        .heap(1, "a", "malloc", 1, 3)
        .stack("f;main", 1000)
        .stack("g;main", 500)
        .heap(1, "a", "malloc", 2, 3)
        .stack("f;main", 5000)
        .heap(1, "a", "malloc", 3, 3)
        .stack("f;main", 4000)
        .heap(2, "b", "malloc", 1, 2)
        .stack("f;main", 100)
        .heap(2, "b", "malloc", 2, 2)
        .stack("f;main", 300)
        .heap(3, "c", "malloc", 1, 1)
        .stack("f;main", 9000)
        .build();
  }

  @Test
  void heapsAddUpAsFarAsTheyHaveTwoDumps() throws Exception {
    Ranking ranking = growth(twoProcesses(), AggregateOptions.DEFAULT);

    assertThat(number(ranking, Part.FIRST, "f")).isEqualTo(1100);
    assertThat(number(ranking, Part.PEAK, "f")).isEqualTo(5300);
    assertThat(number(ranking, Part.LAST, "f")).isEqualTo(4300);
    // 3,000 bytes in 3 s, and 200 in 1.5 s.
    assertThat(number(ranking, Part.SLOPE, "f")).isEqualTo(60_000 + 8_000, offset(1e-6));
    assertThat(number(ranking, Part.LAST, "g")).isZero();
    assertThat(ranking.growth().number(Part.FIRST, Growth.TOTAL)).isEqualTo(1600);
    assertThat(ranking.growth().single()).isEqualTo(1);
    assertThat(ranking.growth().dumps()).isEqualTo(3);
    assertThat(ranking.growth().seconds()).isEqualTo(3);
  }

  @Test
  void callersCountWhatTheirCalleesHold() throws Exception {
    Ranking ranking = growth(twoProcesses(), AggregateOptions.DEFAULT.withCumulative(true));

    assertThat(number(ranking, Part.FIRST, "main")).isEqualTo(1600);
    assertThat(ranking.growth().id(Part.FIRST)).isEqualTo("space_cum_first");
  }

  @Test
  void rowsAreSortedByAnyColumn() throws Exception {
    AggregateOptions options = AggregateOptions.DEFAULT;

    assertThat(names(growth(twoProcesses(), options.withSort("space_first"))))
        .containsExactly("f", "g");
    assertThat(names(growth(twoProcesses(), options.withSort("name")))).containsExactly("f", "g");
    assertThatThrownBy(() -> growth(twoProcesses(), options.withSort("samples")))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.NO_SUCH_COLUMN));
  }

  @Test
  void aSingleDumpHasNoGrowth() {
    assertThatThrownBy(() -> growth(ProfileBuilder.server(), AggregateOptions.DEFAULT))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.NO_GROWTH));
  }

  /** The truth of each phase is in phases_i512.truth.json. */
  @Test
  void aRealProgramGrowsByWhatItAllocated() throws Exception {
    EstimatedProfile profile = Conversions.estimated("phases_i512", DumpSelector.ALL);
    Ranking ranking = growth(profile, AggregateOptions.DEFAULT);

    assertThat(names(ranking).subList(0, 2)).containsExactly("grow_cache()", "late_only()");
    assertThat(number(ranking, Part.GROWS, "grow_cache()")).isOne();
    assertThat(number(ranking, Part.GROWS, "late_only()")).isOne();
    assertThat(number(ranking, Part.GROWS, "sawtooth()")).isZero();
    assertThat(number(ranking, Part.GROWS, "once_at_start()")).isZero();
    double minutes = ranking.growth().seconds() / 60;
    assertThat(number(ranking, Part.SLOPE, "grow_cache()") * minutes)
        .isEqualTo(3_276_800 - 409_600, offset(1.0));
    assertThat(number(ranking, Part.SLOPE_LOW, "late_only()") * minutes).isLessThan(120_000);
    assertThat(number(ranking, Part.SLOPE_HIGH, "late_only()") * minutes).isGreaterThan(120_000);
    // The cache is never freed, so it lived at least for the half of the recording.
    assertThat(number(ranking, Part.LIFETIME, "grow_cache()"))
        .isGreaterThan(ranking.growth().seconds() / 2);
  }

  @Test
  void objectsGrowToo() throws Exception {
    EstimatedProfile profile = Conversions.estimated("phases_i512", DumpSelector.ALL);
    Ranking ranking = Ranking.ofGrowth(profile, AggregateOptions.DEFAULT, View.OBJECTS);

    assertThat(number(ranking, Part.FIRST, "grow_cache()")).isEqualTo(400);
    assertThat(number(ranking, Part.LAST, "grow_cache()")).isEqualTo(3200);
    double minutes = ranking.growth().seconds() / 60;
    // 30 bytes or so a piece: 120,000 bytes in 4,000 objects at most.
    assertThat(number(ranking, Part.SLOPE_LOW, "late_only()") * minutes).isBetween(100.0, 4000.0);
  }

  /** Each dump by itself guesses another size, from 3 samples and from 300. */
  @Test
  void objectsAreOfOneSizeInAllDumps() throws Exception {
    TraceBuilder trace = new TraceBuilder().clocks(4, 1, 1, 1);
    TraceBuilder.Sequence sequence = trace.sequence(7);
    long stack = sequence.stack("f");
    long samples = 3;
    for (long time : new long[] {1_000_000_000, 61_000_000_000L}) {
      TraceBuilder.Heap heap =
          TraceBuilder.malloc(time)
              .row(stack, samples, samples * 4096, samples - 3, (samples - 3) * 4096);
      heap.samples.setSamplingIntervalBytes(4096);
      sequence.dump(heap);
      samples = 300;
    }
    EstimatedProfile profile =
        HeapConv.unskew(
            Conversions.read(trace.bytes(), Conversions.dump(DumpSelector.ALL)),
            UnskewOptions.DEFAULT);
    Ranking ranking = Ranking.ofGrowth(profile, AggregateOptions.DEFAULT, View.OBJECTS);

    assertThat(number(ranking, Part.LAST, "f")).isPositive();
    assertThat(number(ranking, Part.FIRST, "f")).isEqualTo(number(ranking, Part.LAST, "f"));
    assertThat(number(ranking, Part.SLOPE, "f")).isZero();
    // 3 live samples of 297 that were allocated in a minute, whatever their sizes.
    assertThat(number(ranking, Part.LIFETIME, "f")).isEqualTo(60.0 * 3 / 297, offset(1e-9));
  }
}
