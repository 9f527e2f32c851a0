package dev.heapconv.batch;

import dev.heapconv.HeapConv;
import dev.heapconv.batch.ReadResult.Facts;
import dev.heapconv.batch.ReadResult.Failure;
import dev.heapconv.batch.ReadResult.Recording;
import dev.heapconv.input.Input;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warning;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads an archive whose members are inputs of their own. */
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
  private boolean anyRead;
  private boolean stopped;
  private @Nullable Recording last;
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
        List<HeapConvException> failed =
            RecordingReader.archive(archive, hashed)
                .forEachRecording(reader.limits(), reader::content, this::visit);
        boolean untold = anyRead && last == null;
        passLast(HeapConv.unreadMembers(failed, untold || reader.isStrict()));
        if (stopped) {
          return null;
        }
        hashed.drain();
        return result(facts.with(hashed.hash()));
      } catch (IOException e) {
        passLast(null);
        return stopped ? null : RecordingReader.failure(facts.with(hashed.hashOfRest()), e);
      }
    }
  }

  private ReadResult result(Facts whole) {
    return withoutProfile != null && results == 0
        ? new Failure(whole, withoutProfile.error(), withoutProfile.message())
        : new ReadResult.Archive(whole, recordings);
  }

  private boolean visit(Input input) {
    passLast(null);
    if (stopped) {
      return false;
    }
    String name = input.name();
    String member = name.substring(archive.name().length() + 1);
    while (!names.add(name)) {
      // An archive may contain several members of one name.
      name += "'";
    }
    if (done.test(name)) {
      results++;
      return true;
    }
    anyRead = true;
    Facts unread = new Facts(name, member, -1, facts.modified(), null, System.nanoTime());
    attempt(
        unread,
        () -> {
          ReadResult result = read(unread, input);
          if (result instanceof Recording recording) {
            last = recording;
          } else {
            pass(result);
          }
        });
    return !stopped;
  }

  /**
   * Passes on the recording that was read last. It waits until what comes next is known, because a
   * warning of the archive needs a recording.
   */
  private void passLast(@Nullable Warning warning) {
    Recording recording = last;
    last = null;
    if (recording != null) {
      attempt(recording.facts(), () -> pass(warning == null ? recording : recording.with(warning)));
    }
  }

  /** Keeps a shortage of memory from ending the other recordings. */
  private void attempt(Facts of, Runnable work) {
    try {
      work.run();
    } catch (OutOfMemoryError e) {
      if (alone) {
        pass(RecordingReader.failure(of, e));
      } else {
        shortage = e;
      }
    }
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
      Recording recording = reader.read(unread, input.as(unread.name()).through(hashed));
      hashed.drain();
      Facts own = unread.with(hashed.count(), unread.modified()).with(hashed.hash());
      return recording.with(own);
    } catch (IOException | RuntimeException | StackOverflowError e) {
      String hash = hashed.hashOfRest();
      Facts own = hash == null ? unread : unread.with(hashed.count(), unread.modified()).with(hash);
      return RecordingReader.failure(own, e);
    }
  }
}
