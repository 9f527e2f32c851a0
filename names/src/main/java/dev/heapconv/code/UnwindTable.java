package dev.heapconv.code;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where functions begin and end, from the tables for unwinding (.eh_frame, as in the Linux Standard
 * Base): stripped programs have them, too.
 */
final class UnwindTable {

  /**
   * The code that an entry is for.
   *
   * @param isPart whether the stack is not as at the beginning of a function: the compiler has
   *     moved code of another function here
   * @param handlers address of the table of exception handlers; 0 if there is none
   */
  record Range(long start, long end, boolean isPart, long handlers) {

    boolean contains(long address) {
      return address >= start && address < end;
    }
  }

  /** What entries have in common. */
  private record Common(int encoding, int handlersEncoding, boolean hasLength) {}

  private static final int RELATIVE_TO_DATA = 0x30;
  private static final int SIGNED_4 = 0x0b;

  private final ByteBuffer frames;
  private final long address;
  private final Map<Integer, @Nullable Common> common = new HashMap<>();

  /** First addresses of all ranges in order, and where the entry of each is. */
  private final long[] starts;

  private final int[] entries;

  private UnwindTable(byte[] frames, long address, long[] starts, int[] entries) {
    this.frames = ByteBuffer.wrap(frames).order(ByteOrder.LITTLE_ENDIAN);
    this.address = address;
    this.starts = starts;
    this.entries = entries;
  }

  /**
   * Reads the tables of a file.
   *
   * @param frames .eh_frame
   * @param address that of .eh_frame
   * @param index .eh_frame_hdr; null if there is none
   * @param indexAddress that of .eh_frame_hdr
   */
  static UnwindTable of(byte[] frames, long address, byte @Nullable [] index, long indexAddress)
      throws IOException {
    try {
      UnwindTable indexed =
          index == null ? null : indexed(frames, address, ByteBuffer.wrap(index), indexAddress);
      return indexed == null ? searched(frames, address) : indexed;
    } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IOException("the tables for unwinding are damaged", e);
    }
  }

  /** By the index of the linker, which is in order; null if it is not of the usual form. */
  private static @Nullable UnwindTable indexed(
      byte[] frames, long address, ByteBuffer index, long indexAddress) {
    index.order(ByteOrder.LITTLE_ENDIAN);
    boolean isUsual =
        index.remaining() >= 12
            && index.get(0) == 1
            && (index.get(1) & 0xff) == (DwarfNumbers.RELATIVE_TO_PLACE | SIGNED_4)
            && index.get(2) == 3
            && index.get(3) == (RELATIVE_TO_DATA | SIGNED_4);
    if (!isUsual) {
      return null;
    }
    int count = index.getInt(8);
    if (count < 0 || count > (index.remaining() - 12) / 8) {
      return null;
    }
    long[] starts = new long[count];
    int[] entries = new int[count];
    for (int i = 0; i < count; i++) {
      starts[i] = indexAddress + index.getInt(12 + 8 * i);
      entries[i] = (int) (indexAddress + index.getInt(16 + 8 * i) - address);
      if (i > 0 && starts[i] < starts[i - 1]) {
        return null;
      }
    }
    return new UnwindTable(frames, address, starts, entries);
  }

  private static UnwindTable searched(byte[] frames, long address) {
    UnwindTable all = new UnwindTable(frames, address, new long[0], new int[0]);
    record Found(long start, int entry) {}
    List<Found> found = new ArrayList<>();
    for (int at = 0; at + 8 <= frames.length; ) {
      int length = all.frames.getInt(at);
      if (length < 0 || length > frames.length - at - 4) {
        break;
      }
      if (length >= 4 && all.frames.getInt(at + 4) != 0) {
        Range range = all.read(at);
        if (range != null) {
          found.add(new Found(range.start(), at));
        }
      }
      at += 4 + length;
    }
    found.sort(Comparator.comparingLong(Found::start));
    return new UnwindTable(
        frames,
        address,
        found.stream().mapToLong(Found::start).toArray(),
        found.stream().mapToInt(Found::entry).toArray());
  }

  /** What an address belongs to; null if that is not known. */
  @Nullable Range at(long code) {
    int low = 0;
    int high = starts.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (starts[middle] <= code) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == 0) {
      return null;
    }
    try {
      Range range = read(entries[low - 1]);
      return range != null && range.start() == starts[low - 1] && range.contains(code)
          ? range
          : null;
    } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
      return null;
    }
  }

  private @Nullable Range read(int entry) {
    int length = frames.getInt(entry);
    int body = entry + 4;
    int id = frames.getInt(body);
    if (length < 4 || id == 0) {
      return null;
    }
    Common of = common.computeIfAbsent(body - id, this::readCommon);
    if (of == null) {
      return null;
    }
    frames.position(body + 4);
    long start = encoded(of.encoding);
    long size = encoded(of.encoding & 0x0f);
    long handlers = 0;
    if (of.hasLength) {
      int data = Math.toIntExact(unsigned());
      int after = frames.position() + data;
      if (of.handlersEncoding != DwarfNumbers.OMITTED && data > 0) {
        int at = frames.position();
        boolean isNull = isZero(of.handlersEncoding, at);
        handlers = isNull ? 0 : encoded(of.handlersEncoding);
      }
      frames.position(after);
    }
    boolean isPart = frames.position() < body + length && changesFrame(frames.get() & 0xff);
    return size > 0 && start + size > start
        ? new Range(start, start + size, isPart, handlers)
        : null;
  }

  /** Whether an instruction for the unwinder changes what it does at the first address. */
  private static boolean changesFrame(int instruction) {
    boolean isAdvance = (instruction & 0xc0) == 0x40 || (instruction >= 2 && instruction <= 4);
    boolean isNothing = instruction == 0 || instruction == 0x2e;
    boolean isReturnSigned = instruction == 0x2d;
    return !isAdvance && !isNothing && !isReturnSigned;
  }

  private boolean isZero(int encoding, int at) {
    return switch (encoding & 0x0f) {
      case 3, 11 -> frames.getInt(at) == 0;
      case 0, 4, 12 -> frames.getLong(at) == 0;
      default -> false;
    };
  }

  private @Nullable Common readCommon(int at) {
    frames.position(at);
    int length = frames.getInt();
    if (length < 8 || frames.getInt() != 0) {
      return null;
    }
    frames.get(); // version
    StringBuilder augmentation = new StringBuilder();
    for (int c; (c = frames.get()) != 0; ) {
      augmentation.append((char) c);
    }
    unsigned();
    unsigned();
    unsigned();
    if (augmentation.isEmpty()) {
      return new Common(0, DwarfNumbers.OMITTED, false);
    }
    if (augmentation.charAt(0) != 'z') {
      return null;
    }
    unsigned();
    int encoding = 0;
    int handlers = DwarfNumbers.OMITTED;
    for (int i = 1; i < augmentation.length(); i++) {
      switch (augmentation.charAt(i)) {
        case 'R' -> encoding = frames.get() & 0xff;
        case 'L' -> handlers = frames.get() & 0xff;
        case 'P' -> encoded(frames.get() & 0x7f);
        case 'S', 'B', 'G' -> {}
        default -> {
          return null;
        }
      }
    }
    return new Common(encoding, handlers, true);
  }

  private long unsigned() {
    return DwarfNumbers.unsigned(frames);
  }

  private long encoded(int encoding) {
    return DwarfNumbers.encoded(frames, encoding, address);
  }
}
