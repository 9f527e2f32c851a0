package dev.heapconv.reader.heaptrack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.testing.TestData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Replaying gives what {@code heaptrack_print} says, and the state at the peak. */
class HeaptrackReaderTest {

  private static final String HEADER = "v 10400 3\nX ./app x\ns 1 f\ns 4 main\n";

  private static RecordedProfile read(String text) throws IOException {
    return Conversions.read(
        text.getBytes(StandardCharsets.UTF_8), Conversions.dump(DumpSelector.ALL));
  }

  private static List<Long> totals(RecordedProfile profile, int dump) {
    return profile.heaps().get(dump).summary().totals();
  }

  @Test
  void theTotalsAreThoseOfHeaptrack() throws IOException {
    RecordedProfile profile =
        Conversions.read(
            TestData.own("alloc/heaptrack/heaptrack_give.zst"), Conversions.dump(DumpSelector.ALL));
    assertThat(totals(profile, 0).subList(2, 4)).containsExactly(2_072L, 2_790_080L);
    assertThat(totals(profile, 1)).containsExactly(2_091L, 2_826_917L, 1_252L, 321_653L);
    assertThat(profile.heaps().get(1).info().process()).isEqualTo("give");
    assertThat(profile.notices()).isEmpty();
    StackTable stacks = profile.stacks();
    List<String> inlined = new ArrayList<>();
    for (int frame = 0; frame < stacks.frameCount(); frame++) {
      List<SourceLine> lines = stacks.lines(frame);
      if (lines.size() > 1) {
        lines.forEach(line -> inlined.add(line.function() + ":" + line.line()));
      }
    }
    assertThat(inlined)
        .startsWith("call_init:74", "call_init:26")
        .contains("std::__new_allocator<Big*>::allocate(unsigned long, void const*):137");
  }

  @Test
  void theProgramAndItsLibrariesAreKnown() throws IOException {
    RecordedProfile profile =
        read(
            "v 10400 3\n"
                + "X ./app x\n"
                + "s 8 /l/a.so.1\n"
                + "s 1 f\n"
                + "i 10 1\n"
                + "i 20 1 2\n"
                + "t 1 0\n"
                + "t 2 1\n"
                + "a 8 2\n"
                + "+ 0\n");
    int[] frames = profile.stacks().frames(profile.heaps().get(0).stack(0));
    assertThat(profile.stacks().lines(frames[0]).get(0).function()).isEqualTo("f");
    // Its address in the process says nothing to a symbolizer, so it must not look unnamed.
    assertThat(profile.stacks().lines(frames[1]).get(0).function()).isEqualTo("[a.so.1]");
  }

  @Test
  void itIsSaidWhatOtherNumbersThanThoseOfHeaptrackComeFrom() throws IOException {
    String begin = "v 10400 3\nX ./app\nI 1000 10\n";
    String allocation = "s 1 f\ni 10 0 1\nt 1 0\na 8 1\n+ 0\n";
    assertThat(read(begin + allocation).comments())
        .satisfiesExactly(builtIn -> assertThat(builtIn).contains("built-in list"));
    assertThat(read(begin + "A\nS leak:f\nS leak:g\n" + allocation).comments())
        .satisfiesExactly(
            attached -> assertThat(attached).contains("what was allocated before is missing"),
            suppressed -> assertThat(suppressed).contains("that the program suppresses"));
  }

  /** heaptrack writes the arguments as they are, such as a script after {@code python -c}. */
  @Test
  void aCommandMayHaveSeveralLines() throws IOException {
    String script = "import os\n\nsys.exit()\ns = 3\n# two\nt()\nassert 1\n+1\nA\n";
    for (String next : List.of("I 1000 10\n", "")) {
      RecordedProfile profile =
          read(
              "v 10400 3\nX ./app -c a\n"
                  + script
                  + next
                  + "s 1 f\ns 4 main\ni 10 0 1\ni 20 0 2\nt 2 0\nt 1 1\na 8 2\n+ 0\n");
      assertThat(profile.notices()).isEmpty();
      assertThat(profile.comments()).noneMatch(comment -> comment.contains("attached"));
      assertThat(profile.heaps().get(0).info().process()).isEqualTo("app");
      StackTable stacks = profile.stacks();
      int[] frames = stacks.frames(profile.heaps().get(0).stack(0));
      assertThat(IntStream.of(frames).mapToObj(frame -> stacks.lines(frame).get(0).function()))
          .containsExactly("f", "main");
    }
    // Strings of old versions have no length.
    assertThat(read("v 10100 1\nX ./app\ns f\ni 10 0 1\nt 1 0\na 8 1\n+ 0\n").notices()).isEmpty();
  }

  @Test
  void rawRecordingsAreToldWhatToRun() {
    assertThatThrownBy(
            () ->
                Conversions.read(
                    TestData.own("alloc/heaptrack/heaptrack_give.raw.zst"),
                    Conversions.dump(DumpSelector.LAST)))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.UNSUPPORTED_FORMAT))
        .hasMessageContaining("heaptrack_interpret >OUT");
  }

  @Test
  void aDamagedDefinitionKeepsItsNumber() throws IOException {
    RecordedProfile profile =
        read(HEADER + "i x\ni 20 0 2\nt 1 0\nt 2 0\na z 1\na 8 2\n+ 1\n- 7\n+ 1\n");
    assertThat(totals(profile, 1)).containsExactly(2L, 16L, 2L, 16L);
    assertThat(Conversions.noticeIds(profile)).containsExactly(ErrorId.BAD_LINES);
    int frame = profile.stacks().frame(profile.heaps().get(1).stack(0));
    assertThat(profile.stacks().lines(frame).get(0).function()).isEqualTo("main");
  }

  /** A simple replay keeps a copy of everything at each peak. */
  @Test
  void thePeakIsThatOfASimpleReplay() throws IOException {
    Random random = new Random(7);
    for (int round = 0; round < 50; round++) {
      int kinds = 1 + random.nextInt(6);
      StringBuilder text = new StringBuilder(HEADER);
      long[] sizes = new long[kinds];
      for (int kind = 0; kind < kinds; kind++) {
        sizes[kind] = random.nextInt(100);
        text.append(
            String.format("i %x 0 1\nt %x 0\na %x %x\n", kind, kind + 1, sizes[kind], kind + 1));
      }
      long[] live = new long[kinds];
      long[] peak = live.clone();
      long bytes = 0;
      long most = 0;
      for (int event = 0; event < 200; event++) {
        int kind = random.nextInt(kinds);
        if (random.nextInt(5) < 3) {
          live[kind]++;
          bytes += sizes[kind];
          text.append(String.format("+ %x\n", kind));
        } else if (live[kind] > 0) {
          live[kind]--;
          bytes -= sizes[kind];
          text.append(String.format("- %x\n", kind));
        }
        if (bytes > most) {
          most = bytes;
          peak = live.clone();
        }
      }
      RecordedProfile profile = read(text.toString());
      assertThat(liveCounts(profile, 0)).isEqualTo(nonZero(peak));
      assertThat(liveCounts(profile, 1)).isEqualTo(nonZero(live));
    }
  }

  private static Map<Long, Long> liveCounts(RecordedProfile profile, int dump) {
    RecordedHeap heap = profile.heaps().get(dump);
    Map<Long, Long> counts = new HashMap<>();
    for (int row = 0; row < heap.rows(); row++) {
      if (heap.liveCount(row) > 0) {
        int frame = profile.stacks().frame(heap.stack(row));
        counts.put(profile.stacks().frameRelPc(frame), heap.liveCount(row));
      }
    }
    return counts;
  }

  private static Map<Long, Long> nonZero(long[] live) {
    Map<Long, Long> counts = new HashMap<>();
    IntStream.range(0, live.length)
        .filter(kind -> live[kind] > 0)
        .forEach(kind -> counts.put((long) kind, live[kind]));
    return counts;
  }

  /** Ten million events, each a new peak or after one, take no more memory than a few. */
  @Test
  void memoryDoesNotGrowWithEvents() throws IOException {
    String begin = HEADER + "i 1 0 1\nt 1 0\na 10 1\na 8 1\n";
    read(begin + "+ 0\n");
    String block = "+ 0\n+ 0\n+ 1\n- 0\n- 1\n".repeat(20_000);
    byte[] bytes = block.getBytes(StandardCharsets.US_ASCII);
    List<InputStream> parts = new ArrayList<>();
    parts.add(new ByteArrayInputStream(begin.getBytes(StandardCharsets.US_ASCII)));
    for (int i = 0; i < 100; i++) {
      parts.add(new ByteArrayInputStream(bytes));
    }
    InputStream all = new SequenceInputStream(Collections.enumeration(parts));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    RecordedProfile profile =
        HeapConv.read(InputSource.stream("-", all), Conversions.dump(DumpSelector.ALL));
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(16L << 20);
    assertThat(totals(profile, 1))
        .containsExactly(6_000_000L, 4_000_000L * 16 + 2_000_000L * 8, 2_000_000L, 32_000_000L);
    // At the peak, blocks of 16 and 8 bytes are live that the next two events free.
    assertThat(totals(profile, 0).subList(2, 4)).containsExactly(2_000_002L, 32_000_000L + 16 + 8);
  }

  /**
   * Its stacks are lines that name their callers: a file may say more of them than can be written.
   */
  @Test
  void stacksAreCutWhereNoneIsSoDeep() throws IOException {
    StringBuilder log = new StringBuilder("v 10400 3\nX a\ns 1 f\n");
    for (int i = 1; i <= 1200; i++) {
      String hex = Integer.toHexString(i);
      log.append("i " + hex + " 0 1 0 0\nt " + hex + " " + Integer.toHexString(i - 1) + "\n");
    }
    RecordedProfile profile =
        Conversions.read((log + "a 9 4b0\n+ 0\n").getBytes(StandardCharsets.UTF_8));
    assertThat(Conversions.noticeIds(profile)).contains(ErrorId.DEEP_STACK);
    RecordedHeap end = profile.heaps().get(0);
    assertThat(profile.stacks().depth(end.stack(0))).isEqualTo(1024);
    assertThat(end.allocBytes(0)).isEqualTo(9);
  }
}
