package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.unskew.sizes.NamedSizes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** As pprof's own {@code Prune}, of which each case is one. */
class TrimmedStacksTest {

  private final StackTable stacks = new StackTable();

  private int frame(String functions, int address) {
    List<SourceLine> lines = new ArrayList<>();
    for (String function : functions.split("~", -1)) {
      lines.add(0, new SourceLine(function, "", 0));
    }
    int app = stacks.addMapping(new Mapping("/bin/app", ""));
    return stacks.addFrame(app, address, lines);
  }

  /** A stack from the root, with frames between semicolons and what is inlined behind a tilde. */
  private int stack(String frames) {
    int stack = StackTable.ROOT;
    for (String frame : frames.split(";")) {
      stack = stacks.addStack(stack, frame(frame, stacks.frameCount()));
    }
    return stack;
  }

  private String trimmed(TrimmedStacks trimmed, int stack) {
    StringBuilder text = new StringBuilder();
    for (int s = trimmed.of(stack); s != StackTable.ROOT; s = stacks.parent(s)) {
      List<String> lines = new ArrayList<>();
      trimmed.lines(stacks.frame(s)).forEach(line -> lines.add(0, line.function()));
      text.insert(0, ";" + String.join("~", lines));
    }
    return text.substring(1);
  }

  @ParameterizedTest
  @CsvSource({
    "main;work;malloc, main;work",
    // What the allocator calls is the allocator.
    "main;_PyObject_Malloc;new_arena, main",
    "main;operator new(unsigned long);UnityDefaultAllocator;malloc, main",
    "main;malloc;hook;malloc, main",
    // Not before the first frame of the program.
    "malloc;main;work;malloc;brk, malloc;main;work",
    "malloc;operator new(unsigned long), malloc;operator new(unsigned long)",
    // Of a frame, the outermost of the allocator's functions and what is inlined into it.
    "main;make~operator new(unsigned long)~hook;malloc, main;make",
    "main;operator new(unsigned long)~hook;malloc, main",
    "main;make~operator new(unsigned long);work, main;make",
    // A first frame of both is not the program: pprof takes its lines away, not what it calls.
    "main~malloc;work;malloc, main;work",
    "main~malloc;malloc, main;malloc",
    "malloc~main;malloc, malloc~main;malloc",
  })
  void aStackIsShownAsPprofShowsIt(String stack, String expected) {
    int id = stack(stack);
    assertThat(trimmed(new TrimmedStacks(stacks, false), id)).isEqualTo(expected);
    assertThat(trimmed(new TrimmedStacks(stacks, true), id)).isEqualTo(stack);
  }

  @ParameterizedTest
  @CsvSource({
    "main;work;malloc,",
    "main;strdup;malloc, STRINGS",
    "main;xstrndup;xmalloc, STRINGS",
    "main;git__strdup, STRINGS",
    "main;g_strdup_printf;g_vasprintf;__vasprintf_chk;realloc, STRINGS",
    "main;make~strdup~malloc, STRINGS",
    "main;make~strdup;malloc, STRINGS",
    // Not the innermost function of the program, nor one that it only calls.
    "main;strdup_all;work;malloc,",
    "main;asprintf;work;malloc,",
    "main;asprintf~work;malloc,",
    "main;os::strdup_check_oom;malloc,",
    "main;g_strdupv;g_malloc,",
    "main;_IO_doallocbuf;_IO_file_doallocate;malloc, FILE_BUFFERS",
  })
  void namesOfTheInnermostFunctionsTellWhatTheyAllocate(String stack, NamedSizes expected) {
    StackNames names = new StackNames();
    names.over(stacks);
    assertThat(names.sizes(stack(stack))).isEqualTo(expected);
    assertThat(names.sizes(StackTable.ROOT)).isNull();
  }

  @Test
  void onlyTheProfilerIsLeftOutOfWhatIsWritten() {
    int id = stack("main;malloc;perfetto::profiling::wrap_malloc(int);AHeapProfile_report;memcpy");
    assertThat(trimmed(new TrimmedStacks(stacks, true), id)).isEqualTo("main;malloc");
    int alone = stack("AHeapProfile_report;memcpy");
    assertThat(trimmed(new TrimmedStacks(stacks, true), alone))
        .isEqualTo("AHeapProfile_report;memcpy");
  }

  @Test
  void codeOfAnAllocatorsLibraryNeedsNoName() {
    int main = stack("main");
    for (String library : List.of("libjemalloc.so.2", "libheapprofd_client.so", "libmalloc.so")) {
      int mapping = stacks.addMapping(new Mapping("/lib/" + library, ""));
      int inside = stacks.addStack(main, stacks.addFrame(mapping, 0x1f0, SourceLine.UNKNOWN));
      int below = stacks.addStack(inside, frame("mmap", 1));
      assertThat(new TrimmedStacks(stacks, false).of(below))
          .isEqualTo(library.equals("libmalloc.so") ? below : main);
      assertThat(new TrimmedStacks(stacks, true).of(below))
          .isEqualTo(library.contains("heapprofd") ? main : below);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "operator new(unsigned long)",
        "operator new[](unsigned long, std::nothrow_t const&)",
        "(anonymous namespace)::operator new(unsigned long)",
        ".malloc",
        "std::__1::allocator<std::pair<int, char> >::allocate(unsigned long)",
        "std::allocator::allocate",
        "art::gc::Heap::AllocObjectWithAllocator<true, false>(art::Thread*)",
        "_PyObject_Malloc",
        "xstrdup",
        "alloc::alloc::exchange_malloc",
        "<alloc::alloc::Global as core::alloc::Allocator>::allocate",
        "alloc::raw_vec::RawVecInner<A>::finish_grow",
        "libtcmalloc.so.4+0x1f0",
        "tcmalloc::allocate_full_cpp_nothrow_oom(unsigned long)",
        "(anonymous namespace)::do_malloc_pages(tcmalloc::ThreadCache*, unsigned long)",
        "tc_malloc",
        "tc_newarray_aligned_nothrow",
        "mi_malloc",
        "mi_theap_malloc_aligned_at",
        "mi_heap_rezalloc",
        "mi_new_n",
        "_mi_theap_malloc_zero_ex",
        "__alloc_token_0_malloc",
        "perfetto::profiling::Client::RecordMalloc(unsigned int)",
      })
  void functionsOfTheAllocator(String name) {
    assertThat(AllocatorFrames.isAllocator(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "malloc_site()",
        "alloc::vec::Vec<T,A>::push",
        "my_malloc",
        "Foo::operator new(unsigned long)",
        "Foo::operator new[](unsigned long)",
        "mi_widget_malloc_count",
        "mi_malloc_widgets",
        "mi_newsletter",
        "tc_new_widget",
        "do_malloc_benchmark",
        "alloc_token_malloc",
        "my::tcmalloc::run",
        "operator newer()",
        "Pool::operator()(void (*)(malloc))",
        "call(malloc)::(anonymous namespace)",
        "libjemalloc_user.so",
        "malloc\nmain",
      })
  void functionsOfTheProgram(String name) {
    assertThat(AllocatorFrames.isAllocator(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "lloc", "alloc", "_alloc", "n", "nwj", "yMem_Malloc", "rt::gc"})
  void whatANameBeginsWithSavesMatchingButDecidesNothing(String end) {
    Pattern whole = Pattern.compile(AllocatorFrames.regex(), Pattern.UNIX_LINES);
    for (char first = '0'; first <= 'z'; first++) {
      for (char second = '0'; second <= 'z'; second++) {
        String name = "" + first + second + end;
        assertThat(AllocatorFrames.isAllocator(name))
            .as(name)
            .isEqualTo(whole.matcher(name).matches());
      }
    }
  }

  /** A rule that takes time by the square of a name's length takes minutes here. */
  @ParameterizedTest
  @ValueSource(
      strings = {"Alloc", "FromCode", "::operator new", "perfetto::", "::", "<", "+0x1", "("})
  void longNamesAreJudged(String part) {
    for (String begin :
        List.of("", "artAllocA", "art::gc::Heap::A", "std::allocator<", "libjemalloc")) {
      String name = begin + part.repeat(100_000 / part.length()) + "!";
      assertThat(AllocatorFrames.isProfiler(name)).isFalse();
      assertThat(AllocatorFrames.isAllocator(name))
          .isEqualTo(
              (begin.equals("art::gc::Heap::A") && part.equals("Alloc"))
                  || (begin.equals("artAllocA") && part.equals("FromCode")));
    }
  }
}
