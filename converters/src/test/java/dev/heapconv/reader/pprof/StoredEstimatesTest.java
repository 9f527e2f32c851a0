package dev.heapconv.reader.pprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Recording;
import dev.heapconv.model.Remark;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Asked;
import dev.heapconv.query.Difference;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.Subject;
import dev.heapconv.query.Subtraction;
import dev.heapconv.query.Totals;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TestData;
import dev.heapconv.writer.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A pprof file of this program's says the same as the recording that it was made of. */
@Tag("slow")
class StoredEstimatesTest {

  private static final List<String> COMMENTS =
      List.of(
          "heapconv input 3",
          "numbers are as recorded (unskew none)",
          "scheme scaled, sampling interval 512 bytes",
          "sum of 3 recordings",
          "device: other",
          "recorded by: another",
          "warning (data-loss): values are missing");

  private static final ReadOptions ALL_DUMPS = Conversions.dump(DumpSelector.ALL);

  /** Size of the largest recording that is tried, in bytes. */
  private static final long LARGEST = Effort.of(100_000, Integer.MAX_VALUE);

  private static final List<GroupBy> TABLES =
      List.of(GroupBy.FUNCTION, GroupBy.STACK, GroupBy.LIBRARY, GroupBy.PROCESS);

  static UnskewOptions level(double confidence) {
    return new UnskewOptions(true, UnskewOptions.Cutoff.RECORDED, 0, confidence);
  }

  static List<Path> recordings() {
    List<Path> recordings = new ArrayList<>();
    for (String folder : List.of("heapprofd", "alloc")) {
      try (Stream<Path> files = Files.walk(TestData.own(folder))) {
        files
            .filter(Files::isRegularFile)
            .filter(file -> !isReference(file) && file.toFile().length() < LARGEST)
            .filter(StoredEstimatesTest::isRecording)
            .sorted()
            .forEach(recordings::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    assertThat(recordings).hasSizeGreaterThan(60);
    return recordings;
  }

  static List<Path> smallRecordings() throws IOException {
    List<Path> small = new ArrayList<>();
    for (Path recording : recordings()) {
      if (Files.size(recording) < 1 << 20) {
        small.add(recording);
      }
    }
    return small;
  }

  /** What another program made of a recording. */
  private static boolean isReference(Path file) {
    return file.toString().contains("/ref/") || file.toString().contains(".ref/");
  }

  private static boolean isRecording(Path file) {
    try {
      Conversions.read(file, ALL_DUMPS);
      return true;
    } catch (HeapConvException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static EstimatedProfile estimated(Path recording, UnskewOptions options) throws IOException {
    return HeapConv.unskew(Conversions.read(recording, ALL_DUMPS), options);
  }

  static RecordedProfile reread(EstimatedProfile profile) throws IOException {
    return Conversions.read(Conversions.write(profile, Format.PPROF), ALL_DUMPS);
  }

  static EstimatedProfile throughPprof(EstimatedProfile profile, UnskewOptions options)
      throws IOException {
    return HeapConv.unskew(reread(profile), options);
  }

  private static EstimatedProfile throughPprof(EstimatedProfile profile) throws IOException {
    return throughPprof(profile, level(profile.confidence()));
  }

  /** Everything about the rows that a pprof file has: those that are not all 0. */
  private static List<String> rows(EstimatedProfile profile) {
    List<String> rows = new ArrayList<>();
    for (EstimatedHeap heap : profile.heaps()) {
      HeapInfo info = heap.info();
      rows.add(info.withDumps(0).withRecording(Recording.NONE).toString() + heap.views());
      for (int row = 0; row < heap.rows(); row++) {
        StringBuilder text = new StringBuilder();
        double sum = 0;
        for (Column column : heap.columns()) {
          text.append(column.estimate(row));
          sum += Math.abs(column.value(row));
        }
        text.append(heap.recordedAlloc(row)).append('/').append(heap.recordedLive(row));
        text.append(heap.labels(row));
        for (int s = heap.stack(row); s != StackTable.ROOT; s = profile.stacks().parent(s)) {
          text.append(profile.stacks().lines(profile.stacks().frame(s)));
        }
        if (sum > 0) {
          rows.add(text.toString());
        }
      }
    }
    return rows;
  }

  static String table(EstimatedProfile profile, GroupBy by) throws IOException {
    AggregateOptions options = AggregateOptions.DEFAULT.withBy(by).withLimit(0);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Asked asked = new Asked(Subject.of(profile), new Totals(options, null));
    Format.CSV.output().write(asked, new WriteOptions("test", null), out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String difference(EstimatedProfile base, EstimatedProfile changed)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    AggregateOptions rows = AggregateOptions.DEFAULT.withBy(GroupBy.STACK).withLimit(0);
    Asked asked = new Asked(new Subject(changed, base), new Difference(rows, null, null));
    Format.CSV.output().write(asked, new WriteOptions("test", null), out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static void assertSame(EstimatedProfile again, EstimatedProfile direct)
      throws IOException {
    List<String> expected = rows(direct);
    List<String> found = rows(again);
    for (int row = 0; row < Math.min(found.size(), expected.size()); row++) {
      assertThat(found.get(row)).as("row " + row).isEqualTo(expected.get(row));
    }
    assertThat(found).hasSameSizeAs(expected);
    for (GroupBy by : TABLES) {
      assertThat(table(again, by).lines().toList())
          .as(by.toString())
          .containsExactlyElementsOf(table(direct, by).lines().toList());
    }
    // Shares are of all heaps that were estimated together.
    List<String> comments = new ArrayList<>(direct.comments());
    comments.removeIf(comment -> comment.startsWith("allocation sizes"));
    assertThat(again.comments()).containsAll(comments);
  }

  @Test
  void whereFactsComeFromIsKept() throws IOException {
    EstimatedProfile direct = estimated(TestData.recording("truth_i4096"), UnskewOptions.DEFAULT);
    for (Evidence evidence : Evidence.values()) {
      for (Live live : Live.values()) {
        Provenance from =
            new Provenance(evidence, Evidence.ASSUMED, live, Provenance.Allocated.PROCESS);
        EstimatedProfile told = direct.withInfos(info -> info.withProvenance(from));
        assertThat(throughPprof(told).heaps().get(0).info().provenance()).isEqualTo(from);
      }
    }
  }

  /** Another program may write any comment: it is one more note, and no fact. */
  @ParameterizedTest
  @MethodSource("smallRecordings")
  void commentsDecideNothing(Path recording) throws IOException {
    EstimatedProfile direct = estimated(recording, UnskewOptions.DEFAULT);
    Profile own = Pprof.decode(Conversions.write(direct, Format.PPROF)).profile;
    for (Profile profile : List.of(own, Pprof.withoutEstimates(own))) {
      Profile.Builder commented = profile.toBuilder();
      for (String comment : COMMENTS) {
        commented.addComment(profile.getStringTableCount() + COMMENTS.indexOf(comment));
        commented.addStringTable(comment);
      }
      RecordedProfile before = Conversions.read(profile.toByteArray(), ALL_DUMPS);
      RecordedProfile after = Conversions.read(commented.build().toByteArray(), ALL_DUMPS);
      assertThat(after.notices()).isEqualTo(before.notices());
      assertThat(after.capture()).isEqualTo(before.capture());
      assertThat(rows(HeapConv.unskew(after, UnskewOptions.DEFAULT)))
          .isEqualTo(rows(HeapConv.unskew(before, UnskewOptions.DEFAULT)));
      assertThat(after.remarks()).containsAll(Remark.notes(COMMENTS));
    }
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void everyRecordingSaysTheSameByEitherWay(Path recording) throws IOException {
    EstimatedProfile direct = estimated(recording, UnskewOptions.DEFAULT);
    EstimatedProfile again = throughPprof(direct);
    assertSame(again, direct);
    assertThat(reread(direct).notices()).extracting("id").doesNotContain(ErrorId.LOST_ESTIMATES);
    assertThat(rows(throughPprof(again))).isEqualTo(rows(direct));
  }

  @Test
  void whatRowsAndDumpsHaveInCommonIsStoredOnce() throws IOException {
    EstimatedProfile direct = estimated(TestData.recording("phases_i512"), UnskewOptions.DEFAULT);
    Set<Integer> different = new HashSet<>();
    for (EstimatedHeap heap : direct.heaps()) {
      for (int row = 0; row < heap.rows(); row++) {
        different.add(heap.columns().get(0).code(row));
      }
    }
    Profile written = Pprof.decode(Conversions.write(direct, Format.PPROF)).profile;
    assertThat(written.getSampleList().stream().filter(sample -> sample.getHeapconvSame() == 0))
        .hasSize(different.size())
        .hasSizeLessThan(written.getSampleCount());
    assertThat(rows(throughPprof(direct))).isEqualTo(rows(direct));
  }

  @ParameterizedTest
  @MethodSource("smallRecordings")
  void recordedNumbersStayWhatTheyAre(Path recording) throws IOException {
    EstimatedProfile direct = estimated(recording, Conversions.AS_RECORDED);
    assertSame(throughPprof(direct), direct);
  }

  /**
   * Of recordings with several dumps, which tell more than one file keeps, intervals are scaled.
   */
  private static Stream<String> withOneDump() throws IOException {
    List<String> names = new ArrayList<>();
    for (String name : TestData.varied()) {
      EstimatedProfile profile = estimated(TestData.recording(name), UnskewOptions.DEFAULT);
      if (profile.heaps().stream().allMatch(heap -> heap.info().dumps() == 1)) {
        names.add(name);
      }
    }
    return names.stream();
  }

  @ParameterizedTest
  @MethodSource("withOneDump")
  void anotherLevelIsComputedAgainFromWhatWasRecorded(String name) throws IOException {
    Path recording = TestData.recording(name);
    EstimatedProfile direct = estimated(recording, UnskewOptions.DEFAULT);
    EstimatedProfile at80 = estimated(recording, level(0.8));
    assertSame(throughPprof(direct, level(0.8)), at80);
    List<String> comments = new ArrayList<>(throughPprof(direct, level(0.8)).comments());
    comments.removeIf(comment -> comment.startsWith("warning: "));
    assertThat(comments).hasSameElementsAs(at80.comments());
  }

  @Test
  void anotherCutoffIsKept() throws IOException {
    UnskewOptions documented = new UnskewOptions(true, UnskewOptions.Cutoff.DOCUMENTED, 0, 0.95);
    EstimatedProfile direct = estimated(TestData.recording("truth_i4096"), documented);
    assertThat(rows(direct))
        .isNotEqualTo(rows(estimated(TestData.recording("truth_i4096"), UnskewOptions.DEFAULT)));
    assertSame(throughPprof(direct), direct);
  }

  private static EstimatedProfile truth(String interval) throws IOException {
    return estimated(TestData.recording("truth_i" + interval), UnskewOptions.DEFAULT);
  }

  @Test
  void mergedFilesSayWhatMergedRecordingsSay() throws IOException {
    EstimatedProfile one = truth("4096");
    EstimatedProfile other = truth("512");
    for (boolean byProcess : new boolean[] {false, true}) {
      EstimatedProfile direct = Merging.of(List.of(one, other, one), byProcess);
      EstimatedProfile ofFiles =
          Merging.of(List.of(throughPprof(one), throughPprof(other), throughPprof(one)), byProcess);
      assertSame(ofFiles, direct);
      assertSame(throughPprof(direct), direct);
      EstimatedProfile again = Merging.of(List.of(throughPprof(direct), one), byProcess);
      assertSame(again, Merging.of(List.of(direct, one), byProcess));
      assertSame(throughPprof(again), again);
    }
    EstimatedProfile beside = Merging.sideBySide(List.of(one, other, one));
    assertThat(beside.heaps()).hasSize(3);
    assertSame(throughPprof(beside), beside);
  }

  @Test
  void differencesAreTheSameByEitherWay() throws IOException {
    EstimatedProfile base = estimated(TestData.recording("phases_i512"), UnskewOptions.DEFAULT);
    EstimatedProfile changed =
        estimated(TestData.recording("deflate_phases"), UnskewOptions.DEFAULT);
    for (EstimatedProfile b : List.of(base, throughPprof(base))) {
      assertThat(difference(b, throughPprof(changed))).isEqualTo(difference(base, changed));
      assertThat(difference(b, throughPprof(b))).isEqualTo(difference(base, base));
    }
  }

  @Test
  void aDifferenceCanBeReadAgain() throws IOException {
    EstimatedProfile difference = Subtraction.of(truth("512"), truth("4096")).profile();
    EstimatedProfile again = throughPprof(difference);
    assertThat(reread(difference).notices()).isEmpty();
    assertThat(again.views()).isEqualTo(difference.views());
    assertThat(numbers(again)).isEqualTo(numbers(difference));
    assertThat(numbers(again)).anyMatch(row -> row.startsWith("-"));
  }

  /** The value and the interval of each number that is not rounded to 0. */
  private static List<String> numbers(EstimatedProfile profile) {
    List<String> numbers = new ArrayList<>();
    for (EstimatedHeap heap : profile.heaps()) {
      for (Column column : heap.columns()) {
        for (int row = 0; row < heap.rows(); row++) {
          if (Math.round(column.value(row)) != 0) {
            numbers.add(column.value(row) + " " + column.low(row) + " " + column.high(row));
          }
        }
      }
    }
    return numbers;
  }

  @Test
  void storedIntervalsAreScaledToAnotherLevel() throws IOException {
    EstimatedProfile merged = Merging.of(List.of(truth("4096"), truth("4096")), false);
    EstimatedProfile at80 = throughPprof(merged, level(0.8));
    assertThat(at80.comments())
        .contains("intervals that were stored as 95 % intervals are scaled to 80 %");
    // The normal quantiles of 90 % and 97.5 %.
    double factor = 1.2815515655446004 / 1.959963984540054;
    Column before = merged.heaps().get(0).columns().get(1);
    Column after = at80.heaps().get(0).columns().get(1);
    for (int row = 0; row < after.rows(); row++) {
      double value = before.value(row);
      assertThat(after.value(row)).isEqualTo(value);
      assertThat(after.high(row) - value)
          .isCloseTo(factor * (before.high(row) - value), within(1e-6 * value));
      assertThat(value - after.low(row))
          .isCloseTo(factor * (value - before.low(row)), within(1e-6 * value));
    }
    for (Column column : throughPprof(merged, level(0.9999)).heaps().get(0).columns()) {
      for (int row = 0; row < column.rows(); row++) {
        assertThat(column.low(row)).isNotNegative();
      }
    }
  }

  @Test
  void bytesThatNoDoubleHoldsAreNotEstimatedAgain() throws IOException {
    // One allocation above the cutoff; without its last byte it would be a multiple of the
    // interval.
    for (long bytes : new long[] {(1L << 53) - 1, (1L << 53) + 1}) {
      String log =
          "{\"heapconv\":1,\"frees\":true,\"interval\":4096,\"scheme\":\"weighted\"}\n"
              + "{\"total\":1,\"count\":1,\"bytes\":"
              + bytes
              + ",\"frames\":[\"main\"]}\n";
      EstimatedProfile direct =
          HeapConv.unskew(
              Conversions.read(log.getBytes(StandardCharsets.UTF_8)), UnskewOptions.DEFAULT);
      assertSame(throughPprof(direct), direct);
    }
  }
}
