package dev.heapconv.reader.samplelog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a log tells of live memory depends on the frees that it has, in whatever section. */
class LogFreesTest {

  private static final String EXACT = "{\"heapconv\":1,\"scheme\":\"exact\",\"process\":\"p\"}\n";
  private static final String RECORDED =
      "{\"heapconv\":1,\"scheme\":\"recorded\",\"interval\":4096,\"process\":\"p\"}\n";
  private static final String ALLOC = "{\"alloc\":1,\"size\":100}\n";
  private static final String STACK = "{\"stack\":1,\"frames\":[\"f\"]}\n";
  private static final List<View> ALLOCATED = List.of(View.ALLOC_OBJECTS, View.ALLOC_SPACE);

  private static RecordedProfile read(String log) throws IOException {
    return Conversions.read(
        log.getBytes(StandardCharsets.UTF_8), Conversions.dump(DumpSelector.ALL));
  }

  private static String with(String header, String key) {
    return header.replace("}", "," + key + "}");
  }

  @Test
  void withoutFreesOnlyAllocatedMemoryIsKnown() throws IOException {
    RecordedProfile profile = read(EXACT + ALLOC + "{\"dump\":1}\n{\"alloc\":2,\"size\":7}\n");
    assertThat(profile.notices()).containsExactly(Notice.of(ErrorId.NO_FREES, "p"));
    assertThat(profile.effects().allowExact(true)).isTrue();
    assertThat(profile.dumps())
        .hasSize(2)
        .allSatisfy(dump -> assertThat(dump.views()).isEqualTo(ALLOCATED))
        .extracting(dump -> dump.totals())
        .containsExactly(List.of(1L, 100L), List.of(2L, 107L));
    EstimatedProfile estimated = HeapConv.unskew(profile, UnskewOptions.DEFAULT);
    EstimatedHeap last = estimated.heaps().get(1);
    assertThat(last.views()).isEqualTo(ALLOCATED);
    assertThat(last.column(View.ALLOC_SPACE).total()).isEqualTo(107);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true  |                  | true",
        "false |                  | false",
        "false | {\"free\":1}     | false",
        "      | {\"free\":9}     | true",
        "      | {\"dump\":9}     | false",
        "      | {\"total\":1,\"count\":2,\"bytes\":20,\"freed_count\":0} | true",
        "      | {\"total\":1,\"count\":2,\"bytes\":20} | false",
      })
  void aHeaderOrAnyFreeTellsThatFreesAreLogged(String header, String record, boolean isLiveKnown)
      throws IOException {
    String log =
        (header == null ? EXACT : with(EXACT, "\"frees\":" + header))
            + STACK
            + ALLOC
            + (record == null ? "" : record + "\n");
    RecordedProfile profile = read(log);
    assertThat(profile.heaps().get(0).views()).isEqualTo(isLiveKnown ? View.ALL : ALLOCATED);
    assertThat(Conversions.noticeIds(profile).contains(ErrorId.NO_FREES))
        .as("a header that says so needs no warning")
        .isEqualTo(!isLiveKnown && header == null);
  }

  private static String header(int time, String more) {
    return "{\"heapconv\":1,\"scheme\":\"exact\",\"process\":\"p\",\"frees\":true"
        + (time == 0 ? "" : ",\"time_nanos\":" + time)
        + more
        + "}\n";
  }

  private static String allocs(int first, int count) {
    return IntStream.range(first, first + count)
        .mapToObj(address -> "{\"alloc\":" + address + ",\"size\":10}\n")
        .collect(Collectors.joining());
  }

  /** Headers by their times: 3 blocks after the first, 2 at the same addresses after the second. */
  @ParameterizedTest
  @CsvSource({
    // Of a restart, what the run before held has ended.
    "5, 9, 0, 2, 5, 0",
    "9, 5, 0, 2, 5, 0",
    // An equal header, or one without a time, continues: frees were missed.
    "5, 5, 0, 3, 5, 2",
    "5, 0, 0, 3, 5, 2",
    "0, 5, 0, 3, 5, 2",
    // The first run goes on, so that two processes write the log.
    "5, 9, 5, 5, 5, 0"
  })
  void aHeaderWithAnotherTimeIsOfARestart(
      int first, int second, int third, long live, long allocated, long missed) throws IOException {
    String log =
        header(first, "")
            + allocs(1, 3)
            + header(second, "")
            + allocs(1, 2)
            + (third == 0 ? "" : header(third, ""));
    RecordedProfile profile = Conversions.read(log.getBytes(StandardCharsets.UTF_8));
    EstimatedProfile estimated = HeapConv.unskew(profile, UnskewOptions.DEFAULT);

    assertThat(sum(estimated, View.OBJECTS)).isEqualTo(live);
    assertThat(sum(estimated, View.ALLOC_OBJECTS)).isEqualTo(allocated);
    assertThat(Conversions.noticeIds(profile).contains(ErrorId.MISSED_FREES)).isEqualTo(missed > 0);
  }

  private static double sum(EstimatedProfile profile, View view) {
    return profile.latestDumps().stream()
        .filter(heap -> heap.views().contains(view))
        .mapToDouble(heap -> heap.column(view).total())
        .sum();
  }

  /** A log of another heap that begins later is no restart; a log of the same heap is. */
  @Test
  void runsHaveSectionsAndDumpsOfTheirOwn() throws IOException {
    String log =
        header(5, "")
            + allocs(1, 3)
            + "{\"dump\":1}\n"
            + header(6, ",\"heap\":\"t\"")
            + "{\"free\":1}\n"
            + header(9, "")
            + "{\"free\":2}\n"
            + allocs(2, 1)
            + header(9, ",\"heap\":\"t\"")
            + allocs(7, 4);
    RecordedProfile profile = read(log);

    assertThat(profile.dumps())
        .extracting(
            dump -> dump.info().id().recording().session(),
            dump -> dump.info().heap(),
            dump -> dump.info().dump().number(),
            dump -> dump.info().dump().timeNanos(),
            dump -> dump.info().provenance().live(),
            dump -> dump.totals().get(2))
        .containsExactly(
            tuple(0, "malloc", 1, 5L, Live.MOMENT, 3L),
            tuple(0, "malloc", 2, 5L, Live.ENDED, 2L),
            tuple(0, "t", 1, 6L, Live.ENDED, 0L),
            tuple(1, "malloc", 1, 9L, Live.MOMENT, 1L),
            tuple(1, "t", 1, 9L, Live.MOMENT, 4L));
  }

  @Test
  void aHeaderOfCsvStatesFreesLikewise() throws IOException {
    String log = "# heapconv=1\n# scheme=exact\n# frees=%s\nalloc,0x1,9\n";
    assertThat(read(String.format(log, "true")).heaps().get(0).views()).isEqualTo(View.ALL);
    assertThat(read(String.format(log, "false")).heaps().get(0).views()).isEqualTo(ALLOCATED);
    assertThatThrownBy(() -> read(String.format(log, "yes")))
        .hasMessageContaining("'yes' is not a valid frees: write true or false");
  }

  @Test
  void freesOfAnotherProcessTellNothing() throws IOException {
    RecordedProfile profile =
        read(EXACT.replace("\"p\"", "\"q\"") + ALLOC + "{\"free\":1}\n" + EXACT + ALLOC);
    assertThat(profile.notices()).containsExactly(Notice.of(ErrorId.NO_FREES, "p"));
    assertThat(profile.heaps().get(0).views()).isEqualTo(View.ALL);
    assertThat(profile.heaps().get(1).views()).isEqualTo(ALLOCATED);
  }

  /** A block that is freed, then one of which the free is missing, as often as given. */
  private static String reused(String header, int freed, int missed) {
    return header
        + (ALLOC + "{\"free\":1}\n").repeat(freed)
        + ALLOC
        + ALLOC.repeat(missed)
        + "{\"alloc\":2,\"size\":8}\n";
  }

  @Test
  void freesThatAreSampledByThemselvesTellNothingOfLiveMemory() throws IOException {
    RecordedProfile profile = read(reused(RECORDED, 20, 11));
    assertThat(profile.notices()).contains(Notice.of(ErrorId.FREES_APART, "p", 20, 11));
    assertThat(profile.heaps().get(0).views()).isEqualTo(ALLOCATED);
    assertThat(profile.effects().isIncomplete()).isFalse();
  }

  /** What a program loses of its frees leaves an upper bound. */
  @Test
  void fewerMissedFreesMakeLiveNumbersTooHigh() throws IOException {
    for (String log : List.of(reused(RECORDED, 20, 10), reused(EXACT, 20, 11))) {
      RecordedProfile profile = read(log);
      assertThat(Conversions.noticeIds(profile)).containsExactly(ErrorId.MISSED_FREES);
      assertThat(profile.effects().isTooHigh()).isTrue();
    }
  }

  @Test
  void aFreeIsOfItsProcessInWhateverSection() throws IOException {
    String first = with(EXACT, "\"heap\":\"thread 1\"");
    String second = with(EXACT, "\"heap\":\"thread 2\"");
    String other = EXACT.replace("\"p\"", "\"q\"");
    String log = first + ALLOC + second + "{\"alloc\":2,\"size\":5}\n%s{\"free\":1}\n";
    RecordedProfile profile = read(String.format(log, ""));
    assertThat(profile.notices()).isEmpty();
    assertThat(profile.heaps()).extracting(heap -> heap.sum(View.SPACE)).containsExactly(0.0, 5.0);
    profile = read(String.format(log, other));
    assertThat(Conversions.noticeIds(profile)).contains(ErrorId.UNKNOWN_FREES);
    assertThat(profile.heaps().get(0).sum(View.ALLOC_SPACE)).isEqualTo(100);
  }

  @Test
  void recordsOfTwoProcessesThatAreMixedLeaveTheProcessInDoubt() throws IOException {
    String other = EXACT.replace("\"p\"", "\"q\"");
    RecordedProfile mixed = read(other + EXACT + ALLOC + ALLOC);
    assertThat(mixed.notices())
        .contains(
            Notice.of(ErrorId.MIXED_PROCESSES_OF_LOG, 1),
            Notice.of(ErrorId.NO_RECORDS_OF_PROCESS, "q"));
    assertThat(mixed.effects().isIncomplete()).isTrue();
    for (String log : List.of(other + ALLOC + EXACT + ALLOC + ALLOC, other + EXACT + ALLOC)) {
      assertThat(Conversions.noticeIds(read(log))).doesNotContain(ErrorId.MIXED_PROCESSES_OF_LOG);
    }
  }

  @Test
  void aFreeIsOfItsOwnSectionFirst() throws IOException {
    String log = EXACT + ALLOC + with(EXACT, "\"heap\":\"other\"") + ALLOC + "{\"free\":1}\n";
    assertThat(read(log).heaps())
        .extracting(heap -> heap.sum(View.SPACE))
        .containsExactly(100.0, 0.0);
  }

  @Test
  void anotherIntervalIsAnotherSectionOfTheSameAddresses() throws IOException {
    String log = RECORDED + ALLOC + RECORDED.replace("4096", "65536") + "{\"free\":1}\n";
    RecordedProfile profile = read(log);
    assertThat(profile.notices()).isEmpty();
    assertThat(profile.heaps().get(0).sum(View.OBJECTS)).isZero();
  }
}
