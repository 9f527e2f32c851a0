package dev.heapconv.batch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much memory the conversion of an input is expected to need. */
final class InputMemory {

  /** What every conversion needs: buffers and tables of the estimator. */
  private static final long BASE_BYTES = 8L << 20;

  /**
   * Memory grows with distinct stacks, which are a part of the bytes of a trace, and a smaller part
   * of large traces.
   */
  private static final int PER_BYTE = 2;

  /** Traces shrink to about a tenth when they are compressed. */
  private static final int PER_COMPRESSED_BYTE = 20;

  /** Below this size, compression is ignored. */
  private static final int SMALL_BYTES = 256 << 10;

  private InputMemory() {}

  static long bytes(Path path, long size) {
    long factor = size > SMALL_BYTES && isCompressed(path) ? PER_COMPRESSED_BYTE : PER_BYTE;
    return BASE_BYTES + Math.min(Math.max(size, 0), Long.MAX_VALUE / 64) * factor;
  }

  private static boolean isCompressed(Path path) {
    try (InputStream in = Files.newInputStream(path)) {
      int first = in.read();
      int second = in.read();
      return (first == 0x1f && second == 0x8b)
          || (first == 0x28 && second == 0xb5)
          || (first == 'P' && second == 'K');
    } catch (IOException e) {
      return false;
    }
  }
}
