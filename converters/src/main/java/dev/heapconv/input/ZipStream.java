package dev.heapconv.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A zip whose members must have their checksums, may not inflate without bound, and which must have
 * an end. Java's own stream of zips checks them too, but refuses stored members whose sizes follow
 * them.
 */
final class ZipStream extends ZipArchiveInputStream {

  /** How far the library reads ahead. */
  private static final int BUFFER_BYTES = 512;

  private final Watched zip;
  private final LimitedInflation.Meter meter;
  private final CRC32 checksum = new CRC32();
  private @Nullable ZipArchiveEntry current;
  private boolean ended;
  private boolean moving;

  /** What follows the member that ended, and why that could not be read. */
  private @Nullable ZipArchiveEntry next;

  private @Nullable Exception failure;

  ZipStream(InputStream zip, LimitedInflation.Meter meter) {
    this(new Watched(zip), meter);
  }

  private ZipStream(Watched zip, LimitedInflation.Meter meter) {
    super(zip, "UTF-8", true, true);
    this.zip = zip;
    this.meter = meter;
  }

  /**
   * @throws ZipException at the end of a member whose checksum is wrong
   */
  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (moving) {
      return super.read(target, offset, length);
    }
    if (ended) {
      return -1;
    }
    int n = super.read(target, offset, length);
    if (n > 0) {
      meter.add(n);
      checksum.update(target, offset, n);
    } else if (n < 0) {
      end();
    }
    return n;
  }

  /** Moves on, since the checksum may follow the member. */
  private void end() throws ZipException {
    ended = true;
    ZipArchiveEntry entry = current;
    try {
      next = move();
    } catch (IOException | RuntimeException e) {
      failure = e;
    }
    if (entry != null
        && entry.getCrc() != ZipArchiveEntry.CRC_UNKNOWN
        && entry.getCrc() != checksum.getValue()) {
      throw new ZipException("wrong checksum");
    }
  }

  private @Nullable ZipArchiveEntry move() throws IOException {
    moving = true;
    long after = zip.position - BUFFER_BYTES;
    try {
      ZipArchiveEntry entry = super.getNextEntry();
      if (entry == null && zip.endRecord < after) {
        // The library takes the end of the input for that of the archive.
        throw new EOFException();
      }
      return entry;
    } finally {
      moving = false;
    }
  }

  @Override
  public @Nullable ZipArchiveEntry getNextEntry() throws IOException {
    if (!ended && current != null && current.getGeneralPurposeBit().usesDataDescriptor()) {
      // Its end is known only once it is inflated, within the limit.
      try {
        skip(Long.MAX_VALUE);
      } catch (ZipException e) {
        // Nobody wants this member.
      }
    }
    if (failure instanceof IOException problem) {
      throw problem;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
    current = ended ? next : move();
    ended = false;
    checksum.reset();
    return current;
  }

  /** Notices the record at the end of a zip; nothing is skipped unseen. */
  private static final class Watched extends BlockStream {
    private static final int END_RECORD = 'P' << 24 | 'K' << 16 | 5 << 8 | 6;

    private int latest;
    private long position;

    /** Where the last such record begins; or what looks like it in the bytes of a member. */
    private long endRecord = Long.MIN_VALUE;

    Watched(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int n = in.read(target, offset, length);
      for (int i = 0; i < n; i++) {
        latest = latest << 8 | target[offset + i] & 0xff;
        position++;
        if (latest == END_RECORD) {
          endRecord = position - Integer.BYTES;
        }
      }
      return n;
    }
  }
}
