package dev.heapconv.io;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;

/**
 * Decompresses zstd with native code, which is loaded when the first stream is opened. Its memory
 * is outside of the heap, so streams must be closed.
 */
final class ZstdStream extends BlockStream {

  /** The largest window that the format allows on 64-bit systems, as a power of 2. */
  private static final int MAX_WINDOW_LOG = 31;

  private static final int MIN_WINDOW_LOG = 10;

  /** More than the native code has on any system. */
  private static final int LIBRARY_BYTES = 4 << 20;

  private final String name;
  private final Limits limits;

  private ZstdStream(String name, ZstdInputStreamNoFinalizer in, Limits limits) {
    super(in);
    this.name = name;
    this.limits = limits;
  }

  /**
   * Starts to decompress. Reading throws an {@link EOFException} where the data is cut off, and a
   * {@link ZipException} where it is damaged.
   *
   * @param name name of the input, for messages
   * @throws HeapConvException {@link ErrorId#NO_ZSTD} if there is no native code for this system
   */
  static InputStream open(String name, InputStream compressed, Limits limits) throws IOException {
    try {
      ZstdInputStreamNoFinalizer in = new ZstdInputStreamNoFinalizer(compressed);
      in.setLongMax(windowLog(limits.maxWindowBytes()));
      return new ZstdStream(name, in, limits);
    } catch (LinkageError e) {
      Temporary.checkNativeCode(name, LIBRARY_BYTES);
      throw HeapConvException.input(ErrorId.NO_ZSTD, name).causedBy(e);
    }
  }

  private static int windowLog(long bytes) {
    int log = 63 - Long.numberOfLeadingZeros(Math.max(1, bytes));
    return Math.max(MIN_WINDOW_LOG, Math.min(MAX_WINDOW_LOG, log));
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    try {
      return in.read(target, offset, length);
    } catch (ZstdIOException e) {
      throw failure(e);
    }
  }

  private IOException failure(ZstdIOException e) {
    if (e.getErrorCode() == Zstd.errFrameParameterWindowTooLarge()) {
      return HeapConvException.input(ErrorId.WINDOW_TOO_LARGE, name, limits.maxWindowBytes())
          .causedBy(e);
    }
    // The library has no code of its own for data that ends too early.
    IOException failure =
        "Truncated source".equals(e.getMessage())
            ? new EOFException(e.getMessage())
            : new ZipException(e.getMessage());
    failure.initCause(e);
    return failure;
  }
}
