package dev.heapconv.fleet;

import dev.heapconv.aggregate.ExactSums;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SortedMap;

/**
 * Rows as bytes that any engine can sort: keys, compared as unsigned bytes by {@link
 * Arrays#compareUnsigned(byte[], byte[])}, have the order of {@link FleetRow}, and rows of the same
 * stack and group have the same key.
 */
public final class FleetOrder implements Serializable {

  private static final long serialVersionUID = 1;

  /** The number of the name of the group, four hashes, and the number of the heap. */
  private static final int KEY_BYTES = Integer.BYTES + 4 * Long.BYTES + Integer.BYTES;

  private static final int SEVEN_BITS = 0x7f;

  /** The names of the groups. */
  private final String[] names;

  /** How many rows there are at most before those of each group, and at last in all. */
  private final double[] before;

  /** The different processes and heaps of the groups, in their order. */
  private final String[] processes;

  private final String[] heaps;

  /**
   * @param rows how many rows there are at most, by group in the order of their names
   */
  FleetOrder(SortedMap<FleetGroup, Long> rows) {
    names = rows.keySet().stream().map(FleetGroup::name).distinct().toArray(String[]::new);
    before = new double[names.length + 1];
    rows.forEach((group, count) -> before[nameNumber(group) + 1] += count);
    for (int i = 0; i < names.length; i++) {
      before[i + 1] += before[i];
    }
    FleetGroup[] parts =
        rows.keySet().stream()
            .map(group -> new FleetGroup("", group.process(), group.heap()))
            .distinct()
            .sorted(FleetGroup.BY_HEAP)
            .toArray(FleetGroup[]::new);
    processes = Arrays.stream(parts).map(FleetGroup::process).toArray(String[]::new);
    heaps = Arrays.stream(parts).map(FleetGroup::heap).toArray(String[]::new);
  }

  private int nameNumber(FleetGroup group) {
    return Arrays.binarySearch(names, group.name());
  }

  private int heapNumber(FleetGroup group) {
    int from = 0;
    int to = heaps.length;
    while (to - from > 1) {
      int middle = (from + to) >>> 1;
      int order = processes[middle].compareTo(group.process());
      if ((order != 0 ? order : heaps[middle].compareTo(group.heap())) <= 0) {
        from = middle;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** How many rows there are at most. */
  public long rows() {
    return (long) before[names.length];
  }

  /** The key of a row. */
  public byte[] key(FleetRow row) {
    return ByteBuffer.allocate(KEY_BYTES)
        .putInt(nameNumber(row.group()))
        .putLong(row.namesHigh() ^ Long.MIN_VALUE)
        .putLong(row.namesLow() ^ Long.MIN_VALUE)
        .putLong(row.high() ^ Long.MIN_VALUE)
        .putLong(row.low() ^ Long.MIN_VALUE)
        .putInt(heapNumber(row.group()))
        .array();
  }

  /** The frames and sums of a row. */
  public byte[] value(FleetRow row) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      writeNumber(row.frames().length, out);
      for (int frame : row.frames()) {
        writeNumber(frame, out);
      }
      row.sums().write(0, FleetPart.VIEWS, out);
    } catch (IOException e) {
      throw new IllegalStateException("memory is always written to", e);
    }
    return bytes.toByteArray();
  }

  /** Most frames are among the first 16,384 or the first 2 million: two or three bytes. */
  private static void writeNumber(int number, DataOutput out) throws IOException {
    int left = number;
    while (left > SEVEN_BITS) {
      out.writeByte(left | ~SEVEN_BITS);
      left >>>= 7;
    }
    out.writeByte(left);
  }

  private static int readNumber(DataInputStream in) throws IOException {
    int number = 0;
    for (int shift = 0; ; shift += 7) {
      int next = in.readUnsignedByte();
      number |= (next & SEVEN_BITS) << shift;
      if (next <= SEVEN_BITS) {
        return number;
      }
    }
  }

  /** The row of a key and a value. */
  public FleetRow row(byte[] key, byte[] value) throws IOException {
    ByteBuffer numbers = ByteBuffer.wrap(key);
    String name = names[numbers.getInt()];
    int heap = numbers.getInt(KEY_BYTES - Integer.BYTES);
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(value));
    int[] frames = new int[readNumber(in)];
    for (int i = 0; i < frames.length; i++) {
      frames[i] = readNumber(in);
    }
    ExactSums sums = new ExactSums(FleetPart.VIEWS);
    sums.read(0, FleetPart.VIEWS, in);
    return new FleetRow(
        new FleetGroup(name, processes[heap], heaps[heap]),
        numbers.getLong() ^ Long.MIN_VALUE,
        numbers.getLong() ^ Long.MIN_VALUE,
        numbers.getLong() ^ Long.MIN_VALUE,
        numbers.getLong() ^ Long.MIN_VALUE,
        frames,
        sums);
  }

  /**
   * The partition of a key: those of the first hold the first rows, and each about as many as the
   * others, because hashes are spread evenly.
   *
   * @param partitions how many there are
   * @return from 0
   */
  public int partition(byte[] key, int partitions) {
    ByteBuffer numbers = ByteBuffer.wrap(key);
    int name = numbers.getInt();
    double part = (numbers.getLong() >>> 1) * 0x1p-63;
    double place = before[name] + part * (before[name + 1] - before[name]);
    return (int) Math.min(partitions - 1, place / before[names.length] * partitions);
  }
}
