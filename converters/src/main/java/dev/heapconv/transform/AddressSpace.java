package dev.heapconv.transform;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.StackTable;
import dev.heapconv.unskew.Scheme;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which process was recorded, by where its program was loaded: a place that the kernel chooses at
 * random each time. Forked processes share it; the names of their files, {@code
 * PREFIX.PID.N.iN.heap} of jemalloc and {@code PREFIX_PID.N.heap} of gperftools, tell them apart.
 */
public final class AddressSpace {

  private static final Pattern SERIES = Pattern.compile("([^/!]*?)\\.\\d+(\\.[a-z]\\d*)?\\.heap");

  private AddressSpace() {}

  /** Equal for dumps of one process with one heap; empty if nothing tells. */
  public static String of(EstimatedProfile profile) {
    return profile.heaps().size() == 1
        ? of(profile.heaps().get(0), profile.stacks(), profile.capture().source())
        : "";
  }

  /**
   * Of one heap. Recordings of heapprofd do not repeat each other: its counters start with each.
   */
  static String of(EstimatedHeap heap, StackTable stacks, String source) {
    HeapInfo info = heap.info();
    Mapping known =
        info.scheme() == Scheme.WEIGHTED ? null : randomlyPlaced(heap, stacks, info.program());
    if (known == null) {
      return "";
    }
    Matcher series = SERIES.matcher(source);
    String place = known.path() + "@" + Long.toHexString(known.start());
    return List.of(info.displayProcess(), info.heap(), place, series.find() ? series.group(1) : "")
        .toString();
  }

  /** The program if that is placed at random, or else a library; null for none. */
  private static @Nullable Mapping randomlyPlaced(
      EstimatedHeap heap, StackTable stacks, String program) {
    BitSet used = new BitSet();
    for (int row = 0; row < heap.rows(); row++) {
      for (int frame : stacks.frames(heap.stack(row))) {
        used.set(stacks.frameMapping(frame) + 1);
      }
    }
    return used.stream()
        .filter(id -> id > 0)
        .mapToObj(id -> stacks.mapping(id - 1))
        .filter(mapping -> isRandom(mapping.start()))
        .min(
            Comparator.comparing((Mapping mapping) -> !mapping.baseName().equals(program))
                .thenComparing(Mapping::path)
                .thenComparing(Mapping::start))
        .orElse(null);
  }

  /**
   * Programs without relocation lie below 4 GiB; where Linux places others without randomization,
   * as in a debugger, is known: 0x555555554000 and below 0x7ffff8000000.
   */
  private static boolean isRandom(long start) {
    return start >>> 32 != 0 && start >>> 32 != 0x5555 && start >>> 28 != 0x7ffff;
  }
}
