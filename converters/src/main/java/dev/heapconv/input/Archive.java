package dev.heapconv.input;

import dev.heapconv.io.LimitedInflation;
import dev.heapconv.io.Temporary;
import dev.heapconv.model.Limits;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.function.LongConsumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.utils.BoundedSeekableByteChannelInputStream;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;
import org.apache.commons.io.channels.CloseShieldChannel;
import org.jspecify.annotations.Nullable;

/**
 * A zip or tar that can be read several times. It copies an archive from a pipe, and a zip that is
 * itself compressed, into memory or, if it is large, into a temporary file.
 */
final class Archive implements Closeable {

  private static final int BUFFER_BYTES = 64 << 10;
  private static final int END_RECORD = 22;
  private static final int END_RECORD_MAGIC = 0x06054b50;
  private static final int MAX_COMMENT = 0xffff;
  private static final int MANY = 0xffff;

  /** A small number of bytes, compared with what the recordings need. */
  static final int MAX_IN_MEMORY = 8 << 20;

  private final InputSource source;
  private final Input whole;
  private final Limits limits;

  /** The plain bytes of the archive; null for a tar that is read from its source. */
  private final @Nullable SeekableByteChannel file;

  /**
   * The directory of a zip; null for a tar, and for a zip whose directory is cut off or damaged.
   */
  private final @Nullable ZipFile zip;

  /** Receives the position in a zip. */
  private final LongConsumer progress;

  /**
   * Opens an archive.
   *
   * @param whole the beginning of the archive, followed by the rest if the source can be opened
   *     only once
   */
  Archive(InputSource source, Input whole, Limits limits) throws IOException {
    this.source = source;
    this.whole = whole;
    this.limits = limits;
    Path path = source.size() < 0 ? null : source.path();
    if (path != null && !isZip()) {
      file = null;
    } else {
      file = path == null || whole.isInflated() ? copy(whole) : FileChannel.open(path);
    }
    progress = path == null || whole.isInflated() ? position -> {} : source::reached;
    zip = file != null && isZip() ? directory(file) : null;
  }

  /**
   * If the system supports it, the file has no name, so nothing remains however the program ends.
   */
  private static SeekableByteChannel copy(Input whole) throws IOException {
    byte[] start = whole.stream().readNBytes(MAX_IN_MEMORY);
    if (start.length < MAX_IN_MEMORY) {
      return new SeekableInMemoryByteChannel(start);
    }
    Path file = Temporary.file(whole.name(), ".tmp");
    FileChannel copy =
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    try {
      OutputStream out = Temporary.writing(whole.name(), file, Channels.newOutputStream(copy));
      out.write(start);
      whole.stream().transferTo(out);
      return copy;
    } catch (IOException | RuntimeException | Error e) {
      copy.close();
      throw e;
    }
  }

  private static @Nullable ZipFile directory(SeekableByteChannel file) {
    try {
      ZipFile zip =
          ZipFile.builder()
              .setSeekableByteChannel(CloseShieldChannel.wrap(file))
              .setIgnoreLocalFileHeader(true)
              .get();
      // The library accepts a directory that breaks off between two members as complete.
      int said = members(file);
      int found = Collections.list(zip.getEntries()).size() & MANY;
      return found == said || said == MANY ? zip : null;
    } catch (IOException | RuntimeException e) {
      // The members before the damage can still be read.
      return null;
    }
  }

  /**
   * Returns how many members the record at the end states; {@link #MANY} if it has no room for the
   * number.
   */
  private static int members(SeekableByteChannel file) throws IOException {
    long start = Math.max(0, file.size() - END_RECORD - MAX_COMMENT);
    ByteBuffer tail = ByteBuffer.wrap(bytes(file, start).readAllBytes());
    tail.order(ByteOrder.LITTLE_ENDIAN);
    for (int i = tail.limit() - END_RECORD; i >= 0; i--) {
      if (tail.getInt(i) == END_RECORD_MAGIC) {
        return tail.getShort(i + 10) & MANY;
      }
    }
    throw new ZipException();
  }

  private static InputStream bytes(SeekableByteChannel file, long start) throws IOException {
    return new BufferedInputStream(
        new BoundedSeekableByteChannelInputStream(start, file.size() - start, file), BUFFER_BYTES);
  }

  String name() {
    return whole.name();
  }

  private boolean isZip() {
    return Inputs.isZip(whole.head());
  }

  /** Starts a pass over the members, from the first one. */
  ArchivePass pass() throws IOException {
    Input plain =
        file == null
            ? Inputs.peekPlain(name(), source.openStored(), limits)
            : whole.through(bytes(file, 0));
    ArchiveInputStream<?> members =
        zip != null
            ? new ZipMembers(zip, progress)
            : isZip()
                ? withoutDirectory(new ZipInputStream(plain.stream()))
                : new TarStream(name(), plain.stream());
    // A tar inflates nothing.
    long stored = file == null ? Long.MAX_VALUE : file.size();
    return new ArchivePass(
        plain, members, new LimitedInflation.Meter(name(), () -> stored, limits), limits);
  }

  /** Reads a zip as far as it goes; this always ends with an exception. */
  private static ArchiveInputStream<ZipArchiveEntry> withoutDirectory(ZipInputStream zip) {
    return new ArchiveInputStream<>(zip, "UTF-8") {
      @Override
      public ZipArchiveEntry getNextEntry() throws IOException {
        ZipEntry entry = zip.getNextEntry();
        if (entry == null) {
          throw new EOFException();
        }
        return new ZipArchiveEntry(entry);
      }
    };
  }

  @Override
  public void close() throws IOException {
    if (zip != null) {
      zip.close();
    }
    if (file != null) {
      file.close();
    }
  }
}
