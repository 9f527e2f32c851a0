package dev.heapconv.reader.jfr;

import dev.heapconv.io.Temporary;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import org.apache.commons.io.IOUtils;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of a recording. Each begins with a header of 68 bytes: magic, version, its size (8
 * bytes at 8), where its last checkpoint and its metadata are, times (nanoseconds since 1970 at 32,
 * ticks of its JVM at 48), and from JDK 14 on its state (at 64): 0 when it is finished, 255 while
 * its header is being changed. The JVM writes the header of a chunk anew whenever it flushes, once
 * a second, so that the chunk of a JVM that was killed is complete up to there. Each is complete by
 * itself, so that recordings can be joined.
 */
final class JfrChunks implements Closeable {

  private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
  static final int HEADER_BYTES = 68;
  private static final int SIZE = 8;
  static final int MAJOR = 4;
  static final int LAST_CHECKPOINT = 16;
  static final int METADATA = 24;
  static final int START_NANOS = 32;
  static final int START_TICKS = 48;
  static final int TICKS_PER_SECOND = 56;
  private static final int STATE = 64;
  private static final byte FINISHED = 0;
  private static final byte CHANGING = -1;

  /** What of a larger chunk is in memory; the JDK ends a chunk at 12 MB if nobody asks for more. */
  private static final int MEMORY_BYTES = 16 << 20;

  private static final int PAGE_BYTES = 64 << 10;

  private final String name;
  private final InputStream in;
  private long start;
  private long jvmStart;
  private @Nullable String damage;

  /** What small chunks are read into, one after another. */
  private byte[] memory = {};

  private JfrBytes current = new JfrBytes(memory, 0);

  /** Of a chunk that is too large for memory; null as long as there was none. */
  private @Nullable Path file;

  private final Set<ByteBuffer> headers = new HashSet<>();

  JfrChunks(String name, InputStream in) {
    this.name = name;
    this.in = in;
  }

  /**
   * Reads the next chunk, of which the bytes are there until the next call.
   *
   * @return null if there is no other chunk, or it is damaged or cut off
   * @throws HeapConvException if it was there before: chunks of one JVM begin at different times
   */
  @Nullable JfrBytes next() throws IOException {
    current.close();
    byte[] header = in.readNBytes(HEADER_BYTES);
    if (header.length == 0) {
      return null;
    }
    if (header.length == HEADER_BYTES) {
      ByteBuffer fields = ByteBuffer.wrap(header);
      long size = fields.getLong(SIZE);
      int version = fields.getShort(MAJOR);
      if (fields.getInt(0) == MAGIC && version == 0) {
        throw HeapConvException.input(
            ErrorId.UNSUPPORTED_FORMAT,
            name,
            "a recording of JDK 7 or 8 by Oracle (version 0 of the format)",
            "record with OpenJDK 8 or later, or with async-profiler");
      }
      byte state = header[STATE];
      header[STATE] = FINISHED;
      if (fields.getInt(0) == MAGIC
          && state != CHANGING
          && size >= HEADER_BYTES
          && (size <= MEMORY_BYTES ? read(header, (int) size) : copy(header, size))) {
        refuseRepeated(header);
        if (state != FINISHED) {
          damage = "the JVM was stopped before it finished the recording";
        }
        start += size;
        long ticks = Math.max(1, fields.getLong(TICKS_PER_SECOND));
        jvmStart =
            fields.getLong(START_NANOS) / 1_000_000_000 - fields.getLong(START_TICKS) / ticks;
        return current;
      }
    }
    if (damage == null) {
      damage = "the recording is cut off or damaged in the chunk at byte " + start;
    }
    return null;
  }

  private void refuseRepeated(byte[] header) throws HeapConvException {
    if (!headers.add(ByteBuffer.wrap(header))) {
      throw HeapConvException.input(ErrorId.SECOND_PROFILE, name, "byte " + start);
    }
  }

  private boolean read(byte[] header, int size) throws IOException {
    if (memory.length < size) {
      memory = new byte[size];
    }
    System.arraycopy(header, 0, memory, 0, HEADER_BYTES);
    current = new JfrBytes(memory, size);
    int rest = size - HEADER_BYTES;
    return in.readNBytes(memory, HEADER_BYTES, rest) == rest;
  }

  private boolean copy(byte[] header, long size) throws IOException {
    if (file == null) {
      file = Temporary.file(name, ".jfr");
    }
    long rest = size - HEADER_BYTES;
    // Without creating it: at the end of the program it was deleted for good.
    try (OutputStream out =
        Temporary.writing(
            name,
            file,
            Files.newOutputStream(
                file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING))) {
      out.write(header);
      if (IOUtils.copyLarge(in, out, 0, rest) < rest) {
        return false;
      }
    }
    RandomAccessFile copy = new RandomAccessFile(file.toFile(), "r");
    current = new JfrBytes(copy, PAGE_BYTES, MEMORY_BYTES / PAGE_BYTES);
    return true;
  }

  /**
   * When the clock of the JVM of the last chunk was 0, in seconds since 1970, to a second or two.
   */
  long jvmStart() {
    return jvmStart;
  }

  /** What was wrong so far, as a clause; null if nothing was. */
  @Nullable String damage() {
    return damage;
  }

  @Override
  public void close() throws IOException {
    current.close();
    if (file != null) {
      Files.deleteIfExists(file);
    }
  }
}
