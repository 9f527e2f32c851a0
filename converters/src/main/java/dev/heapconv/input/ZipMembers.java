package dev.heapconv.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.function.LongConsumer;
import java.util.zip.CRC32;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.utils.InputStreamStatistics;
import org.jspecify.annotations.Nullable;

/** The members of a zip in the order of its directory. A member that is not read costs nothing. */
final class ZipMembers extends ArchiveInputStream<ZipArchiveEntry> {

  private final ZipFile zip;
  private final LongConsumer progress;
  private final Iterator<ZipArchiveEntry> entries;
  private final CRC32 checksum = new CRC32();
  private @Nullable ZipArchiveEntry current;
  private @Nullable InputStream content;

  /**
   * @param progress receives the position in the zip
   */
  ZipMembers(ZipFile zip, LongConsumer progress) {
    super(InputStream.nullInputStream(), "UTF-8");
    this.zip = zip;
    this.progress = progress;
    entries = zip.getEntriesInPhysicalOrder().asIterator();
  }

  @Override
  public @Nullable ZipArchiveEntry getNextEntry() throws IOException {
    close();
    checksum.reset();
    current = entries.hasNext() ? entries.next() : null;
    return current;
  }

  @Override
  public boolean canReadEntryData(ArchiveEntry entry) {
    return zip.canReadEntryData((ZipArchiveEntry) entry);
  }

  /**
   * @throws ZipException at the end of a member whose checksum is wrong
   */
  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (current == null) {
      return -1;
    }
    content = content == null ? zip.getInputStream(current) : content;
    int n = content.read(target, offset, length);
    if (n >= 0) {
      checksum.update(target, offset, n);
    } else if (checksum.getValue() != current.getCrc()) {
      throw new ZipException("wrong checksum");
    }
    if (content instanceof InputStreamStatistics statistics) {
      progress.accept(current.getDataOffset() + statistics.getCompressedCount());
    }
    return n;
  }

  /** Closes the current member; the zip may be read again. */
  @Override
  public void close() throws IOException {
    if (content != null) {
      content.close();
      content = null;
    }
  }
}
