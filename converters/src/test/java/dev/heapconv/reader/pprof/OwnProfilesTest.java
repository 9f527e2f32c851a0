package dev.heapconv.reader.pprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Remark;
import dev.heapconv.model.Remark.Topic;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Label;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.query.Reliability;
import dev.heapconv.query.Subtraction;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.Scheme;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A pprof file of this program's has the numbers of the recording that it was made of, and is never
 * surer of them: what it cannot say is unknown.
 */
class OwnProfilesTest {

  private static EstimatedProfile read(byte[] file) throws IOException {
    RecordedProfile recorded = Conversions.read(file, Conversions.dump(DumpSelector.ALL));
    return HeapConv.unskew(recorded, UnskewOptions.DEFAULT);
  }

  private static EstimatedProfile reread(EstimatedProfile profile) throws IOException {
    return read(Conversions.write(profile, Format.PPROF));
  }

  private static Profile written(EstimatedProfile profile) {
    return Pprof.decode(Conversions.write(profile, Format.PPROF)).profile;
  }

  private static EstimatedProfile truth(String interval) throws IOException {
    return Conversions.estimated("truth_i" + interval, DumpSelector.LAST);
  }

  private static EstimatedProfile log(String scheme, int interval, String... rows)
      throws IOException {
    StringBuilder log = new StringBuilder();
    log.append("{\"heapconv\":1,\"scheme\":\"" + scheme + "\",\"interval\":" + interval);
    log.append(",\"pid\":7,\"process\":\"p\",\"heap\":\"h\"}\n");
    for (String row : rows) {
      log.append(row).append('\n');
    }
    return HeapConv.unskew(
        Conversions.read(log.toString().getBytes(StandardCharsets.UTF_8)), UnskewOptions.DEFAULT);
  }

  /** Rows by process, heap, dump, labels and functions, with those of equal names in order. */
  private static Map<String, List<String>> rows(EstimatedProfile profile, boolean intervals) {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    for (EstimatedHeap heap : profile.heaps()) {
      HeapInfo info = heap.info();
      for (int row = 0; row < heap.rows(); row++) {
        StringBuilder key = new StringBuilder(info.process() + info.pid() + info.heap());
        key.append(heap.labels(row));
        for (int s = heap.stack(row); s != StackTable.ROOT; s = profile.stacks().parent(s)) {
          key.append(profile.stacks().lines(profile.stacks().frame(s)));
        }
        StringBuilder numbers = new StringBuilder();
        double sum = 0;
        for (View view : heap.views()) {
          Column column = heap.column(view);
          numbers.append(view).append(' ');
          numbers.append(intervals ? column.estimate(row) : column.value(row)).append(' ');
          sum += Math.abs(column.value(row));
        }
        numbers.append(heap.recordedAlloc(row)).append('/').append(heap.recordedLive(row));
        if (sum > 0) {
          rows.computeIfAbsent(key.toString(), unused -> new ArrayList<>()).add(numbers.toString());
        }
      }
    }
    return rows;
  }

  private static List<String> samples(EstimatedProfile profile) {
    Pprof pprof = Pprof.decode(Conversions.write(profile, Format.PPROF));
    return pprof.profile.getSampleList().stream()
        .map(sample -> sample.getValueList() + " " + pprof.labels(sample))
        .toList();
  }

  private static void assertLost(EstimatedProfile profile) {
    assertThat(profile.notices()).extracting(Notice::id).contains(ErrorId.LOST_INTERVALS);
    assertUnknown(profile);
  }

  private static void assertUnknown(EstimatedProfile profile) {
    assertThat(Reliability.of(profile).views()).isEmpty();
    for (EstimatedHeap heap : profile.heaps()) {
      for (Column column : heap.columns()) {
        for (int row = 0; row < column.rows(); row++) {
          if (column.value(row) != 0) {
            assertThat(column.high(row)).isInfinite();
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "truth_i1",
        "truth_i512",
        "truth_i4096",
        "truth_i32768",
        "python_i4096",
        "names",
        "sqlite_i4096",
        "inlined_symbolized",
        "customheap_all"
      })
  void aHeapprofdDumpKeepsAllIntervals(String name) throws IOException {
    EstimatedProfile direct = Conversions.estimated(name, DumpSelector.LAST);
    EstimatedProfile again = reread(direct);
    assertThat(rows(again, true)).isEqualTo(rows(direct, true));
    assertThat(again.notices()).extracting(Notice::id).doesNotContain(ErrorId.LOST_INTERVALS);
    assertThat(Reliability.of(again).views()).isEqualTo(Reliability.of(direct).views());
    assertThat(samples(again)).isEqualTo(samples(direct));
  }

  @Test
  void anotherLevelIsComputedFromWhatIsInTheFile() throws IOException {
    UnskewOptions at80 = new UnskewOptions(true, 0.8);
    byte[] file = Conversions.write(truth("4096"), Format.PPROF);
    EstimatedProfile direct =
        HeapConv.unskew(Conversions.read(TestData.recordingBytes("truth_i4096")), at80);
    assertThat(rows(HeapConv.unskew(Conversions.read(file), at80), true))
        .isEqualTo(rows(direct, true));
  }

  /** What other dumps tell of sizes is not in the file of one dump. */
  @Test
  void countsThatOtherDumpsToldKeepTheirValuesAlone() throws IOException {
    EstimatedProfile direct = Conversions.estimated("mixed_deflate", DumpSelector.LAST);
    EstimatedHeap before = direct.heaps().get(0);
    EstimatedProfile again = reread(direct);
    EstimatedHeap after = again.heaps().get(0);
    assertThat(again.notices()).extracting(Notice::id).contains(ErrorId.LOST_INTERVALS);
    for (View view : View.ALL) {
      int unknown = 0;
      for (int row = 0; row < after.rows(); row++) {
        Estimate estimate = column(after, view).estimate(row);
        assertThat(estimate.value()).isCloseTo(column(before, view).value(row), within(1.0));
        unknown += estimate.high() == Double.POSITIVE_INFINITY ? 1 : 0;
      }
      assertThat(unknown > 0).as(view.toString()).isEqualTo(view.equals(View.ALLOC_OBJECTS));
    }
    assertThat(samples(again)).isEqualTo(samples(direct));
  }

  private static Column column(EstimatedHeap heap, View view) {
    return Objects.requireNonNull(heap.column(view));
  }

  @Test
  void sumsOfDifferentSamplingsHaveNoIntervals() throws IOException {
    EstimatedProfile sum = Merging.of(List.of(truth("512"), truth("4096")), true);
    EstimatedProfile again = reread(sum);
    assertLost(again);
    assertThat(samples(again)).isEqualTo(samples(sum));
  }

  @Test
  void differencesHaveNoIntervals() throws IOException {
    EstimatedProfile difference = Subtraction.of(truth("512"), truth("4096")).profile();
    EstimatedProfile again = reread(difference);
    assertLost(again);
    assertThat(samples(again)).isEqualTo(samples(difference));
    EstimatedProfile none = truth("4096").withHeaps(List.of());
    EstimatedProfile growth = Subtraction.of(none, truth("4096")).profile();
    assertLost(reread(growth));
  }

  @ParameterizedTest
  @EnumSource(
      value = Live.class,
      mode = Mode.EXCLUDE,
      names = {"MOMENT", "PEAK", "ENDED"})
  void whatIsNotOfAMomentHasNoIntervals(Live live) throws IOException {
    assertLost(
        reread(
            truth("4096")
                .withInfos(info -> info.withProvenance(info.provenance().withLive(live)))));
  }

  @ParameterizedTest
  @EnumSource(Evidence.class)
  void onlyASureIntervalIsStated(Evidence evidence) throws IOException {
    Provenance from =
        new Provenance(Evidence.STATED, evidence, Live.MOMENT, Provenance.Allocated.RECORDING);
    EstimatedProfile told = truth("4096").withInfos(info -> info.withProvenance(from));
    assertThat(written(told).getPeriod()).isEqualTo(evidence.isSure() ? 4096 : 0);
    // Then there is no type, either, so that pprof adds the file to none with an interval.
    assertThat(written(told).hasPeriodType()).isEqualTo(evidence.isSure());
  }

  @Test
  void anIncompleteRecordingHasNoIntervals() throws IOException {
    assertLost(reread(Conversions.estimated("overrun", DumpSelector.LAST)));
    assertLost(reread(truth("1").withNotice(Notice.of(ErrorId.SAME_RECORDING, "a and b"))));
  }

  @ParameterizedTest
  @CsvSource({"4096, 512, 4096", "4096, 4096, 9999"})
  void anIntervalThatIsNotAllThereIsToSayIsNotStated(long interval, long first, long cutoff)
      throws IOException {
    Sampling sampling = new Sampling(Scheme.WEIGHTED, interval, first, cutoff);
    assertLost(reread(truth("4096").withInfos(info -> info.withSampling(sampling))));
  }

  @Test
  void numbersAsRecordedAreNeverTakenForEstimates() throws IOException {
    for (String scheme : List.of("recorded", "weighted", "exact")) {
      String weight = scheme.equals("weighted") ? ",\"weight\":4096" : "";
      String[] rows = new String[40];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = "{\"alloc\":\"0x" + (i + 16) + "\",\"size\":" + (16 + i) + weight + STACK + "}";
      }
      EstimatedProfile estimated = log(scheme, scheme.equals("exact") ? 1 : 4096, rows);
      RecordedProfile recorded =
          Conversions.read(Conversions.write(estimated, Format.PPROF), Conversions.STRICT);
      assertThat(recorded.heaps().get(0).info().sampling().isComplete())
          .isEqualTo(scheme.equals("exact"));
    }
    EstimatedProfile raw = Conversions.asRecorded(Conversions.read(RAW));
    assertLost(reread(raw));
  }

  private static final String STACK = ",\"frames\":[\"f\",\"main\"]";

  private static final byte[] RAW =
      ("heap_v2/524288\n  t*: 3: 300 [0: 0]\n@ 0x10 0x20\n  t*: 3: 300 [0: 0]\n"
              + "\nMAPPED_LIBRARIES:\n")
          .getBytes(StandardCharsets.UTF_8);

  /** Any recording that is small enough, of any format. */
  static List<Path> recordings() {
    List<Path> recordings = new ArrayList<>();
    for (String folder : List.of("jemalloc", "gperftools", "go", "jfr", "samplelog", "series")) {
      recordings.addAll(TestData.list(TestData.own("alloc/" + folder), ""));
    }
    recordings.addAll(TestData.list(TestData.own("heapprofd"), ".pftrace"));
    recordings.removeIf(file -> file.toFile().isDirectory() || file.toFile().length() > 100_000);
    assertThat(recordings).hasSizeGreaterThan(60);
    return recordings;
  }

  @Test
  void valuesStayAndNothingGetsSurer() throws IOException {
    int compared = 0;
    for (Path recording : recordings()) {
      EstimatedProfile direct;
      try {
        direct =
            HeapConv.unskew(Conversions.read(TestData.bytes(recording)), UnskewOptions.DEFAULT);
      } catch (dev.heapconv.model.HeapConvException e) {
        continue;
      }
      EstimatedProfile again = reread(direct);
      Profile before = written(direct);
      Profile after = written(again);
      if (!before.getSampleTypeList().equals(after.getSampleTypeList())) {
        continue; // What a file of others lacks: DeltaProfilesTest.
      }
      assertThat(samples(again)).as("" + recording).isEqualTo(samples(direct));
      for (View view : View.ALL) {
        assertThat(level(again, view))
            .as(recording + " " + view)
            .isLessThanOrEqualTo(level(direct, view));
      }
      compared++;
    }
    assertThat(compared).isGreaterThan(60);
  }

  /** How sure a view is called: 0 if nothing is said, then for ranking, rough, reliable, exact. */
  private static int level(EstimatedProfile profile, View view) {
    if (profile.remarks().stream().anyMatch(remark -> remark.topic() == Topic.EXACT)
        && profile.heaps().stream()
            .allMatch(heap -> heap.info().provenance().sampling().isSure())) {
      return 4;
    }
    return Reliability.of(profile).views().stream()
        .filter(of -> of.view().equals(view))
        .mapToInt(of -> 3 - of.level().ordinal())
        .findFirst()
        .orElse(0);
  }

  private static Profile with(Profile profile, int column, LongUnaryOperator change) {
    Profile.Builder changed = profile.toBuilder();
    for (Sample.Builder sample : changed.getSampleBuilderList()) {
      sample.setValue(column, change.applyAsLong(sample.getValue(column)));
    }
    return changed.build();
  }

  @Test
  void everyAllocationWasRecordedOnlyIfEachObjectIsASample() throws IOException {
    Profile exact = written(truth("1"));
    assertThat(Pprof.decode(exact.toByteArray()).sampleTypes())
        .containsExactly(
            "alloc_objects", "alloc_space", "objects", "space", "alloc_samples", "samples");
    assertThat(level(read(exact.toByteArray()), View.SPACE)).isEqualTo(4);
    assertLost(read(with(exact, 4, samples -> samples / 2).toByteArray()));
    assertLost(read(with(exact, 0, objects -> 2 * objects).toByteArray()));
    // Without the samples, nothing shows that they are all.
    assertThat(level(read(Pprof.withColumns(exact, 4).toByteArray()), View.SPACE)).isLessThan(3);
  }

  /** As Google's pprof adds up profiles: equal rows are summed, and the longest interval stays. */
  private static Profile sum(Profile one, Profile other) {
    Map<List<Object>, Sample> rows = new LinkedHashMap<>();
    for (Profile each : List.of(one, other)) {
      for (Sample sample : each.getSampleList()) {
        rows.merge(
            List.of(sample.getLocationIdList(), sample.getLabelList()),
            sample,
            (a, b) ->
                a.toBuilder()
                    .clearValue()
                    .addAllValue(Pprof.sum(a.getValueList(), b.getValueList()))
                    .build());
      }
    }
    return one.toBuilder()
        .clearSample()
        .addAllSample(rows.values())
        .setPeriod(Math.max(one.getPeriod(), other.getPeriod()))
        .build();
  }

  @Test
  void whatPprofAddsUpIsNotSurerThanItsParts() throws IOException {
    EstimatedProfile coarse = truth("4096");
    for (String interval : List.of("1", "512", "4096")) {
      // Both over one table of locations, as pprof makes it.
      EstimatedProfile both = Merging.sideBySide(List.of(coarse, truth(interval)));
      List<Profile> parts = new ArrayList<>();
      for (EstimatedHeap heap : both.heaps()) {
        parts.add(written(both.withHeaps(List.of(heap))));
      }
      Profile fine = parts.get(1);
      EstimatedProfile added = read(sum(parts.get(0), fine).toByteArray());
      assertThat(level(added, View.SPACE)).isLessThan(4);
      for (EstimatedHeap heap : added.heaps()) {
        Column bytes = heap.column(View.ALLOC_SPACE);
        assertThat(bytes).isNotNull();
        for (int row = 0; row < heap.rows(); row++) {
          assertThat(bytes.low(row) == bytes.high(row) && heap.recordedAlloc(row) == 0).isFalse();
        }
      }
    }
  }

  @Test
  void intervalsOfHeapsThatDifferAreLabels() throws IOException {
    EstimatedProfile both = Merging.sideBySide(List.of(truth("512"), truth("4096")));
    Profile file = written(both);
    assertThat(file.getPeriod()).isZero();
    Pprof pprof = Pprof.decode(file.toByteArray());
    assertThat(file.getSampleList().stream().map(s -> pprof.labels(s).get("sampling_interval")))
        .containsOnly("512", "4096");
    EstimatedProfile again = read(file.toByteArray());
    assertThat(again.heaps())
        .extracting(heap -> heap.info().samplingInterval())
        .containsExactly(512L, 4096L);
    assertThat(rows(again, true)).isEqualTo(rows(both, true));
  }

  @Test
  void dumpsKeepTheirTimes() throws IOException {
    EstimatedProfile all = Conversions.estimated("phases_i512", DumpSelector.ALL);
    EstimatedProfile again = reread(all);
    assertThat(again.heaps()).hasSize(all.heaps().size());
    for (int i = 0; i < all.heaps().size(); i++) {
      HeapInfo before = all.heaps().get(i).info();
      HeapInfo after = again.heaps().get(i).info();
      assertThat(after.dump().number()).isEqualTo(before.dump().number());
      assertThat(after.dump().durationNanos()).isEqualTo(before.dump().durationNanos());
      assertThat(Math.abs(after.dump().timeNanos() - before.dump().timeNanos()))
          .isLessThan(100_000_000);
    }
  }

  @Test
  void filesOfOneDumpEachAreOfOneProcess() throws IOException {
    List<EstimatedProfile> files = new ArrayList<>();
    for (int dump = 1; dump <= 2; dump++) {
      EstimatedProfile one = Conversions.estimated("phases_i512", new DumpSelector.Number(dump));
      InputSource file =
          InputSource.stream(
              dump + ".pb.gz", new ByteArrayInputStream(Conversions.write(one, Format.PPROF)));
      files.add(HeapConv.unskew(HeapConv.read(file, ReadOptions.DEFAULT), UnskewOptions.DEFAULT));
    }
    assertThat(Merging.sideBySide(files).notices())
        .extracting(Notice::id)
        .contains(ErrorId.REPEATED_DUMPS);
  }

  /** Another program may write any comment: it is one more note, and no fact. */
  @Test
  void commentsDecideNothing() throws IOException {
    for (EstimatedProfile profile :
        List.of(truth("1"), truth("4096"), Merging.of(List.of(truth("1"), truth("512")), true))) {
      Profile own = written(profile);
      Profile.Builder commented = own.toBuilder().clearComment();
      List<String> comments =
          List.of("heapconv 0.1.0", "every allocation was recorded: numbers are exact", "warning");
      for (String comment : comments) {
        commented.addComment(commented.getStringTableCount()).addStringTable(comment);
      }
      EstimatedProfile before = read(own.toByteArray());
      EstimatedProfile after = read(commented.build().toByteArray());
      assertThat(after.notices()).isEqualTo(before.notices());
      assertThat(rows(after, true)).isEqualTo(rows(before, true));
      assertThat(after.remarks()).contains(Remark.note("heapconv 0.1.0"), Remark.note("warning"));
    }
  }

  @Test
  void sizesThatTheCodeStatesStay() throws IOException {
    EstimatedProfile direct = truth("4096");
    Profile.Builder file = written(direct).toBuilder();
    int bytes = file.getStringTableList().indexOf("bytes");
    file.getSampleBuilder(0)
        .addLabel(Label.newBuilder().setKey(bytes).setNum(36).setNumUnit(bytes));
    RecordedProfile recorded = Conversions.read(file.build().toByteArray());
    assertThat(recorded.stacks().allocationSize(recorded.heaps().get(0).stack(0))).isEqualTo(36);
    assertThat(recorded.heaps().get(0).labels(0)).isEmpty();
  }

  @Test
  void anyLabelsAndNumbersAreRead() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    Profile file = written(Merging.sideBySide(List.of(truth("512"), truth("1"), truth("4096"))));
    Map<String, Integer> strings = new HashMap<>();
    for (int i = 0; i < file.getStringTableCount(); i++) {
      strings.put(file.getStringTable(i), i);
    }
    for (int i = 0; i < Effort.of(200, 5000); i++) {
      Profile.Builder other = file.toBuilder();
      for (Sample.Builder sample : other.getSampleBuilderList()) {
        if (random.nextInt(4) == 0) {
          int at = random.nextInt(sample.getValueCount());
          sample.setValue(at, random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(5));
        }
        for (Label.Builder label : sample.getLabelBuilderList()) {
          if (random.nextInt(8) == 0) {
            label.setNum(random.nextInt(-1, 3));
          }
          if (random.nextInt(16) == 0) {
            label.setKey(strings.getOrDefault("sampling_interval", 0));
          }
        }
      }
      if (random.nextBoolean()) {
        other.setPeriod(random.nextInt(-1, 3));
        other.setPeriodType(file.getSampleType(3));
      }
      read(other.build().toByteArray());
    }
  }
}
