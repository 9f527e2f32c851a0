package dev.heapconv.inflate;

import java.io.IOException;
import java.io.InputStream;

/**
 * A stream over another one that reads blocks: a byte is a block of one, and so is what is skipped.
 */
public abstract class BlockStream extends InputStream {

  protected InputStream in;

  protected BlockStream(InputStream in) {
    this.in = in;
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
