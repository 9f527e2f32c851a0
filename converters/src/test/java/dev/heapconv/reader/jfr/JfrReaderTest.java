package dev.heapconv.reader.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Label;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Recordings of {@code Give} and {@code Nat}, two programs whose allocations are known. The totals
 * were computed from the events by a program of its own; those of nativemem are near the ones that
 * async-profiler records without sampling (92,178,267 bytes in 22,832 blocks).
 */
class JfrReaderTest {

  private static byte[] bytes(String recording) {
    return TestData.bytes(TestData.own("alloc/jfr/" + recording + ".jfr"));
  }

  private static EstimatedProfile estimated(byte[] recording) throws IOException {
    return HeapConv.unskew(Conversions.read(recording), UnskewOptions.DEFAULT);
  }

  private static double total(EstimatedProfile profile, View view) {
    return profile.heaps().get(0).column(view).total();
  }

  @ParameterizedTest
  @CsvSource({
    "give_ap_alloc256k, alloc_space, 403083959",
    "give_ap_alloc256k, alloc_objects, 2526954",
    "give_ap_live16k, alloc_space, 396248523",
    "give_ap_live16k, alloc_objects, 2406755",
    "give_ap_live16k, space, 19781292",
    "give_ap_live16k, objects, 9779",
    "give_jdk17, alloc_space, 348194080",
    "give_jdk25, alloc_space, 354200904",
    "give_tlab17, alloc_space, 400394336",
    "nat_ap_nativemem64k, alloc_space, 98946592",
    "nat_ap_nativemem64k, alloc_objects, 22446",
    "nat_ap_nativemem64k, space, 91916032",
    "nat_ap_nativemem64k, objects, 22296",
  })
  void totalsAreThoseOfTheEvents(String recording, String view, double expected)
      throws IOException {
    EstimatedProfile profile = estimated(bytes(recording));
    View found =
        profile.views().stream().filter(v -> v.name().equals(view)).findFirst().orElseThrow();
    assertThat(total(profile, found)).isCloseTo(expected, within(0.6));
  }

  @ParameterizedTest
  @CsvSource({"give_jdk17", "give_jdk25", "give_tlab17"})
  void theJdkDoesNotRecordHowManyObjectsThereAre(String recording) throws IOException {
    assertThat(estimated(bytes(recording)).views()).containsExactly(View.ALLOC_SPACE);
  }

  /** {@code Give} allocates 2,000,000 nodes of 32 bytes, and 300 MB in large arrays. */
  @ParameterizedTest
  @CsvSource({
    "give_ap_alloc256k, Give.nodes, 64e6",
    "give_ap_live16k, Give.nodes, 64e6",
    "give_jdk17, Give.nodes, 64e6",
    "give_jdk25, Give.nodes, 64e6",
    "give_tlab17, Give.nodes, 64e6",
    "give_ap_alloc256k, Give.bufs, 320.32e6",
    "give_jdk25, Give.bufs, 320.32e6",
    "give_tlab17, Give.bufs, 320.32e6",
  })
  void theTruthLiesInTheIntervals(String recording, String function, double truth)
      throws IOException {
    EstimatedProfile profile = estimated(bytes(recording));
    StackTable stacks = profile.stacks();
    EstimatedHeap heap = profile.heaps().get(0);
    double low = 0;
    double high = 0;
    for (int row = 0; row < heap.rows(); row++) {
      int caller = stacks.parent(heap.stack(row));
      if (name(stacks, caller).equals(function)) {
        low += heap.column(View.ALLOC_SPACE).low(row);
        high += heap.column(View.ALLOC_SPACE).high(row);
      }
    }
    assertThat(truth).isBetween(low, high);
  }

  private static String name(StackTable stacks, int stack) {
    return stack <= StackTable.ROOT ? "" : stacks.lines(stacks.frame(stack)).get(0).function();
  }

  @Test
  void theClassIsTheInnermostFrame() throws IOException {
    EstimatedProfile profile = estimated(bytes("give_ap_alloc256k"));
    Set<String> leaves = new TreeSet<>();
    EstimatedHeap heap = profile.heaps().get(0);
    for (int row = 0; row < heap.rows(); row++) {
      leaves.add(name(profile.stacks(), heap.stack(row)));
    }
    assertThat(leaves).contains("byte[]", "Give$Nd", "java.lang.String").doesNotContain("[B");
  }

  @Test
  void theHookOfTheProfilerIsTheAllocatorThatItReplaces() throws IOException {
    EstimatedProfile profile = estimated(bytes("nat_ap_nativemem64k"));
    StackTable stacks = profile.stacks();
    EstimatedHeap heap = profile.heaps().get(0);
    for (int row = 0; row < heap.rows(); row++) {
      assertThat(name(stacks, heap.stack(row))).isEqualTo("malloc");
      int caller = stacks.frame(stacks.parent(heap.stack(row)));
      assertThat(stacks.mapping(stacks.frameMapping(caller)).path()).startsWith("lib");
    }
  }

  /** The two would be 748 MB. */
  @Test
  void kindsOfEventsThatCountTheSameAreNotAdded() throws IOException {
    byte[] both = Containers.concat(bytes("give_jdk17"), bytes("give_tlab17"));
    assertThat(total(estimated(both), View.ALLOC_SPACE)).isEqualTo(400_394_336);
    byte[] three = Containers.concat(both, bytes("give_ap_alloc256k"));
    assertThat(total(estimated(three), View.ALLOC_SPACE)).isCloseTo(403_083_959, within(0.6));
  }

  @Test
  void chunksWithOtherIntervalsAreUnskewedByTheirOwn() throws IOException {
    EstimatedProfile joined =
        estimated(Containers.concat(bytes("give_ap_alloc256k"), bytes("give_ap_live16k")));
    assertThat(joined.heaps())
        .extracting(heap -> heap.info().samplingInterval())
        .containsExactly(262_144L, 16_384L);
    assertThat(joined.heaps().get(1).column(View.OBJECTS).total()).isCloseTo(9779, within(0.6));
  }

  @Test
  void theTableOfLiveObjectsMayHaveBeenFull() throws IOException {
    RecordedProfile recorded = Conversions.read(bytes("give_ap_live16k"));
    assertThat(recorded.notices()).hasSize(1);
    assertThat(recorded.notices().get(0).message())
        .contains("not collected", "1,024", "118 are left");
  }

  /** Byte 64 is 0 only when a chunk is finished. */
  @Test
  void theChunkOfAJvmThatWasKilledIsRead() throws IOException {
    byte[] open = bytes("give_jdk17");
    open[64] = 8;
    RecordedProfile recorded = Conversions.read(open);
    assertThat(Conversions.noticeIds(recorded)).containsExactly(ErrorId.TRUNCATED_DUMP);
    assertThat(recorded.notices().get(0).message()).contains("the JVM was stopped");
    assertThat(total(estimated(open), View.ALLOC_SPACE)).isEqualTo(348_194_080);
    assertThatThrownBy(() -> Conversions.read(open, Conversions.STRICT))
        .hasMessageContaining("the JVM was stopped");
  }

  @Test
  void chunksBeforeDamageAreRead() throws IOException {
    byte[] whole = bytes("give_jdk17");
    for (byte[] rest :
        List.of(Arrays.copyOf(whole, 10), Arrays.copyOf(whole, 90_000), new byte[] {1, 2, 3})) {
      byte[] cut = Containers.concat(whole, rest);
      assertThat(Conversions.noticeIds(Conversions.read(cut)))
          .containsExactly(ErrorId.TRUNCATED_DUMP);
      assertThat(total(estimated(cut), View.ALLOC_SPACE)).isEqualTo(348_194_080);
    }
    assertThatThrownBy(() -> Conversions.read(Arrays.copyOf(whole, 90_000)))
        .hasMessageContaining("cut off or damaged in the chunk at byte 0");
  }

  @Test
  void aGivenIntervalReplacesTheRecordedOne() throws IOException {
    ReadOptions options =
        new ReadOptions(
            ReadOptions.DEFAULT.selection(), 1 << 20, false, ReadOptions.DEFAULT.limits());
    EstimatedProfile wider =
        HeapConv.unskew(
            Conversions.read(bytes("give_ap_alloc256k"), options), UnskewOptions.DEFAULT);
    assertThat(total(wider, View.ALLOC_OBJECTS)).isGreaterThan(3 * 2_526_954);
    assertThat(Conversions.noticeIds(Conversions.read(bytes("give_jdk17"), options)))
        .containsExactly(ErrorId.INTERVAL_IGNORED);
  }

  /**
   * Three threads allocated 1,000 MiB each before the recording, and 365,014,888 bytes in it, as
   * they know from the JVM; the main thread 505,656.
   */
  @Test
  void whatThreadsAllocatedBeforeTheRecordingDoesNotCount() throws IOException {
    byte[] late = TestData.bytes(TestData.own("alloc/jfr/late_jdk17.jfr.gz"));
    assertThat(Conversions.noticeIds(Conversions.read(late))).isEmpty();
    double total = total(estimated(late), View.ALLOC_SPACE);
    assertThat(total).isBetween(0.98 * 365_520_544, 1.02 * 365_520_544);
  }

  @Test
  void rowsTellTheirThreads() throws IOException {
    EstimatedHeap heap =
        estimated(TestData.bytes(TestData.own("alloc/jfr/late_jdk17.jfr.gz"))).heaps().get(0);
    Set<Label> labels = new HashSet<>();
    for (int row = 0; row < heap.rows(); row++) {
      labels.addAll(heap.labels(row));
    }
    assertThat(labels)
        .extracting(Label::key, Label::text)
        .contains(tuple("thread", "main"), tuple("thread", "w0"), tuple("thread", "w2"));
  }

  @Test
  void aChunkThatIsTooLargeForMemoryIsReadFromAFile() throws IOException {
    byte[] large = Containers.withUnknownEvent(bytes("give_ap_alloc256k"), 16 << 20);
    RecordedProfile recorded = Conversions.read(Containers.concat(large, bytes("give_tlab17")));
    assertThat(recorded.notices()).isEmpty();
    assertThat(Conversions.write(HeapConv.unskew(recorded, UnskewOptions.DEFAULT), Format.PPROF))
        .isEqualTo(
            Conversions.write(
                estimated(Containers.concat(bytes("give_ap_alloc256k"), bytes("give_tlab17"))),
                Format.PPROF));
  }

  /** async-profiler 4.6 leaves one null. */
  @Test
  void aStringThatIsAConstantMayBeNull() throws IOException {
    EstimatedProfile profile = estimated(bytes("null_constant_ap46"));
    Set<String> functions = new TreeSet<>();
    for (int stack = 1; stack < profile.stacks().stackCount(); stack++) {
      functions.add(name(profile.stacks(), stack));
    }
    assertThat(functions).contains("pk.Small.objects");
  }

  /** As JDK 11.0.4 writes it. */
  @Test
  void fieldsThatOlderJdksLackAreNotDamage() throws IOException {
    byte[] recording = bytes("give_ap_alloc256k");
    String text = new String(recording, StandardCharsets.ISO_8859_1);
    assertThat(text).contains("\003pid");
    byte[] without = text.replace("\003pid", "\003xyz").getBytes(StandardCharsets.ISO_8859_1);
    RecordedProfile recorded = Conversions.read(without);
    assertThat(recorded.notices()).isEmpty();
    assertThat(recorded.heaps().get(0).info().pid()).isEqualTo(-1);
    assertThat(total(estimated(without), View.ALLOC_SPACE)).isCloseTo(403_083_959, within(0.6));
  }

  /** Large objects lie outside of buffers. */
  @Test
  void buffersAloneAreNotPreferredToSamplesOfAllObjects() throws IOException {
    byte[] samples = bytes("give_jdk17");
    byte[] both = bytes("give_tlab17");
    String text = new String(both, StandardCharsets.ISO_8859_1);
    String enabled = "\007enabled\004\004true";
    assertThat(text).contains(enabled);
    byte[] inBuffers =
        text.replace(enabled, "\007enabled\004\004nope").getBytes(StandardCharsets.ISO_8859_1);
    assertThat(total(estimated(Containers.concat(both, samples)), View.ALLOC_SPACE))
        .isCloseTo(400_394_336, within(0.6));
    assertThat(total(estimated(Containers.concat(inBuffers, samples)), View.ALLOC_SPACE))
        .isCloseTo(348_194_080, within(0.6));
    assertThat(Conversions.read(both).notices()).isEmpty();
    assertThat(Conversions.read(inBuffers).notices())
        .allMatch(notice -> notice.id() == ErrorId.EVENTS_OFF)
        .extracting(Notice::message)
        .satisfiesExactly(
            small -> assertThat(small).contains("InNewTLAB", "lack most small objects"),
            large -> assertThat(large).contains("OutsideTLAB", "lack large objects"));
  }

  /** 17 frees and 3 allocations in a second that may have 20 of both. */
  @Test
  void aRateLimitThatWasReachedMakesTheRecordingIncomplete() throws IOException {
    RecordedProfile limited = Conversions.read(bytes("ratelimit_ap46"));
    assertThat(Conversions.noticeIds(limited)).containsExactly(ErrorId.RATE_LIMIT);
    assertThat(limited.notices().get(0).message()).contains("malloc", "beyond 20 a second");
    assertThat(limited.effects().isTooLow(false)).isTrue();
    RecordedHeap malloc = limited.heaps().get(1);
    assertThat(malloc.views()).containsExactly(View.ALLOC_OBJECTS, View.ALLOC_SPACE);
  }

  @Test
  void objectsAreLiveUntilTheyAreCollected() throws IOException {
    assertThat(live("give_ap_live16k")).isEqualTo(Provenance.Live.UNCOLLECTED);
    assertThat(live("nat_ap_nativemem64k")).isEqualTo(Provenance.Live.MOMENT);
  }

  private static Provenance.Live live(String recording) throws IOException {
    return Conversions.read(bytes(recording)).heaps().get(0).info().provenance().live();
  }

  @Test
  void unreadableRecordingsAreRefusedInOneLine() {
    byte[] old = bytes("give_jdk17");
    old[5] = 0;
    assertThatThrownBy(() -> Conversions.read(old)).hasMessageContaining("JDK 7 or 8");
    byte[] newer = bytes("give_jdk17");
    newer[5] = 3;
    assertThatThrownBy(() -> Conversions.read(newer)).hasMessageContaining("version 3");

    String text = new String(bytes("give_ap_alloc256k"), StandardCharsets.ISO_8859_1);
    byte[] broken = text.getBytes(StandardCharsets.ISO_8859_1);
    ByteBuffer.wrap(broken).putLong(16, 68);
    assertThatThrownBy(() -> Conversions.read(broken))
        .isInstanceOf(HeapConvException.class)
        .hasMessageContaining("not a readable JFR recording: a chunk has no metadata");
    String ofDatadog = text.replace("jdk.ObjectAllocation", "datadog.ObjectSample");
    byte[] datadog = ofDatadog.getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> Conversions.read(datadog)).hasMessageContaining("Datadog's profiler");
  }

  /**
   * 64 arrays of 1,000 bytes between two of 128 KiB, with G1: Java 17 finds too many of the small
   * ones. Blocks of native memory are sampled by the profiler.
   */
  @ParameterizedTest
  @CsvSource({"mix_ap41_jdk17, true", "mix_ap41_jdk25, false", "nat_ap_nativemem64k, false"})
  void smallObjectsBesideLargeOnesAreNamed(String recording, boolean isNamed) throws IOException {
    assertThat(Conversions.read(bytes(recording)).notices())
        .extracting(Notice::id)
        .filteredOn(id -> id == ErrorId.BESIDE_LARGE)
        .hasSize(isNamed ? 1 : 0);
  }
}
