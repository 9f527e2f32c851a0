package dev.heapconv.aggregate;

import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The functions at the leaf of every stack that only show that memory was allocated: the profiler's
 * own, the allocator's entry points, and common wrappers around these. Files always keep them;
 * views of the program's functions hide them.
 */
public final class AllocatorFrames {

  /** Regular expressions of names without parameter lists, in the syntax that Go and Java share. */
  private static final List<String> NAMES =
      List.of(
          "malloc",
          "calloc",
          "realloc",
          "reallocarray",
          "aligned_alloc",
          "memalign",
          "posix_memalign",
          "p?valloc",
          "__libc_(malloc|calloc|realloc|memalign|valloc|pvalloc)",
          "(__)?str(n)?dup",
          "x(malloc|calloc|realloc|reallocarray|strdup|strndup|memdup)",
          "g_(try_)?(malloc|malloc0|realloc|malloc_n|malloc0_n|realloc_n)",
          "_?Py(Object|Mem|Mem_Raw)_?(Malloc|Calloc|Realloc)",
          "os::(malloc|realloc|strdup)",
          "(Rea|A)llocateHeap",
          "(.*::)?operator new(\\[\\])?",
          "(std::(__\\w+::)?|__gnu_cxx::)(__)?(new_)?allocator(_traits)?<.*>::allocate",
          "_Zn[wa][jm].*",
          "__rust_(alloc|alloc_zeroed|realloc)",
          "__rdl_(alloc|alloc_zeroed|realloc)",
          "AHeapProfile_\\w+",
          "perfetto::profiling::.*",
          "art::HeapSampler::.*",
          "art::gc::Heap::\\w*Alloc\\w*(<.*)?",
          "artAlloc\\w+FromCode\\w*",
          "art_quick_alloc_\\w+");

  /** A parameter list, as in demangled names; pprof removes it before matching, others may not. */
  private static final String PARAMETERS = "(\\(.*\\))?";

  private static final String REGEX = "(" + String.join("|", NAMES) + ")" + PARAMETERS;

  private static final class Compiled {
    private static final Pattern PATTERN = Pattern.compile(REGEX);
  }

  /**
   * Longer names are judged by their ends: a regular expression with several {@code .*} takes time
   * that grows with the square of a name's length.
   */
  private static final int LONGEST_NAME = 2048;

  /** Name prefixes of libraries that are allocators as a whole. */
  private static final List<String> LIBRARIES =
      List.of("libjemalloc", "libtcmalloc", "libmimalloc", "libheapprofd");

  private AllocatorFrames() {}

  /**
   * Matches a whole function name; also a valid RE2 expression, for pprof's {@code drop_frames}.
   */
  public static String regex() {
    return REGEX;
  }

  /**
   * Whether a function belongs to the allocator or the profiler: by its readable name, or if it has
   * none by its library.
   *
   * @param line one of the lines of {@code frame}
   */
  public static boolean isAllocator(StackTable stacks, int frame, SourceLine line) {
    if (!line.function().isEmpty()) {
      return Compiled.PATTERN.matcher(withoutMiddle(line.function())).matches();
    }
    String library = FrameNames.baseName(FrameNames.library(stacks, frame));
    for (String allocator : LIBRARIES) {
      if (library.startsWith(allocator)) {
        return true;
      }
    }
    return false;
  }

  private static String withoutMiddle(String name) {
    int half = LONGEST_NAME / 2;
    return name.length() <= LONGEST_NAME
        ? name
        : name.substring(0, half) + name.substring(name.length() - half);
  }
}
