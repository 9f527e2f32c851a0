package dev.heapconv.reader.heaptext;

import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.Warning.Warnings;
import dev.heapconv.unskew.Scheme;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

  final Warnings warnings = new Warnings();
  final MemoryMap maps = new MemoryMap();

  /** Functions by call address, which is one less than the return address. Innermost first. */
  final Map<Long, List<SourceLine>> symbols = new HashMap<>();

  String format = "";
  String heap = "malloc";
  String program = "";
  Scheme scheme = Scheme.RECORDED;
  long interval;
  RecordedRows.UnitKind unit = RecordedRows.UnitKind.EQUAL_SIZES;
  Numbers numbers = Numbers.BOTH;

  /** Whether all addresses but the innermost are return addresses, just after the call. */
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

  int lines() {
    return ends.size();
  }

  int firstAddress(int line) {
    return line == 0 ? 0 : ends.getInt(line - 1);
  }

  int endAddress(int line) {
    return ends.getInt(line);
  }

  long liveCount(int line) {
    return counts.getLong(line * 4);
  }

  long liveBytes(int line) {
    return counts.getLong(line * 4 + 1);
  }

  long allocCount(int line) {
    return counts.getLong(line * 4 + 2);
  }

  long allocBytes(int line) {
    return counts.getLong(line * 4 + 3);
  }
}
