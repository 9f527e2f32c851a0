package dev.heapconv.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the first header with the first bytes, and not when it is made: a damaged header is damage
 * like any other.
 */
final class Gunzip extends InputStream {
  private final InputStream compressed;
  private @Nullable InputStream inflating;

  Gunzip(InputStream compressed) {
    this.compressed = compressed;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (inflating == null) {
      inflating = new GZIPInputStream(compressed, 64 << 10);
    }
    return inflating.read(target, offset, length);
  }

  @Override
  public void close() throws IOException {
    (inflating == null ? compressed : inflating).close();
  }
}
