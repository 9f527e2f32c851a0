package dev.heapconv.unskew.sizes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordingSizesTest {

  private static final long INTERVAL = 4096;
  private static final int STACKS = 400;
  private static final int RUNS = 20;
  private static final int LEAST_HELD = 14;

  @Test
  void theOrderOfStacksDoesNotMatter() {
    StackCells[] stacks = new StackCells[STACKS];
    StackCells[] turned = new StackCells[STACKS];
    for (int i = 0; i < STACKS; i++) {
      int n = 1 + i % 40;
      stacks[i] = cells(n, i % 3 == 0 ? 100 * i + 1 : INTERVAL * (i % 5));
      turned[STACKS - 1 - i] = stacks[i];
    }
    int[] functions = new int[STACKS];
    int[] turnedFunctions = new int[STACKS];
    for (int i = 0; i < STACKS; i++) {
      functions[i] = i % 7;
      turnedFunctions[STACKS - 1 - i] = functions[i];
    }
    RecordingSizes one = recordingOf(INTERVAL, stacks, functions);
    RecordingSizes other = recordingOf(INTERVAL, turned, turnedFunctions);
    for (int i = 0; i < STACKS; i++) {
      long n = stacks[i].count();
      CountEstimate estimate = one.law(i).estimate(n, n * INTERVAL);
      assertThat(other.law(STACKS - 1 - i).estimate(n, n * INTERVAL)).isEqualTo(estimate);
    }
  }

  /** One stack leaves open whether its hits were of 16 or of 500 bytes; the others tell. */
  @Test
  void otherStacksTellWhichSizesAreCommon() {
    CountEstimate alone = estimate(cells(9, 0));
    CountEstimate small = amongStacksLike(cells(200, 0));
    CountEstimate large = amongStacksLike(cells(200, 14 * INTERVAL));
    assertThat(small.value()).isGreaterThan(1.2 * alone.value());
    assertThat(large.value()).isLessThan(alone.value() / 1.5);
    assertThat(large.high() / large.low()).isLessThan(0.7 * alone.high() / alone.low());
  }

  private static CountEstimate amongStacksLike(StackCells cells) {
    StackCells[] stacks = new StackCells[STACKS];
    Arrays.fill(stacks, cells);
    stacks[7] = cells(9, 0);
    return recording(stacks).law(7).estimate(9, 9 * INTERVAL);
  }

  /** Half of the functions allocate small blocks, half medium ones: the others of its own tell. */
  @Test
  void otherStacksOfItsFunctionTellWhichSizesAStackHas() {
    StackCells[] stacks = new StackCells[STACKS];
    int[] functions = new int[STACKS];
    for (int i = 0; i < STACKS; i++) {
      functions[i] = i / 10;
      stacks[i] = functions[i] % 2 == 0 ? prime(60, 0) : prime(60, 12);
    }
    stacks[5] = prime(9, 0);
    stacks[15] = prime(9, 0);
    stacks[16] = prime(9, 0);
    functions[16] = STACKS;
    RecordingSizes recording = recordingOf(4099, stacks, functions);
    CountEstimate small = recording.law(5).estimate(9, 9 * 4099);
    CountEstimate medium = recording.law(15).estimate(9, 9 * 4099);
    CountEstimate alone = recording.law(16).estimate(9, 9 * 4099);
    assertThat(small.value()).isGreaterThan(1.5 * alone.value());
    assertThat(medium.value()).isLessThan(alone.value() / 1.5);
    assertThat(medium.high()).isLessThan(alone.high() / 2);
    assertThat(small.low()).isGreaterThan(alone.low());
    assertThat(recording.lawNumber(5)).isNotEqualTo(recording.lawNumber(15));
  }

  /** One hit alone may be of what is unlike all others. */
  @Test
  void ofOneRecordedAllocationTheFunctionTellsNothing() {
    StackCells[] stacks = new StackCells[STACKS];
    Arrays.fill(stacks, prime(60, 12));
    stacks[0] = prime(1, 0);
    stacks[1] = prime(1, 0);
    int[] functions = new int[STACKS];
    functions[1] = 1;
    RecordingSizes recording = recordingOf(4099, stacks, functions);
    assertThat(recording.law(0)).isSameAs(recording.law(1));
  }

  @ParameterizedTest
  @CsvSource({"4099, 1", "4099, 9", "32771, 1", "32771, 9"})
  void aFunctionNamedAfterStringsAllocatesSmallBlocks(long interval, long count) {
    CountEstimate strings = named(interval, count, 0, NamedSizes.STRINGS);
    double expected = count * interval / 14.0;
    assertThat(strings.value()).isBetween(expected / 3, 2 * expected);
    assertThat(strings.low()).isLessThan(expected / 2);
    assertThat(strings.high()).isGreaterThan(count * interval / 5.0);
  }

  @ParameterizedTest
  @CsvSource({"4099, 1, 0", "4099, 9, 5", "32771, 1, 0", "32771, 9, 1"})
  void aFunctionNamedAfterBuffersAllocatesPages(long interval, long count, long excess) {
    CountEstimate buffers = named(interval, count, excess, NamedSizes.FILE_BUFFERS);
    double expected = count / -Math.expm1(-4096.0 / interval);
    assertThat(buffers.low()).isLessThan(expected);
    assertThat(buffers.high()).isBetween(expected, named(interval, count, excess, null).high() / 2);
  }

  /** Nothing tells them from larger ones that are never hit twice. */
  @ParameterizedTest
  @CsvSource({"4099, 5", "4099, 20", "32771, 5", "32771, 20"})
  void blocksOfAFewBytesArePossible(long interval, long count) {
    assertThat(named(interval, count, 0, null).high()).isGreaterThan(count * interval / 8.0);
  }

  @Test
  void aBufferOfTheIntervalIsRecordedEachTime() {
    assertThat(named(INTERVAL, 9, 0, NamedSizes.FILE_BUFFERS).value()).isLessThan(9.1);
    assertThat(named(INTERVAL, 9, 0, null).value()).isGreaterThan(90);
  }

  @Test
  void aNameIsNoProof() {
    double recorded = named(4099, 400, 400, null).value();
    assertThat(named(4099, 400, 400, NamedSizes.STRINGS).value())
        .isBetween(0.9 * recorded, 1.1 * recorded);
    assertThat(named(4099, 400, 0, NamedSizes.FILE_BUFFERS).value()).isGreaterThan(4000);
  }

  private static CountEstimate named(long interval, long count, long excess, NamedSizes sizes) {
    StackCells cells = new StackCells(interval);
    cells.add(count, (count + excess) * interval);
    return new SizeModel(interval, interval, interval, 0.025)
        .recording(new StackCells[] {cells}, new SiteFacts[] {new SiteFacts(0, sizes, null)}, 1)
        .law(0)
        .estimate(count, (count + excess) * interval);
  }

  /** Strings and what else a function allocates are not alike. */
  @Test
  void onlyStacksWithTheSameNameAreOfOneFunction() {
    StackCells[] stacks = {prime(60, 60), prime(60, 60), prime(9, 0), prime(9, 0)};
    SiteFacts[] facts = new SiteFacts[stacks.length];
    for (int i = 0; i < stacks.length; i++) {
      facts[i] = new SiteFacts(i == 3 ? 1 : 0, i < 2 ? NamedSizes.STRINGS : null, null);
    }
    RecordingSizes recording = new SizeModel(4099, 4099, 4099, 0.025).recording(stacks, facts, 1);
    assertThat(recording.law(2)).isSameAs(recording.law(3));
  }

  /** Small blocks would be hit twice in one of so many stacks; one that was shows that they are. */
  @ParameterizedTest
  @CsvSource({"0, true", "1, false", "2, false"})
  void aFunctionOfBlocksOfExactlyTheIntervalIsKnownByAllItsStacks(int others, boolean isExact) {
    StackCells[] stacks = new StackCells[STACKS];
    int[] functions = new int[STACKS];
    for (int i = 0; i < STACKS; i++) {
      functions[i] = i / 10;
      stacks[i] = functions[i] == 0 ? cells(5000, 0) : cells(60, 12 * INTERVAL + i);
    }
    for (int i = 1; i <= others; i++) {
      stacks[i] = cells(5000, 3 * INTERVAL);
    }
    CountEstimate estimate =
        recordingOf(INTERVAL, stacks, functions).law(0).estimate(5000, 5000 * INTERVAL);
    assertThat(estimate.value() < 5001).isEqualTo(isExact);
  }

  /** A hash map: the upper end, which once was a tenth of the truth, is 10 % below it at most. */
  @ParameterizedTest
  @CsvSource({
    "512, 4096, 1",
    "4096, 4096, 1",
    "4099, 4096, 1",
    "512, 20000, 3",
    "4096, 20000, 3",
    "4099, 20000, 3",
    "32771, 20000, 3"
  })
  void smallBlocksBesideOneLargeOneAreNotTakenForAFew(long interval, int entries, int arrays) {
    SplittableRandom random = new SplittableRandom(interval + entries);
    int held = 0;
    for (int run = 0; run < RUNS; run++) {
      long n = arrays;
      long bytes = 0;
      for (int i = 0; i < arrays; i++) {
        bytes += 65_536L << i;
      }
      for (int i = 0; i < entries; i++) {
        long hits = hits(48.0 / interval, random);
        n += hits > 0 ? 1 : 0;
        bytes += hits * interval;
      }
      held += 1.1 * estimate(interval, n, bytes).high() >= entries + arrays ? 1 : 0;
    }
    assertThat(held).isGreaterThanOrEqualTo(LEAST_HELD);
  }

  /** Stdio's buffers have 4096 bytes, and a struct of their own. */
  @ParameterizedTest
  @CsvSource({"512, 3000, 16", "4096, 3000, 16", "4096, 6000, 64", "4096, 1000, 32"})
  void buffersOfTheIntervalBesideSmallBlocksAreNotTakenForManySmallOnes(
      long interval, int buffers, int small) {
    SplittableRandom random = new SplittableRandom(buffers);
    int held = 0;
    for (int run = 0; run < RUNS; run++) {
      long n = buffers;
      long bytes = buffers * 4096L;
      for (int i = 0; i < buffers; i++) {
        long hits = hits((double) small / interval, random);
        n += hits > 0 ? 1 : 0;
        bytes += hits * interval;
      }
      CountEstimate estimate = estimate(interval, n, bytes);
      held += holds(estimate, 2.0 * buffers) ? 1 : 0;
    }
    assertThat(held).isGreaterThanOrEqualTo(LEAST_HELD);
  }

  /** Sampled bytes of an allocation: Poisson. */
  private static long hits(double mean, SplittableRandom random) {
    long hits = 0;
    for (double t = -Math.log(1 - random.nextDouble()); t < mean; hits++) {
      t -= Math.log(1 - random.nextDouble());
    }
    return hits;
  }

  private static boolean holds(CountEstimate estimate, double truth) {
    return estimate.low() <= truth && truth <= estimate.high();
  }

  private static RecordingSizes recording(StackCells... stacks) {
    return recordingOf(INTERVAL, stacks, IntStream.range(0, stacks.length).toArray());
  }

  private static RecordingSizes recordingOf(long interval, StackCells[] stacks, int[] functions) {
    return new SizeModel(interval, interval, interval, 0.025)
        .recording(
            stacks, Arrays.stream(functions).mapToObj(SiteFacts::of).toArray(SiteFacts[]::new), 1);
  }

  /** At an interval of which no size is a multiple. */
  private static StackCells prime(long count, long excess) {
    StackCells cells = new StackCells(4099);
    cells.add(count, (count + excess) * 4099);
    return cells;
  }

  private static CountEstimate estimate(StackCells cells) {
    return recording(cells).law(0).estimate(cells.count(), (long) cells.bytes());
  }

  private static CountEstimate estimate(long interval, long n, long bytes) {
    return DefectsTest.estimate(interval, n, bytes);
  }

  private static StackCells cells(long count, long excess) {
    StackCells cells = new StackCells(INTERVAL);
    cells.add(count, count * INTERVAL + excess);
    return cells;
  }
}
