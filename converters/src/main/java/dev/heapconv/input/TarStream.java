package dev.heapconv.input;

import dev.heapconv.io.BlockStream;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A tar reader that limits headers, because they contain names of any length, which are read into
 * memory.
 */
final class TarStream extends TarArchiveInputStream {

  /** Far more than the longest path of any file system. */
  private static final int MAX_HEADER_BYTES = 1 << 20;

  private final Metered tar;
  private boolean inHeader;
  private boolean headerIsDamaged;
  private boolean hasEnd;

  TarStream(String name, InputStream tar) {
    this(new Metered(name, tar));
  }

  private TarStream(Metered tar) {
    super(tar);
    this.tar = tar;
  }

  /**
   * @throws HeapConvException {@link ErrorId#HEADER_TOO_LARGE}
   */
  @Override
  public @Nullable TarArchiveEntry getNextEntry() throws IOException {
    if (inHeader) {
      // The previous header, which contains a long name for this one, is checked as well.
      return nextHeader();
    }
    inHeader = true;
    headerIsDamaged = false;
    tar.left = MAX_HEADER_BYTES;
    try {
      return nextHeader();
    } finally {
      inHeader = false;
      tar.left = Long.MAX_VALUE;
    }
  }

  private @Nullable TarArchiveEntry nextHeader() throws IOException {
    TarArchiveEntry entry = super.getNextEntry();
    headerIsDamaged |= entry != null && !entry.isCheckSumOK();
    return entry;
  }

  /**
   * @throws EOFException if the tar is cut off before the record of zeros at its end
   */
  @Override
  protected byte @Nullable [] readRecord() throws IOException {
    byte[] record = super.readRecord();
    hasEnd |= record != null && isEOFRecord(record);
    if (record == null && !hasEnd) {
      throw new EOFException();
    }
    return record;
  }

  /** Whether the header of the current member, or one before it, has a wrong checksum. */
  boolean headerIsDamaged() {
    return headerIsDamaged;
  }

  private static final class Metered extends BlockStream {
    private final String name;
    private long left = Long.MAX_VALUE;

    Metered(String name, InputStream in) {
      super(in);
      this.name = name;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (left <= 0) {
        throw HeapConvException.input(ErrorId.HEADER_TOO_LARGE, name, MAX_HEADER_BYTES);
      }
      int n = in.read(target, offset, length);
      left -= Math.max(n, 0);
      return n;
    }
  }
}
