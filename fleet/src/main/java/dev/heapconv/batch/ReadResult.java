package dev.heapconv.batch;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Warning;
import dev.heapconv.transform.RecordedSizes;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What became of an input, or of a recording in an archive. */
public sealed interface ReadResult {

  Facts facts();

  /**
   * What is known of an input, whatever became of it.
   *
   * @param name of the input, or {@code archive.zip!member}
   * @param member its name in the archive; null if it is no member of one
   * @param size in bytes as stored; of a member without its compression. -1 when unknown
   * @param modified milliseconds since 1970 at which the input was last modified; 0 when unknown
   * @param sha256 hash of these bytes in hexadecimal; null when they could not all be read
   * @param begun when it was begun, as {@link System#nanoTime}
   */
  record Facts(
      String name,
      @Nullable String member,
      long size,
      long modified,
      @Nullable String sha256,
      long begun) {
    public Facts {
      Objects.requireNonNull(name, "name");
    }

    Facts with(long itsSize, @Nullable String itsHash) {
      return new Facts(name, member, itsSize, modified, itsHash, begun);
    }

    /** How long it took so far. */
    public double seconds() {
      return (System.nanoTime() - begun) / 1e9;
    }
  }

  /**
   * A recording.
   *
   * @param sizes what was recorded of the stacks of the profile
   */
  record Recording(Facts facts, EstimatedProfile profile, RecordedSizes sizes)
      implements ReadResult {}

  /**
   * An archive, after its recordings.
   *
   * @param warnings of members that could not be read
   */
  record Archive(Facts facts, List<Warning> warnings) implements ReadResult {}

  /**
   * A failure.
   *
   * @param message what went wrong, without the name of the input
   */
  record Failure(Facts facts, ErrorId error, String message) implements ReadResult {

    /** Whether it is a recording all the same, of a program whose heap was not profiled. */
    public boolean isEmpty() {
      return error == ErrorId.NO_HEAP_PROFILE || error == ErrorId.NOTHING_SELECTED;
    }

    /** Whether it is a member of an archive beside its recordings, which is common. */
    public boolean isBesideRecordings() {
      return facts.member() != null && error.isWithoutProfile();
    }
  }
}
