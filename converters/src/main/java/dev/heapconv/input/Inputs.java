package dev.heapconv.input;

import dev.heapconv.input.InputSource.InputContent;
import dev.heapconv.io.LimitedInflation;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Opens inputs down to their plain bytes: removes gzip and zstd, and opens zips and tars. It
 * detects everything from the content, never from names.
 */
final class Inputs {

  private static final int INFLATION_BUFFER = 64 << 10;

  /** The byte order mark of UTF-8. */
  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private Inputs() {}

  /** See {@link InputSource#forEachRecording}. */
  static List<HeapConvException> forEachRecording(
      InputSource source,
      Limits limits,
      Function<byte[], InputContent> contents,
      InputSource.RecordingVisitor visitor)
      throws IOException {
    String name = source.name();
    try (InputStream stored = source.openStored();
        Input input = peekPlain(name, stored, limits)) {
      if (isArchive(input.head())) {
        try (Archive archive = new Archive(source, input, limits)) {
          return new ArchiveRecordings(archive, source.member(), contents).visitAll(visitor);
        }
      }
      if (source.member() != null) {
        throw HeapConvException.input(ErrorId.NOT_AN_ARCHIVE, name);
      }
      visitor.visit(input);
      return List.of();
    }
  }

  /** See {@link InputSource#members}. */
  static @Nullable List<InputSource.ArchiveMember> members(
      InputSource source, Limits limits, Function<byte[], InputContent> contents)
      throws IOException {
    try (InputStream stored = source.openStored();
        Input input = peekPlain(source.name(), stored, limits)) {
      if (!isArchive(input.head())) {
        return null;
      }
      try (Archive archive = new Archive(source, input, limits)) {
        return ArchiveRecordings.members(archive, contents);
      }
    }
  }

  /** Opens an input without its compression; does not open archives. */
  static Input peekPlain(String name, InputStream stored, Limits limits) throws IOException {
    return peek(name, stored, 0, limits, new Damage());
  }

  /**
   * Removes all layers of compression and reads the beginning.
   *
   * @param nesting number of containers around the input
   */
  static Input peek(String name, InputStream stored, int nesting, Limits limits, Damage damage)
      throws IOException {
    InputStream current = stored;
    try {
      for (int layer = nesting; ; layer++) {
        byte[] head = head(current);
        InputStream whole = again(head, current);
        boolean gzip = isGzip(head);
        if (!gzip && !isZstd(head)) {
          return new Input(name, head, whole, damage, nesting == 0 && layer > 0);
        }
        if (layer >= limits.maxNesting()) {
          throw HeapConvException.input(ErrorId.NESTED_TOO_DEEP, name, limits.maxNesting());
        }
        current = inflate(name, whole, gzip, limits, damage);
      }
    } catch (IOException | RuntimeException e) {
      current.close();
      throw e;
    }
  }

  /** Reads the beginning, without the byte order mark that some programs put before UTF-8 text. */
  private static byte[] head(InputStream in) throws IOException {
    byte[] head = in.readNBytes(Input.HEAD_BYTES);
    if (!Arrays.equals(head, 0, Math.min(head.length, MARK.length), MARK, 0, MARK.length)) {
      return head;
    }
    byte[] marked = Arrays.copyOf(head, Input.HEAD_BYTES + MARK.length);
    int length = head.length + in.readNBytes(marked, head.length, MARK.length);
    return Arrays.copyOfRange(marked, MARK.length, length);
  }

  private static InputStream inflate(
      String name, InputStream compressed, boolean gzip, Limits limits, Damage damage) {
    LimitedInflation.Counter counter = new LimitedInflation.Counter(compressed);
    return new DamageTolerant("compressed data", damage) {
      @Override
      InputStream open() throws IOException {
        LimitedInflation.Meter meter = new LimitedInflation.Meter(name, counter::count, limits);
        return gzip
            ? new LimitedInflation(new GZIPInputStream(counter, INFLATION_BUFFER), meter)
            : LimitedInflation.ofZstd(counter, meter);
      }

      /** Also closes input that could not be inflated, such as damaged zstd. */
      @Override
      public void close() throws IOException {
        super.close();
        counter.close();
      }
    };
  }

  /** Returns the bytes that were read in advance, followed by the rest. */
  private static InputStream again(byte[] head, InputStream rest) {
    return new SequenceInputStream(new ByteArrayInputStream(head), rest);
  }

  private static boolean isGzip(byte[] head) {
    return startsWith(head, 0x1f, 0x8b);
  }

  /** This test is not in {@code ZstdStream}, because every input would load that class. */
  static boolean isZstd(byte[] head) {
    if (head.length < 4) {
      return false;
    }
    int magic =
        head[0] & 0xff | (head[1] & 0xff) << 8 | (head[2] & 0xff) << 16 | (head[3] & 0xff) << 24;
    // A frame, or a skippable frame, with which the output of parallel compressors begins.
    return magic == 0xfd2fb528 || (magic & 0xfffffff0) == 0x184d2a50;
  }

  static boolean isArchive(byte[] head) {
    return isZip(head) || isTar(head);
  }

  static boolean isZip(byte[] head) {
    return startsWith(head, 'P', 'K', 3, 4);
  }

  private static boolean isTar(byte[] head) {
    int magic = 257;
    return head.length >= 512
        && head[magic] == 'u'
        && head[magic + 1] == 's'
        && head[magic + 2] == 't'
        && head[magic + 3] == 'a'
        && head[magic + 4] == 'r';
  }

  private static boolean startsWith(byte[] head, int... magic) {
    if (head.length < magic.length) {
      return false;
    }
    for (int i = 0; i < magic.length; i++) {
      if ((head[i] & 0xff) != magic[i]) {
        return false;
      }
    }
    return true;
  }
}
