package dev.heapconv.symbols;

import dev.heapconv.symbols.ElfFile.Section;
import it.unimi.dsi.fastutil.Arrays;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

  /** Where the names of a table are. */
  private record Strings(BinaryInput in, long offset) {
    String at(int name, int maxBytes) throws IOException {
      return in.text(offset + Integer.toUnsignedLong(name), maxBytes);
    }
  }

  private final List<Strings> strings = new ArrayList<>();
  private final LongArrayList addresses = new LongArrayList();
  private final LongArrayList sizes = new LongArrayList();

  /** End of the section, for symbols without a size. */
  private final LongArrayList limits = new LongArrayList();

  private final IntArrayList sources = new IntArrayList();
  private final IntArrayList nameOffsets = new IntArrayList();

  /** Rank by binding in the upper bits, then the position in the table. */
  private final IntArrayList preferences = new IntArrayList();

  private final Map<Long, String> names = new HashMap<>();
  private long nameBytes;
  private long mostNameBytes;

  /** Adds the functions of a file's symbol table. */
  void add(ElfFile file, Section table) throws IOException {
    List<Section> sections = file.sections();
    int entry = file.isWide() ? 24 : 16;
    if (table.entry() != entry || table.link() <= 0 || table.link() >= sections.size()) {
      throw new IOException("the symbol table is damaged");
    }
    BinaryInput in = file.input();
    Section textSection = sections.get(table.link());
    Strings texts = new Strings(in.another(), textSection.offset());
    strings.add(texts);
    mostNameBytes += 8 * Math.min(textSection.size(), in.size());
    Marks marks =
        file.machine() == ElfFile.MACHINE_ARM
                || file.machine() == ElfFile.MACHINE_AARCH64
                || file.machine() == ElfFile.MACHINE_RISCV
            ? new Marks(texts)
            : null;
    for (long at = table.offset(), n = table.size() / entry; n > 0; n--, at += entry) {
      int info = in.u8(at + (file.isWide() ? 4 : 12));
      int sectionIndex = in.u16(at + (file.isWide() ? 6 : 14));
      int type = info & 15;
      if (sectionIndex == UNDEFINED
          || sectionIndex >= sections.size()
          || (type != TYPE_NONE && type != TYPE_FUNCTION && type != TYPE_INDIRECT_FUNCTION)) {
        continue;
      }
      Section section = sections.get(sectionIndex);
      int name = in.i32(at);
      if (name == 0 || !section.isCode()) {
        continue;
      }
      long address = file.isWide() ? in.i64(at + 8) : in.u32(at + 4);
      long size = file.isWide() ? in.i64(at + 16) : in.u32(at + 8);
      if (type == TYPE_NONE && marks != null && marks.contains(name)) {
        continue;
      }
      if (file.machine() == ElfFile.MACHINE_ARM && type != TYPE_NONE) {
        address &= ~1L; // Thumb code
      }
      addresses.add(address);
      sizes.add(size);
      limits.add(section.address() + section.size());
      sources.add(strings.size() - 1);
      nameOffsets.add(name);
      preferences.add(rank(info >> 4) << RANK_SHIFT | preferences.size());
    }
  }

  private static int rank(int binding) {
    return switch (binding) {
      case BIND_LOCAL -> 0;
      case BIND_GLOBAL -> 2;
      default -> 1;
    };
  }

  /**
   * Symbols without a type that mark where code and data begin, as in the ABI of ARM, or are local
   * to assembly.
   */
  private static final class Marks {
    private final Strings texts;
    private final Int2ObjectOpenHashMap<Boolean> known = new Int2ObjectOpenHashMap<>();

    Marks(Strings texts) {
      this.texts = texts;
    }

    boolean contains(int name) throws IOException {
      Boolean mark = known.get(name);
      if (mark == null) {
        String start = texts.at(name, 2);
        mark = start.startsWith("$") || start.equals(".L");
        known.put(name, mark);
      }
      return mark;
    }
  }

  boolean isEmpty() {
    return addresses.isEmpty();
  }

  /** Sorts by address; call when all tables have been added. */
  void sort() {
    Arrays.quickSort(0, addresses.size(), this::compare, this::swap);
  }

  private int compare(int a, int b) {
    int byAddress = Long.compareUnsigned(addresses.getLong(a), addresses.getLong(b));
    if (byAddress != 0) {
      return byAddress;
    }
    int bySize = Long.compareUnsigned(sizes.getLong(a), sizes.getLong(b));
    if (bySize != 0) {
      return bySize;
    }
    return Integer.compare(preferences.getInt(a), preferences.getInt(b));
  }

  private void swap(int a, int b) {
    addresses.set(a, addresses.set(b, addresses.getLong(a)));
    sizes.set(a, sizes.set(b, sizes.getLong(a)));
    limits.set(a, limits.set(b, limits.getLong(a)));
    sources.set(a, sources.set(b, sources.getInt(a)));
    nameOffsets.set(a, nameOffsets.set(b, nameOffsets.getInt(a)));
    preferences.set(a, preferences.set(b, preferences.getInt(a)));
  }

  /** The name of the function that contains an address; empty if none does. */
  String nameAt(long address) throws IOException {
    int symbol = lastNotAbove(address);
    if (symbol < 0) {
      return "";
    }
    long size = sizes.getLong(symbol);
    boolean inside =
        size == 0
            ? Long.compareUnsigned(address, limits.getLong(symbol)) < 0
            : Long.compareUnsigned(address - addresses.getLong(symbol), size) < 0;
    return inside ? name(symbol) : "";
  }

  private int lastNotAbove(long address) {
    int low = 0;
    int high = addresses.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(addresses.getLong(middle), address) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  private String name(int symbol) throws IOException {
    int source = sources.getInt(symbol);
    int offset = nameOffsets.getInt(symbol);
    long key = (long) source << 32 | Integer.toUnsignedLong(offset);
    String known = names.get(key);
    if (known != null) {
      return known;
    }
    String name = strings.get(source).at(offset, MAX_NAME);
    // Names that overlap could fill the memory: a small file has room for billions of bytes of
    // them.
    nameBytes += name.length();
    if (nameBytes > mostNameBytes) {
      throw new IOException("the names of symbols are damaged");
    }
    names.put(key, name);
    return name;
  }
}
