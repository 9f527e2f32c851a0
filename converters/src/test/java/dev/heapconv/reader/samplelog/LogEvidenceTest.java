package dev.heapconv.reader.samplelog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.DumpSummary;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the records of a log say against its header, and against each other. */
class LogEvidenceTest {

  private static final int T = 4096;
  private static final long SECOND = 1_000_000_000;
  private static final String WEIGHTED =
      "{\"heapconv\":1,\"scheme\":\"weighted\",\"interval\":4096,\"frees\":true}\n";
  private static final String EXACT = "{\"heapconv\":1,\"scheme\":\"exact\",\"frees\":true}\n";

  private final SplittableRandom random = new SplittableRandom(7);

  private static RecordedProfile read(String log) throws IOException {
    return Conversions.read(
        log.getBytes(StandardCharsets.UTF_8), Conversions.dump(DumpSelector.ALL));
  }

  /** The position of the first sampled byte of a block that has one. */
  private long position(long size, double interval) {
    double all = -Math.expm1(size * Math.log1p(-1 / interval));
    double position = Math.log1p(-random.nextDouble() * all) / Math.log1p(-1 / interval);
    return Math.min(size - 1, (long) position);
  }

  private HitPositions positions(int count, long size, double sampled, boolean swapped) {
    HitPositions positions = new HitPositions(T);
    for (int i = 0; i < count; i++) {
      long position = position(size, sampled);
      positions.add(size, swapped ? position : size - 1 - position);
    }
    return positions;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 16, 1000, 4096, 20_000, 1_000_000})
  void positionsOfValidLogsAreNeverRefuted(long size) {
    for (int log = 0; log < 300; log++) {
      for (int count : new int[] {1, 10, 100, 1000}) {
        HitPositions valid = positions(count, size, T, false);
        assertThat(valid.areRefuted()).as("%s of %s", count, size).isFalse();
        assertThat(valid.areSwapped()).isFalse();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"4096, 1000", "20000, 100", "100000, 32", "1000000, 32"})
  void swappedPositionsAreFound(long size, int count) {
    HitPositions swapped = positions(count, size, T, true);
    assertThat(swapped.areSwapped()).isTrue();
    assertThat(swapped.mean()).isGreaterThan(0.6);
    assertThat(positions(count, 64, T, true).areRefuted()).as("it makes no difference").isFalse();
  }

  @Test
  void anotherIntervalIsFound() {
    HitPositions other = positions(1000, 100_000, 4 * T, false);
    assertThat(other.areRefuted()).isTrue();
    assertThat(other.areSwapped()).isFalse();
    assertThat(positions(100_000, 100_000, 1.1 * T, false).areRefuted())
        .as("an interval that is off by a tenth")
        .isFalse();
  }

  /** An interval that is off by a fifth moves the mean by a twentieth. */
  @Test
  void anIntervalThatIsOffByAThirdIsFound() {
    assertThat(positions(100_000, 100_000, 1.35 * T, false).areRefuted()).isTrue();
  }

  /** By chance, twenty allocations are all hit at the start once in 10^10 logs. */
  @Test
  void twentyPositionsAtTheStartAreNoAccident() {
    for (int size : new int[] {1 << 30, T, T / 8}) {
      HitPositions positions = new HitPositions(T);
      for (int count = 1; count <= 20; count++) {
        positions.add(size, size - 1);
        assertThat(positions.areRefuted()).as("%d of %d", count, size).isEqualTo(count == 20);
      }
      assertThat(positions.areSwapped()).as("swapped, all would be hit at the end").isFalse();
    }
  }

  @Test
  void blocksMuchSmallerThanTheIntervalSayNothing() {
    HitPositions positions = new HitPositions(T);
    positions.add(T / 8 - 1, 0);
    assertThat(positions.count()).isZero();
    positions.add(T / 8, 0);
    assertThat(positions.count()).isOne();
    HitPositions complete = new HitPositions(1);
    complete.add(100, 0);
    assertThat(complete.count()).isZero();
  }

  /** Of one byte there is one position; of the last of two, the law has less than a half. */
  @Test
  void theMeanOfUniformPositionsIsAHalf() {
    HitPositions positions = new HitPositions(2);
    positions.add(1, 0);
    assertThat(positions.mean()).isEqualTo(0.5);
    positions.add(2, 1);
    assertThat(positions.mean()).isCloseTo((0.5 * 0.5 + 1.0 / 3) / 1.5, within(1e-12));
  }

  private String log(int count, boolean swapped, double sampled) {
    StringBuilder log = new StringBuilder(WEIGHTED.replace("weighted", "to-sample"));
    for (int i = 0; i < count; i++) {
      long position = position(100_000, sampled);
      log.append("{\"alloc\":").append(i).append(",\"size\":100000,\"to_sample\":");
      log.append(swapped ? position : 99_999 - position).append("}\n");
    }
    return log.toString();
  }

  @Test
  void positionsOffTheirLawReachDecisions() throws IOException {
    RecordedProfile swapped = read(log(500, true, T));
    assertThat(swapped.notices())
        .containsExactly(Notice.of(ErrorId.SWAPPED_POSITIONS, 500, "unknown process"));
    assertThat(swapped.effects().isTooLow(false)).isTrue();
    RecordedProfile other = read(log(500, false, 4 * T));
    assertThat(other.notices())
        .containsExactly(Notice.of(ErrorId.REFUTED_POSITIONS, 500, "unknown process", T));
    assertThat(other.effects().areDoubtful(true)).isTrue();
    assertThat(read(log(500, false, T)).notices()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "100, 4096, true",
    "100, 8192.0, true",
    "100, 4097, false",
    "100, 5243.38, false",
    "4095, 4096, true",
    "4096, 4096, true",
    "4096, 8192, false",
    "9000, 9000, true",
    "9000, 9001, false",
    "0, 0, false",
    ", 4096, true",
    ", 5000, true",
    ", 4095, false",
  })
  void weightsFitTheInterval(String size, String weight, boolean fits) throws IOException {
    String sized = size == null ? "" : ",\"size\":" + size;
    RecordedProfile profile =
        read(WEIGHTED + "{\"alloc\":1" + sized + ",\"weight\":" + weight + "}\n");
    assertThat(profile.notices())
        .isEqualTo(fits ? List.of() : List.of(refuted(SchemeEvidence.RULE_OF_WEIGHTED)));
    assertThat(profile.effects().areDoubtful(true)).isEqualTo(!fits);
  }

  /** Weights in objects are below their sizes, or below the interval. One bad line is skipped. */
  @ParameterizedTest
  @CsvSource({
    "4096, 100, 41.5, 9000, 1.1, 2",
    "4096, 100, 524.3, 9000, 1.1, 3",
    "0, 100, 41.5, 9000, 1.1, 2",
    "4096, 100, 4096, 9000, 1.1, 0",
    "4096, 9000, 9000, 9000, 1.1, 0",
    "0, 100, 104, 9000, 1.1, 0",
    "4096, 100, 524.3, 200, 400.5, 0",
  })
  void weightsThatAreNoBytesAreRefused(
      long interval, long size, String weight, long size2, String weight2, int refusedLine)
      throws IOException {
    String line = "{\"alloc\":%d,\"size\":%d,\"weight\":%s}\n";
    String log =
        WEIGHTED.replace(String.valueOf(T), String.valueOf(interval))
            + String.format(Locale.ROOT, line, 1, size, weight)
            + String.format(Locale.ROOT, line, 2, size2, weight2);
    if (refusedLine > 0) {
      assertThatThrownBy(() -> read(log))
          .isInstanceOfSatisfying(
              HeapConvException.class,
              e -> assertThat(e.id()).isEqualTo(ErrorId.NOTHING_UNDERSTOOD))
          .hasMessageContaining("2 of 2 weights are too small")
          .hasMessageContaining("line " + refusedLine + ": " + SchemeEvidence.BELOW_SIZE);
    } else {
      assertThat(read(log).heaps()).isNotEmpty();
    }
  }

  @Test
  void findingsTellWhetherTheSchemeFits() throws IOException {
    String bad = "{\"alloc\":1,\"size\":9,\"weight\":100}\n";
    RecordedProfile twice = read(WEIGHTED + bad + bad.replace(":1,", ":2,"));
    assertThat(twice.notices().get(0))
        .isEqualTo(Notice.of(ErrorId.REFUTED_WEIGHTS, 2, T, 2, SchemeEvidence.RULE_OF_WEIGHTED));
    assertThat(fits(twice)).isEqualTo(false);
    assertThat(fits(read(log(500, true, T)))).isEqualTo(false);
    assertThat(fits(read(log(500, false, T)))).isEqualTo(true);
  }

  private static Object fits(RecordedProfile profile) {
    return profile.dumps().get(0).findings().get("scheme_fits");
  }

  private static Notice refuted(String rule) {
    return Notice.of(ErrorId.REFUTED_WEIGHTS, 1, T, 2, rule);
  }

  /** The sampler counts a byte more than the size; weights begin with the interval. */
  @ParameterizedTest
  @CsvSource({
    "100, 4096, true",
    "100, 4196, true",
    "100, 4197, false",
    "100, 4095, false",
    "100, 41.5, false",
    "0, 4096, true",
  })
  void weightsOfTcmallocFitTheInterval(long size, String weight, boolean fits) throws IOException {
    String alloc = "{\"alloc\":1,\"size\":" + size + ",\"weight\":" + weight + "}\n";
    RecordedProfile profile = read(WEIGHTED.replace("weighted", "tcmalloc") + alloc);
    assertThat(profile.notices())
        .isEqualTo(fits ? List.of() : List.of(refuted(SchemeEvidence.RULE_OF_TCMALLOC)));
    String complete = WEIGHTED.replace("weighted", "tcmalloc").replace("4096", "1");
    assertThat(read(complete + alloc).notices()).isEmpty();
  }

  @Test
  void aWeightBelowTheSizeIsNoneOfBytes() {
    assertThatThrownBy(() -> read(WEIGHTED + "{\"alloc\":1,\"size\":5000,\"weight\":105.4}\n"))
        .hasMessageContaining("the weight, in bytes, is smaller than the size");
  }

  /** An alloc and a dump at each time. */
  private static RecordedProfile timed(long... seconds) throws IOException {
    StringBuilder log = new StringBuilder(EXACT);
    for (int i = 0; i < seconds.length; i++) {
      String time = ",\"time\":" + seconds[i] * SECOND + "}\n";
      log.append("{\"alloc\":").append(i).append(",\"size\":8").append(time);
      log.append("{\"dump\":1").append(time);
    }
    return read(log.toString());
  }

  private static List<Long> seconds(RecordedProfile profile) {
    return profile.dumps().stream()
        .map(DumpSummary::info)
        .map(info -> info.dump().durationNanos() / SECOND)
        .toList();
  }

  @Test
  void aTimeThatJumpsAheadOfLaterOnesIsLeftOut() throws IOException {
    RecordedProfile profile = timed(1, 2, SECOND, 4, 5);
    assertThat(seconds(profile)).containsExactly(1L, 2L, 2L, 4L, 5L);
    assertThat(profile.notices())
        .containsExactly(
            Notice.of(ErrorId.TIMES_LEFT_OUT, 2, 6, "it is days ahead of the times that follow"));
    assertThat(profile.effects().allowExact(true)).isTrue();
    assertThat(seconds(timed(SECOND, 2, 3))).as("the first").containsExactly(0L, 2L, 3L);
    assertThat(seconds(timed(1, SECOND, 3, 2 * SECOND, 5))).containsExactly(1L, 1L, 3L, 3L, 5L);
  }

  @Test
  void timesThatStayAheadAreRight() throws IOException {
    long day = 24 * 60 * 60;
    RecordedProfile stopped = timed(1, 3 * day, 3 * day + 1, 9 * day);
    assertThat(seconds(stopped)).containsExactly(1L, 3 * day, 3 * day + 1, 9 * day);
    assertThat(stopped.notices()).isEmpty();
    RecordedProfile late = timed(1, day + 1, 2);
    assertThat(seconds(late)).as("threads write late").containsExactly(1L, day + 1, day + 1);
    assertThat(late.notices()).isEmpty();
    assertThat(seconds(timed(1, day + 2, 2))).containsExactly(1L, 1L, 2L);
    long epoch = 1_760_000_000;
    assertThat(seconds(timed(epoch, epoch + 1))).containsExactly(epoch, epoch + 1);
  }
}
