package dev.heapconv.reader.valgrind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Totals are those of the tools, and stacks those that they print. */
class ValgrindReaderTest {

  private static RecordedProfile read(String file, DumpSelector dump) throws IOException {
    return Conversions.read(TestData.own("alloc/valgrind/" + file), Conversions.dump(dump));
  }

  private static RecordedProfile read(String text) throws IOException {
    return Conversions.read(
        text.getBytes(StandardCharsets.UTF_8), Conversions.dump(DumpSelector.ALL));
  }

  private static List<Long> totals(RecordedHeap heap) {
    return heap.summary().totals();
  }

  /** Functions and lines of a stack, innermost first; those of one frame are joined. */
  private static List<String> stack(RecordedProfile profile, int row) {
    StackTable stacks = profile.stacks();
    List<String> frames = new ArrayList<>();
    for (int frame : stacks.frames(profile.heaps().get(0).stack(row))) {
      List<String> lines = new ArrayList<>();
      for (SourceLine line : stacks.lines(frame)) {
        lines.add(
            line.function() + (line.line() == 0 ? "" : " " + line.file() + " " + line.line()));
      }
      frames.add(String.join(" < ", lines));
    }
    return frames;
  }

  @Test
  void dhatHasThePeakAndTheEnd() throws IOException {
    RecordedProfile all = read("dhat_give.json", DumpSelector.ALL);
    RecordedHeap peak = all.heaps().get(0);
    RecordedHeap end = all.heaps().get(1);
    assertThat(peak.views()).containsExactly(View.OBJECTS, View.SPACE);
    assertThat(totals(peak)).containsExactly(2_072L, 2_790_080L);
    assertThat(totals(end)).containsExactly(2_092L, 2_831_013L, 1_056L, 244_269L);
    HeapInfo info = end.info();
    assertThat(info.pid()).isEqualTo(21238);
    assertThat(info.process()).isEqualTo("give");
    assertThat(info.sampling().scheme()).isEqualTo(Scheme.EXACT);
    assertThat(all.notices()).isEmpty();
    RecordedProfile max = read("dhat_give.json", DumpSelector.MAX);
    assertThat(totals(max.heaps().get(0))).containsExactly(2_072L, 2_790_080L);
    assertThat(max.heaps().get(0).info().dump().peak()).isTrue();
    RecordedProfile last = read("dhat_give.json", DumpSelector.LAST);
    assertThat(totals(last.heaps().get(0))).isEqualTo(totals(end));
  }

  @Test
  void dhatStacksHaveInlinedFunctionsAndRecursion() throws IOException {
    RecordedProfile profile = read("dhat_give.json", DumpSelector.LAST);
    assertThat(stack(profile, 4))
        .containsExactly(
            "operator new(unsigned long)",
            "allocate new_allocator.h 137 < allocate alloc_traits.h 464 < _M_allocate stl_vector.h"
                + " 378 < void std::vector<Big*, std::allocator<Big*> >::_M_realloc_insert<Big*"
                + " const&>(__gnu_cxx::__normal_iterator<Big**, std::vector<Big*,"
                + " std::allocator<Big*> > >, Big* const&) vector.tcc 453",
            "push_back stl_vector.h 1287 < peak() give.cc 14",
            "main give.cc 16");
    assertThat(stack(profile, 6))
        .hasSize(12)
        .containsSubsequence("recurse(int) give.cc 15", "recurse(int) give.cc 15");
    assertThat(stack(profile, 0)).contains("[libstdc++.so.6.0.30]");
  }

  @Test
  void dhatOfRustHasTimesAndColumns() throws IOException {
    RecordedProfile profile =
        read(
            "{\"dhatFileVersion\":2,\"mode\":\"rust-heap\",\"bklt\":true,\"bkacc\":false,\"tu\":\"µs\",\"cmd\":\"target/release/app"
                + " x\",\"pid\":5,\"te\":2500,\"tg\":700,\"pps\":[{\"tb\":64,"
                + "\"tbk\":2,\"mb\":64,\"mbk\":2,\"gb\":32,\"gbk\":1,\"eb\":0,\"ebk\":0,\"fs\":[1,2]}],\"ftbl\":[\"[root]\",\"0x5:"
                + " <alloc::vec::Vec<(T, A)> as X>::f (src/vec.rs:171:73)\",\"0x9: ???\"]}");
    assertThat(stack(profile, 0))
        .containsExactly("<alloc::vec::Vec<(T, A)> as X>::f src/vec.rs 171", "");
    assertThat(profile.heaps().get(0).info().dump().durationNanos()).isEqualTo(700_000);
    assertThat(profile.heaps().get(1).info().dump().durationNanos()).isEqualTo(2_500_000);
    assertThat(profile.heaps().get(1).info().process()).isEqualTo("app");
  }

  @ParameterizedTest
  @CsvSource({"copy", "ad-hoc", "rust-ad-hoc"})
  void otherModesOfDhatAreRefusedByName(String mode) {
    String text = "{\"dhatFileVersion\":2,\"mode\":\"" + mode + "\",\"pps\":[],\"ftbl\":[]}";
    assertThatThrownBy(() -> read(text))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.NOT_A_HEAP_PROFILE))
        .hasMessageContaining("'" + mode + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "massif_give.out, malloc, 14, 2790080, 318917",
    "massif_give_stacks.out, malloc, 10, 2790080, 567872",
    "massif_give_pages.out, pages, 7, 13533184, 13533184",
  })
  void detailedSnapshotsOfMassifAreDumps(String file, String heap, int dumps, long peak, long last)
      throws IOException {
    RecordedProfile all = read(file, DumpSelector.ALL);
    assertThat(all.heaps()).hasSize(dumps);
    assertThat(all.heaps().get(0).views()).containsExactly(View.SPACE);
    assertThat(all.heaps().get(0).info().heap()).isEqualTo(heap);
    assertThat(totals(read(file, DumpSelector.LAST).heaps().get(0))).containsExactly(last);
    RecordedHeap max = read(file, DumpSelector.MAX).heaps().get(0);
    assertThat(totals(max)).containsExactly(peak);
    assertThat(max.info().dump().peak()).isTrue();
    List<ErrorId> expected =
        file.contains("pages")
            ? List.of(ErrorId.PAGES_AS_HEAP)
            : file.contains("stacks") ? List.of(ErrorId.STACKS_LEFT_OUT) : List.of();
    assertThat(Conversions.noticeIds(all)).isEqualTo(expected);
  }

  @Test
  void massifStacksBeginWhereMemoryIsAllocated() throws IOException {
    RecordedProfile profile = read("massif_give.out", DumpSelector.MAX);
    assertThat(stack(profile, 0)).containsExactly("peak() give.cc 14", "main give.cc 16");
    assertThat(profile.heaps().get(0).liveBytes(0)).isEqualTo(2_469_120);
    int rows = profile.heaps().get(0).rows();
    assertThat(stack(profile, rows - 1)).containsExactly("[below massif's threshold]");
    assertThat(profile.heaps().get(0).liveBytes(rows - 1)).isEqualTo(256);
    assertThat(profile.comments())
        .contains("At the last snapshot, which has no stacks, the heap had 248365 bytes.");
  }

  /** The last of several detailed snapshots is cut off: those before it are whole. */
  @Test
  void snapshotsBeforeTheDamageAreRead() throws IOException {
    byte[] whole = Files.readAllBytes(TestData.own("alloc/valgrind/massif_give.out"));
    String text = new String(whole, StandardCharsets.UTF_8);
    int end = text.indexOf("snapshot=91");
    for (int cut = text.indexOf("snapshot=90"); cut < end; cut += Effort.of(7, 1)) {
      RecordedProfile profile =
          Conversions.read(Arrays.copyOf(whole, cut), Conversions.dump(DumpSelector.LAST));
      assertThat(totals(profile.heaps().get(0)).get(0)).isIn(331_157L, 318_917L);
      // Between snapshots nothing shows that others were to follow.
      boolean isWhole =
          cut == text.indexOf("snapshot=90")
              || cut == text.lastIndexOf('#', text.indexOf("snapshot=91"));
      assertThat(profile.notices().isEmpty()).as("cut at %d", cut).isEqualTo(isWhole);
    }
    int tree = text.indexOf("\n n1:", text.indexOf("snapshot=90")) + 1;
    RecordedProfile profile =
        Conversions.read(Arrays.copyOf(whole, tree), Conversions.dump(DumpSelector.LAST));
    assertThat(totals(profile.heaps().get(0))).containsExactly(331_157L);
    assertThat(Conversions.noticeIds(profile)).containsExactly(ErrorId.TRUNCATED_DUMP);
  }

  @Test
  void massifWithoutStacksIsNoProfile() {
    assertThatThrownBy(
            () -> read("desc: x\ncmd: ./a\ntime_unit: i\n#--\nsnapshot=0\nheap_tree=empty\n"))
        .hasMessageContaining("detailed");
  }

  private static String tree(int snapshot, String root, String site) {
    return "#-----------\nsnapshot="
        + snapshot
        + "\n#-----------\ntime=5\nmem_heap_B=1\n"
        + "mem_heap_extra_B=0\nmem_stacks_B=0\nheap_tree=detailed\n"
        + root
        + "\n"
        + site
        + "\n";
  }

  /** The six trees are measures of one moment, not six moments. */
  @Test
  void anExecutionTreeHasAllViewsOfOneMoment() throws IOException {
    String head = "desc: xtree.produce_report\ncmd: ./x\ntime_unit: ms\n";
    String live =
        tree(0, "n1: 90 curB : currently allocated Bytes", " n0: 90 0x1: f (a.c:1)")
            + tree(1, "n1: 3 curBk : currently allocated Blocks", " n0: 3 0x1: f (a.c:1)");
    RecordedProfile allocs = read(head + live);
    assertThat(allocs.heaps()).hasSize(1);
    assertThat(allocs.heaps().get(0).views()).containsExactly(View.OBJECTS, View.SPACE);
    assertThat(totals(allocs.heaps().get(0))).containsExactly(3L, 90L);
    RecordedProfile full =
        read(
            head
                + live
                + tree(2, "n1: 500 totB : total allocated Bytes", " n0: 500 0x1: f (a.c:1)")
                + tree(3, "n1: 7 totBk : total allocated Blocks", " n0: 7 0x1: f (a.c:1)")
                + tree(4, "n1: 410 totFdB : total Freed Bytes", " n0: 410 0x2: g (a.c:2)")
                + tree(5, "n1: 4 totFdBk : total Freed Blocks", " n0: 4 0x2: g (a.c:2)"));
    assertThat(full.heaps()).hasSize(1);
    assertThat(full.heaps().get(0).rows()).isEqualTo(1);
    assertThat(totals(full.heaps().get(0))).containsExactly(7L, 500L, 3L, 90L);
    String leaks = tree(0, "n1: 9 RB : Reachable Bytes", " n0: 9 0x1: f (a.c:1)");
    assertThatThrownBy(() -> read(head + leaks)).isInstanceOf(HeapConvException.class);
  }

  /** A program that grows to its end: massif looks for peaks only when something is freed. */
  @Test
  void memoryWithoutStacksIsSaid() throws IOException {
    String text =
        "desc: x\ncmd: ./a\ntime_unit: i\n#-----------\nsnapshot=0\n#-----------\ntime=0\n"
            + "mem_heap_B=16\nmem_heap_extra_B=0\nmem_stacks_B=0\nheap_tree=detailed\n"
            + "n1: 16 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.\n"
            + " n0: 16 0x1: main (a.c:1)\n#-----------\nsnapshot=1\n#-----------\ntime=1\n"
            + "mem_heap_B=%d\nmem_heap_extra_B=0\nmem_stacks_B=0\nheap_tree=empty\n";
    RecordedProfile grown = read(text.formatted(100_000_016));
    assertThat(Conversions.noticeIds(grown)).containsExactly(ErrorId.PEAK_WITHOUT_STACKS);
    assertThat(grown.notices().get(0).message()).contains("100000016 bytes", "16 at most");
    assertThat(read(text.formatted(16)).notices()).isEmpty();
  }

  /** Massif writes the arguments as they are, such as a script after {@code python -c}. */
  @Test
  void aCommandOfMassifMayHaveSeveralLines() throws IOException {
    String text =
        "desc: (none)\n"
            + "cmd: /usr/bin/python3 -c import ast\n"
            + "# two\n\n"
            + "snapshot=7\n"
            + "print(1)\n"
            + "time_unit: i\n"
            + tree(0, "n1: 9 (heap allocation functions) malloc", " n0: 9 0x1: f (a.c:1)");
    RecordedProfile profile = read(text);
    assertThat(profile.notices()).isEmpty();
    assertThat(profile.heaps())
        .extracting(heap -> heap.info().process())
        .containsExactly("python3");
    assertThat(totals(profile.heaps().get(0))).contains(9L);
  }

  @Test
  void whatMassifMeasuresBesidesBlocksIsSaid() throws IOException {
    String text =
        "desc: (none)\ncmd: ./x\ntime_unit: i\n"
            + tree(0, "n1: 9 (heap allocation functions) malloc", " n0: 9 0x1: f (a.c:1)")
                .replace("extra_B=0", "extra_B=77");
    assertThat(read(text).comments()).anyMatch(comment -> comment.contains("77 bytes"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "keep (my (odd) file.cpp:13)                  | keep | my (odd) file.cpp | 13",
        "S::f(void (*)(int)) const (a (1).cc:2)       | S::f(void (*)(int)) const | a (1).cc | 2",
        "(anonymous namespace)::f (a.cc:3)            | (anonymous namespace)::f | a.cc | 3",
        "std::function<void (int)>::operator()(int)   | std::function<void (int)>::operator()(int)"
            + " | '' | 0",
        "cut(void (a.cc:4)                            | cut(void | a.cc | 4",
        "f (in /opt/a (in b)/c)                       | f | '' | 0",
      })
  void filesMayHaveParentheses(String text, String function, String file, int line) {
    assertThat(ValgrindFrame.of("0x10: " + text).line())
        .isEqualTo(new SourceLine(function, file, line));
  }
}
