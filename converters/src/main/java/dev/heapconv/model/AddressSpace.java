package dev.heapconv.model;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The address at which the program of a process was loaded, or else one of its libraries. The
 * kernel chooses it at random for each process. Forked processes share it, but the names of their
 * files differ.
 */
record AddressSpace(String path, long start) {

  /**
   * Returns the address space of a recording of one heap; null if it is unknown. Recordings of
   * heapprofd get none, because their counters start with each recording, so they do not repeat
   * each other.
   */
  static @Nullable AddressSpace of(EstimatedProfile profile) {
    HeapInfo info = profile.heaps().size() == 1 ? profile.heaps().get(0).info() : null;
    if (info == null || info.sampling().isWeighted() || Recordings.countsFromRecording(info)) {
      return null;
    }
    StackTable stacks = profile.stacks();
    return IntStream.range(0, stacks.mappingCount())
        .mapToObj(stacks::mapping)
        .filter(mapping -> isRandom(mapping.start()))
        // The program itself if it is relocated, or else a library.
        .min(
            Comparator.comparing(
                    (Mapping mapping) -> !mapping.baseName().equals(info.id().process().program()))
                .thenComparing(Mapping::path)
                .thenComparing(Mapping::start))
        .map(mapping -> new AddressSpace(mapping.path(), mapping.start()))
        .orElse(null);
  }

  /**
   * Programs without relocation lie below 4 GiB. Without randomization, as in a debugger, Linux
   * loads to known places: 0x555555554000 and below 0x7ffff8000000.
   */
  private static boolean isRandom(long start) {
    return start >>> 32 != 0 && start >>> 32 != 0x5555 && start >>> 28 != 0x7ffff;
  }
}
