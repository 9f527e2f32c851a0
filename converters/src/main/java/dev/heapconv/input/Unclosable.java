package dev.heapconv.input;

import java.io.FilterInputStream;
import java.io.InputStream;

/** Keeps an archive open when one of its members is closed. */
final class Unclosable extends FilterInputStream {
  Unclosable(InputStream in) {
    super(in);
  }

  @Override
  public void close() {}
}
