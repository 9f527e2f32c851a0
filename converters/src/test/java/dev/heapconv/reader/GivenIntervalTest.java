package dev.heapconv.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Limits;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.reader.pprof.PprofReader;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A sampling interval that the user gives replaces that of the recording, and is marked as given.
 */
class GivenIntervalTest {

  private static final long GIVEN = 12_345;

  private static final ReadOptions OPTIONS =
      new ReadOptions(Selection.DEFAULT, GIVEN, false, Limits.DEFAULT);

  private static void assertGiven(RecordedProfile profile) {
    assertThat(profile.heaps()).isNotEmpty();
    assertThat(profile.heaps())
        .extracting(RecordedHeap::info)
        .allSatisfy(
            info -> {
              assertThat(info.samplingInterval()).isEqualTo(GIVEN);
              assertThat(info.provenance().interval()).isEqualTo(Evidence.TOLD);
            });
    assertThat(Conversions.noticeIds(profile)).doesNotContain(ErrorId.INTERVAL_IGNORED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "heapprofd/truth_i4096.pftrace",
        "alloc/jemalloc/je530_lg12_t4_acc1.heap",
        "alloc/gperftools/tc_rate4096_t1.heap.gz",
        "alloc/go/go119_rate32768.heap.debug1.txt",
        "alloc/jfr/give_ap_alloc256k.jfr",
        "alloc/v8/v8_interval32768.heapprofile",
        "alloc/fuchsia/genA/session-manager.cm_final_0"
      })
  void itReplacesTheOneOfTheRecording(String file) throws IOException {
    assertGiven(Conversions.read(TestData.bytes(TestData.own(file)), OPTIONS));
  }

  /** Weights are multiples of the interval: a smaller one is used, but not believed. */
  @ParameterizedTest
  @CsvSource({"1, true", "100, true", "4095, true", "4096, false"})
  void theWeightsOfATraceRefuteASmallerOne(long given, boolean isRefuted) throws IOException {
    ReadOptions options = new ReadOptions(Selection.DEFAULT, given, false, Limits.DEFAULT);
    byte[] trace = TestData.bytes(TestData.own("heapprofd/truth_i4096.pftrace"));
    RecordedProfile profile = Conversions.read(trace, options);
    assertThat(profile.heaps().get(0).info().samplingInterval()).isEqualTo(given);
    assertThat(Conversions.noticeIds(profile).contains(ErrorId.REFUTED_GIVEN_INTERVAL))
        .isEqualTo(isRefuted);
    assertThat(profile.notices().stream().map(Notice::message).toList().toString().contains("4096"))
        .isEqualTo(isRefuted);
  }

  @ParameterizedTest
  @ValueSource(strings = {"to-sample", "weighted", "recorded", "tcmalloc"})
  void itReplacesTheOneOfALog(String scheme) throws IOException {
    String log =
        "{\"heapconv\":1,\"frees\":true,\"scheme\":\"%s\",\"interval\":4096}\n".formatted(scheme)
            + "{\"alloc\":1,\"size\":20000,\"to_sample\":5,\"weight\":20000,\"frames\":[\"f\"]}\n";
    assertGiven(Conversions.read(log.getBytes(StandardCharsets.UTF_8), OPTIONS));
  }

  @Test
  void itReplacesThatOfASeriesOfFuchsia() throws IOException {
    InputSource last =
        InputSource.file(TestData.own("alloc/fuchsia/genA/session-manager.cm_final_0"));
    assertGiven(PprofReader.readLifetime(List.of(last), OPTIONS, false));
  }

  /** Numbers that are no samples have no interval, and a warning says that it has no effect. */
  @Test
  void whereNothingWasSampledItHasNoEffect() throws IOException {
    String log =
        "{\"heapconv\":1,\"frees\":true,\"scheme\":\"exact\"}\n"
            + "{\"alloc\":1,\"size\":2,\"frames\":[]}\n";
    RecordedProfile profile = Conversions.read(log.getBytes(StandardCharsets.UTF_8), OPTIONS);
    HeapInfo info = profile.heaps().get(0).info();

    assertThat(info.sampling().isComplete()).isTrue();
    assertThat(info.provenance().interval()).isEqualTo(Evidence.STATED);
    assertThat(Conversions.noticeIds(profile)).containsExactly(ErrorId.INTERVAL_IGNORED);
  }

  /** Formats that fix whether their numbers are scaled leave no room for another answer. */
  @ParameterizedTest
  @CsvSource({"true, true", "false, false"})
  void whereTheFormatFixesIfNumbersAreScaledTheAnswerHasNoEffect(boolean scaled, boolean warns)
      throws IOException {
    ReadOptions options = ReadOptions.DEFAULT.withGiven(new GivenSampling(0, scaled));
    byte[] trace = TestData.bytes(TestData.own("heapprofd/truth_i4096.pftrace"));

    assertThat(Conversions.noticeIds(Conversions.read(trace, options)))
        .hasSize(warns ? 1 : 0)
        .allMatch(ErrorId.SCALED_IGNORED::equals);
  }

  /** Allocations that weigh less than an interval were not sampled at it. */
  @Test
  void itIsUsedThoughRowsOfATraceRefuteIt() throws IOException {
    byte[] trace = TestData.bytes(TestData.own("heapprofd/truth_i4096.pftrace"));
    EstimatedProfile profile =
        HeapConv.unskew(
            Conversions.read(
                trace, new ReadOptions(Selection.DEFAULT, 65_536, false, Limits.DEFAULT)),
            UnskewOptions.DEFAULT);

    assertThat(profile.heaps().get(0).info().samplingInterval()).isEqualTo(65_536);
    assertThat(profile.notices())
        .extracting(Notice::id)
        .containsExactly(ErrorId.REFUTED_GIVEN_INTERVAL);
  }
}
