package dev.heapconv.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.fixtures.RecordedText.Row;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.proto.perfetto.Trace;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** What we read against what the recorded programs say they did. */
class TruthTest {

  private static JsonNode truth(String name) {
    return new ObjectMapper()
        .readTree(TestData.own("heapprofd").resolve(name + ".truth.json").toFile());
  }

  private static RecordedProfile read(String name, DumpSelector choice) throws IOException {
    return Conversions.read(TestData.recording(name), Conversions.dump(choice));
  }

  private static Row row(JsonNode site) {
    long allocCount = site.get("alloc_count").asLong();
    long allocBytes = site.get("alloc_bytes").asLong();
    return new Row(
        allocCount,
        allocBytes,
        allocCount - site.get("free_count").asLong(),
        allocBytes - site.get("free_bytes").asLong());
  }

  @Test
  void everySiteOfAnUnsampledRecordingEqualsTheTruth() throws IOException {
    RecordedProfile profile = read("truth_i1", DumpSelector.LAST);
    RecordedHeap heap = profile.heaps().get(0);
    assertThat(heap.info().samplingInterval()).isEqualTo(1);
    for (JsonNode site : truth("truth_i1").get("sites")) {
      String function = site.get("function").asString();
      if (function.startsWith("site_recursive") || function.startsWith("site_two_callers")) {
        continue; // One function, several sites: below.
      }
      // malloc(0) never reaches the profiler's counter of bytes.
      Row expected = function.equals("site_zero()") ? new Row(0, 0, 0, 0) : row(site);
      assertThat(RecordedText.containing(profile, heap, function)).as(function).isEqualTo(expected);
    }
  }

  @Test
  void sitesOfOneFunctionAreToldApartByTheirCallers() throws IOException {
    RecordedProfile profile = read("truth_i1", DumpSelector.LAST);
    RecordedHeap heap = profile.heaps().get(0);
    List<Integer> recursionDepths = new ArrayList<>();
    for (int row = 0; row < heap.rows(); row++) {
      List<String> names = RecordedText.names(profile.stacks(), heap.stack(row));
      int depth =
          (int) names.stream().filter(name -> name.equals("site_recursive_96(int)")).count() - 1;
      if (depth >= 0) {
        recursionDepths.add(depth);
        assertThat(heap.allocCount(row)).isEqualTo(3000);
        assertThat(heap.liveBytes(row)).isEqualTo(288000);
      }
    }
    assertThat(recursionDepths).containsExactlyInAnyOrder(0, 1, 7, 60);
    assertThat(RecordedText.containing(profile, heap, "caller_left()"))
        .isEqualTo(new Row(8000, 1024000, 8000, 1024000));
    assertThat(RecordedText.containing(profile, heap, "caller_right()"))
        .isEqualTo(new Row(16000, 2048000, 1600, 204800));
  }

  @Test
  void everySiteOfEveryCustomHeapEqualsTheTruth() throws IOException {
    RecordedProfile profile = read("customheap_all", DumpSelector.LAST);
    JsonNode heaps = truth("customheap_all").get("heaps");
    // The reference loses dev.heapconv.gpu, whose stacks did not change between the dumps.
    assertThat(profile.heaps())
        .extracting(heap -> heap.info().heap())
        .containsExactlyInAnyOrderElementsOf(heaps.propertyNames());
    for (RecordedHeap heap : profile.heaps()) {
      for (Map.Entry<String, JsonNode> site : heaps.get(heap.info().heap()).properties()) {
        assertThat(RecordedText.containing(profile, heap, site.getKey()))
            .as(heap.info().heap() + " " + site.getKey())
            .isEqualTo(row(site.getValue()));
      }
    }
  }

  @Test
  void aPeakEqualsTheTruth() throws IOException {
    RecordedProfile profile = read("dumpmax_i1", DumpSelector.LAST);
    RecordedHeap heap = profile.heaps().get(0);
    assertThat(heap.views()).containsExactly(View.OBJECTS, View.SPACE);
    for (Map.Entry<String, JsonNode> site : truth("dumpmax_i1").get("peak").properties()) {
      long count = site.getValue().get("count").asLong();
      long bytes = site.getValue().get("bytes").asLong();
      assertThat(RecordedText.containing(profile, heap, site.getKey()))
          .as(site.getKey())
          .isEqualTo(new Row(0, 0, count, bytes));
    }
  }

  @Test
  void severalPeaksAreNotAddedUp() throws IOException {
    for (DumpSelector choice : List.of(DumpSelector.LAST, DumpSelector.MAX)) {
      RecordedProfile profile = read("dumpmax_cont_i1", choice);
      RecordedHeap heap = profile.heaps().get(0);
      for (Map.Entry<String, JsonNode> site : truth("dumpmax_cont_i1").get("peak2").properties()) {
        long count = site.getValue().get("count").asLong();
        long bytes = site.getValue().get("bytes").asLong();
        assertThat(RecordedText.containing(profile, heap, site.getKey()))
            .as(site.getKey())
            .isEqualTo(new Row(0, 0, count, bytes));
      }
      // 108 bytes more come from the start of the program. The reference says 14,000,108.
      assertThat(RecordedText.total(heap)).isEqualTo(new Row(0, 0, 1103, 10_400_108));
    }
    RecordedProfile first = read("dumpmax_cont_i1", DumpSelector.FIRST);
    assertThat(RecordedText.containing(first, first.heaps().get(0), "first_hump()"))
        .isEqualTo(new Row(0, 0, 1000, 4_000_000));
  }

  @Test
  void processesThatShareCallstacksKeepTheirOwnNumbers() throws IOException {
    Path file = TestData.own("heapprofd/synthetic/two_procs_new_iid.pftrace");
    RecordedProfile profile = Conversions.read(file, Conversions.dump(DumpSelector.ALL));
    // Fully freed, then back under another id: 1000 + 300, then 1000 + 400 (the reference loses the
    // last).
    assertThat(
            profile.heaps().stream()
                .filter(heap -> heap.info().pid() == 100)
                .map(RecordedText::total))
        .containsExactly(
            new Row(10, 1000, 0, 0), new Row(13, 1300, 3, 300), new Row(14, 1400, 4, 400));
    assertThat(
            profile.heaps().stream()
                .filter(heap -> heap.info().pid() == 200)
                .map(RecordedText::total))
        .containsExactly(new Row(5, 50, 0, 0), new Row(8, 80, 3, 30), new Row(9, 90, 4, 40));
  }

  @Test
  void aStackThatReturnsUnderItsOldIdAddsToWhatItHad() throws IOException {
    Path file = TestData.own("heapprofd/synthetic/reset_same_iid.pftrace");
    RecordedProfile profile = Conversions.read(file, Conversions.dump(DumpSelector.ALL));
    // The reference prints no third dump.
    assertThat(profile.heaps().stream().map(RecordedText::total))
        .containsExactly(
            new Row(15, 1500, 5, 500), new Row(17, 1700, 7, 700), new Row(20, 2000, 9, 900));
  }

  @ParameterizedTest
  @ValueSource(strings = {"phases_i512", "deflate_phases", "mixed_deflate"})
  void whatWasAllocatedNeverFalls(String name) throws IOException {
    RecordedProfile profile = read(name, DumpSelector.ALL);
    Map<List<Long>, List<Long>> before = new HashMap<>();
    for (RecordedHeap heap : profile.heaps()) {
      for (int row = 0; row < heap.rows(); row++) {
        List<Long> numbers = List.of(heap.allocCount(row), heap.allocBytes(row));
        List<Long> last = before.put(List.of(heap.info().pid(), (long) heap.stack(row)), numbers);
        if (last != null) {
          assertThat(numbers.get(0)).isGreaterThanOrEqualTo(last.get(0));
          assertThat(numbers.get(1)).isGreaterThanOrEqualTo(last.get(1));
        }
      }
    }
    assertThat(before).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"phases_i512", "deflate_phases"})
  void dumpsOfASteadyProgramMatchTheTruthWithinSamplingError(String name) throws IOException {
    RecordedProfile profile = read(name, DumpSelector.ALL);
    List<Long> times = dumpTimes(TestData.recordingBytes(name), profile.heaps().size());
    int compared = 0;
    for (JsonNode phase : truth(name).get("phases")) {
      long from = phase.get("steady_from_mono_coarse_ns").asLong();
      long to = phase.get("steady_to_mono_coarse_ns").asLong();
      for (int dump = 0; dump < times.size(); dump++) {
        if (times.get(dump) < from || times.get(dump) > to) {
          continue;
        }
        RecordedHeap heap = profile.heaps().get(dump);
        for (Map.Entry<String, JsonNode> site : phase.get("cumulative").properties()) {
          Row truth = row(site.getValue());
          Row found = RecordedText.containing(profile, heap, site.getKey());
          long interval = heap.info().samplingInterval();
          assertClose(
              found.allocBytes(),
              truth.allocBytes(),
              interval,
              site.getKey() + " allocated, dump " + dump);
          assertClose(
              found.liveBytes(),
              truth.liveBytes(),
              interval,
              site.getKey() + " live, dump " + dump);
          compared++;
        }
      }
    }
    assertThat(compared).as("sites compared").isGreaterThan(20);
  }

  /**
   * Within five standard deviations of a Poisson number of samples, and what one sample more would
   * add.
   */
  private static void assertClose(long found, long truth, long interval, String what) {
    double error = 5 * Math.sqrt((double) truth * interval) + 3 * interval;
    assertThat((double) Math.abs(found - truth))
        .as(what + ": " + found + " for " + truth)
        .isLessThanOrEqualTo(error);
  }

  /** Times of the dumps on the profiler's clock, decoded with protobuf's own classes. */
  private static List<Long> dumpTimes(byte[] bytes, int expected) throws IOException {
    List<Long> times = new ArrayList<>();
    addDumpTimes(Trace.parseFrom(bytes), times);
    assertThat(times).hasSize(expected);
    return times;
  }

  private static void addDumpTimes(Trace trace, List<Long> times) throws IOException {
    for (TracePacket packet : trace.getPacketList()) {
      if (packet.hasCompressedPackets()) {
        byte[] plain =
            new java.util.zip.InflaterInputStream(packet.getCompressedPackets().newInput())
                .readAllBytes();
        addDumpTimes(Trace.parseFrom(plain), times);
      }
      for (var dump : packet.getProfilePacket().getProcessDumpsList()) {
        if (times.isEmpty() || times.get(times.size() - 1) != dump.getTimestamp()) {
          times.add(dump.getTimestamp());
        }
      }
    }
  }

  @Test
  void aCompressedRecordingReadsAsItsPlainPackets() throws IOException {
    // The same python program under the same interval: recordings differ by chance, the program's
    // stacks do not.
    RecordedProfile deflate = read("deflate_python", DumpSelector.LAST);
    RecordedProfile zstd = read("zstd_python", DumpSelector.LAST);
    RecordedProfile plain = read("python_i4096", DumpSelector.LAST);
    double expected = RecordedText.total(plain.heaps().get(0)).allocBytes();
    assertThat((double) RecordedText.total(deflate.heaps().get(0)).allocBytes())
        .isBetween(expected * 0.8, expected * 1.2);
    assertThat((double) RecordedText.total(zstd.heaps().get(0)).allocBytes())
        .isBetween(expected * 0.8, expected * 1.2);
  }
}
