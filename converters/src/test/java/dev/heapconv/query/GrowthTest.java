package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.testing.TraceBuilder;
import dev.heapconv.unskew.Estimate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrowthTest {

  private static Answer growth(EstimatedProfile profile, AggregateOptions options)
      throws HeapConvException {
    return Growth.of(profile, options, View.SPACE);
  }

  private static double number(Answer growth, String part, String name) {
    for (int row : growth.order()) {
      if (growth.name(row).equals(name)) {
        return number(growth, part, row);
      }
    }
    throw new AssertionError("no row " + name);
  }

  /** A number as JSON has it. */
  static double number(Answer growth, String part, int row) {
    for (NumberColumn column : growth.numbers()) {
      for (Cell.Bound bound : Cell.Bound.values()) {
        if (column.meta().name(bound).equals(part)) {
          return column.at(row).number(bound);
        }
      }
    }
    throw new AssertionError("no column " + part);
  }

  private static List<String> names(Answer growth) {
    List<String> names = new ArrayList<>();
    for (int row : growth.order()) {
      names.add(growth.name(row));
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
    Answer growth = growth(twoProcesses(), AggregateOptions.DEFAULT);

    assertThat(number(growth, "first", "f")).isEqualTo(1100);
    assertThat(number(growth, "peak", "f")).isEqualTo(5300);
    assertThat(number(growth, "last", "f")).isEqualTo(4300);
    // 3,000 bytes in 3 s, and 200 in 1.5 s.
    assertThat(number(growth, "slope", "f")).isEqualTo(60_000 + 8_000, offset(1e-6));
    assertThat(number(growth, "last", "g")).isZero();
    assertThat(number(growth, "first", Answer.TOTAL)).isEqualTo(1600);
    assertThat(growth.fact("heaps_with_one_dump")).isOne();
    assertThat(growth.fact("dumps")).isEqualTo(3);
    assertThat(growth.fact("seconds")).isEqualTo(3);
  }

  /** Rows of a stack that differ in their labels are samples of one stack. */
  @Test
  void labelsDoNotChangeTheGrowthOfAStack() throws Exception {
    EstimatedProfile labelled =
        new ProfileBuilder()
            .heap(1, "a", "malloc", 1, 2)
            .stack("f;main", Estimate.exact(10), new Estimate(9000, 5000, 14_000), 2)
            .stack("f;main", Estimate.exact(10), new Estimate(90_000, 70_000, 120_000), 20)
            .heap(1, "a", "malloc", 2, 2)
            .stack("f;main", Estimate.exact(10), new Estimate(20_000, 9000, 35_000), 4)
            .stack("f;main", Estimate.exact(10), new Estimate(160_000, 130_000, 200_000), 30)
            .build();
    EstimatedProfile merged =
        labelled.withHeaps(
            labelled.heaps().stream().map(heap -> StackSums.of(List.of(heap))).toList());
    assertThat(growth(labelled, AggregateOptions.DEFAULT).main().at(0))
        .isEqualTo(growth(merged, AggregateOptions.DEFAULT).main().at(0));
  }

  @Test
  void callersCountWhatTheirCalleesHold() throws Exception {
    Answer growth = growth(twoProcesses(), AggregateOptions.DEFAULT.withCumulative(true));

    assertThat(number(growth, "first", "main")).isEqualTo(1600);
    assertThat(growth.numbers().get(0).meta().id()).isEqualTo("space_cum_first");
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

  /** The numbers stay, and what grows by its interval is not called so. */
  @Test
  void nothingIsSaidToGrowWhereMemoryIsMissingOverTime() throws Exception {
    EstimatedProfile profile = Conversions.estimated("phases_i512", DumpSelector.ALL);
    for (Notice notice :
        List.of(
            Notice.of(ErrorId.MISSED_FREES, 1, 1), Notice.of(ErrorId.MISSING_PROFILE_PACKETS, 1))) {
      Answer growth = growth(profile.withNotice(notice), AggregateOptions.DEFAULT);
      assertThat(names(growth)).startsWith("grow_cache()");
      assertThat(number(growth, "grows", "grow_cache()")).isNaN();
      assertThat(number(growth, "grows", "sawtooth()")).isNaN();
    }
    Notice cut = Notice.of(ErrorId.UNFINISHED_DUMP);
    Answer growth = growth(profile.withNotice(cut), AggregateOptions.DEFAULT);
    assertThat(number(growth, "grows", "grow_cache()")).isOne();
  }

  /** The truth of each phase is in phases_i512.truth.json. */
  @Test
  void aRealProgramGrowsByWhatItAllocated() throws Exception {
    EstimatedProfile profile = Conversions.estimated("phases_i512", DumpSelector.ALL);
    Answer growth = growth(profile, AggregateOptions.DEFAULT);

    assertThat(names(growth).subList(0, 2)).containsExactly("grow_cache()", "late_only()");
    assertThat(number(growth, "grows", "grow_cache()")).isOne();
    assertThat(number(growth, "grows", "late_only()")).isOne();
    assertThat(number(growth, "grows", "sawtooth()")).isZero();
    assertThat(number(growth, "grows", "once_at_start()")).isZero();
    double minutes = growth.fact("seconds") / 60;
    assertThat(number(growth, "slope", "grow_cache()") * minutes)
        .isEqualTo(3_276_800 - 409_600, offset(1.0));
    assertThat(number(growth, "slope_low", "late_only()") * minutes).isLessThan(120_000);
    assertThat(number(growth, "slope_high", "late_only()") * minutes).isGreaterThan(120_000);
    // The cache is never freed, so it lived at least for the half of the recording.
    assertThat(number(growth, "lifetime", "grow_cache()"))
        .isGreaterThan(growth.fact("seconds") / 2);
  }

  @Test
  void objectsGrowToo() throws Exception {
    EstimatedProfile profile = Conversions.estimated("phases_i512", DumpSelector.ALL);
    Answer growth = Growth.of(profile, AggregateOptions.DEFAULT, View.OBJECTS);

    assertThat(number(growth, "first", "grow_cache()")).isEqualTo(400);
    assertThat(number(growth, "last", "grow_cache()")).isEqualTo(3200);
    double minutes = growth.fact("seconds") / 60;
    // 30 bytes or so a piece: 120,000 bytes in 4,000 objects at most.
    assertThat(number(growth, "slope_low", "late_only()") * minutes).isBetween(100.0, 4000.0);
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
    Answer growth = Growth.of(profile, AggregateOptions.DEFAULT, View.OBJECTS);

    assertThat(number(growth, "last", "f")).isPositive();
    assertThat(number(growth, "first", "f")).isEqualTo(number(growth, "last", "f"));
    assertThat(number(growth, "slope", "f")).isZero();
    // 3 live samples of 297 that were allocated in a minute, whatever their sizes.
    assertThat(number(growth, "lifetime", "f")).isEqualTo(60.0 * 3 / 297, offset(1e-9));
  }

  /** What grows, by the lower end of its slope, then what may, then what does not by chance. */
  @Test
  void theLikeliestLeaksComeFirst() throws Exception {
    ProfileBuilder builder = new ProfileBuilder();
    Estimate one = Estimate.exact(1);
    for (int dump = 1; dump <= 6; dump++) {
      builder.heap(1, "a", "malloc", dump, 6);
      double few = 1000 * dump;
      double many = 3000 * dump;
      builder.stack("slow;main", one, new Estimate(few, few * 0.9, few * 1.1), 5 * dump);
      builder.stack("fast;main", one, new Estimate(many, many * 0.9, many * 1.1), 5 * dump);
      builder.stack("unknown;main", one, Estimate.withoutInterval(9000 * dump), 5 * dump);
      builder.stack("steady;main", one, new Estimate(500, 450, 550), 5);
      double less = 7000 - few;
      builder.stack("falling;main", one, new Estimate(less, less * 0.9, less * 1.1), 40 - 5 * dump);
    }
    Answer growth = growth(builder.build(), AggregateOptions.DEFAULT);
    assertThat(names(growth)).containsExactly("fast", "slow", "unknown", "steady", "falling");
    assertThat(number(growth, "grows", "fast")).isOne();
    assertThat(number(growth, "grows", "slow")).isOne();
    assertThat(number(growth, "grows", "unknown")).isNaN();
    assertThat(number(growth, "grows", "steady")).isZero();
    assertThat(number(growth, "grows", "falling")).isZero();
    assertThat(growth.fact("tested")).isEqualTo(5);
  }
}
