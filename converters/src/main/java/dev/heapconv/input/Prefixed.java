package dev.heapconv.input;

import java.io.IOException;
import java.io.InputStream;

/** Gives bytes that were read in advance again, then the rest. */
final class Prefixed extends InputStream {
  private final byte[] head;
  private final InputStream rest;
  private int position;

  Prefixed(byte[] head, InputStream rest) {
    this.head = head;
    this.rest = rest;
  }

  @Override
  public int read() throws IOException {
    return position < head.length ? head[position++] & 0xff : rest.read();
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (position == head.length) {
      return rest.read(target, offset, length);
    }
    int n = Math.min(length, head.length - position);
    System.arraycopy(head, position, target, offset, n);
    position += n;
    return n;
  }

  @Override
  public int available() throws IOException {
    return position < head.length ? head.length - position : rest.available();
  }

  @Override
  public void close() throws IOException {
    rest.close();
  }
}
