package dev.heapconv.batch;

import dev.heapconv.model.ErrorId;
import java.io.IOException;
import java.util.NavigableMap;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What earlier batches in the folder finished, and whether that still holds.
 *
 * @param entries by input
 * @param settings with which outputs need not be made again
 * @param retriesFailed whether inputs that failed are to be converted again
 */
record Past(
    NavigableMap<String, ManifestEntry> entries,
    OutputFolder folder,
    String settings,
    boolean retriesFailed) {

  /** Failures caused by the machine, not by the input: trying again may help. */
  private static final Set<ErrorId> PASSING =
      Set.of(
          ErrorId.CANNOT_WRITE,
          ErrorId.IS_DIRECTORY,
          ErrorId.OUT_OF_MEMORY,
          ErrorId.INTERNAL_ERROR,
          ErrorId.NO_ZSTD,
          ErrorId.PERMISSION_DENIED,
          ErrorId.UNREADABLE);

  /** The line of an input that needs not be converted again; null if it must. */
  @Nullable ManifestEntry done(BatchInput input) {
    try {
      RecordingReader.Stat stat = input.stat();
      return done(new ReadResult.Facts(input.name(), null, stat.size(), stat.modified(), null, 0));
    } catch (IOException e) {
      return null;
    }
  }

  /** Likewise, of an input or a member of an archive. */
  @Nullable ManifestEntry done(ReadResult.Facts facts) {
    ManifestEntry entry = entries.get(facts.name());
    if (entry == null
        || entry.modified() != facts.modified()
        // That of a member is known only when it was read.
        || (facts.member() == null && entry.size() != facts.size())) {
      return null;
    }
    return holds(entry) && members(entry).allMatch(this::holds) ? entry : null;
  }

  /** The lines of the members of an archive; none of another input. */
  Stream<ManifestEntry> members(ManifestEntry archive) {
    String name = archive.input();
    return entries.subMap(name + "!", name + (char) ('!' + 1)).values().stream()
        .filter(member -> member.modified() == archive.modified());
  }

  private boolean holds(ManifestEntry entry) {
    if (!entry.settings().equals(settings)) {
      return false;
    }
    if (entry.error() != null) {
      boolean again =
          retriesFailed || ErrorId.ofWireName(entry.error()).filter(PASSING::contains).isPresent();
      // An input without a size could not be read: trying again costs nothing.
      return !again && entry.size() >= 0;
    }
    return entry.outputs().stream().allMatch(folder::has);
  }
}
