package dev.heapconv.input;

import dev.heapconv.input.InputSource.Content;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.List;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.ArchiveInputStream;

/**
 * Opens inputs down to their plain bytes: removes gzip and zstd, and opens zips and tars.
 * Everything is detected from content, never from names.
 */
final class Inputs {

  private static final int INFLATION_BUFFER = 64 << 10;

  private Inputs() {}

  /** See {@link InputSource#readAll}. */
  static <T> InputSource.Recordings<T> readAll(
      InputSource source,
      Limits limits,
      Function<byte[], Content> contents,
      InputSource.Action<T> action)
      throws IOException {
    try (InputStream stored = source.openStored()) {
      String name = source.name();
      Input input = peekPlain(name, stored, limits);
      if (isZip(input.head()) || isTar(input.head())) {
        try (ArchiveInputStream<?> archive = Archives.open(input)) {
          return new ArchiveRecordings(name, source.member(), archive, limits, contents)
              .readAll(action);
        }
      }
      if (source.member() != null) {
        throw HeapConvException.input(ErrorId.NOT_AN_ARCHIVE, name);
      }
      return new InputSource.Recordings<>(List.of(action.apply(input)), List.of());
    }
  }

  /** The uncompressed beginning of an input, for callers that only need its format. */
  static byte[] head(String name, InputStream stored, Limits limits) throws IOException {
    return peekPlain(name, stored, limits).head();
  }

  /** An input without its compression; archives are not opened. */
  static Input peekPlain(String name, InputStream stored, Limits limits) throws IOException {
    return peek(name, stored, 0, limits, new Damage());
  }

  /**
   * Removes compression until there is none, and reads the beginning.
   *
   * @param nesting how many containers there are around it
   */
  static Input peek(String name, InputStream stored, int nesting, Limits limits, Damage damage)
      throws IOException {
    InputStream current = stored;
    for (int layer = nesting; ; layer++) {
      byte[] head = current.readNBytes(Input.HEAD_BYTES);
      InputStream whole = again(head, current);
      boolean gzip = isGzip(head);
      if (!gzip && !isZstd(head)) {
        return new Input(name, head, whole, damage);
      }
      if (layer >= limits.maxNesting()) {
        throw HeapConvException.input(ErrorId.NESTED_TOO_DEEP, name, limits.maxNesting());
      }
      LimitedInflation.Counter counter = new LimitedInflation.Counter(whole);
      current =
          new DamageTolerant("compressed data", damage) {
            @Override
            InputStream open() throws IOException {
              InputStream inflating =
                  gzip
                      ? new GZIPInputStream(counter, INFLATION_BUFFER)
                      : new BufferedInputStream(new ZstdInputStream(counter), INFLATION_BUFFER);
              return new LimitedInflation(name, inflating, counter, limits);
            }
          };
    }
  }

  /** Bytes that were read in advance, followed by the rest. */
  private static InputStream again(byte[] head, InputStream rest) {
    return new SequenceInputStream(new ByteArrayInputStream(head), rest);
  }

  private static boolean isGzip(byte[] head) {
    return startsWith(head, 0x1f, 0x8b);
  }

  private static boolean isZstd(byte[] head) {
    return startsWith(head, 0x28, 0xb5, 0x2f, 0xfd);
  }

  static boolean isZip(byte[] head) {
    return startsWith(head, 'P', 'K', 3, 4);
  }

  static boolean isTar(byte[] head) {
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
