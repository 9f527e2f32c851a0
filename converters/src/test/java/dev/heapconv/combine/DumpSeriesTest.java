package dev.heapconv.combine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.DumpFacts;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.Recording;
import dev.heapconv.model.Recordings.Evidence;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.Sampling;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DumpSeriesTest {

  private static EstimatedProfile estimated(byte[] dump) throws IOException {
    return HeapConv.unskew(Conversions.read(dump), UnskewOptions.DEFAULT);
  }

  private static EstimatedProfile file(String name) throws IOException {
    return named(name, estimated(TestData.bytes(TestData.own("alloc/" + name))));
  }

  private static List<ErrorId> notices(EstimatedProfile... profiles) {
    List<ErrorId> ids = new ArrayList<>();
    for (Notice notice : Merging.of(List.of(profiles), false).notices()) {
      ids.add(notice.id());
    }
    return ids;
  }

  @ParameterizedTest
  @CsvSource({
    "gperftools/tc_heapprofile.0001.heap, gperftools/tc_heapprofile.0004.heap",
    "jemalloc/je530_series_lg15.15611.3.i3.heap, jemalloc/je530_series_lg15.15611.5.f.heap",
    "go/go119_rate32768.heap.pb.gz, go/go119_rate32768.allocs.pb.gz"
  })
  void dumpsOfOneProcessAreRecognisedInAnyOrder(String one, String other) throws IOException {
    assertThat(notices(file(one), file(other))).contains(ErrorId.REPEATED_DUMPS);
    assertThat(notices(file(other), file(one))).contains(ErrorId.REPEATED_DUMPS);
  }

  /** They state no time, and nothing happened between the two. */
  @Test
  void twoDumpsWithTheSameNumbersAreOne() throws IOException {
    EstimatedProfile heap = file("go/go119_rate32768.heap.debug1.txt");
    EstimatedProfile allocs = file("go/go119_rate32768.allocs.debug1.txt");

    assertThat(notices(heap, allocs))
        .contains(ErrorId.SAME_RECORDING)
        .doesNotContain(ErrorId.REPEATED_DUMPS);
  }

  @ParameterizedTest
  @CsvSource({
    "jemalloc/je530_lg12_t4_acc1.heap, jemalloc/je530_lg15_t1_acc1.heap",
    "gperftools/tc_rate4096_t1.heap.gz, gperftools/tc_rate32768_t4.heap.gz",
    "go/go119_rate32768.heap.pb.gz, go/go123_rate524288.heap.pb.gz"
  })
  void otherProgramsAreOthers(String one, String other) throws IOException {
    assertThat(notices(file(one), file(other))).doesNotContain(ErrorId.REPEATED_DUMPS);
  }

  /** The same program at the same addresses, the second time for longer. */
  @Test
  void samplesOfTwoRunsAreNotTakenForDumpsOfOne() throws IOException {
    Random random = new Random(7);
    for (int trial = 0; trial < 300; trial++) {
      int length = 1 + trial % 10;
      assertThat(notices(run(random, 1), run(random, length)))
          .as("%d times as long", length)
          .doesNotContain(ErrorId.REPEATED_DUMPS);
    }
  }

  private static EstimatedProfile run(Random random, int length) throws IOException {
    StringBuilder stacks = new StringBuilder();
    for (int stack = 0; stack < 20; stack++) {
      // A quarter of the stacks allocates when the program starts.
      double expected = 3 * (stack % 5 + 1) * (stack % 4 == 0 ? 1 : length);
      long samples =
          Math.round(Math.max(1, expected + Math.sqrt(expected) * random.nextGaussian()));
      stacks.append("0: 0 [").append(samples).append(": ").append(samples * 100);
      stacks.append("] @ 0x").append(Integer.toHexString(4096 + stack)).append(" 0x1000\n");
    }
    String header = "heap profile: 0: 0 [9: 900] @ heap_v2/4096\n";
    return named(
        "run" + random.nextInt(), estimated((header + stacks).getBytes(StandardCharsets.US_ASCII)));
  }

  /** Few stacks of a sample each agree often, but not so that it shows anything. */
  @Test
  void shortProfilesOfManyProcessesAreNotTakenForOne() throws IOException {
    Random random = new Random(3);
    List<DumpFacts> fleet = new ArrayList<>();
    for (int process = 0; process < 1000; process++) {
      StringBuilder stacks = new StringBuilder("heap profile: 0: 0 [9: 900] @ heap_v2/524288\n");
      for (int stack = 0; stack < 8; stack++) {
        int samples = 1 + random.nextInt(stack < 5 ? 1 : 3);
        stacks.append("0: 0 [").append(samples).append(": ").append(samples * 64);
        stacks.append("] @ 0x").append(Integer.toHexString(4096 + stack)).append(" 0x1000\n");
      }
      byte[] dump = stacks.toString().getBytes(StandardCharsets.US_ASCII);
      fleet.addAll(DumpFacts.of(named("pod" + process + "/heap.pb", estimated(dump))));
    }
    assertThat(DumpSeries.repeated(fleet)).isNull();
  }

  private static EstimatedProfile named(String source, EstimatedProfile profile) {
    return new EstimatedProfile(
        new CaptureInfo(source, "", "", ""),
        profile.stacks(),
        profile.heaps(),
        profile.remarks(),
        profile.confidence(),
        profile.notices());
  }

  /** A dump of a recording that began then, in seconds; device, pid and heap; nothing allocated. */
  private static EstimatedProfile dump(
      String source, String device, long pid, String heap, int dump, double begin, double end) {
    long time = (long) (end * 1e9);
    HeapInfo info =
        HeapInfo.of(heap, Sampling.weighted(4096))
            .withProcess(pid, "app")
            .withRecording(new Recording(source, 0, device))
            .withDump(dump, dump)
            .withTimes(time, (long) ((end - begin) * 1e9));
    EstimatedHeap empty =
        new EstimatedHeap(
            info, List.of(), new int[0], List.of(), new long[0], new long[0], List.of());
    return new EstimatedProfile(
        new CaptureInfo(source, "", device, ""),
        new StackTable(),
        List.of(empty),
        List.of(),
        0.95,
        List.of());
  }

  private static boolean areRepeated(EstimatedProfile... profiles) {
    return notices(profiles).contains(ErrorId.REPEATED_DUMPS);
  }

  @Test
  void dumpsOfOneRecordingAreToldByItsBegin() {
    EstimatedProfile first = dump("a", "x", 42, "malloc", 1, 1e9, 1e9 + 10);

    // Clocks are set while it records.
    assertThat(areRepeated(first, dump("b", "x", 42, "malloc", 2, 1e9 + 0.05, 1e9 + 20))).isTrue();
    assertThat(areRepeated(first, dump("b", "x", 42, "malloc", 2, 1e9 + 5, 1e9 + 20))).isFalse();
    assertThat(areRepeated(first, dump("b", "x", 43, "malloc", 2, 1e9, 1e9 + 20))).isFalse();
    assertThat(areRepeated(first, dump("b", "y", 42, "malloc", 2, 1e9, 1e9 + 20))).isFalse();
    assertThat(areRepeated(first, dump("b", "x", 42, "art", 2, 1e9, 1e9 + 20))).isFalse();
    // Two devices that were told to record at the same second.
    assertThat(areRepeated(first, dump("b", "x", 42, "malloc", 1, 1e9 + 0.05, 1e9 + 20))).isFalse();
  }

  @Test
  void withoutTimesPidAndNumberTell() {
    EstimatedProfile first = dump("a", "", 42, "malloc", 1, 0, 0);

    assertThat(areRepeated(first, dump("b", "", 42, "malloc", 2, 0, 0))).isTrue();
    assertThat(areRepeated(first, dump("b", "", 42, "malloc", 1, 0, 0))).isFalse();
    assertThat(
            areRepeated(dump("a", "", -1, "malloc", 1, 0, 0), dump("b", "", -1, "malloc", 2, 0, 0)))
        .isFalse();
  }

  @Test
  void namesOfToolsTellInOneFolderOnly() {
    EstimatedProfile first = dump("h/jeprof.1.0.i0.heap", "", -1, "malloc", 1, 0, 0);

    assertThat(areRepeated(first, dump("h/jeprof.1.1.i1.heap", "", -1, "malloc", 1, 0, 0)))
        .isTrue();
    assertThat(areRepeated(first, dump("i/jeprof.1.1.i1.heap", "", -1, "malloc", 1, 0, 0)))
        .isFalse();
    assertThat(areRepeated(first, dump("h/jeprof.2.1.i1.heap", "", -1, "malloc", 1, 0, 0)))
        .isFalse();
    assertThat(
            areRepeated(
                dump("run1.pb", "", -1, "malloc", 1, 0, 0),
                dump("run2.pb", "", -1, "malloc", 1, 0, 0)))
        .isFalse();
  }

  /** A log of what a process holds at a second, on a device. */
  private static EstimatedProfile log(
      String source, String device, long pid, String process, boolean frees, long second)
      throws IOException {
    String log =
        """
        {"heapconv":1,"scheme":"exact","process":"%s","pid":%d,"time_nanos":%d000000000,"frees":%s}
        {"alloc":1,"size":%d,"frames":["f","main"]}
        """
            .formatted(process, pid, 1_800_000_000 + second, frees, 100 + second);
    return named(source, estimated(log.getBytes(StandardCharsets.US_ASCII)))
        .withInfos(info -> info.withRecording(new Recording(source, 0, device)));
  }

  /** Of two times of the process app (700), on the device x, and of another log. */
  @ParameterizedTest
  @CsvSource({
    "x, 700, app, true, 3600, true",
    "'', 700, app, true, 3600, true",
    "y, 700, app, true, 3600, false",
    "x, 701, app, true, 3600, false",
    "x, 700, shell, true, 3600, false",
    "x, 700, app, false, 3600, false",
    // One request may take so long.
    "x, 700, app, true, 6, true",
    "x, 700, app, true, 5, false"
  })
  void liveMemoryOfTwoTimesIsNotAddedUpInSilence(
      String device, long pid, String process, boolean frees, long second, boolean isDoubted)
      throws IOException {
    EstimatedProfile one = log("a", "x", 700, "app", true, 0);
    EstimatedProfile other = log("b", device, pid, process, frees, second);

    assertThat(notices(one, other).contains(ErrorId.LIVE_OF_TWO_TIMES)).isEqualTo(isDoubted);
    assertThat(notices(other, one).contains(ErrorId.LIVE_OF_TWO_TIMES)).isEqualTo(isDoubted);
  }

  /** Every container has a process 1, and most have some after it; a pid without a name is none. */
  @ParameterizedTest
  @CsvSource({"1, app, false", "99, app, false", "100, app, true", "100, '', false"})
  void lowPidsAreThoseOfManyProcesses(long pid, String process, boolean isDoubted)
      throws IOException {
    assertThat(
            notices(log("a", "", pid, process, true, 0), log("b", "", pid, process, true, 60))
                .contains(ErrorId.LIVE_OF_TWO_TIMES))
        .isEqualTo(isDoubted);
  }

  /** Among many phones, some have a process with the same pid. */
  @ParameterizedTest
  @CsvSource({"40, true", "41, false"})
  void pidsOfAFleetShowNothing(int inputs, boolean isDoubted) throws IOException {
    List<EstimatedProfile> fleet = new ArrayList<>();
    for (int input = 0; input < inputs; input++) {
      fleet.add(log("phone" + input + "x", "", 1000 + input / 2, "app", true, 60 * input));
    }
    assertThat(notices(fleet.toArray(new EstimatedProfile[0])).contains(ErrorId.LIVE_OF_TWO_TIMES))
        .isEqualTo(isDoubted);
  }

  /** Two dumps of a process that allocated this much before each. */
  private static EstimatedProfile named(String source, int... bytes) throws IOException {
    StringBuilder stacks = new StringBuilder("heap profile: 0: 0 [9: 900] @ heapprofile\n");
    for (int stack = 0; stack < bytes.length; stack++) {
      stacks.append("0: 0 [1: ").append(bytes[stack]).append("] @ 0x");
      stacks.append(Integer.toHexString(4096 + stack)).append('\n');
    }
    return named(source, estimated(stacks.toString().getBytes(StandardCharsets.US_ASCII)));
  }

  /** Numbers over a time are of no dump, and a series needs dumps. */
  @ParameterizedTest
  @EnumSource(Live.class)
  void onlyNumbersOfAMomentMakeASeries(Live live) throws IOException {
    UnaryOperator<HeapInfo> of =
        info -> info.withProvenance(info.provenance().withLive(live)).withTimes(0, 0);
    List<EstimatedProfile> files =
        List.of(
            named("srv.0001.heap", 10, 20).withInfos(of),
            named("srv.0002.heap", 10, 25).withInfos(of));
    boolean isOfMoment = live != Live.OVER_TIME && live != Live.DIFFERENCE;

    assertThat(DumpSeries.canContain(files.get(0))).isEqualTo(isOfMoment);
    for (Evidence needed : Evidence.values()) {
      assertThat(DumpSeries.of(files, needed) != null).as("%s", needed).isEqualTo(isOfMoment);
    }
  }

  @Test
  void countersThatFallContradictNames() throws IOException {
    EstimatedProfile first = named("srv.0001.heap", 10, 20);

    assertThat(areRepeated(first, named("srv.0002.heap", 10, 25))).isTrue();
    assertThat(areRepeated(first, named("srv.0002.heap", 9, 25))).isFalse();
    assertThat(DumpSeries.of(List.of(first, named("srv.0002.heap", 9, 25)), Evidence.LIKELY))
        .isNull();
  }

  /** A program that does the same twice has the same counters twice; samples would differ. */
  @ParameterizedTest
  @CsvSource({"exact", "recorded", "weighted", "to-sample"})
  void twoRunsOfWhichEverythingWasRecordedAreNotTakenForOne(String scheme) throws IOException {
    StringBuilder log =
        new StringBuilder("{\"heapconv\":1,\"frees\":true,\"interval\":1,\"scheme\":\"");
    log.append(scheme).append("\",\"process\":\"tool\"}\n");
    for (int site = 1; site <= 20; site++) {
      for (int i = 0; i < 10 * site; i++) {
        log.append("{\"alloc\":").append(1000 * site + i).append(",\"size\":").append(16 * site);
        log.append(",\"weight\":").append(16 * site).append(",\"to_sample\":0");
        log.append(",\"frames\":[\"site").append(site).append("\",\"main\"]}\n");
      }
    }
    byte[] bytes = log.toString().getBytes(StandardCharsets.US_ASCII);

    assertThat(areRepeated(named("a.jsonl", estimated(bytes)), named("b.jsonl", estimated(bytes))))
        .isFalse();
  }
}
