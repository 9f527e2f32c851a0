package dev.heapconv.input;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Stops reading when decompressed data grows out of proportion to its compressed size. */
final class LimitedInflation extends FilterInputStream {

  /** Counts the compressed bytes. */
  static final class Counter extends FilterInputStream {
    private static final int NOTHING = -1;

    private long count;

    /** A byte read in advance; it is not counted until it is returned. */
    private int ahead = NOTHING;

    Counter(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      if (ahead != NOTHING) {
        target[offset] = (byte) ahead;
        ahead = NOTHING;
        count++;
        return 1;
      }
      int n = in.read(target, offset, length);
      if (n > 0) {
        count += n;
      }
      return n;
    }

    @Override
    public long skip(long bytes) throws IOException {
      if (ahead != NOTHING && bytes > 0) {
        return read() < 0 ? 0 : 1;
      }
      long n = in.skip(bytes);
      count += n;
      return n;
    }

    /**
     * More than 0 unless the end is reached, which may require waiting for a byte: Java's gzip
     * reader looks for another member only if bytes are available, and a pipe often has none ready
     * although more will come.
     */
    @Override
    public int available() throws IOException {
      int ready = in.available();
      if (ready == 0 && ahead == NOTHING) {
        ahead = in.read();
      }
      return ready + (ahead == NOTHING ? 0 : 1);
    }
  }

  /** Compares what was inflated with what was stored. */
  static final class Meter {
    private final String name;
    private final Counter compressed;
    private final Limits limits;
    private long inflated;

    Meter(String name, Counter compressed, Limits limits) {
      this.name = name;
      this.compressed = compressed;
      this.limits = limits;
    }

    /**
     * @throws HeapConvException {@link ErrorId#INFLATES_TOO_MUCH}
     */
    void add(int bytes) throws HeapConvException {
      inflated += bytes;
      if (inflated > limits.maxInflatedBytes()
          && inflated / limits.maxInflationRatio() > compressed.count) {
        throw HeapConvException.input(ErrorId.INFLATES_TOO_MUCH, name, limits.maxInflationRatio());
      }
    }
  }

  private final Meter meter;

  LimitedInflation(InputStream inflating, Meter meter) {
    super(inflating);
    this.meter = meter;
  }

  @Override
  public int read() throws IOException {
    int b = in.read();
    if (b >= 0) {
      meter.add(1);
    }
    return b;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int n = in.read(target, offset, length);
    if (n > 0) {
      meter.add(n);
    }
    return n;
  }
}
