package dev.heapconv.reader.perfetto;

import dev.heapconv.input.Input;
import dev.heapconv.input.Limits;
import dev.heapconv.input.ZstdStream;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.InflaterInputStream;

/**
 * Decompresses the compressed packets of one trace. Their total size is limited as for a compressed
 * input, relative to the size of the trace itself, because nested compressed packets grow by the
 * product of their ratios.
 */
final class PacketInflation {

  /** Compressed packets of this size are worth a thread that inflates them meanwhile. */
  private static final int LARGE_BYTES = 32 << 10;

  private final String name;
  private final Limits limits;
  private final int threads;
  private final AtomicLong stored = new AtomicLong();
  private final AtomicLong inflated = new AtomicLong();

  /**
   * @param threads how many threads to use, at least 1
   */
  PacketInflation(String name, Limits limits, int threads) {
    this.name = name;
    this.limits = limits;
    this.threads = threads;
  }

  /**
   * @param depth how many compressed packets enclose this one
   */
  InputStream open(ByteArrayInputStream compressed, boolean zstd, int depth) throws IOException {
    int size = compressed.available();
    if (depth == 0) {
      stored.addAndGet(size);
    }
    InputStream inflating =
        new Bounded(
            zstd ? ZstdStream.open(name, compressed, limits) : new InflaterInputStream(compressed));
    return depth == 0 && threads > 1 && size >= LARGE_BYTES ? Input.ahead(inflating) : inflating;
  }

  private final class Bounded extends FilterInputStream {
    Bounded(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int n = in.read(target, offset, length);
      long all = inflated.addAndGet(Math.max(n, 0));
      if (all > limits.maxInflatedBytes() && all / limits.maxInflationRatio() > stored.get()) {
        throw HeapConvException.input(ErrorId.INFLATES_TOO_MUCH, name, limits.maxInflationRatio());
      }
      return n;
    }
  }
}
