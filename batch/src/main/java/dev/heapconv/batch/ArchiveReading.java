package dev.heapconv.batch;

import dev.heapconv.batch.ReadResult.Facts;
import dev.heapconv.batch.ReadResult.Failure;
import dev.heapconv.input.Input;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warning;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads an archive whose members are inputs of their own. It is read once, from start to end. */
final class ArchiveReading {

  private final RecordingReader reader;
  private final RecordingReader.Source archive;
  private final Facts facts;
  private final boolean alone;
  private final Predicate<String> done;
  private final RecordingReader.Sink sink;
  private final Set<String> names = new HashSet<>();
  private int recordings;
  private int results;
  private int seen;
  private boolean stopped;
  private @Nullable Failure withoutProfile;
  private @Nullable OutOfMemoryError shortage;

  /** The parameters are those of {@link RecordingReader#read}. */
  ArchiveReading(
      RecordingReader reader,
      RecordingReader.Source archive,
      Facts facts,
      boolean alone,
      Predicate<String> done,
      RecordingReader.Sink sink) {
    this.reader = reader;
    this.archive = archive;
    this.facts = facts;
    this.alone = alone;
    this.done = done;
    this.sink = sink;
  }

  /**
   * The result of the archive itself; null if the sink wanted no more members.
   *
   * @throws OutOfMemoryError if a member needs more memory and this was not the last attempt
   */
  @Nullable ReadResult run() throws IOException {
    ReadResult result = readMembers();
    if (shortage != null && !stopped) {
      throw shortage;
    }
    return result;
  }

  private @Nullable ReadResult readMembers() throws IOException {
    try (InputStream in = archive.open()) {
      HashedStream hashed = new HashedStream(in);
      try {
        InputSource.stream(archive.name(), hashed).forEachMember(reader.limits(), this::member);
        if (stopped) {
          return null;
        }
        hashed.drain();
        return result(facts.with(hashed.hash()));
      } catch (IOException e) {
        return RecordingReader.failure(facts.with(hashed.hashOfRest()), e);
      }
    }
  }

  private ReadResult result(Facts whole) {
    if (results > 0) {
      return new ReadResult.Archive(whole, recordings);
    }
    if (withoutProfile != null) {
      return new Failure(whole, withoutProfile.error(), withoutProfile.message());
    }
    return RecordingReader.failure(
        whole, HeapConvException.input(ErrorId.NO_PROFILE_IN_ARCHIVE, archive.name(), seen));
  }

  private boolean member(String member, Input input) {
    seen++;
    if (!reader.isKnown(input)) {
      return true;
    }
    String name = archive.name() + "!" + member;
    while (!names.add(name)) {
      // An archive may contain several members of one name.
      name += "'";
    }
    if (done.test(name)) {
      results++;
      return true;
    }
    Facts unread = new Facts(name, member, -1, facts.modified(), null, System.nanoTime());
    try {
      pass(read(unread, input));
    } catch (OutOfMemoryError e) {
      if (alone) {
        pass(RecordingReader.failure(unread, e));
      } else {
        shortage = e;
      }
    }
    return !stopped;
  }

  private void pass(ReadResult result) {
    if (result instanceof Failure failure && failure.error().isWithoutProfile()) {
      // Common in archives, and not a failure.
      withoutProfile = withoutProfile == null ? failure : withoutProfile;
      return;
    }
    stopped = !sink.accept(result);
    results++;
    recordings += result instanceof Failure ? 0 : 1;
  }

  private ReadResult read(Facts unread, Input input) {
    HashedStream hashed = new HashedStream(input.stream());
    try {
      EstimatedProfile profile = reader.read(unread.name(), hashed);
      hashed.drain();
      if (input.damage() != null) {
        profile = profile.withWarning(Warning.of(ErrorId.TRUNCATED_TRACE, input.damage()));
      }
      Facts own = unread.with(hashed.count(), unread.modified()).with(hashed.hash());
      return new ReadResult.Recording(own, profile);
    } catch (IOException | RuntimeException | StackOverflowError e) {
      String hash = hashed.hashOfRest();
      Facts own = hash == null ? unread : unread.with(hashed.count(), unread.modified()).with(hash);
      return RecordingReader.failure(own, e);
    }
  }
}
