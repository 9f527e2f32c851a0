package dev.heapconv.reader.samplelog;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Numbers strings and finds them by their bytes, without creating an object for a lookup. */
final class NameTable {

  static final int NONE = -1;

  /** A part of an array. */
  private static final class Name {
    private byte[] bytes = {};
    private int from;
    private int to;
    private int hash;

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Name name
          && hash == name.hash
          && Arrays.equals(bytes, from, to, name.bytes, name.from, name.to);
    }
  }

  private final Object2IntOpenHashMap<Name> numbers = new Object2IntOpenHashMap<>();
  private final Name sought = new Name();

  /** The quickest hash that the JDK has. */
  private final CRC32 crc = new CRC32();

  NameTable() {
    numbers.defaultReturnValue(NONE);
  }

  /** The number of a string; -1 if it has none. */
  int find(byte[] bytes, int from, int to) {
    set(sought, bytes, from, to);
    return numbers.getInt(sought);
  }

  /** How many strings have a number. */
  int size() {
    return numbers.size();
  }

  /** Assigns a number to a string that has none. */
  void put(byte[] bytes, int from, int to, int value) {
    Name name = new Name();
    set(name, Arrays.copyOfRange(bytes, from, to), 0, to - from);
    numbers.put(name, value);
  }

  private void set(Name name, byte[] bytes, int from, int to) {
    name.bytes = bytes;
    name.from = from;
    name.to = to;
    crc.reset();
    crc.update(bytes, from, to - from);
    name.hash = (int) crc.getValue();
  }
}
