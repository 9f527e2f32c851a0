package dev.heapconv.symbols;

import dev.heapconv.symbols.ElfFile.ElfSection;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The functions in symbol tables. Of several at one address it keeps the one that llvm-symbolizer
 * reports: the largest, and then the last in the table, where globals follow locals; but rather a
 * global than a weak one.
 */
final class ElfSymbols {

  private static final int MAX_NAME = 65_536;

  private static final int TYPE_NONE = 0;
  private static final int TYPE_FUNCTION = 2;
  private static final int TYPE_INDIRECT_FUNCTION = 10;
  private static final int BIND_LOCAL = 0;
  private static final int BIND_GLOBAL = 1;
  private static final int UNDEFINED = 0;

  /** Above any number of symbols. */
  private static final int RANK_SHIFT = 29;

  /**
   * A function.
   *
   * @param limit end of its section, for symbols without a size
   * @param preference rank by binding in the upper bits, then the position in the table
   */
  private record Symbol(
      long address, long size, long limit, Texts texts, int name, int preference) {}

  /** By address, and of several at one address the one to report last. */
  private static final Comparator<Symbol> ORDER =
      ((Comparator<Symbol>) (a, b) -> Long.compareUnsigned(a.address, b.address))
          .thenComparing((a, b) -> Long.compareUnsigned(a.size, b.size))
          .thenComparingInt(Symbol::preference);

  /** The names of a table. */
  private static final class Texts {
    private final BinaryInput in;
    private final long offset;
    private final Int2ObjectOpenHashMap<String> names = new Int2ObjectOpenHashMap<>();
    private final Int2ObjectOpenHashMap<Boolean> marks = new Int2ObjectOpenHashMap<>();

    /**
     * How many letters may follow. Names that overlap could fill the memory: a small file has room
     * for billions of bytes of them.
     */
    private long left;

    Texts(BinaryInput in, ElfSection section) {
      this.in = in.another();
      offset = section.offset();
      left = 8 * Math.min(section.size(), in.size());
    }

    private String start(int name, int maxBytes) throws IOException {
      return in.text(offset + Integer.toUnsignedLong(name), maxBytes);
    }

    String name(int name) throws IOException {
      String known = names.get(name);
      if (known == null) {
        known = start(name, MAX_NAME);
        names.put(name, known);
        left -= known.length();
        if (left < 0) {
          throw new IOException("the names of symbols are damaged");
        }
      }
      return known;
    }

    /**
     * Whether a symbol without a type marks where code and data begin, as in the ABI of ARM, or is
     * local to assembly.
     */
    boolean isMark(int name) throws IOException {
      Boolean known = marks.get(name);
      if (known == null) {
        String start = start(name, 2);
        known = start.startsWith("$") || start.equals(".L");
        marks.put(name, known);
      }
      return known;
    }
  }

  private final List<Symbol> symbols = new ArrayList<>();

  /** Adds the functions of a file's symbol table. */
  void add(ElfFile file, ElfSection table) throws IOException {
    List<ElfSection> sections = file.sections();
    int entry = file.isWide() ? 24 : 16;
    if (table.entry() != entry || table.link() <= 0 || table.link() >= sections.size()) {
      throw new IOException("the symbol table is damaged");
    }
    BinaryInput in = file.input();
    Texts texts = new Texts(in, sections.get(table.link()));
    boolean hasMarks =
        file.machine() == ElfFile.MACHINE_ARM
            || file.machine() == ElfFile.MACHINE_AARCH64
            || file.machine() == ElfFile.MACHINE_RISCV;
    for (long at = table.offset(), n = table.size() / entry; n > 0; n--, at += entry) {
      int info = in.u8(at + (file.isWide() ? 4 : 12));
      int sectionIndex = in.u16(at + (file.isWide() ? 6 : 14));
      int type = info & 15;
      if (sectionIndex == UNDEFINED
          || sectionIndex >= sections.size()
          || (type != TYPE_NONE && type != TYPE_FUNCTION && type != TYPE_INDIRECT_FUNCTION)) {
        continue;
      }
      ElfSection section = sections.get(sectionIndex);
      int name = in.i32(at);
      if (name == 0 || !section.isCode()) {
        continue;
      }
      long address = file.isWide() ? in.i64(at + 8) : in.u32(at + 4);
      long size = file.isWide() ? in.i64(at + 16) : in.u32(at + 8);
      if (type == TYPE_NONE && hasMarks && texts.isMark(name)) {
        continue;
      }
      if (file.machine() == ElfFile.MACHINE_ARM && type != TYPE_NONE) {
        address &= ~1L; // Thumb code
      }
      int preference = rank(info >> 4) << RANK_SHIFT | symbols.size();
      long limit = section.address() + section.size();
      symbols.add(new Symbol(address, size, limit, texts, name, preference));
    }
  }

  private static int rank(int binding) {
    return switch (binding) {
      case BIND_LOCAL -> 0;
      case BIND_GLOBAL -> 2;
      default -> 1;
    };
  }

  boolean isEmpty() {
    return symbols.isEmpty();
  }

  /** Sorts by address; call when all tables have been added. */
  void sort() {
    symbols.sort(ORDER);
  }

  /** The name of the function that contains an address; empty if none does. */
  String nameAt(long address) throws IOException {
    int low = 0;
    int high = symbols.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(symbols.get(middle).address, address) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == 0) {
      return "";
    }
    Symbol last = symbols.get(low - 1);
    boolean inside =
        last.size == 0
            ? Long.compareUnsigned(address, last.limit) < 0
            : Long.compareUnsigned(address - last.address, last.size) < 0;
    return inside ? last.texts.name(last.name) : "";
  }
}
