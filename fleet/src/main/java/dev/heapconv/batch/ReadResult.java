package dev.heapconv.batch;

import dev.heapconv.input.Input;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Notice;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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

    /** With the hash of all bytes, and the number of those of a member. */
    Facts of(HashedStream bytes) throws IOException {
      String hash = bytes.hash();
      return new Facts(name, member, member == null ? size : bytes.count(), modified, hash, begun);
    }

    /** How long it took so far. */
    double seconds() {
      return (System.nanoTime() - begun) / 1e9;
    }
  }

  /** A recording. */
  record Recording(Facts facts, EstimatedProfile profile) implements ReadResult {}

  /**
   * An archive, after its recordings.
   *
   * @param notices of members that could not be read
   */
  record Archive(Facts facts, List<Notice> notices) implements ReadResult {}

  /**
   * A failure.
   *
   * @param message what went wrong, without the name of the input
   */
  record Failure(Facts facts, ErrorId error, String message) implements ReadResult {

    /** What is said of files that are something else. */
    private static final Set<ErrorId> NO_PROFILE =
        Set.of(
            ErrorId.EMPTY_INPUT,
            ErrorId.UNKNOWN_FORMAT,
            ErrorId.NOT_A_HEAP_PROFILE,
            ErrorId.UNSUPPORTED_FORMAT,
            ErrorId.NO_PROFILE_IN_ARCHIVE);

    /** Whether it is a recording all the same, of a program whose heap was not profiled. */
    public boolean isEmpty() {
      return isOfOtherThings() || error == ErrorId.NOTHING_SELECTED;
    }

    /** Whether it is a member of an archive beside its recordings, which is common. */
    public boolean isBesideRecordings() {
      return facts.member() != null && error.isWithoutProfile();
    }

    /** Whether it is a recording of anything but a heap: a trace of ftrace events, say. */
    public boolean isOfOtherThings() {
      return error == ErrorId.NO_HEAP_PROFILE;
    }

    /**
     * Whether nobody who did not name the file means it: it is a recording of other things, or
     * something else, such as a text, by its content and the name of its file.
     */
    boolean isOtherFile(String file) {
      return isOfOtherThings() || (NO_PROFILE.contains(error) && !Input.isNamedLikeProfile(file));
    }
  }
}
