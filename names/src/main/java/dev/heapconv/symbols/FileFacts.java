package dev.heapconv.symbols;

import dev.heapconv.symbols.ElfFile.DebugLink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a file, or of a member of an archive, from its headers.
 *
 * @param buildId in the normal form of {@link BuildId}; empty if it has none
 * @param module name of the binary, in Breakpad files; empty otherwise
 * @param link names the file with what was stripped; null if there is none
 * @param members of an archive: those that can hold symbols
 * @param problem why it cannot be used although it looks as if it could; usually empty
 */
record FileFacts(
    Content content,
    Quality quality,
    String buildId,
    String module,
    @Nullable DebugLink link,
    List<Member> members,
    String problem) {

  enum Content {
    OTHER,
    ELF,
    BREAKPAD,
    ARCHIVE
  }

  /** How much a file says of an address, from the least. */
  enum Quality {
    /** Not known before it is unpacked. */
    UNKNOWN,
    NONE,
    /** Exported names. */
    DYNAMIC,
    /** Most names. */
    MINI,
    /** All names. */
    TABLE,
    /** Names, lines and inlined calls. */
    BREAKPAD,
    DWARF
  }

  /**
   * A member of an archive.
   *
   * @param offset of its first byte in the archive; -1 if it is compressed
   * @param size in bytes, unpacked
   */
  record Member(String name, long offset, long size, FileFacts facts) {}

  static final FileFacts OTHER = unusable("");

  static FileFacts unusable(String problem) {
    return new FileFacts(Content.OTHER, Quality.NONE, "", "", null, List.of(), problem);
  }

  static FileFacts archive(List<Member> members) {
    return new FileFacts(Content.ARCHIVE, Quality.NONE, "", "", null, members, "");
  }

  static FileFacts breakpad(BreakpadHeader header) {
    return new FileFacts(
        Content.BREAKPAD, Quality.BREAKPAD, header.buildId(), header.module(), null, List.of(), "");
  }

  static FileFacts elf(Quality quality, String buildId, @Nullable DebugLink link) {
    return new FileFacts(Content.ELF, quality, buildId, "", link, List.of(), "");
  }
}
