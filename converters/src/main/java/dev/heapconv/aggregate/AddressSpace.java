package dev.heapconv.aggregate;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.StackTable;
import dev.heapconv.unskew.Scheme;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Which process was recorded, by where its program was loaded: a place that the kernel chooses at
 * random each time. Forked processes share it; the names of their files, {@code
 * PREFIX.PID.N.iN.heap} of jemalloc and {@code PREFIX_PID.N.heap} of gperftools, tell them apart.
 */
public final class AddressSpace {

  private static final Pattern SERIES = Pattern.compile("([^/!]*?)\\.\\d+(\\.[a-z]\\d*)?\\.heap");

  private AddressSpace() {}

  /**
   * Equal for dumps of one process with one heap; empty if nothing tells. Recordings of heapprofd
   * do not repeat each other: its counters start with each.
   */
  public static String of(EstimatedProfile profile) {
    HeapInfo info = profile.heaps().size() == 1 ? profile.heaps().get(0).info() : null;
    if (info == null || info.scheme() == Scheme.WEIGHTED) {
      return "";
    }
    StackTable stacks = profile.stacks();
    Matcher series = SERIES.matcher(profile.capture().source());
    String files = series.find() ? series.group(1) : "";
    return IntStream.range(0, stacks.mappingCount())
        .mapToObj(stacks::mapping)
        .filter(mapping -> isRandom(mapping.start()))
        // The program itself if that is relocated, or else a library.
        .min(
            Comparator.comparing((Mapping mapping) -> !mapping.baseName().equals(info.program()))
                .thenComparing(Mapping::path)
                .thenComparing(Mapping::start))
        .map(at -> List.of(info.displayProcess(), info.heap(), at.path(), at.start(), files))
        .map(List::toString)
        .orElse("");
  }

  /**
   * Programs without relocation lie below 4 GiB; where Linux places others without randomization,
   * as in a debugger, is known: 0x555555554000 and below 0x7ffff8000000.
   */
  private static boolean isRandom(long start) {
    return start >>> 32 != 0 && start >>> 32 != 0x5555 && start >>> 28 != 0x7ffff;
  }
}
