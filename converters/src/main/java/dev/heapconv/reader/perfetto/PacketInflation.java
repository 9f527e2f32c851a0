package dev.heapconv.reader.perfetto;

import dev.heapconv.input.Limits;
import dev.heapconv.input.ZstdStream;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.InflaterInputStream;

/**
 * Decompresses the compressed packets of one trace. Their total size is limited as for a compressed
 * input, relative to the size of the trace itself, because nested compressed packets grow by the
 * product of their ratios.
 */
final class PacketInflation {

  private final String name;
  private final Limits limits;
  private long stored;
  private long inflated;

  PacketInflation(String name, Limits limits) {
    this.name = name;
    this.limits = limits;
  }

  /**
   * @param depth how many compressed packets enclose this one
   */
  InputStream open(ByteArrayInputStream compressed, boolean zstd, int depth) throws IOException {
    if (depth == 0) {
      stored += compressed.available();
    }
    return new Bounded(
        zstd ? ZstdStream.open(name, compressed, limits) : new InflaterInputStream(compressed));
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
      inflated += Math.max(n, 0);
      if (inflated > limits.maxInflatedBytes() && inflated / limits.maxInflationRatio() > stored) {
        throw HeapConvException.input(ErrorId.INFLATES_TOO_MUCH, name, limits.maxInflationRatio());
      }
      return n;
    }
  }
}
