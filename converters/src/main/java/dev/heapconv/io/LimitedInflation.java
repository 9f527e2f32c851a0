package dev.heapconv.io;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongSupplier;

/** Stops reading when decompressed data grows out of proportion to its compressed size. */
public final class LimitedInflation extends BlockStream {

  /** Counts the compressed bytes. */
  public static final class Counter extends BlockStream {
    private static final int NOTHING = -1;

    private long count;

    /** A byte read in advance; it is not counted until it is returned. */
    private int ahead = NOTHING;

    public Counter(InputStream in) {
      super(in);
    }

    public long count() {
      return count;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      if (ahead != NOTHING) {
        target[offset] = (byte) ahead;
        ahead = NOTHING;
        // And what follows: zstd asks what is available before each read.
        int more = length == 1 ? 0 : Math.max(0, in.read(target, offset + 1, length - 1));
        count += 1 + more;
        return 1 + more;
      }
      int n = in.read(target, offset, length);
      if (n > 0) {
        count += n;
      }
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
  public static final class Meter {
    private final String name;
    private final LongSupplier compressed;
    private final Limits limits;
    private long inflated;

    /**
     * @param name name of the input, for messages
     * @param compressed how many bytes were stored, as far as they have been read
     */
    public Meter(String name, LongSupplier compressed, Limits limits) {
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
          && inflated / limits.maxInflationRatio() > compressed.getAsLong()) {
        throw HeapConvException.input(ErrorId.INFLATES_TOO_MUCH, name, limits.maxInflationRatio());
      }
    }
  }

  private final Meter meter;

  /** Reading throws a {@link HeapConvException} when there is too much for the meter. */
  public LimitedInflation(InputStream inflating, Meter meter) {
    super(inflating);
    this.meter = meter;
  }

  /**
   * Decompresses zstd.
   *
   * @throws HeapConvException {@link ErrorId#NO_ZSTD} if there is no native code for this system
   */
  public static LimitedInflation ofZstd(InputStream compressed, Meter meter) throws IOException {
    return new LimitedInflation(ZstdStream.open(meter.name, compressed, meter.limits), meter);
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
