package dev.heapconv.symbols;

import dev.heapconv.io.Temporary;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.symbols.FileFacts.Member;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;

/** Binaries and Breakpad files in APKs and other zip archives. */
final class Archives {

  /** The list of members is kept in memory; this is about 300,000 of them. */
  private static final long MAX_DIRECTORY = 32L << 20;

  /** Debug information shrinks to a fifth; only padding shrinks to a hundredth. */
  private static final int MAX_RATIO = 100;

  /** So small that the ratio does not matter. */
  private static final long SMALL = 64L << 20;

  /** Enough for the tables of codes that precede the first bytes of a compressed member. */
  private static final int PACKED_START = 512;

  private static final int END_RECORD = 22;
  private static final int END_RECORD_MAGIC = 0x06054b50;
  private static final int MAX_COMMENT = 0xffff;
  private static final int LOCATOR = 20;

  private Archives() {}

  /** The facts about an archive, with the members that can hold symbols. */
  static FileFacts examine(FileChannel channel) throws IOException {
    try {
      checkDirectory(channel);
    } catch (IOException e) {
      return FileFacts.unusable(HeapConvException.reason(e));
    }
    List<Member> members = new ArrayList<>();
    Inflater inflater = new Inflater(true);
    try (ZipFile zip =
        ZipFile.builder().setSeekableByteChannel(channel).setIgnoreLocalFileHeader(true).get()) {
      for (ZipArchiveEntry entry : Collections.list(zip.getEntriesInPhysicalOrder())) {
        FileFacts facts = examine(channel, zip, entry, inflater);
        if (facts.content() != FileFacts.Content.OTHER || !facts.problem().isEmpty()) {
          long offset = isStored(entry) ? entry.getDataOffset() : -1;
          members.add(new Member(entry.getName(), offset, entry.getSize(), facts));
        }
      }
    } catch (ClosedChannelException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      return FileFacts.unusable("the archive is damaged: " + HeapConvException.reason(e));
    } finally {
      inflater.end();
    }
    return FileFacts.archive(List.copyOf(members));
  }

  private static FileFacts examine(
      FileChannel channel, ZipFile zip, ZipArchiveEntry entry, Inflater inflater)
      throws IOException {
    try {
      if (entry.isDirectory() || !FileExamination.mayHaveSymbols(start(zip, entry, inflater))) {
        return FileFacts.OTHER;
      }
      if (isStored(entry)) {
        return FileExamination.ofPart(channel, entry.getDataOffset(), entry.getSize());
      }
      try (InputStream in = zip.getInputStream(entry)) {
        return FileExamination.ofHead(in.readNBytes(FileExamination.HEAD));
      }
    } catch (ClosedChannelException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      return FileFacts.unusable(HeapConvException.reason(e));
    }
  }

  /** The first bytes of a member; no more is unpacked, since archives may have many members. */
  private static byte[] start(ZipFile zip, ZipArchiveEntry entry, Inflater inflater)
      throws IOException {
    boolean readable = isStored(entry) || entry.getMethod() == ZipArchiveEntry.DEFLATED;
    if (!readable || entry.getGeneralPurposeBit().usesEncryption()) {
      return new byte[0];
    }
    byte[] packed;
    try (InputStream raw = zip.getRawInputStream(entry)) {
      packed = raw.readNBytes(PACKED_START);
    }
    if (isStored(entry)) {
      return packed;
    }
    byte[] start = new byte[FileExamination.MAGIC];
    inflater.reset();
    inflater.setInput(packed);
    try {
      return Arrays.copyOf(start, inflater.inflate(start));
    } catch (DataFormatException e) {
      return new byte[0];
    }
  }

  private static boolean isStored(ZipArchiveEntry entry) {
    return entry.getMethod() == ZipArchiveEntry.STORED;
  }

  /**
   * Copies a member into a file.
   *
   * @throws IOException if it is damaged, or grows so much that it cannot be a real binary
   */
  static void copy(Path archive, String member, Path target) throws IOException {
    try (FileChannel channel = FileChannel.open(archive)) {
      checkDirectory(channel);
      try (ZipFile zip =
          ZipFile.builder().setSeekableByteChannel(channel).setIgnoreLocalFileHeader(true).get()) {
        ZipArchiveEntry entry = zip.getEntry(member);
        if (entry == null) {
          throw new IOException("the archive has changed");
        }
        // What a damaged archive says of its member's size may overflow.
        long packed = Math.min(entry.getCompressedSize(), channel.size());
        long most = Math.max(SMALL, packed * MAX_RATIO);
        try (InputStream in = zip.getInputStream(entry);
            OutputStream out =
                Temporary.writing("symbols", target, Files.newOutputStream(target))) {
          copy(in, out, most);
        }
      }
    } catch (RuntimeException e) {
      // The library does not handle everything that a damaged archive can contain.
      throw new IOException("the archive is damaged: " + HeapConvException.reason(e), e);
    }
  }

  private static void copy(InputStream in, OutputStream out, long most) throws IOException {
    byte[] buffer = new byte[1 << 16];
    long copied = 0;
    for (int n; (n = in.read(buffer)) > 0; copied += n) {
      if (copied + n > most) {
        throw new IOException(
            "inflates to more than " + MAX_RATIO + " times its size, far more than a real binary");
      }
      out.write(buffer, 0, n);
    }
  }

  /** Refuses an archive whose list of members would fill the memory. */
  private static void checkDirectory(FileChannel channel) throws IOException {
    long size = channel.size();
    BinaryInput in = new BinaryInput(channel, 0, size);
    in.order(ByteOrder.LITTLE_ENDIAN);
    long lowest = Math.max(0, size - END_RECORD - MAX_COMMENT);
    byte[] tail = in.bytes(lowest, (int) (size - lowest));
    for (int i = tail.length - END_RECORD; i >= 0; i--) {
      if (tail[i] == 'P' && tail[i + 1] == 'K' && in.i32(lowest + i) == END_RECORD_MAGIC) {
        if (size - directory(in, lowest + i) > MAX_DIRECTORY) {
          throw new IOException("the archive has too many members");
        }
        return;
      }
    }
    throw new IOException("the archive is damaged or cut off");
  }

  /** Offset of the list of members, which ends the archive. */
  private static long directory(BinaryInput in, long end) throws IOException {
    long offset = in.u32(end + 16);
    return offset == 0xffff_ffffL ? in.i64(in.i64(end - LOCATOR + 8) + 48) : offset;
  }
}
