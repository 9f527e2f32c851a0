package dev.heapconv.query;

import dev.heapconv.model.FrameNames;
import dev.heapconv.unskew.sizes.NamedSizes;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The functions that only show that memory was allocated: the profiler's own, the allocator's entry
 * points, and common wrappers around these. What they call is the allocator, too: {@link
 * TrimmedStacks}. pprof applies the same rule to files that have {@link #regex()} as {@code
 * drop_frames}; what it cannot match is no function of the allocator here either.
 */
public final class AllocatorFrames {

  /** How names of the profiler's functions begin, and of its code without names. */
  private static final List<String> PROFILER =
      List.of(
          "AHeapProfile_",
          "perfetto::profiling::",
          "libheapprofd",
          "base::SamplingHeapProfiler::",
          "base::PoissonAllocationSampler::");

  /**
   * Expressions in the syntax that Go and Java share, for names without parameters. None may take
   * time that grows faster than a name's length.
   */
  private static final List<String> ALLOCATOR =
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
          // Not that of a class, which the program wrote.
          "(\\(anonymous namespace\\)::)?operator new(\\[\\])?",
          // pprof may have removed what is in angle brackets.
          "(std::(__\\w+::)?|__gnu_cxx::)(__)?(new_)?allocator(_traits)?(<.*>)?::allocate",
          "_Zn[wa][jm].*",
          "__rust_(alloc|alloc_zeroed|realloc)",
          "__rdl_(alloc|alloc_zeroed|realloc)",
          "<?alloc::(alloc|raw_vec)::.*",
          "art::HeapSampler::.*",
          "art::gc::Heap::\\w*Alloc.*",
          "artAlloc\\w+FromCode.*",
          "art_quick_alloc_\\w+",
          "(allocator_shim|partition_alloc|base::allocator|tcmalloc|MallocHook)::.*",
          "(\\(anonymous namespace\\)::)?do_(malloc|calloc|realloc|memalign)"
              + "(_pages|_small|_no_errno|_or_cpp_alloc|_with_callback)?",
          "tc_(malloc(_skip_new_handler)?|calloc|realloc|(posix_)?memalign|p?valloc)",
          "tc_new(array)?(_aligned)?(_nothrow)?",
          "TCMallocInternal[A-Z]\\w*",
          "_mi_\\w+",
          "mi_(heap_|theap_)?(m|c|z|re|rec|rez)alloc(n|f|arr|array)?(_small|_zero)?"
              + "(_aligned)?(_at)?(_generic|_overalloc|_fallback)?",
          "mi_(heap_|theap_)?((alloc_)?new(_n|_reallocn?)?(_aligned)?(_nothrow)?"
              + "|strn?dup|wcsdup|mbsdup|realpath|aligned_alloc|(posix_)?memalign|p?valloc)",
          "__alloc_token_.*",
          "(i?jl|julia)_gc_\\w+",
          // Code without a name, as FrameNames calls it.
          "lib(jemalloc|tcmalloc|mimalloc).*\\+0x[0-9a-f]+");

  /** How names of functions end that allocate a string, with any prefix of a library. */
  private static final List<String> STRINGS =
      List.of("strdup", "strndup", "asprintf", "asprintf_chk", "strdup_printf", "strdup_vprintf");

  private static final String FILE_BUFFERS = "_IO_file_doallocate";

  private static final String REGEX =
      "(" + String.join("|", PROFILER) + ").*|" + String.join("|", ALLOCATOR);

  private static final class Compiled {
    // RE2's dot matches everything but a line feed.
    static final Pattern PATTERN = Pattern.compile(REGEX, Pattern.UNIX_LINES);

    /** What is known of names by their first two characters, which rule out nearly all. */
    static final byte[] BEGINS = new byte[1 << 2 * ASCII_BITS];
  }

  private static final int ASCII_BITS = 7;
  private static final byte CAN_MATCH = 1;
  private static final byte CANNOT_MATCH = 2;

  private AllocatorFrames() {}

  /** Returns what matches the whole simplified name of a function; also a valid RE2 expression. */
  public static String regex() {
    return REGEX;
  }

  /**
   * Returns whether a function belongs to the allocator or the profiler.
   *
   * @param name as {@link FrameNames} displays it
   */
  public static boolean isAllocator(String name) {
    String simplified = simplified(name);
    return canMatch(simplified) && Compiled.PATTERN.matcher(simplified).matches();
  }

  /**
   * What a function is for that calls the allocator; null if its name does not tell.
   *
   * @param name as {@link FrameNames} displays it
   */
  static @Nullable NamedSizes sizes(String name) {
    String simplified = simplified(name);
    if (simplified.equals(FILE_BUFFERS)) {
      return NamedSizes.FILE_BUFFERS;
    }
    for (String end : STRINGS) {
      if (simplified.endsWith(end)) {
        return NamedSizes.STRINGS;
      }
    }
    return null;
  }

  /** Whether some name that begins like this one matches. */
  private static boolean canMatch(String name) {
    int begin = name.length() < 2 ? -1 : name.charAt(0) << ASCII_BITS | name.charAt(1);
    if (begin < 0 || begin >= Compiled.BEGINS.length || name.charAt(1) >> ASCII_BITS != 0) {
      return true;
    }
    if (Compiled.BEGINS[begin] == 0) {
      Matcher two = Compiled.PATTERN.matcher(name.substring(0, 2));
      Compiled.BEGINS[begin] = two.matches() || two.hitEnd() ? CAN_MATCH : CANNOT_MATCH;
    }
    return Compiled.BEGINS[begin] == CAN_MATCH;
  }

  /** Whether a function belongs to the profiler. */
  static boolean isProfiler(String name) {
    for (String begin : PROFILER) {
      if (name.startsWith(begin)) {
        return true;
      }
    }
    return false;
  }

  /**
   * A name as pprof compares it: without a dot at its start and without parameters. Other
   * parentheses are part of the name.
   */
  private static String simplified(String name) {
    int begin = name.startsWith(".") ? 1 : 0;
    int end = name.indexOf('(');
    while (end >= 0
        && (name.startsWith("(anonymous namespace)", end)
            || name.startsWith("operator()", end - "operator".length()))) {
      end = name.indexOf('(', end + 1);
    }
    return name.substring(begin, end < 0 ? name.length() : end);
  }
}
