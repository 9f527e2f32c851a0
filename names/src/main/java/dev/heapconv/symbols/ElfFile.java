package dev.heapconv.symbols;

import dev.heapconv.model.Mapping;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a program or shared library in the Executable and Linkable Format (System V gABI),
 * of 32 or 64 bits and either byte order. Never reads the whole file, and trusts nothing in it:
 * what is damaged is an {@link IOException}.
 */
public final class ElfFile implements Closeable {

  static final int MAGIC = 0x7f454c46;
  static final int MACHINE_ARM = 40;
  public static final int MACHINE_X86_64 = 62;
  public static final int MACHINE_AARCH64 = 183;
  static final int MACHINE_RISCV = 243;

  public static final int SECTION_SYMTAB = 2;
  static final int SECTION_NOBITS = 8;
  public static final int SECTION_DYNSYM = 11;

  private static final int TYPE_EXECUTABLE = 2;
  private static final int TYPE_SHARED = 3;
  private static final int SECTION_NOTE = 7;
  private static final int FLAG_WRITABLE = 1;
  private static final int FLAG_ALLOCATED = 2;
  private static final int FLAG_CODE = 4;
  private static final int SEGMENT_LOAD = 1;
  private static final int SEGMENT_NOTE = 4;
  private static final int SEGMENT_EXECUTABLE = 1;

  /** In bytes; that of nearly every Linux. */
  private static final long PAGE = 4096;

  private static final int MAX_SEGMENTS = 4096;
  private static final int MAX_SECTIONS = 65_536;
  private static final int MAX_NOTES = 1 << 20;
  private static final int EXTENDED_COUNT = 0xffff;
  private static final int NOTE_BUILD_ID = 3;
  private static final int GNU = 0x474e5500;
  private static final int MAX_BUILD_ID = 64;
  private static final int MAX_NAME = 64;

  /** A part of the program in memory. */
  private record Segment(
      int type, int flags, long offset, long address, long fileSize, long memorySize, long align) {

    boolean isCode() {
      return type == SEGMENT_LOAD && (flags & SEGMENT_EXECUTABLE) != 0;
    }
  }

  /**
   * A section header.
   *
   * @param nameAt offset of its name in the section of names
   * @param link for a symbol table, index of the section with its names
   */
  public record ElfSection(
      int nameAt,
      int type,
      long flags,
      long address,
      long offset,
      long size,
      int link,
      long entry) {

    /** Whether its contents are in this file. */
    public boolean isPresent() {
      return type != SECTION_NOBITS && size > 0;
    }

    public boolean isCode() {
      return (flags & FLAG_CODE) != 0 && isLoaded();
    }

    /** Whether the program may write it. */
    public boolean isWritable() {
      return (flags & FLAG_WRITABLE) != 0;
    }

    /** Whether it is part of the program in memory. */
    public boolean isLoaded() {
      return (flags & FLAG_ALLOCATED) != 0;
    }
  }

  /** Name and checksum (CRC-32 of the whole file) of the file with what was stripped. */
  record DebugLink(String name, int crc) {}

  private final SeekableByteChannel channel;
  private final BinaryInput in;
  private final boolean wide;
  private final int type;
  private final int machine;
  private final List<Segment> segments;
  private final List<ElfSection> sections;
  private final @Nullable ElfSection names;

  private ElfFile(SeekableByteChannel channel, BinaryInput in, boolean headersOnly)
      throws IOException {
    this.channel = channel;
    this.in = in;
    if (in.i32(0) != MAGIC) {
      throw new IOException("not an ELF file");
    }
    int bits = in.u8(4);
    int order = in.u8(5);
    if (bits < 1 || bits > 2 || order < 1 || order > 2) {
      throw new IOException("an ELF file of an unknown class or byte order");
    }
    wide = bits == 2;
    in.order(order == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    type = in.u16(16);
    machine = in.u16(18);
    segments = readSegments();
    sections = headersOnly ? List.of() : readSections();
    int index = in.u16(wide ? 62 : 50);
    if (index == EXTENDED_COUNT && !sections.isEmpty()) {
      index = sections.get(0).link();
    }
    names = index > 0 && index < sections.size() ? sections.get(index) : null;
  }

  public static ElfFile open(Path path) throws IOException {
    FileChannel channel = FileChannel.open(path);
    try {
      return of(channel, 0, channel.size());
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  /** The file in a part of another, or in memory. */
  static ElfFile of(SeekableByteChannel channel, long base, long size) throws IOException {
    return new ElfFile(channel, new BinaryInput(channel, base, size), false);
  }

  /** The beginning of a file: no sections, and a build id only if it is there. */
  static ElfFile ofBeginning(SeekableByteChannel channel, long size) throws IOException {
    return new ElfFile(channel, new BinaryInput(channel, 0, size), true);
  }

  private List<Segment> readSegments() throws IOException {
    long at = word(0, 28, 32);
    int size = in.u16(wide ? 54 : 42);
    long count = in.u16(wide ? 56 : 44);
    if (count == EXTENDED_COUNT) {
      count = in.u32(sectionHeaders() + (wide ? 44 : 28));
    }
    if (count > MAX_SEGMENTS || (count > 0 && size < (wide ? 56 : 32))) {
      throw new IOException("damaged: " + count + " program headers of " + size + " bytes");
    }
    List<Segment> read = new ArrayList<>();
    for (int i = 0; i < count; i++, at += size) {
      read.add(
          new Segment(
              in.i32(at),
              in.i32(at + (wide ? 4 : 24)),
              word(at, 4, 8),
              word(at, 8, 16),
              word(at, 16, 32),
              word(at, 20, 40),
              word(at, 28, 48)));
    }
    return read;
  }

  private List<ElfSection> readSections() throws IOException {
    long at = sectionHeaders();
    if (at == 0) {
      return List.of();
    }
    int size = in.u16(wide ? 58 : 46);
    if (size < (wide ? 64 : 40)) {
      throw new IOException("damaged: section headers of " + size + " bytes");
    }
    long count = in.u16(wide ? 60 : 48);
    if (count == 0) {
      count = readSection(at).size();
    }
    if (count < 0 || count > MAX_SECTIONS) {
      throw new IOException("has " + Long.toUnsignedString(count) + " sections");
    }
    List<ElfSection> read = new ArrayList<>();
    for (int i = 0; i < count; i++, at += size) {
      read.add(readSection(at));
    }
    return read;
  }

  private ElfSection readSection(long at) throws IOException {
    return new ElfSection(
        in.i32(at),
        in.i32(at + 4),
        word(at, 8, 8),
        word(at, 12, 16),
        word(at, 16, 24),
        word(at, 20, 32),
        in.i32(at + (wide ? 40 : 24)),
        word(at, 36, 56));
  }

  private long sectionHeaders() throws IOException {
    return word(0, 32, 40);
  }

  /** A number of 32 or 64 bits in a header, by its offsets in the two classes of files. */
  private long word(long header, int narrowOffset, int wideOffset) throws IOException {
    return wide ? in.i64(header + wideOffset) : in.u32(header + narrowOffset);
  }

  BinaryInput input() {
    return in;
  }

  boolean isWide() {
    return wide;
  }

  /** Whether it is of 64 bits and begins numbers with their lowest byte. */
  public boolean isWideLittleEndian() throws IOException {
    return wide && in.u8(5) == 1;
  }

  public int machine() {
    return machine;
  }

  /** Whether it is something that can be mapped: no object file of a compiler, no core dump. */
  boolean isProgram() {
    return type == TYPE_EXECUTABLE || type == TYPE_SHARED;
  }

  public List<ElfSection> sections() {
    return sections;
  }

  /** The first section of a type whose contents are in this file. */
  public @Nullable ElfSection ofType(int sectionType) {
    for (ElfSection section : sections) {
      if (section.type() == sectionType && section.isPresent()) {
        return section;
      }
    }
    return null;
  }

  /** The section of a name, if its contents are in this file and not part of the program. */
  @Nullable ElfSection named(String name) throws IOException {
    for (ElfSection section : sections) {
      if (section.isPresent() && !section.isLoaded() && nameOf(section).equals(name)) {
        return section;
      }
    }
    return null;
  }

  public String nameOf(ElfSection section) throws IOException {
    return names == null
        ? ""
        : in.text(names.offset() + (section.nameAt() & 0xffff_ffffL), MAX_NAME);
  }

  /**
   * Bytes of a section.
   *
   * @param from offset in the section
   * @throws IOException if they are not in the file
   */
  public byte[] contents(ElfSection section, long from, int length) throws IOException {
    if (from < 0 || length < 0 || from > section.size() - length || !section.isPresent()) {
      throw new IOException("damaged: refers to bytes outside of a section");
    }
    return in.bytes(section.offset() + from, length);
  }

  /** Whether the code of the program is in this file, which debug files lack. */
  public boolean hasCode() {
    return sections.stream().anyMatch(section -> section.isCode() && section.isPresent());
  }

  /** Whether a file has the code of a build id, in normal form. */
  static boolean isCodeOf(String buildId, Path path) throws IOException {
    try (ElfFile elf = open(path)) {
      return elf.hasCode() && BuildId.same(BuildId.normal(elf.buildId()), buildId);
    }
  }

  boolean hasDebugInfo() throws IOException {
    return named(".debug_info") != null || named(".zdebug_info") != null;
  }

  @Nullable DebugLink debugLink() throws IOException {
    ElfSection section = named(".gnu_debuglink");
    if (section == null) {
      return null;
    }
    String name = in.text(section.offset(), (int) Math.min(section.size(), 4096));
    return new DebugLink(name, in.i32(section.offset() + section.size() - 4));
  }

  /** The build id as lower-case hexadecimal digits; empty if there is none. */
  public String buildId() throws IOException {
    for (Segment segment : segments) {
      if (segment.type() == SEGMENT_NOTE) {
        String id = buildIdIn(segment.offset(), segment.fileSize(), segment.align());
        if (!id.isEmpty()) {
          return id;
        }
      }
    }
    for (ElfSection section : sections) {
      if (section.type() == SECTION_NOTE) {
        String id = buildIdIn(section.offset(), section.size(), 4);
        if (!id.isEmpty()) {
          return id;
        }
      }
    }
    return "";
  }

  /** Looks through notes: name size, contents size, type, name, contents, each part padded. */
  private String buildIdIn(long offset, long size, long align) throws IOException {
    int padding = align == 8 ? 7 : 3;
    long end = Math.min(offset + Math.min(size, MAX_NOTES), in.size());
    for (long at = offset; at >= 0 && at + 12 <= end; ) {
      long nameSize = in.u32(at);
      long contentSize = in.u32(at + 4);
      long content = at + ((12 + nameSize + padding) & ~padding);
      if (in.i32(at + 8) == NOTE_BUILD_ID
          && nameSize == 4
          && contentSize > 0
          && contentSize <= MAX_BUILD_ID
          && isGnu(at + 12)) {
        return HexFormat.of().formatHex(in.bytes(content, (int) contentSize));
      }
      at = content + ((contentSize + padding) & ~padding);
    }
    return "";
  }

  private boolean isGnu(long at) throws IOException {
    int name = 0;
    for (int i = 0; i < 4; i++) {
      name = name << 8 | in.u8(at + i);
    }
    return name == GNU;
  }

  /**
   * What to add to addresses that were recorded in a mapping, to get those of the symbol table;
   * nothing if the file cannot tell.
   */
  public OptionalLong addressBias(Mapping mapping) {
    return mapping.biasKnown() ? missingBias(mapping) : OptionalLong.of(loadBias(mapping));
  }

  /**
   * The difference between addresses of the symbol table and offsets in the binary, for the code in
   * a mapping.
   */
  long loadBias(Mapping mapping) {
    Segment code = codeIn(mapping);
    if (code == null) {
      return 0;
    }
    boolean offsetIsKept = code.fileSize() > 0;
    if (offsetIsKept) {
      return code.address() - code.offset();
    }
    if (isAll(mapping, code)) {
      Segment first = firstLoaded(code);
      return first.address() - first.offset();
    }
    // Debug files keep addresses only. A mapping begins less than a page, and thus less than the
    // alignment, before its segment; and a bias is a multiple of the alignment.
    long align = Math.max(Long.highestOneBit(code.align()), PAGE);
    return (code.address() - mapping.fileOffset()) & -align;
  }

  /**
   * What is missing from addresses that were recorded with the load bias of a mapping: not 0 where
   * the recorder took a wrong one, as Android 10 does for many libraries. The bias of any segment
   * is right for a range that begins with the file, as it may be several mappings.
   *
   * @return nothing if the file cannot tell
   */
  OptionalLong missingBias(Mapping mapping) {
    Segment code = codeIn(mapping);
    if (code == null) {
      return OptionalLong.of(0);
    }
    boolean isAll = isAll(mapping, code);
    for (Segment segment : segments) {
      boolean fits = segment.isCode() || isAll && segment.equals(firstLoaded(code));
      if (fits
          && segment.fileSize() > 0
          && mapping.fileOffset() == 0
          && segment.address() - segment.offset() == mapping.loadBias()) {
        return OptionalLong.of(0);
      }
    }
    // Android 10 records no offset, without which a debug file has no bias.
    boolean known = code.fileSize() > 0 || isAll || mapping.fileOffset() != 0;
    return known ? OptionalLong.of(loadBias(mapping) - mapping.loadBias()) : OptionalLong.empty();
  }

  /** Whether a mapping has the file from its beginning to the end of its code. */
  private boolean isAll(Mapping mapping, Segment code) {
    long length = mapping.end() - mapping.start();
    return mapping.fileOffset() == 0
        && (length <= 0
            || length >= code.address() + code.memorySize() - firstLoaded(code).address());
  }

  /** Whether a mapping has exactly the pages of an executable segment. */
  boolean hasCodeOf(Mapping mapping) {
    Segment code = codeIn(mapping);
    return code != null
        && mapping.fileOffset() == (code.offset() & -PAGE)
        && mapping.fileOffset() + mapping.end() - mapping.start()
            == ((code.offset() + code.fileSize() + PAGE - 1) & -PAGE);
  }

  private Segment firstLoaded(Segment otherwise) {
    for (Segment segment : segments) {
      if (segment.type() == SEGMENT_LOAD) {
        return segment;
      }
    }
    return otherwise;
  }

  /** The executable segment that a mapping has most of; without a range, the first. */
  private @Nullable Segment codeIn(Mapping mapping) {
    Segment best = null;
    long most = 0;
    long length = mapping.end() - mapping.start();
    for (Segment segment : segments) {
      if (!segment.isCode()) {
        continue;
      }
      long overlap =
          Math.min(segment.offset() + segment.fileSize(), mapping.fileOffset() + length)
              - Math.max(segment.offset(), mapping.fileOffset());
      if (best == null || overlap > most) {
        best = segment;
        most = Math.max(overlap, 0);
      }
    }
    return best;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
