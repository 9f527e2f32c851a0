package dev.heapconv.reader.jfr;

import dev.heapconv.input.Input;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;

/** Reads recordings of the Flight Recorder, chunk by chunk. */
public final class JfrReader implements ProfileReader {

  private static final byte[] MAGIC = {'F', 'L', 'R', 0};

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
    try (JfrChunks chunks = new JfrChunks(input.name(), input.stream())) {
      JfrEvents events = new JfrEvents(input.name(), options);
      String refusal = null;
      for (JfrBytes chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
        String problem = events.read(chunk, chunks.jvmStart());
        refusal = refusal == null ? problem : refusal;
      }
      if (refusal != null && events.isEmpty()) {
        throw HeapConvException.input(ErrorId.BAD_JFR, input.name(), refusal);
      }
      String damage = chunks.damage();
      if (damage == null && refusal != null) {
        damage = "a part of the recording cannot be read (" + refusal + ")";
      }
      damage = damage != null ? damage : input.damage();
      return events.profile(damage);
    } catch (NoSuchFileException e) {
      throw (IOException) new InterruptedIOException("its copy was deleted").initCause(e);
    }
  }
}
