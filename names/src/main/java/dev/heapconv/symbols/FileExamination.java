package dev.heapconv.symbols;

import dev.heapconv.model.HeapConvException;
import dev.heapconv.symbols.FileFacts.Quality;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;

/** Recognizes files by their first bytes, and reads their headers only. */
final class FileExamination {

  /** Enough for any header of a Breakpad file, and for the build id of a packed binary. */
  static final int HEAD = 1 << 16;

  /** Bytes that are enough to recognize a file. */
  static final int MAGIC = 7;

  private static final byte[] ELF_MAGIC = {0x7f, 'E', 'L', 'F'};
  private static final byte[] ZIP_MAGIC = {'P', 'K', 3, 4};
  private static final byte[] BREAKPAD_MAGIC =
      BreakpadHeader.START.getBytes(StandardCharsets.US_ASCII);

  private FileExamination() {}

  /**
   * The facts about a file.
   *
   * @throws IOException if it cannot be read; what is wrong with its contents is in the facts
   */
  static FileFacts of(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      byte[] start = start(channel, 0, MAGIC);
      return startsWith(start, ZIP_MAGIC)
          ? Archives.examine(channel)
          : ofPart(channel, 0, channel.size());
    } catch (RuntimeException e) {
      // A mistake of ours, but one file must not keep the others from being used.
      return FileFacts.unusable("examining it failed: " + HeapConvException.reason(e));
    }
  }

  /** The facts about a part of a file that is no archive. */
  static FileFacts ofPart(SeekableByteChannel channel, long offset, long size) throws IOException {
    byte[] start = start(channel, offset, (int) Math.min(size, MAGIC));
    if (startsWith(start, ELF_MAGIC)) {
      try {
        return elf(ElfFile.of(channel, offset, size));
      } catch (ClosedChannelException e) {
        throw e;
      } catch (IOException e) {
        return FileFacts.unusable(HeapConvException.reason(e));
      }
    }
    if (startsWith(start, BREAKPAD_MAGIC)) {
      return breakpad(start(channel, offset, (int) Math.min(size, HEAD)));
    }
    return FileFacts.OTHER;
  }

  private static FileFacts elf(ElfFile elf) throws IOException {
    if (!elf.isProgram()) {
      return FileFacts.OTHER;
    }
    return FileFacts.elf(quality(elf), elf.buildId(), elf.debugLink());
  }

  private static Quality quality(ElfFile elf) throws IOException {
    if (elf.hasDebugInfo()) {
      return Quality.DWARF;
    }
    if (elf.ofType(ElfFile.SECTION_SYMTAB) != null) {
      return Quality.TABLE;
    }
    if (elf.named(".gnu_debugdata") != null) {
      return Quality.MINI;
    }
    return elf.ofType(ElfFile.SECTION_DYNSYM) != null ? Quality.DYNAMIC : Quality.NONE;
  }

  private static FileFacts breakpad(byte[] head) throws IOException {
    return FileFacts.breakpad(BreakpadHeader.read(new ByteArrayInputStream(head)));
  }

  /** Whether a file that begins so may hold symbols. */
  static boolean mayHaveSymbols(byte[] start) {
    return startsWith(start, ELF_MAGIC) || startsWith(start, BREAKPAD_MAGIC);
  }

  /** The facts about something that is packed, from its first {@link #HEAD} bytes. */
  static FileFacts ofHead(byte[] head) throws IOException {
    if (startsWith(head, BREAKPAD_MAGIC)) {
      return breakpad(head);
    }
    try (ElfFile elf = ElfFile.ofBeginning(new SeekableInMemoryByteChannel(head), head.length)) {
      return elf.isProgram()
          ? FileFacts.elf(Quality.UNKNOWN, elf.buildId(), null)
          : FileFacts.OTHER;
    }
  }

  private static byte[] start(SeekableByteChannel channel, long offset, int length)
      throws IOException {
    ByteBuffer start = ByteBuffer.allocate(length);
    BinaryInput.fill(channel, offset, start);
    return Arrays.copyOf(start.array(), start.position());
  }

  private static boolean startsWith(byte[] bytes, byte[] magic) {
    return bytes.length >= magic.length
        && Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length);
  }
}
