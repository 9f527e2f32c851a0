package dev.heapconv.fleet;

import dev.heapconv.thread.Cursor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.SortedMap;

/**
 * Rows as bytes that any engine can sort: keys, compared as unsigned bytes by {@link
 * Arrays#compareUnsigned(byte[], byte[])}, have the order of {@link FleetRow}, and rows of the same
 * stack and group have the same key.
 */
public final class FleetOrder implements Serializable {

  private static final long serialVersionUID = 1;

  /** The number of the name of the group, the hashes, and the number of the heap. */
  private static final int KEY_BYTES = Integer.BYTES + FleetRow.HASHES * Long.BYTES + Integer.BYTES;

  /** The names of the groups. */
  private final String[] names;

  /** How many rows there are at most before those of each group, and at last in all. */
  private final double[] before;

  /** The different processes and heaps of the groups, in their order. */
  private final FleetGroup[] heaps;

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
    heaps =
        rows.keySet().stream()
            .map(group -> new FleetGroup("", group.process(), group.heap()))
            .distinct()
            .sorted(FleetGroup.BY_HEAP)
            .toArray(FleetGroup[]::new);
  }

  private int nameNumber(FleetGroup group) {
    return Arrays.binarySearch(names, group.name());
  }

  /**
   * The rows of some parts, made while they are taken. Rows of the same stack and group are
   * combined as far as memory allows, and are in no order over all.
   *
   * @param frames numbers of the frames of all parts
   * @param parts as {@link FleetPart#write} wrote them
   * @param maxRows how many rows to hold in memory, each about {@link FleetOptions#BYTES_PER_ROW}
   */
  public static Cursor<FleetRow> rows(
      FleetBreakdown breakdown,
      SortedIds frames,
      Iterator<? extends InputStream> parts,
      int maxRows) {
    return new FleetStacks(breakdown, frames, parts, maxRows);
  }

  /** How many rows there are at most. */
  public long rows() {
    return (long) before[names.length];
  }

  /** The key of a row. */
  public byte[] key(FleetRow row) {
    ByteBuffer key = ByteBuffer.allocate(KEY_BYTES).putInt(nameNumber(row.group));
    for (long hash : row.hashes) {
      key.putLong(hash ^ Long.MIN_VALUE);
    }
    return key.putInt(Arrays.binarySearch(heaps, row.group, FleetGroup.BY_HEAP)).array();
  }

  /** The frames and sums of a row. */
  public byte[] value(FleetRow row) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      row.writeContent(out);
    } catch (IOException e) {
      throw new IllegalStateException("memory is always written to", e);
    }
    return bytes.toByteArray();
  }

  /** The row of a key and a value. */
  public FleetRow row(byte[] key, byte[] value) throws IOException {
    ByteBuffer numbers = ByteBuffer.wrap(key);
    String name = names[numbers.getInt()];
    long[] hashes = new long[FleetRow.HASHES];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = numbers.getLong() ^ Long.MIN_VALUE;
    }
    FleetGroup heap = heaps[numbers.getInt()];
    return FleetRow.read(
        new FleetGroup(name, heap.process(), heap.heap()),
        hashes,
        new DataInputStream(new ByteArrayInputStream(value)));
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
