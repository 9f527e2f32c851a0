package dev.heapconv.reader.samplelog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.Scheme;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the records of a log mean. */
class SampleLogReaderTest {

  private static final String TO_SAMPLE =
      "{\"heapconv\":1,\"scheme\":\"to-sample\",\"interval\":4096,\"process\":\"p\",\"frees\":true}\n";
  private static final String EXACT = "{\"heapconv\":1,\"scheme\":\"exact\",\"frees\":true}\n";

  private static RecordedProfile read(String log, ReadOptions options) throws IOException {
    return Conversions.read(log.getBytes(StandardCharsets.UTF_8), options);
  }

  private static EstimatedProfile convert(String log) throws IOException {
    return HeapConv.unskew(read(log, ReadOptions.DEFAULT), UnskewOptions.DEFAULT);
  }

  private static double total(EstimatedHeap heap, View view) {
    return heap.column(view).total();
  }

  @Test
  void toSampleGivesTheReferenceOfTheTheory() throws IOException {
    EstimatedProfile profile =
        convert(
            TO_SAMPLE
                + "{\"stack\":1,\"frames\":[\"f\"]}\n"
                + "{\"total\":1,\"sampled\":3,\"to_sample\":10000}\n");
    assertThat(total(profile.heaps().get(0), View.ALLOC_SPACE)).isEqualTo(22288);
    Column objects = profile.heaps().get(0).column(View.ALLOC_OBJECTS);
    assertThat(objects.high(0))
        .as("nobody knows how many objects")
        .isEqualTo(Double.POSITIVE_INFINITY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"weight", "prob"})
  void samplesThatSayHowLikelyTheyWereNeedNoInterval(String kind) throws IOException {
    Path folder = TestData.own("alloc/samplelog");
    EstimatedProfile profile =
        convert(Files.readString(folder.resolve("weights_w1." + kind + ".jsonl")));
    JsonNode truth = JsonMapper.shared().readTree(folder.resolve("weights_w1.truth.json").toFile());
    EstimatedHeap heap = profile.heaps().get(0);
    // Computed by another program, from the same samples.
    assertThat(total(heap, View.ALLOC_SPACE)).isCloseTo(39_762_915, within(15.0));
    assertThat(total(heap, View.ALLOC_OBJECTS)).isCloseTo(67014.418, within(0.01));
    assertThat(total(heap, View.SPACE)).isCloseTo(20_751_172, within(10.0));
    assertThat(total(heap, View.OBJECTS)).isCloseTo(45952.53, within(0.01));
    for (int row = 0; row < heap.rows(); row++) {
      int leaf = profile.stacks().frames(heap.stack(row))[0];
      JsonNode site = truth.at("/sites/" + profile.stacks().lines(leaf).get(0).function());
      for (View view : View.ALL) {
        assertThat(site.get(view.name()).asDouble())
            .as(site + view.name())
            .isBetween(heap.column(view).low(row), heap.column(view).high(row));
      }
    }
    assertThat(profile.notices()).isEmpty();
    assertThat(profile.comments())
        .anyMatch(comment -> comment.startsWith("scheme weighted, a weight with each sample: "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"size\":10,\"probability\":0 | the probability is not above 0 and at most 1",
        "\"size\":10,\"probability\":1.5 | the probability is not above 0 and at most 1",
        "\"size\":10,\"weight\":9 | the weight, in bytes, is smaller than the size",
        "\"weight\":9 | needs size",
        "\"size\":10 | needs weight or probability",
      })
  void whatASampleWithoutAnIntervalLacksIsSaid(String sample, String problem) {
    String log = "{\"heapconv\":1,\"scheme\":\"weighted\"}\n{\"alloc\":1," + sample + "}\n";
    assertThatThrownBy(() -> read(log, Conversions.STRICT)).hasMessageContaining(problem);
  }

  @Test
  void aFreeTakesAwayWhatItsAllocationAdded() throws IOException {
    String log =
        TO_SAMPLE
            + "{\"alloc\":\"0x1\",\"size\":1000,\"to_sample\":412}\n"
            + "{\"alloc\":\"0x2\",\"size\":10,\"to_sample\":4}\n"
            + "{\"free\":1}\n";
    EstimatedHeap heap = convert(log).heaps().get(0);
    assertThat(total(heap, View.ALLOC_SPACE)).isEqualTo(4096 + 412 + 4096 + 4);
    assertThat(total(heap, View.SPACE)).isEqualTo(4096 + 4);
    assertThat(total(heap, View.OBJECTS)).isCloseTo(4100 / 10.0, within(1e-6));
  }

  @Test
  void recordedWeightedAndTcmallocUnskewEachSample() throws IOException {
    EstimatedProfile profile =
        convert(
            "{\"heapconv\":1,\"scheme\":\"recorded\",\"interval\":4096,\"frees\":true}\n"
                + "{\"alloc\":1,\"size\":1000}\n"
                + "{\"heapconv\":1,\"scheme\":\"weighted\",\"interval\":4096}\n"
                + "{\"alloc\":1,\"size\":100,\"weight\":8192}\n"
                + "{\"alloc\":2,\"size\":9000,\"weight\":9000}\n"
                + "{\"heapconv\":1,\"scheme\":\"tcmalloc\",\"interval\":4096}\n"
                + "{\"alloc\":1,\"size\":100,\"allocated\":112,\"weight\":4146}\n");
    assertThat(profile.heaps().stream().map(heap -> heap.info().sampling().scheme()))
        .containsExactly(Scheme.RECORDED, Scheme.WEIGHTED, Scheme.TCMALLOC);
    assertThat(total(profile.heaps().get(0), View.OBJECTS)).isCloseTo(4.6163, within(1e-4));
    assertThat(total(profile.heaps().get(1), View.OBJECTS)).isCloseTo(81.92 + 1, within(1e-9));
    assertThat(total(profile.heaps().get(1), View.SPACE)).isEqualTo(17192);
    assertThat(total(profile.heaps().get(2), View.SPACE))
        .isCloseTo(112 * 4146 / 101.0, within(1e-6));
    assertThat(profile.comments())
        .anyMatch(comment -> comment.startsWith("scheme tcmalloc, sampling interval 4096 bytes: "));
  }

  @ParameterizedTest
  @CsvSource({
    "to-sample, '\"to_sample\":40'",
    "weighted, '\"weight\":4096'",
    "weighted-without, '\"weight\":4196'",
    "recorded, '\"weight\":0'",
    "tcmalloc, '\"to_sample\":40'"
  })
  void withoutALiveSampleSomethingMayStillBeLive(String scheme, String sample) throws IOException {
    String allocated = "\"size\":200," + sample + ",\"frames\":[\"f\"]}\n";
    String header =
        scheme.equals("weighted-without")
            ? TO_SAMPLE.replace("to-sample", "weighted").replace("4096", "0")
            : TO_SAMPLE.replace("to-sample", scheme);
    StringBuilder log = new StringBuilder(header);
    for (int i = 0; i < 20; i++) {
      log.append("{\"alloc\":").append(i).append(',').append(allocated);
      log.append("{\"free\":").append(i).append("}\n");
    }
    EstimatedHeap heap = convert(log.toString()).heaps().get(0);
    Column space = heap.column(View.SPACE);
    assertThat(space.value(0)).isZero();
    assertThat(space.low(0)).isZero();
    assertThat(space.high(0)).isCloseTo(-Math.log(0.025) * 4096, within(5.0));
    assertThat(heap.column(View.OBJECTS).value(0)).isZero();
    assertThat(heap.column(View.OBJECTS).high(0))
        .isBetween(-Math.log(0.025) * 4094 / 200, heap.column(View.ALLOC_OBJECTS).high(0));
  }

  @Test
  void whatMayBeLiveIsNoMoreThanWhatWasAllocated() throws IOException {
    EstimatedHeap heap =
        convert(
                TO_SAMPLE
                    + "{\"stack\":1,\"frames\":[\"f\"]}\n"
                    + "{\"total\":1,\"sampled\":1,\"to_sample\":5,\"objects\":10,"
                    + "\"freed_sampled\":1,\"freed_to_sample\":5,\"freed_objects\":10}\n")
            .heaps()
            .get(0);
    double allocated = heap.column(View.ALLOC_OBJECTS).high(0);
    assertThat(allocated).isLessThan(100);
    assertThat(heap.column(View.OBJECTS).high(0)).isEqualTo(allocated);
  }

  @Test
  void smallBlocksMayHideBesideLargeOnesThatWereRecordedExactly() throws IOException {
    EstimatedHeap heap =
        convert(
                TO_SAMPLE.replace("to-sample", "weighted")
                    + "{\"alloc\":1,\"size\":9000,\"weight\":9000}\n")
            .heaps()
            .get(0);
    Column objects = heap.column(View.ALLOC_OBJECTS);
    assertThat(objects.value(0)).isEqualTo(1);
    assertThat(objects.low(0)).isEqualTo(1);
    assertThat(objects.high(0)).isCloseTo(1 - Math.log(0.025) * 4096 / 16, within(1e-6));
    Column space = heap.column(View.SPACE);
    assertThat(space.low(0)).isEqualTo(9000);
    assertThat(space.high(0)).isCloseTo(9000 - Math.log(0.025) * 4096, within(1e-6));
  }

  @Test
  void anAllocationAtALiveAddressTellsOfAMissedFree() throws IOException {
    EstimatedProfile profile =
        convert(EXACT + "{\"alloc\":1,\"size\":100}\n{\"alloc\":1,\"size\":7}\n");
    EstimatedHeap heap = profile.heaps().get(0);
    assertThat(profile.notices())
        .anyMatch(w -> w.id() == ErrorId.MISSED_FREES && w.message().contains("line 3"));
    assertThat(total(heap, View.ALLOC_SPACE)).isEqualTo(107);
    assertThat(total(heap, View.SPACE)).isEqualTo(7);
  }

  @Test
  void freesOfUnknownAddressesAreCountedNotFatal() throws IOException {
    RecordedProfile profile =
        read(EXACT + "{\"free\":\"0x5\"}\n{\"free\":\"0x6\"}\n", ReadOptions.DEFAULT);
    assertThat(profile.notices())
        .anyMatch(w -> w.id() == ErrorId.UNKNOWN_FREES && w.message().startsWith("2 frees"));
  }

  /** A log may begin late; but what it saw freed has to be allocated before it is freed again. */
  @Test
  void aFreeOfWhatIsFreeAlreadyTellsOfAMissedAllocation() throws IOException {
    String late =
        EXACT + "{\"free\":\"0x5\"}\n{\"alloc\":\"0x6\",\"size\":8}\n{\"free\":\"0x6\"}\n";
    assertThat(read(late, ReadOptions.DEFAULT).effects().allowExact(true)).isTrue();
    for (String again : List.of("0x5", "0x6")) {
      RecordedProfile profile = read(late + "{\"free\":\"" + again + "\"}\n", ReadOptions.DEFAULT);
      assertThat(profile.notices()).contains(Notice.of(ErrorId.MISSED_ALLOCATIONS, 1, 5));
      assertThat(profile.effects().isTooLow(true)).isTrue();
    }
    String reused =
        late + "{\"alloc\":\"0x6\",\"size\":8}\n{\"free\":\"0x6\"}\n{\"free\":0}\n{\"free\":0}\n";
    assertThat(Conversions.noticeIds(read(reused, ReadOptions.DEFAULT)))
        .containsExactly(ErrorId.UNKNOWN_FREES);
  }

  /** A log of samples does not have every allocation. */
  @Test
  void freesOfWhatWasNotSampledSayNothing() throws IOException {
    String log = "{\"heapconv\":1,\"scheme\":\"recorded\",\"interval\":4096}\n";
    String frees = "{\"free\":\"0x5\"}\n{\"free\":\"0x5\"}\n";
    assertThat(Conversions.noticeIds(read(log + frees, ReadOptions.DEFAULT)))
        .containsExactly(ErrorId.UNKNOWN_FREES);
  }

  @Test
  void whatTotalsFreeBeyondWhatIsLiveIsCounted() throws IOException {
    RecordedProfile profile =
        read(
            EXACT
                + "{\"stack\":1,\"frames\":[\"f\"]}\n"
                + "{\"total\":1,\"count\":2,\"bytes\":20,\"freed_count\":5,\"freed_bytes\":50}\n",
            ReadOptions.DEFAULT);
    assertThat(profile.notices())
        .anyMatch(w -> w.id() == ErrorId.UNKNOWN_FREES && w.message().startsWith("3 frees"));
  }

  @Test
  void badRecordsAreSkippedWithTheirLineOrFatalWhenStrict() throws IOException {
    String log =
        EXACT
            + "{\"alloc\":1,\"size\":1}\n"
            + "{\"nonsense\":1}\n"
            + "{\"alloc\":2}\n"
            + "not json\n"
            + "{\"alloc\":3,\"size\":1,\"stack\":9}\n";
    RecordedProfile profile = read(log, ReadOptions.DEFAULT);
    assertThat(profile.notices())
        .anyMatch(
            w ->
                w.id() == ErrorId.BAD_LINES
                    && w.message().contains("4 lines")
                    && w.message().contains("line 3"));
    assertThatThrownBy(() -> read(log, Conversions.STRICT))
        .isInstanceOf(HeapConvException.class)
        .hasMessageContaining("line 3: ");
  }

  @ParameterizedTest
  @CsvSource({
    "to-sample, '\"alloc\":1,\"to_sample\":4', 'an alloc needs size under the scheme to-sample'",
    "to-sample, '\"alloc\":1,\"size\":4', 'an alloc needs to_sample under the scheme to-sample'",
    "weighted, '\"alloc\":1,\"size\":4', 'an alloc needs weight (or probability, without an"
        + " interval)'",
    "recorded, '\"alloc\":1', 'an alloc needs size under the scheme recorded'",
    "tcmalloc, '\"alloc\":1,\"weight\":4', 'an alloc needs size under the scheme tcmalloc'",
    "tcmalloc, '\"alloc\":1,\"size\":4', 'an alloc needs weight or to_sample under the scheme"
        + " tcmalloc'",
    "exact, '\"alloc\":1', 'an alloc needs size under the scheme exact'",
    "to-sample, '\"total\":0,\"frames\":[],\"sampled\":4', 'a total needs sampled and to_sample'",
    "weighted, '\"total\":0,\"frames\":[],\"count\":4', 'a total needs count and bytes'",
    "exact, '\"total\":0,\"frames\":[],\"bytes\":4', 'a total needs count and bytes'",
    "recorded, '\"total\":0,\"frames\":[],\"count\":4', 'the scheme does not allow totals'",
    "tcmalloc, '\"total\":0,\"frames\":[],\"count\":4', 'the scheme does not allow totals'"
  })
  void recordsNeedWhatTheirSchemeRecords(String scheme, String record, String problem) {
    String log = TO_SAMPLE.replace("to-sample", scheme) + "{" + record + "}\n";
    assertThatThrownBy(() -> read(log, Conversions.STRICT))
        .isInstanceOf(HeapConvException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void dumpsAreSnapshotsOfTotalsSinceTheBeginning() throws IOException {
    String log =
        TO_SAMPLE
            + "{\"alloc\":1,\"size\":1000,\"to_sample\":1}\n"
            + "{\"dump\":1}\n"
            + "{\"free\":1}\n"
            + "{\"alloc\":2,\"size\":1000,\"to_sample\":2}\n"
            + "{\"alloc\":3,\"size\":1000,\"to_sample\":3}\n"
            + "{\"dump\":2}\n"
            + "{\"free\":2}\n"
            + "{\"free\":3}\n";
    RecordedProfile all = read(log, Conversions.dump(DumpSelector.ALL));
    assertThat(all.dumps()).hasSize(3);
    EstimatedProfile profile = HeapConv.unskew(all, UnskewOptions.DEFAULT);
    double[] allocated = {4097, 4097 + 4098 + 4099, 4097 + 4098 + 4099};
    double[] live = {4097, 4098 + 4099, 0};
    for (int i = 0; i < 3; i++) {
      assertThat(total(profile.heaps().get(i), View.ALLOC_SPACE)).isEqualTo(allocated[i]);
      assertThat(total(profile.heaps().get(i), View.SPACE)).isEqualTo(live[i]);
      assertThat(profile.heaps().get(i).info().dump().of()).isEqualTo(3);
    }
    for (DumpSelector choice : new DumpSelector[] {DumpSelector.MAX, new DumpSelector.Number(2)}) {
      EstimatedProfile one =
          HeapConv.unskew(read(log, Conversions.dump(choice)), UnskewOptions.DEFAULT);
      assertThat(one.heaps()).hasSize(1);
      assertThat(one.heaps().get(0).info().dump().number()).isEqualTo(2);
      assertThat(total(one.heaps().get(0), View.ALLOC_SPACE)).isEqualTo(allocated[1]);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"to-sample", "weighted", "recorded", "tcmalloc", "exact"})
  void thePeakIsWhatItsNumberSelects(String scheme) throws IOException {
    Random random = new Random(48);
    Set<Integer> live = new HashSet<>();
    StringBuilder log = new StringBuilder(TO_SAMPLE.replace("to-sample", scheme));
    for (int i = 0; i < 3000; i++) {
      int address = random.nextInt(900);
      int size = 1 + random.nextInt(9000);
      boolean allocates = random.nextInt(100) < (i < 1800 ? 70 : 20);
      if (i % 50 == 49) {
        log.append("{\"dump\":1}\n");
      } else if (i % 50 == 13 && scheme.equals("to-sample")) {
        log.append("{\"total\":0,\"frames\":[\"f").append(i % 9);
        log.append("\"],\"sampled\":2,\"to_sample\":90,\"objects\":9,\"freed_sampled\":1}\n");
      } else if (allocates) {
        if (!live.add(address)) {
          log.append("{\"free\":").append(address).append("}\n");
        }
        log.append("{\"alloc\":").append(address).append(",\"size\":").append(size);
        log.append(",\"to_sample\":").append(size - 1).append(",\"weight\":");
        log.append(Math.max(size, 4096)).append(",\"frames\":[\"f").append(i % 40);
        log.append("\"]}\n");
      } else {
        live.remove(address);
        log.append("{\"free\":").append(address).append("}\n");
      }
    }
    RecordedProfile max = read(log.toString(), Conversions.dump(DumpSelector.MAX));
    int peak = max.heaps().get(0).info().dump().number();
    assertThat(peak).isBetween(20, 55);
    RecordedProfile number = read(log.toString(), Conversions.dump(new DumpSelector.Number(peak)));
    EstimatedHeap expected = HeapConv.unskew(number, UnskewOptions.DEFAULT).heaps().get(0);
    EstimatedHeap heap = HeapConv.unskew(max, UnskewOptions.DEFAULT).heaps().get(0);
    assertThat(heap.rows()).isEqualTo(expected.rows());
    for (View view : View.ALL) {
      assertThat(max.heaps().get(0).column(view)).isEqualTo(number.heaps().get(0).column(view));
      for (int row = 0; row < heap.rows(); row++) {
        assertThat(heap.column(view).value(row))
            .isCloseTo(expected.column(view).value(row), withinPercentage(1e-9));
        assertThat(heap.column(view).low(row))
            .isCloseTo(expected.column(view).low(row), withinPercentage(1e-9));
        assertThat(heap.column(view).high(row))
            .isCloseTo(expected.column(view).high(row), withinPercentage(1e-9));
      }
    }
  }

  /** A regular expression for commas between blanks took minutes on such a line. */
  @Test
  void namesOfColumnsMayHaveAnyNumberOfBlanksAroundThem() throws IOException {
    String blanks = " ".repeat(1_000_000);
    String csv =
        "# heapconv=1\n# scheme=exact\nop,"
            + blanks
            + "size"
            + blanks
            + ", address\nalloc,100,0x10\n";
    assertThat(total(convert(csv).heaps().get(0), View.ALLOC_SPACE)).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\ufeff# heapconv=1\n# scheme=exact\n# frees=true\nalloc,0x1,9\n",
        "# heapconv=1,,\n# scheme=exact,,\n# frees=true,,\nalloc,0x1,9,,,,,,\n",
        "\ufeff{\"heapconv\":1,\"scheme\":\"exact\",\"frees\":true,\"pid\":null}\r\n"
            + "{\"alloc\":1,\"size\":9}\r\n",
      })
  void whatOtherProgramsAddToTextIsNoMistake(String log) throws IOException {
    EstimatedProfile profile = convert(log);
    assertThat(total(profile.heaps().get(0), View.ALLOC_SPACE)).isEqualTo(9);
    assertThat(profile.notices()).isEmpty();
  }

  @Test
  void aBadHeaderEndsTheLogInsteadOfAddingToTheHeapBefore() {
    String log = EXACT + "{\"alloc\":1,\"size\":9}\n{\"heapconv\":1,\"scheme\":\"exakt\"}\n";
    assertThatThrownBy(() -> read(log, ReadOptions.DEFAULT))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.BAD_HEADER))
        .hasMessageContaining("line 3: 'exakt' is not a scheme");
  }

  @Test
  void aKeyOutsideOfAHeaderIsNoCommentThatAddsToTheHeapBefore() {
    String log = "# heapconv=1\n# scheme=exact\nalloc,0x1,9\n# process=b\nalloc,0x2,9\n";
    assertThatThrownBy(() -> read(log, Conversions.STRICT))
        .hasMessageContaining("line 4: 'process'");
  }

  @Test
  void keysOfHeadersMeanNothingInRecords() throws IOException {
    String log = EXACT + "{\"alloc\":1,\"size\":9,\"scheme\":\"x\",\"interval\":\"y\"}\n";
    assertThat(read(log, Conversions.STRICT).notices()).isEmpty();
  }

  @Test
  void csvAndJsonlOfOneLogAreTheSame() throws IOException {
    String csv =
        "# heapconv=1\n"
            + "# scheme=to-sample\n"
            + "# interval=4096\n"
            + "# process=p\n"
            + "op,address,size,to_sample,weight,stack\n"
            + "alloc,0x7f01,1000,412,,leaf;main\n"
            + "alloc,0x7f02,500,12,,\"f(a, b);main\"\n"
            + "free,0x7f01,,,,\n";
    String jsonl =
        TO_SAMPLE
            + "{\"alloc\":\"0x7f01\",\"size\":1000,\"to_sample\":412,\"frames\":[\"leaf\",\"main\"]}\n"
            + "{\"alloc\":\"0x7f02\",\"size\":500,\"to_sample\":12,\"frames\":[\"f(a,"
            + " b)\",\"main\"]}\n"
            + "{\"free\":\"0x7f01\"}\n";
    assertThat(Conversions.write(convert(csv), dev.heapconv.Format.PPROF_PLAIN))
        .isEqualTo(Conversions.write(convert(jsonl), dev.heapconv.Format.PPROF_PLAIN));
  }

  @Test
  void manySamplersAreUnbiasedOnAverage() throws IOException {
    Random random = new Random(20261121);
    int runs = 200;
    double sum = 0;
    double squares = 0;
    double truth = 0;
    for (int run = 0; run < runs; run++) {
      ByteArrayOutputStream log = new ByteArrayOutputStream();
      log.write(TO_SAMPLE.getBytes(StandardCharsets.UTF_8));
      double until = -4096 * Math.log(1 - random.nextDouble());
      truth = 0;
      for (int i = 0; i < 3000; i++) {
        long size = i % 7 == 0 ? 3000 : 40;
        truth += size;
        if (until >= size) {
          until -= size;
          continue;
        }
        String record =
            "{\"alloc\":"
                + i
                + ",\"size\":"
                + size
                + ",\"to_sample\":"
                + (size - 1 - (long) until)
                + "}\n";
        log.write(record.getBytes(StandardCharsets.UTF_8));
        until = -4096 * Math.log(1 - random.nextDouble());
      }
      EstimatedHeap heap =
          HeapConv.unskew(Conversions.read(log.toByteArray()), UnskewOptions.DEFAULT)
              .heaps()
              .get(0);
      double ratio = total(heap, View.ALLOC_SPACE) / truth;
      sum += ratio;
      squares += ratio * ratio;
    }
    double mean = sum / runs;
    double error = Math.sqrt((squares / runs - mean * mean) / runs);
    assertThat(Math.abs(mean - 1)).isLessThan(3 * error + 1e-3);
  }
}
