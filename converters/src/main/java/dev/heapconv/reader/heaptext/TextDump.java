package dev.heapconv.reader.heaptext;

import dev.heapconv.model.Facts;
import dev.heapconv.model.Label;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.RecordedUnits;
import dev.heapconv.model.SourceLine;
import dev.heapconv.unskew.Scheme;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The data read from a text dump. Addresses are resolved later, because the mapped libraries are at
 * its end.
 */
final class TextDump {

  /** Which of the four numbers in its lines are meaningful. */
  enum Numbers {
    /** The live and the cumulative ones. */
    BOTH,
    /** Only the live ones: the others are zeros or copies. */
    LIVE
  }

  /** What one thread has of a line: its four numbers. */
  static final class ThreadPart {
    final Label thread;
    long[] numbers;

    ThreadPart(Label thread, long[] numbers) {
      this.thread = thread;
      this.numbers = numbers;
    }
  }

  final Notices notices = new Notices();
  final MemoryMap maps = new MemoryMap();

  /** Functions by call address, which is one less than the return address. Innermost first. */
  final Map<Long, List<SourceLine>> symbols = new HashMap<>();

  String format = "";
  String heap = "malloc";
  String program = "";
  Scheme scheme = Scheme.RECORDED;
  long interval;
  RecordedUnits.UnitKind unit = RecordedUnits.UnitKind.EQUAL_SIZES;
  Numbers numbers = Numbers.BOTH;
  Provenance provenance = Provenance.STATED;
  Facts facts = Facts.NONE;

  /** The four sums of the header if all lines have to add up to them; otherwise null. */
  long @Nullable [] sums;

  /** How many lines, from the first, are regions that were mapped, in which blocks live. */
  int regions;

  /** The lines whose threads are known. */
  final Int2ObjectOpenHashMap<List<ThreadPart>> threads = new Int2ObjectOpenHashMap<>();

  /** Whether all addresses are return addresses, just after the call. */
  boolean returnAddresses = true;

  final LongArrayList addresses = new LongArrayList();
  private final IntArrayList ends = new IntArrayList();
  private final LongArrayList counts = new LongArrayList();

  /**
   * Adds a line whose addresses have already been added to {@link #addresses}, starting at {@code
   * firstAddress}.
   */
  void addLine(long liveCount, long liveBytes, long allocCount, long allocBytes) {
    ends.add(addresses.size());
    counts.add(liveCount);
    counts.add(liveBytes);
    counts.add(allocCount);
    counts.add(allocBytes);
  }

  /** Leaves only some addresses to the last line, by their places in {@link #addresses}. */
  void keepAddresses(int begin, int end) {
    addresses.size(end);
    addresses.removeElements(firstAddress(lines() - 1), begin);
    ends.set(lines() - 1, addresses.size());
  }

  /** The four numbers of a line. */
  long[] numbers(int line) {
    return counts.subList(line * 4, line * 4 + 4).toLongArray();
  }

  /** Changes the four numbers of a line. */
  void setNumbers(int line, long[] numbers) {
    for (int i = 0; i < numbers.length; i++) {
      counts.set(line * 4 + i, numbers[i]);
    }
  }

  /** Whether nothing says what an address is of. */
  boolean isNameless() {
    return maps.isEmpty() && symbols.isEmpty() && !addresses.isEmpty();
  }

  /**
   * How many of the innermost addresses all stacks have in common, but never all of one; 0 if there
   * is only one stack.
   */
  int commonAddresses() {
    int common = lines() < 2 ? 0 : Integer.MAX_VALUE;
    for (int line = 0; line < lines(); line++) {
      int length = endAddress(line) - firstAddress(line);
      common = Math.min(common, Math.max(0, length - 1));
      for (int i = 0; i < common; i++) {
        if (addresses.getLong(firstAddress(line) + i) != addresses.getLong(i)) {
          common = i;
        }
      }
    }
    return common;
  }

  int lines() {
    return ends.size();
  }

  int firstAddress(int line) {
    return line == 0 ? 0 : ends.getInt(line - 1);
  }

  int endAddress(int line) {
    return ends.getInt(line);
  }
}
