package dev.heapconv.reader.perfetto;

import dev.heapconv.proto.perfetto.PackedSmaps;
import dev.heapconv.proto.perfetto.SmapsEntry;
import dev.heapconv.proto.perfetto.SmapsPacket;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;

/** What the mappings of a process come to, in bytes. */
final class SmapsSums {

  /** The heap of C libraries that do not name what else they map. */
  private static final String BREAK_HEAP = "[heap]";

  /**
   * What native allocators call their memory: what {@code dumpsys meminfo} calls the native heap,
   * and allocators that are no part of Android.
   */
  private static final List<String> HEAPS =
      List.of(
          "[anon:libc_malloc",
          "[anon:scudo",
          "[anon:GWP-ASan",
          "[anon:partition_alloc",
          "[anon:jemalloc",
          "[anon: glibc: malloc");

  /** Of a process that was forked to be looked at, which has no pages for itself. */
  private static final int OF_FORK = 2;

  long pid;

  /** Of all mappings; 0 if unknown. */
  long rss;

  /** Memory that the process has for itself and has written to. */
  long all;

  /** That of native heaps. */
  long heap;

  long heapSwapped;

  /** Whether allocators name their memory: otherwise they may have other than {@code heap}. */
  boolean isHeapNamed;

  private final WireCursor child = new WireCursor();

  private SmapsSums() {}

  /** Reads a SmapsPacket message. */
  static SmapsSums of(WireCursor packet) {
    SmapsSums sums = new SmapsSums();
    WireCursor message = new WireCursor();
    for (int field; (field = packet.nextField()) != 0; ) {
      switch (field) {
        case SmapsPacket.PID_FIELD_NUMBER -> sums.pid = packet.integer();
        case SmapsPacket.ENTRIES_FIELD_NUMBER -> {
          packet.message(message);
          sums.add(
              message.text(SmapsEntry.PATH_FIELD_NUMBER, ""),
              message.integer(SmapsEntry.PRIVATE_DIRTY_KB_FIELD_NUMBER, 0),
              message.integer(SmapsEntry.SWAP_KB_FIELD_NUMBER, 0));
        }
        case SmapsPacket.PACKED_ENTRIES_FIELD_NUMBER -> sums.addPacked(packet.message(message));
        default -> packet.skip();
      }
    }
    return sums;
  }

  private void add(String name, long ownKib, long swappedKib) {
    long own = Math.max(0, MemorySamples.kib(ownKib));
    long swapped = Math.max(0, MemorySamples.kib(swappedKib));
    all += own + swapped;
    boolean isNamed = isHeap(name);
    isHeapNamed |= isNamed;
    if (isNamed || name.equals(BREAK_HEAP)) {
      heap += own;
      heapSwapped += swapped;
    }
  }

  private static boolean isHeap(String name) {
    for (String heap : HEAPS) {
      if (name.startsWith(heap)) {
        return true;
      }
    }
    return false;
  }

  private void addPacked(WireCursor packed) {
    List<String> strings = new ArrayList<>();
    LongArrayList names = new LongArrayList();
    LongArrayList resident = new LongArrayList();
    LongArrayList anonymous = new LongArrayList();
    LongArrayList swapped = new LongArrayList();
    LongArrayList dirty = new LongArrayList();
    boolean isOfFork = false;
    for (int field; (field = packed.nextField()) != 0; ) {
      switch (field) {
        case PackedSmaps.STRING_TABLE_FIELD_NUMBER -> strings.add(packed.text());
        case PackedSmaps.NAME_ID_FIELD_NUMBER -> numbers(packed, names);
        case PackedSmaps.RSS_KB_FIELD_NUMBER -> numbers(packed, resident);
        case PackedSmaps.ANONYMOUS_KB_FIELD_NUMBER -> numbers(packed, anonymous);
        case PackedSmaps.SWAP_KB_FIELD_NUMBER -> numbers(packed, swapped);
        case PackedSmaps.PRIVATE_DIRTY_KB_FIELD_NUMBER -> numbers(packed, dirty);
        case PackedSmaps.RECORDING_TYPE_FIELD_NUMBER -> isOfFork = packed.integer() == OF_FORK;
        default -> packed.skip();
      }
    }
    LongArrayList own = isOfFork || dirty.isEmpty() ? anonymous : dirty;
    for (int i = 0; i < own.size(); i++) {
      long id = names.isEmpty() ? i : number(names, i);
      String name = id >= 0 && id < strings.size() ? strings.get((int) id) : "";
      add(name, own.getLong(i), number(swapped, i));
    }
    for (int i = 0; i < resident.size(); i++) {
      rss += Math.max(0, MemorySamples.kib(resident.getLong(i)));
    }
  }

  private static long number(LongArrayList numbers, int at) {
    return at < numbers.size() ? numbers.getLong(at) : 0;
  }

  /** Adds the numbers of a field, packed or not. */
  private void numbers(WireCursor packed, LongArrayList to) {
    if (!packed.isLengthDelimited()) {
      to.add(packed.integer());
      return;
    }
    packed.message(child);
    while (child.remaining() > 0) {
      to.add(child.varint());
    }
  }
}
