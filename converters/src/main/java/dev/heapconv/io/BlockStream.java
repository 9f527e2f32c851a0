package dev.heapconv.io;

import java.io.IOException;
import java.io.InputStream;

/**
 * A stream over another one that reads blocks: a byte is a block of one, and so is what is skipped.
 * The other one may be a pipe, which has no place: Java 17's own streams ask for it before they
 * skip or read all.
 */
public abstract class BlockStream extends InputStream {

  protected InputStream in;

  protected BlockStream(InputStream in) {
    this.in = in;
  }

  /** Reads the same bytes. */
  public static InputStream of(InputStream in) {
    return new BlockStream(in) {
      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        return in.read(target, offset, length);
      }
    };
  }

  @Override
  public final int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public abstract int read(byte[] target, int offset, int length) throws IOException;

  @Override
  public void close() throws IOException {
    in.close();
  }
}
