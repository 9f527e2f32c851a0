package dev.heapconv.input;

import dev.heapconv.model.HeapConvException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Stops reading inflated data that grows out of all proportion to the compressed bytes it came from. */
final class LimitedInflation extends FilterInputStream {

  /** Counts the compressed bytes. */
  static final class Counter extends FilterInputStream {
    private long count;

    Counter(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int b = in.read();
      if (b >= 0) {
        count++;
      }
      return b;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int n = in.read(target, offset, length);
      if (n > 0) {
        count += n;
      }
      return n;
    }
  }

  private final String name;
  private final Counter compressed;
  private final Limits limits;
  private long inflated;

  LimitedInflation(String name, InputStream inflating, Counter compressed, Limits limits) {
    super(inflating);
    this.name = name;
    this.compressed = compressed;
    this.limits = limits;
  }

  @Override
  public int read() throws IOException {
    int b = in.read();
    if (b >= 0) {
      check(1);
    }
    return b;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int n = in.read(target, offset, length);
    if (n > 0) {
      check(n);
    }
    return n;
  }

  private void check(int n) throws IOException {
    inflated += n;
    if (inflated > limits.maxInflatedBytes()
        && inflated / limits.maxInflationRatio() > compressed.count) {
      throw HeapConvException.input(
          "inflates-too-much",
          name,
          "inflates to more than "
              + limits.maxInflationRatio()
              + " times its size, as no recording does; raise the limit with --raise-limit inflated=BYTES");
    }
  }
}
