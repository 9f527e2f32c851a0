package dev.heapconv.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.proto.pprof.ValueType;
import dev.heapconv.query.Comparison;
import dev.heapconv.query.GroupBy;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.testing.TraceBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class MergingTest {

  private static EstimatedProfile estimated(String recording, double confidence)
      throws IOException {
    RecordedProfile recorded = Conversions.read(TestData.recording(recording), ReadOptions.DEFAULT);
    UnskewOptions options = new UnskewOptions(true, confidence);
    return HeapConv.unskew(recorded, options);
  }

  @Test
  void theLongestRecordingIsTheDurationOfASum() throws IOException {
    EstimatedProfile one = estimated("phases_i512", 0.95);
    long duration = one.heaps().get(0).info().dump().durationNanos();
    assertThat(duration).isPositive();
    assertThat(Merging.of(List.of(one, one), false).heaps().get(0).info().dump().durationNanos())
        .isEqualTo(duration);
  }

  /** When a sum was recorded: until the last of its recordings was, whichever comes first. */
  @Test
  void theTimeOfASumIsThatOfItsLatestRecording() throws IOException {
    EstimatedProfile early = at(1_000);
    EstimatedProfile late = at(2_000);
    for (List<EstimatedProfile> order : List.of(List.of(early, late), List.of(late, early))) {
      assertThat(Merging.of(order, true).heaps().get(0).info().dump().timeNanos()).isEqualTo(2_000);
    }
  }

  private static EstimatedProfile at(long timeNanos) throws IOException {
    EstimatedProfile profile = estimated("phases_i512", 0.95);
    EstimatedHeap heap = profile.heaps().get(0);
    HeapInfo info = heap.info();
    return profile.withHeaps(
        List.of(heap.with(info.withTimes(timeNanos, info.dump().durationNanos()), heap.columns())));
  }

  @Test
  void intervalsOfDifferentLevelsDoNotAddUp() throws IOException {
    EstimatedProfile wide = estimated("phases_i512", 0.95);
    EstimatedProfile narrow = estimated("phases_i512", 0.5);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Merging.of(List.of(wide, narrow), false))
        .withMessage("intervals of 50 % and of 95 %");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Comparison.of(narrow, wide, GroupBy.STACK));
  }

  @Test
  void numbersOfOneNameAndTwoUnitsStayApart() throws IOException {
    EstimatedProfile sum =
        Merging.of(List.of(withColumn("count", 3), withColumn("bytes", 500)), false);

    assertThat(sum.views().stream().map(View::name)).contains("kept", "kept_bytes");
    assertThat(sum.heaps().stream().mapToDouble(heap -> total(heap, "kept")).sum()).isEqualTo(3);
    assertThat(sum.heaps().stream().mapToDouble(heap -> total(heap, "kept_bytes")).sum())
        .isEqualTo(500);
  }

  private static double total(EstimatedHeap heap, String view) {
    return heap.views().stream()
        .filter(of -> of.name().equals(view))
        .mapToDouble(of -> heap.column(of).total())
        .sum();
  }

  private static EstimatedProfile withColumn(String unit, long value) throws IOException {
    Profile.Builder profile = Profile.newBuilder();
    List.of("", "space", "bytes", "kept", unit).forEach(profile::addStringTable);
    profile.addSampleType(ValueType.newBuilder().setType(1).setUnit(2));
    profile.addSampleType(ValueType.newBuilder().setType(3).setUnit(4));
    profile.addSample(Sample.newBuilder().addValue(7).addValue(value));
    return HeapConv.unskew(Conversions.read(profile.build().toByteArray()), UnskewOptions.DEFAULT);
  }

  /** The first process of each container has pid 1. Their peaks are at different dumps. */
  @Test
  void processesOfOnePidInTwoRecordingsAreTwo() throws IOException {
    EstimatedProfile leaking = pod("a.jsonl", "grow", 100, 100, 100, 100);
    EstimatedProfile flat = pod("b.jsonl", "keep", 100, 0, 0, 0);
    assertThat(leaking.heaps().get(0).info().dump().number()).isEqualTo(4);
    assertThat(flat.heaps().get(0).info().dump().number()).isEqualTo(1);
    EstimatedProfile sum = Merging.of(List.of(leaking, flat), false);

    assertThat(sum.heaps()).hasSize(1);
    assertThat(sum.latestDumps()).hasSize(1);
    assertThat(total(sum.heaps().get(0), "space")).isEqualTo(500_000);
    for (EstimatedProfile both :
        List.of(
            Merging.sideBySide(List.of(leaking, flat)),
            again(Merging.sideBySide(List.of(leaking, flat))))) {
      assertThat(both.latestDumps()).hasSize(2);
      assertThat(both.holdsSeveralDumps()).isFalse();
    }
  }

  private static EstimatedProfile again(EstimatedProfile profile) throws IOException {
    return HeapConv.unskew(
        Conversions.read(
            Conversions.write(profile, Format.PPROF), Conversions.dump(DumpSelector.ALL)),
        UnskewOptions.DEFAULT);
  }

  private static EstimatedProfile pod(String name, String function, int... allocations)
      throws IOException {
    StringBuilder log =
        new StringBuilder(
            "{\"heapconv\":1,\"frees\":true,\"scheme\":\"exact\",\"process\":\"server\",\"pid\":1}\n");
    int address = 0;
    for (int count : allocations) {
      for (int i = 0; i < count; i++) {
        log.append("{\"alloc\":").append(++address).append(",\"size\":1000,\"frames\":[\"");
        log.append(function).append("\",\"main\"]}\n");
      }
      log.append("{\"dump\":true}\n");
    }
    InputSource source =
        InputSource.stream(
            name, new ByteArrayInputStream(log.toString().getBytes(StandardCharsets.UTF_8)));
    return HeapConv.unskew(
        HeapConv.read(source, Conversions.dump(DumpSelector.MAX)), UnskewOptions.DEFAULT);
  }

  /** As wide as that of the recording whose sampling interval grew, whichever comes first. */
  @Test
  void theIntervalOfASumGrewIfThatOfAPartDid() throws IOException {
    EstimatedProfile constant = trace(11, 8192);
    EstimatedProfile grown = trace(12, 4096);

    for (List<EstimatedProfile> order :
        List.of(List.of(constant, grown), List.of(grown, constant))) {
      HeapInfo sum = Merging.of(order, true).heaps().get(0).info();
      assertThat(sum.samplingInterval()).isEqualTo(8192);
      assertThat(sum.sampling().first()).isEqualTo(4096);
    }
  }

  private static EstimatedProfile trace(int pid, long began) throws IOException {
    TraceBuilder trace = new TraceBuilder().process(pid, "app");
    TraceBuilder.Sequence sequence = trace.sequence(7);
    TraceBuilder.Heap heap =
        TraceBuilder.heap(pid, "libc.malloc", 1000)
            .row(sequence.stack("main", "f"), 100, 819_200, 0, 0);
    heap.samples.setSamplingIntervalBytes(8192).setOrigSamplingIntervalBytes(began);
    sequence.dump(heap);
    return HeapConv.unskew(Conversions.read(trace.bytes()), UnskewOptions.DEFAULT);
  }
}
