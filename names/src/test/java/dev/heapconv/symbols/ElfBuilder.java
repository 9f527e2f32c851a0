package dev.heapconv.symbols;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes small ELF files: code in [0x1000, 0x1100), which has no bytes, a symbol table, and what
 * else is asked for.
 */
final class ElfBuilder {

  static final int NO_TYPE = 0;
  static final int OBJECT = 1;
  static final int FUNCTION = 2;
  static final int LOCAL = 0;
  static final int GLOBAL = 1;
  static final int WEAK = 2;

  private record Symbol(int name, long address, long size, int info) {}

  private record Load(int flags, long offset, long address, long fileSize, long size, long align) {}

  private record Extra(String name, byte[] content) {}

  private final int machine;
  private final boolean wide;
  private final boolean little;
  private final List<Symbol> symbols = new ArrayList<>();
  private final List<Load> loads = new ArrayList<>();
  private final List<Extra> extras = new ArrayList<>();
  private final ByteArrayOutputStream strings = new ByteArrayOutputStream();
  private final byte[] buildId;

  ElfBuilder(int machine) {
    this(machine, true, true);
  }

  ElfBuilder(int machine, boolean wide, boolean little) {
    this(machine, wide, little, new byte[0]);
  }

  ElfBuilder(int machine, boolean wide, boolean little, byte[] buildId) {
    this.machine = machine;
    this.wide = wide;
    this.little = little;
    this.buildId = buildId;
    strings.write(0);
  }

  ElfBuilder symbol(String name, long address, long size, int type, int binding) {
    int at = name.isEmpty() ? 0 : strings.size();
    strings(name);
    symbols.add(new Symbol(at, address, size, binding << 4 | type));
    return this;
  }

  ElfBuilder symbolAt(int name, long address, long size) {
    symbols.add(new Symbol(name, address, size, GLOBAL << 4 | FUNCTION));
    return this;
  }

  ElfBuilder strings(String text) {
    strings.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    strings.write(0);
    return this;
  }

  ElfBuilder load(int flags, long offset, long address, long fileSize, long size, long align) {
    loads.add(new Load(flags, offset, address, fileSize, size, align));
    return this;
  }

  ElfBuilder section(String name, byte[] content) {
    extras.add(new Extra(name, content));
    return this;
  }

  byte[] build() {
    int header = wide ? 64 : 52;
    int segment = wide ? 56 : 32;
    int sectionSize = wide ? 64 : 40;
    int entry = wide ? 24 : 16;
    ByteBuffer out =
        ByteBuffer.allocate(1 << 21)
            .order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN)
            .position(header);
    for (Load load : loads) {
      out.putInt(1);
      if (wide) {
        out.putInt(load.flags);
      }
      for (long value :
          new long[] {load.offset, load.address, load.address, load.fileSize, load.size}) {
        word(out, value);
      }
      if (!wide) {
        out.putInt(load.flags);
      }
      word(out, load.align);
    }
    int note = out.position();
    if (buildId.length > 0) {
      out.putInt(4).putInt(buildId.length).putInt(3).put("GNU\0".getBytes(StandardCharsets.UTF_8));
      out.put(buildId);
    }
    int noteSize = out.position() - note;
    int table = out.position();
    for (Symbol symbol : symbols) {
      out.putInt(symbol.name);
      if (wide) {
        out.put((byte) symbol.info).put((byte) 0).putShort((short) 1);
        out.putLong(symbol.address).putLong(symbol.size);
      } else {
        out.putInt((int) symbol.address).putInt((int) symbol.size);
        out.put((byte) symbol.info).put((byte) 0).putShort((short) 1);
      }
    }
    int text = out.position();
    out.put(strings.toByteArray());
    int names = out.position();
    StringBuilder nameText = new StringBuilder("\0");
    List<int[]> placed = new ArrayList<>();
    for (Extra extra : extras) {
      placed.add(new int[] {nameText.length(), 0});
      nameText.append(extra.name).append('\0');
    }
    out.put(nameText.toString().getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < extras.size(); i++) {
      placed.get(i)[1] = out.position();
      out.put(extras.get(i).content);
    }
    int sections = out.position();
    section(out, 0, 0, 0, 0, 0, 0, 0, 0);
    section(out, 0, 8, 6, 0x1000, 0, 0x100, 0, 0);
    section(out, 0, 2, 0, 0, table, text - table, 3, entry);
    section(out, 0, 3, 0, 0, text, names - text, 0, 0);
    section(out, 0, 3, 0, 0, names, nameText.length(), 0, 0);
    section(out, 0, 7, 0, 0, note, noteSize, 0, 0);
    for (int i = 0; i < extras.size(); i++) {
      int[] at = placed.get(i);
      section(out, at[0], 1, 0, 0, at[1], extras.get(i).content.length, 0, 0);
    }
    int end = out.position();
    out.position(0);
    out.put(new byte[] {0x7f, 'E', 'L', 'F', (byte) (wide ? 2 : 1), (byte) (little ? 1 : 2), 1});
    out.position(16);
    out.putShort((short) 3).putShort((short) machine).putInt(1);
    word(out, 0);
    word(out, loads.isEmpty() ? 0 : header);
    word(out, sections);
    out.putInt(0).putShort((short) header).putShort((short) segment);
    out.putShort((short) loads.size()).putShort((short) sectionSize);
    out.putShort((short) (6 + extras.size())).putShort((short) 4);
    byte[] file = new byte[end];
    out.get(0, file);
    return file;
  }

  private void section(
      ByteBuffer out,
      int name,
      int type,
      long flags,
      long address,
      long offset,
      long size,
      int link,
      long entry) {
    out.putInt(name).putInt(type);
    word(out, flags);
    word(out, address);
    word(out, offset);
    word(out, size);
    out.putInt(link).putInt(0);
    word(out, 1);
    word(out, entry);
  }

  private void word(ByteBuffer out, long value) {
    if (wide) {
      out.putLong(value);
    } else {
      out.putInt((int) value);
    }
  }
}
