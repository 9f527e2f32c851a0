package dev.heapconv.symbols;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.StackTable;
import dev.heapconv.symbols.SymbolIndex.Match;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The binaries of a recording without any name that are still where it says, on this machine: those
 * with the recorded build id. Text dumps have no build ids; there, the file must not be newer than
 * the recording, and its code must have as many pages as were mapped.
 */
final class LocalFiles {

  private final Set<String> unnamed;

  /** In milliseconds; 0 if nothing but a build id tells a file from another build. */
  private final long recordedAt;

  LocalFiles(RecordedProfile recorded) {
    StackTable stacks = recorded.stacks();
    unnamed = stacks.unnamedBinaries();
    // One that has build ids lacks them where the profiler could not read the file.
    boolean hasBuildIds =
        IntStream.range(0, stacks.mappingCount())
            .anyMatch(id -> !stacks.mapping(id).buildId().isEmpty());
    recordedAt = hasBuildIds ? 0 : recordedAt(recorded);
  }

  /** The time of the first dump; where none is recorded, that of the file. */
  private static long recordedAt(RecordedProfile recorded) {
    return recorded.heaps().stream()
        .mapToLong(heap -> TimeUnit.NANOSECONDS.toMillis(heap.info().dump().timeNanos()))
        .filter(time -> time > 0)
        .min()
        .orElseGet(() -> new File(recorded.capture().source()).lastModified());
  }

  /** The file with the symbols of a mapping, or why the one that is there does not fit. */
  Match find(Mapping mapping) throws IOException {
    File file = new File(mapping.path());
    if (!unnamed.contains(mapping.path()) || !file.isAbsolute() || !file.isFile()) {
      return Match.none(false, "");
    }
    try (SymbolIndex index = SymbolIndex.of(List.of(file.toPath()))) {
      Match match = index.find(mapping);
      return match.file() == null || !match.byPath() || isUnchanged(file, mapping)
          ? match
          : Match.none(true, file + " on this machine may be another build");
    }
  }

  private boolean isUnchanged(File file, Mapping mapping) throws IOException {
    try (ElfFile elf = ElfFile.open(file.toPath())) {
      return file.lastModified() <= recordedAt && elf.hasCodeOf(mapping);
    }
  }
}
