package dev.heapconv.reader.pprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Provenance.Allocated;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.proto.pprof.ValueType;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Heap profiles of other producers, by their sample types. */
class PprofColumnsTest {

  private static ReadOptions interval(long bytes) {
    return new ReadOptions(
        ReadOptions.DEFAULT.selection(), bytes, false, ReadOptions.DEFAULT.limits());
  }

  private static Path traceconv(String recording, String file) {
    return TestData.own("heapprofd/ref/" + recording + "/heap_dump." + file + ".pb.gz");
  }

  /** The estimates of each stack that has any. */
  private static List<String> estimates(RecordedProfile recorded) {
    List<String> rows = new ArrayList<>();
    EstimatedHeap heap = HeapConv.unskew(recorded, UnskewOptions.DEFAULT).heaps().get(0);
    for (int row = 0; row < heap.rows(); row++) {
      StringBuilder text = new StringBuilder();
      for (Column column : heap.columns()) {
        text.append(column.estimate(row));
      }
      rows.add(text.toString());
    }
    rows.sort(null);
    return rows;
  }

  @ParameterizedTest
  @CsvSource({"truth_i512, 512", "truth_i4096, 4096", "truth_i32768, 32768"})
  void traceconvFilesSayWhatTheTraceSays(String name, long bytes) throws IOException {
    Path folder = TestData.own("heapprofd/ref/" + name);
    Path profile = TestData.list(folder, ".pb.gz").get(0);
    RecordedProfile recorded = Conversions.read(profile, interval(bytes));
    assertThat(recorded.notices()).isEmpty();
    assertThat(recorded.heaps().get(0).info().sampling().scheme()).isEqualTo(Scheme.WEIGHTED);
    assertThat(estimates(recorded))
        .isEqualTo(estimates(Conversions.read(TestData.recording(name), ReadOptions.DEFAULT)));
  }

  @Test
  void theirIntervalIsTheUsualOneUnlessItIsGivenOrShown() throws IOException {
    RecordedProfile recorded =
        profile(ReadOptions.DEFAULT, "Total malloc count", "count", "Total malloc size", "bytes");
    assertThat(Conversions.noticeIds(recorded)).containsExactly(ErrorId.UNKNOWN_INTERVAL);
    assertThat(recorded.heaps().get(0).info().samplingInterval()).isEqualTo(4096);
    assertThat(recorded.heaps().get(0).info().provenance().interval()).isEqualTo(Evidence.ASSUMED);
  }

  @ParameterizedTest
  @CsvSource({"truth_i512, 512", "truth_i4096, 4096", "truth_i32768, 32768", "java_i4096, 4096"})
  void theirRowsShowTheInterval(String name, long bytes) throws IOException {
    Path profile = TestData.list(TestData.own("heapprofd/ref/" + name), ".pb.gz").get(0);
    RecordedProfile recorded = Conversions.read(profile, ReadOptions.DEFAULT);
    HeapInfo info = recorded.heaps().get(0).info();
    assertThat(info.samplingInterval()).isEqualTo(bytes);
    assertThat(info.provenance().interval()).isEqualTo(Evidence.SHOWN);
    assertThat(recorded.notices()).isEmpty();
  }

  @Test
  void theirFileNameNamesTheHeap() throws IOException {
    RecordedProfile recorded =
        Conversions.read(
            traceconv("customheap_all", "2.16504.dev.heapconv.arena"), ReadOptions.DEFAULT);
    HeapInfo info = recorded.heaps().get(0).info();
    assertThat(info.heap()).isEqualTo("dev.heapconv.arena");
    assertThat(info.pid()).isEqualTo(16504);
    byte[] unnamed = TestData.bytes(traceconv("customheap_all", "1.16504.libc.malloc"));
    HeapInfo malloc = Conversions.read(unnamed).heaps().get(0).info();
    assertThat(malloc.heap()).isEqualTo("libc.malloc");
    assertThat(malloc.pid()).isEqualTo(-1);
  }

  @Test
  void theirFilesOfARuntimeHaveOnlyAllocations() throws IOException {
    Path art =
        TestData.shared("device/ref/android13-art-heap/heap_dump.1.13927.com.android.art.pb.gz");
    RecordedHeap heap = Conversions.read(TestData.bytes(art)).heaps().get(0);
    assertThat(heap.info().heap()).isEqualTo("com.android.art");
    assertThat(heap.views()).containsExactly(View.ALLOC_OBJECTS, View.ALLOC_SPACE);
  }

  @Test
  void timesThatAreWrittenAsDurationsAreLeftOut() throws IOException {
    byte[] pyroscope =
        Files.readAllBytes(TestData.shared("new-formats/pyroscope_tlab_objects.pb.gz"));
    assertThat(Conversions.read(pyroscope).heaps().get(0).info().dump().durationNanos()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"-1, 0", "0, 0", "5000000000, 5000000000", "1708078385000000000, 0"})
  void durationsThatCannotBeAreUnknown(long written, long read) throws IOException {
    Profile profile =
        Profile.newBuilder()
            .addSampleType(ValueType.newBuilder().setType(1).setUnit(2))
            .addSample(Sample.newBuilder().addValue(1))
            .addAllStringTable(List.of("", "inuse_space", "bytes"))
            .setDurationNanos(written)
            .build();
    HeapInfo info = Conversions.read(profile.toByteArray()).heaps().get(0).info();
    assertThat(info.dump().durationNanos()).isEqualTo(read);
  }

  /** tcmalloc's allocation profile has the columns of its heap profile; each of the rest is one. */
  @ParameterizedTest
  @CsvSource({
    "objects, space, 30, 1, alloc_objects, MOMENT",
    "objects, space, 0, 1, objects, MOMENT",
    "objects, space, 30, 3, objects, OVER_TIME",
    "objects, space, 30, 0, objects, OVER_TIME",
    "inuse_objects, inuse_space, 30, 1, objects, OVER_TIME"
  })
  void objectsFirstAndADurationAreOfAllocations(
      String objects, String space, long seconds, int first, String view, Live live)
      throws IOException {
    Profile profile =
        Profile.newBuilder()
            .addAllStringTable(List.of("", objects, "count", space, "bytes"))
            .addSampleType(ValueType.newBuilder().setType(1).setUnit(2))
            .addSampleType(ValueType.newBuilder().setType(3).setUnit(4))
            .addSample(Sample.newBuilder().addValue(2).addValue(200))
            .setDefaultSampleType(first)
            .setDurationNanos(seconds * 1_000_000_000)
            .build();
    RecordedHeap heap = Conversions.read(profile.toByteArray()).heaps().get(0);

    assertThat(heap.views().get(0).name()).isEqualTo(view);
    assertThat(heap.info().provenance().live()).isEqualTo(live);
    assertThat(heap.info().provenance().allocated())
        .isEqualTo(seconds > 0 ? Allocated.STRETCH : Allocated.RECORDING);
  }

  /** A profile with one sample, whose values are 1, 2, 3 and so on. */
  private static RecordedProfile profile(ReadOptions options, String... typesAndUnits)
      throws IOException {
    Profile.Builder profile = Profile.newBuilder().addStringTable("");
    Sample.Builder sample = Sample.newBuilder();
    for (int i = 0; i < typesAndUnits.length; i += 2) {
      profile.addSampleType(ValueType.newBuilder().setType(i + 1).setUnit(i + 2));
      sample.addValue(i / 2 + 1);
    }
    profile.addAllStringTable(List.of(typesAndUnits)).addSample(sample);
    return Conversions.read(profile.build().toByteArray(), options);
  }

  /** async-profiler's nativemem; heap allocations are scaled. */
  @ParameterizedTest
  @CsvSource({"malloc, true", "malloc_bytes, true", "allocations, false"})
  void sizesOfSampledBlocksAreSaidToBe(String type, boolean sampled) throws IOException {
    RecordedProfile recorded = profile(ReadOptions.DEFAULT, type, "bytes");
    assertThat(Conversions.noticeIds(recorded).contains(ErrorId.SAMPLED_SIZES)).isEqualTo(sampled);
  }

  /** Nothing can be said of their sizes, but they are there. */
  @Test
  void objectsWithoutBytesAreShownAsTheyAre() throws IOException {
    for (long interval : new long[] {0, 512}) {
      RecordedProfile recorded =
          profile(interval(interval), "Total allocation count", "count", "bytes", "bytes");
      EstimatedHeap heap = HeapConv.unskew(recorded, UnskewOptions.DEFAULT).heaps().get(0);
      assertThat(heap.columns()).hasSize(2);
      assertThat(heap.columns().get(0).total()).isEqualTo(1);
    }
  }

  private static RecordedHeap read(ReadOptions options, String... typesAndUnits)
      throws IOException {
    return profile(options, typesAndUnits).heaps().get(0);
  }

  private static RecordedHeap read(String... typesAndUnits) throws IOException {
    return read(ReadOptions.DEFAULT, typesAndUnits);
  }

  private static List<String> numbers(RecordedHeap heap) {
    return heap.views().stream().map(view -> view.name() + " " + heap.value(view, 0)).toList();
  }

  @Test
  void datadogsNamesAreKnown() throws IOException {
    String[] dotNet = {
      "cpu",
      "nanoseconds",
      "alloc-samples",
      "count",
      "alloc-size",
      "bytes",
      "heap-live-samples",
      "count",
      "heap-live-size",
      "bytes"
    };
    assertThat(numbers(read(dotNet)))
        .containsExactly("alloc_space 3", "objects 4", "space 5", "alloc_samples 2");
    assertThat(read(dotNet).info().sampling().scheme()).isEqualTo(Scheme.SCALED);
    assertThat(numbers(read("inuse-objects", "count", "inuse-space", "bytes")))
        .containsExactly("objects 1", "space 2");
  }

  /**
   * Of one column each, objects and bytes are of the same memory, whatever the bytes are called.
   */
  @ParameterizedTest
  @CsvSource({
    "objects, allocated, objects 1, space 2",
    "allocs, size, alloc_objects 1, alloc_space 2",
    "allocations, space, objects 1, space 2"
  })
  void oneCountAndOneByteColumnAreAPair(String count, String bytes, String objects, String space)
      throws IOException {
    assertThat(numbers(read(count, "count", bytes, "bytes"))).containsExactly(objects, space);
    assertThat(numbers(read(bytes, "bytes", count, "count")))
        .containsExactly(objects.replace('1', '2'), space.replace('2', '1'));
  }

  /** Samples that stand for any number of objects stay what they are beside allocated bytes. */
  @Test
  void samplesOfAllocationsAreNoPairWithTheirBytes() throws IOException {
    assertThat(numbers(read("allocations", "count", "alloc_space", "bytes")))
        .containsExactly("alloc_space 2", "alloc_samples 1");
  }

  @Test
  void rubyAndPythonCountObjectsInAllocSamples() throws IOException {
    assertThat(
            numbers(
                read(
                    "alloc-samples",
                    "count",
                    "alloc-space",
                    "bytes",
                    "heap-space",
                    "bytes",
                    "wall-time",
                    "nanoseconds")))
        .containsExactly("alloc_objects 1", "alloc_space 2", "space 3");
    assertThat(numbers(read("alloc-samples", "count", "alloc-samples-unscaled", "count")))
        .containsExactly("alloc_objects 1", "alloc_samples 2");
  }

  @Test
  void rawNumbersAreUnskewedIfTheIntervalIsGiven() throws IOException {
    RecordedHeap heap = read(interval(102_400), "alloc-samples", "count", "alloc-size", "bytes");
    assertThat(heap.info().sampling().scheme()).isEqualTo(Scheme.RECORDED);
    assertThat(heap.info().samplingInterval()).isEqualTo(102_400);
    assertThat(numbers(heap)).containsExactly("alloc_objects 1", "alloc_space 2");
  }

  @Test
  void withoutBytesSamplesAreNotUnskewed() throws IOException {
    for (String[] types :
        List.of(
            new String[] {"alloc-samples", "count"},
            new String[] {"allocations", "count"},
            new String[] {"alloc-samples", "count", "alloc-size", "bytes", "live", "count"})) {
      RecordedProfile profile = profile(interval(102_400), types);
      assertThat(profile.heaps().get(0).info().sampling().scheme()).isEqualTo(Scheme.SCALED);
      assertThat(Conversions.noticeIds(profile)).contains(ErrorId.INTERVAL_IGNORED);
      assertThat(numbers(profile.heaps().get(0))).contains("alloc_samples 1");
    }
  }

  @Test
  void withoutBytesAllMayHaveBeenRecorded() throws IOException {
    RecordedProfile profile = profile(interval(1), "allocations", "count");
    assertThat(profile.heaps().get(0).info().sampling()).isEqualTo(Sampling.COMPLETE);
    assertThat(Conversions.noticeIds(profile)).doesNotContain(ErrorId.INTERVAL_IGNORED);
  }

  @Test
  void allocationsInThreadLocalBuffersAndOutsideOfThemAddUp() throws IOException {
    String[] types = {
      "alloc_in_new_tlab_objects", "count", "alloc_in_new_tlab_bytes", "bytes",
      "alloc_outside_tlab_objects", "count", "alloc_outside_tlab_bytes", "bytes"
    };
    assertThat(numbers(read(types))).containsExactly("alloc_space 6", "alloc_samples 4");
    assertThat(numbers(read("alloc_outside_tlab_objects", "count", "live", "count")))
        .containsExactly("alloc_samples 1", "samples 2");
  }

  @ParameterizedTest
  @CsvSource({
    "memory, bytes, alloc_space",
    "allocations, count, alloc_samples",
    "allocations, bytes, alloc_space",
    "malloc, bytes, alloc_space",
    "malloc_objects, count, alloc_samples",
    "inuse_space, bytes, space"
  })
  void someNamesDependOnTheUnit(String type, String unit, String view) throws IOException {
    assertThat(numbers(read(type, unit))).containsExactly(view + " 1");
  }

  /** Unless a producer is known to count objects. */
  @ParameterizedTest
  @CsvSource({
    "allocations, alloc_samples",
    "memory, alloc_samples",
    "malloc, alloc_samples",
    "alloc_in_new_tlab_objects, alloc_samples",
    "alloc_outside_tlab_objects, alloc_samples",
    "alloc_sample_objects, alloc_samples",
    "alloc-samples, alloc_samples",
    "live, samples"
  })
  void numbersOfSamplesAreNeverObjects(String type, String view) throws IOException {
    RecordedProfile alone = profile(ReadOptions.DEFAULT, type, "count");
    assertThat(numbers(alone.heaps().get(0))).containsExactly(view + " 1");
    assertThat(alone.notices())
        .singleElement()
        .satisfies(
            notice -> {
              assertThat(notice.id()).isEqualTo(ErrorId.ONLY_SAMPLE_COUNTS);
              assertThat(notice.message()).contains(view + ": " + type + ";", "with bytes");
            });
    RecordedProfile withBytes =
        profile(ReadOptions.DEFAULT, type, "count", "alloc_sample_bytes", "bytes");
    assertThat(numbers(withBytes.heaps().get(0))).containsExactly("alloc_space 2", view + " 1");
    assertThat(Conversions.noticeIds(withBytes)).containsExactly(ErrorId.SAMPLE_COUNTS);
    EstimatedProfile estimated = HeapConv.unskew(withBytes, UnskewOptions.DEFAULT);
    RecordedProfile again = Conversions.read(Conversions.write(estimated, Format.PPROF));
    // CPU profiles have a column of this name, too, and say nothing of live memory.
    boolean isKept = !view.equals("samples");
    assertThat(Conversions.noticeIds(again))
        .containsExactly(isKept ? ErrorId.SAMPLE_COUNTS : ErrorId.COLUMNS_LEFT_OUT);
    assertThat(numbers(again.heaps().get(0)))
        .isEqualTo(isKept ? numbers(withBytes.heaps().get(0)) : List.of("alloc_space 2"));
    String csv =
        new String(Conversions.write(estimated, Format.CSV), StandardCharsets.UTF_8)
            .lines()
            .findFirst()
            .orElseThrow();
    assertThat(csv.split(",")).doesNotHaveDuplicates().contains(view).doesNotContain("objects");
  }

  @ParameterizedTest
  @CsvSource({"kilobytes, 1024", "kB, 1024", "MiB, 1048576", "B, 1", "By, 1", "GB, 1073741824"})
  void multiplesOfBytesAreBytes(String unit, long bytes) throws IOException {
    assertThat(numbers(read("inuse_space", unit))).containsExactly("space " + bytes);
  }

  @Test
  void columnsOfOtherNamesKeepThem() throws IOException {
    RecordedProfile recorded =
        profile(
            ReadOptions.DEFAULT,
            "retained_size",
            "bytes",
            "retained_objects",
            "count",
            "rss",
            "bytes",
            "gc cycles",
            "count",
            "pause",
            "nanoseconds",
            "total_allocated",
            "bytes");
    assertThat(numbers(recorded.heaps().get(0)))
        .containsExactly("alloc_space 6", "objects 2", "space 1", "rss 3", "gc cycles 4");
    assertThat(recorded.notices())
        .singleElement()
        .satisfies(
            notice -> {
              assertThat(notice.id()).isEqualTo(ErrorId.COLUMNS_LEFT_OUT);
              assertThat(notice.message()).endsWith(": pause");
            });
  }

  @Test
  void columnsBeyondALimitAreLeftOutAndSaid() throws IOException {
    String[] types = new String[2 * 100];
    for (int i = 0; i < types.length; i += 2) {
      types[i] = i == 198 ? "inuse_space" : "kind" + i;
      types[i + 1] = "bytes";
    }
    RecordedProfile recorded = profile(ReadOptions.DEFAULT, types);
    assertThat(recorded.heaps().get(0).views())
        .hasSize(PprofColumns.MOST)
        .contains(View.SPACE, new View("kind0", "bytes"))
        .doesNotContain(new View("kind150", "bytes"));
    assertThat(Conversions.noticeIds(recorded)).contains(ErrorId.MANY_COLUMNS);
  }

  @Test
  void otherUnitsAreNotTakenForBytesOrObjects() {
    for (String[] types :
        List.of(
            new String[] {"alloc_space", "count"},
            new String[] {"alloc_space", "nanoseconds"},
            new String[] {"samples", "count", "cpu", "nanoseconds"})) {
      assertThatThrownBy(() -> read(types))
          .isInstanceOfSatisfying(
              HeapConvException.class,
              e -> assertThat(e.id()).isEqualTo(ErrorId.NOT_A_HEAP_PROFILE));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "B2, ONLY_SAMPLE_COUNTS, alloc_samples, 393",
    "Bt, , alloc_space, 211684616",
    "pyroscope_tlab_objects, ONLY_SAMPLE_COUNTS, alloc_samples, 766"
  })
  void filesMadeOfFlightRecordingsHoldWhatTheySay(
      String name, ErrorId notice, String view, long total) throws IOException {
    RecordedProfile profile =
        Conversions.read(TestData.bytes(TestData.shared("new-formats/" + name + ".pb.gz")));
    assertThat(Conversions.noticeIds(profile))
        .isEqualTo(notice == null ? List.of() : List.of(notice));
    RecordedHeap heap = profile.heaps().get(0);
    assertThat(heap.views()).extracting(View::name).containsExactly(view);
    assertThat(heap.summary().totals()).containsExactly(total);
  }

  @Test
  void otherColumnsOfMemoryKeepTheirNames() throws IOException {
    assertThat(numbers(read("objects", "count", "space", "bytes", "resident_space", "bytes")))
        .containsExactly("objects 1", "space 2", "resident_space 3");
  }

  @Test
  void aNameThatIsRepeatedCountsOnce() throws IOException {
    assertThat(numbers(read("inuse_space", "bytes", "space", "bytes"))).hasSize(1);
  }

  /** Outputs tell columns apart by their names. */
  @ParameterizedTest
  @CsvSource({
    "alloc_objects count alloc_space bytes alloc_objects bytes,alloc_objects_bytes",
    "objects count space bytes space count,space_count",
    "objects count space bytes kept count kept bytes,kept_bytes",
    "objects bytes space bytes,objects_bytes"
  })
  void columnsOfOneNameAreNamedByTheirUnits(String types, String added) throws IOException {
    String[] words = types.split(" ");
    Profile.Builder profile = Profile.newBuilder().addStringTable("");
    Sample.Builder sample = Sample.newBuilder();
    for (int i = 0; i < words.length; i += 2) {
      profile.addStringTable(words[i]).addStringTable(words[i + 1]);
      profile.addSampleType(ValueType.newBuilder().setType(i + 1).setUnit(i + 2));
      sample.addValue(100 + i);
    }
    byte[] once = pprof(profile.addSample(sample).build().toByteArray());

    assertThat(names(once)).doesNotHaveDuplicates().hasSize(words.length / 2).contains(added);
    assertThat(pprof(once)).isEqualTo(once);
  }

  private static byte[] pprof(byte[] input) throws IOException {
    return Conversions.write(
        HeapConv.unskew(Conversions.read(input), UnskewOptions.DEFAULT), Format.PPROF_PLAIN);
  }

  private static List<String> names(byte[] pprof) throws IOException {
    return Conversions.read(pprof).heaps().get(0).views().stream().map(View::name).toList();
  }
}
