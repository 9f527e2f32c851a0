package dev.heapconv.reader.jfr;

import dev.heapconv.input.Input;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Warning.Warnings;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Reads recordings of the Flight Recorder, through a temporary file: the JDK reads files only. */
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
    Path file = Files.createTempFile("heapconv", ".jfr");
    try {
      JfrChunks chunks = new JfrChunks(input.stream());
      JfrEvents events = new JfrEvents(input.name(), options);
      String unread = null;
      while (chunks.copyNext(file)) {
        String problem = events.read(file);
        unread = unread == null ? problem : unread;
      }
      String damage = chunks.damage() != null ? chunks.damage() : unread;
      damage = damage != null ? damage : input.damage();
      Warnings warnings = new Warnings();
      if (damage != null) {
        if (options.strict() || events.isEmpty()) {
          throw HeapConvException.input(ErrorId.TRUNCATED_DUMP, input.name(), damage);
        }
        warnings.add(ErrorId.TRUNCATED_DUMP, damage);
      }
      return events.profile(warnings);
    } catch (LinkageError e) {
      throw HeapConvException.input(ErrorId.NO_JFR, input.name()).causedBy(e);
    } finally {
      Files.delete(file);
    }
  }
}
