package dev.heapconv.batch;

import dev.heapconv.fleet.FleetPart;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Warning;
import dev.heapconv.transform.RecordedSizes;
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

    Facts with(long itsSize, long itsTime) {
      return new Facts(name, member, itsSize, itsTime, sha256, begun);
    }

    Facts with(@Nullable String itsHash) {
      return new Facts(name, member, size, modified, itsHash, begun);
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
      implements ReadResult {

    Recording with(Facts others) {
      return new Recording(others, profile, sizes);
    }

    Recording with(Warning warning) {
      return new Recording(facts, profile.withWarning(warning), sizes);
    }

    /** What it contributes to the totals of a fleet. */
    public FleetPart part() {
      return new FleetPart(profile, profile.latestDumps(), sizes);
    }
  }

  /**
   * An archive, after its recordings.
   *
   * @param members how many of them could be read; at least one was found
   */
  record Archive(Facts facts, int members) implements ReadResult {}

  /**
   * A failure.
   *
   * @param message what went wrong, without the name of the input
   */
  record Failure(Facts facts, ErrorId error, String message) implements ReadResult {}
}
