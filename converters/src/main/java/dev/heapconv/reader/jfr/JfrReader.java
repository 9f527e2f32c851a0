package dev.heapconv.reader.jfr;

import dev.heapconv.input.Input;
import dev.heapconv.io.Temporary;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Reads recordings of the Flight Recorder, through a temporary file: the JDK reads files only. */
public final class JfrReader implements ProfileReader {

  private static final byte[] MAGIC = {'F', 'L', 'R', 0};

  /** With what Datadog's profiler begins the names of its events. */
  private static final String DATADOG = "datadog.";

  @Override
  public boolean accepts(byte[] head) {
    return head.length > MAGIC.length
        && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  @Override
  public List<String> formats() {
    return List.of(
        "JFR: bytes that the JDK's Flight Recorder saw being allocated",
        "JFR: alloc, live and nativemem of async-profiler");
  }

  @Override
  public RecordedProfile read(Input input, ReadOptions options) throws IOException {
    Path file = Temporary.file(input.name(), ".jfr");
    try {
      JfrChunks chunks = new JfrChunks(input.name(), input.stream());
      JfrEvents events = new JfrEvents(input.name(), options);
      String refusal = null;
      boolean ofDatadog = false;
      while (chunks.copyNext(file)) {
        String problem = events.read(file, chunks.jvmStart());
        if (problem != null) {
          refusal = refusal == null ? problem : refusal;
          ofDatadog |= contains(file, DATADOG);
        }
      }
      if (refusal != null && events.isEmpty()) {
        throw ofDatadog
            ? HeapConvException.input(
                ErrorId.UNSUPPORTED_FORMAT,
                input.name(),
                "a recording of Datadog's profiler",
                "record with the JDK's Flight Recorder or async-profiler")
            : HeapConvException.input(ErrorId.BAD_JFR, input.name(), refusal);
      }
      String damage = chunks.damage();
      if (damage == null && refusal != null) {
        damage = "the JDK's own reader cannot read a part of the recording (" + refusal + ")";
      }
      damage = damage != null ? damage : input.damage();
      return events.profile(damage);
    } catch (LinkageError e) {
      throw HeapConvException.input(ErrorId.NO_JFR, input.name()).causedBy(e);
    } catch (NoSuchFileException e) {
      throw (IOException) new InterruptedIOException("its copy was deleted").initCause(e);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static boolean contains(Path file, String text) throws IOException {
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return lines.anyMatch(line -> line.contains(text));
    }
  }
}
