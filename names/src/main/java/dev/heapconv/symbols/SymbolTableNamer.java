package dev.heapconv.symbols;

import dev.heapconv.model.SourceLine;
import dev.heapconv.symbols.ElfFile.ElfSection;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/**
 * Names from the symbol tables of a binary: no lines, and where functions are inlined, only the one
 * that contains the others.
 */
final class SymbolTableNamer implements AddressNamer {

  /** Size of unpacked mini debug info: ten times that of the largest libraries. */
  private static final int MAX_UNPACKED = 64 << 20;

  private static final int MAX_XZ_MEMORY_KIB = 128 << 10;

  @Override
  public List<List<SourceLine>> name(SymbolFile file, long[] addresses) throws IOException {
    List<List<SourceLine>> named = new ArrayList<>(addresses.length);
    try (ElfFile elf = ElfFile.open(file.path())) {
      ElfSymbols symbols = symbols(elf);
      symbols.sort();
      String last = "";
      List<SourceLine> lines = List.of();
      for (long address : addresses) {
        String name = symbols.nameAt(address);
        if (!name.equals(last)) {
          last = name;
          lines = name.isEmpty() ? List.of() : List.of(new SourceLine(name, "", 0));
        }
        named.add(lines);
      }
    }
    return named;
  }

  /** Whether a file's tables name any function. */
  static boolean hasFunctions(ElfFile elf) throws IOException {
    return !symbols(elf).isEmpty();
  }

  private static ElfSymbols symbols(ElfFile elf) throws IOException {
    ElfSymbols symbols = new ElfSymbols();
    ElfSection full = elf.ofType(ElfFile.SECTION_SYMTAB);
    if (full != null) {
      symbols.add(elf, full);
    } else {
      // Mini debug info leaves out what the table of the dynamic linker has.
      ElfSection packed = elf.named(".gnu_debugdata");
      if (packed != null) {
        addPacked(symbols, elf, packed);
      }
      ElfSection dynamic = elf.ofType(ElfFile.SECTION_DYNSYM);
      if (dynamic != null) {
        symbols.add(elf, dynamic);
      }
    }
    return symbols;
  }

  private static void addPacked(ElfSymbols symbols, ElfFile elf, ElfSection packed)
      throws IOException {
    ElfFile inner = unpacked(elf, packed);
    @Nullable ElfSection table = inner.ofType(ElfFile.SECTION_SYMTAB);
    if (table != null) {
      symbols.add(inner, table);
    }
  }

  private static ElfFile unpacked(ElfFile elf, ElfSection packed) throws IOException {
    if (packed.size() > MAX_UNPACKED) {
      throw tooLarge();
    }
    byte[] bytes = elf.input().bytes(packed.offset(), (int) packed.size());
    byte[] content;
    try (XZInputStream in = new XZInputStream(new ByteArrayInputStream(bytes), MAX_XZ_MEMORY_KIB)) {
      content = in.readNBytes(MAX_UNPACKED + 1);
    } catch (IOException e) {
      throw new IOException("mini debug info is damaged", e);
    }
    if (content.length > MAX_UNPACKED) {
      throw tooLarge();
    }
    return ElfFile.of(new SeekableInMemoryByteChannel(content), 0, content.length);
  }

  private static IOException tooLarge() {
    return new IOException(
        "mini debug info of more than " + (MAX_UNPACKED >> 20) + " MiB is not read");
  }
}
