package dev.heapconv.fleet;

import dev.heapconv.aggregate.ExactSums;
import dev.heapconv.thread.Cursor;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The totals of one stack in one group. Rows are ordered by the name of the group, then by the hash
 * of the visible names of the stack, so that stacks that look the same are adjacent, and then by
 * the identity of the stack. The order is the same in every process.
 */
public final class FleetRow implements Comparable<FleetRow> {

  /** The hash of the names of a stack, and its identity: 128 bits each. */
  static final int HASHES = 4;

  private static final int SEVEN_BITS = 0x7f;

  final FleetGroup group;
  final long[] hashes;

  /** Frame ids, innermost first. */
  final int[] frames;

  /** The four views are its groups. */
  final ExactSums sums;

  /**
   * @param hashes {@link StackIds#namesHigh}, {@link StackIds#namesLow}, {@link StackIds#high} and
   *     {@link StackIds#low}
   */
  FleetRow(FleetGroup group, long[] hashes, int[] frames, ExactSums sums) {
    this.group = group;
    this.hashes = hashes;
    this.frames = frames;
    this.sums = sums;
  }

  @Override
  public int compareTo(FleetRow other) {
    int order = compareStacks(other);
    return order != 0 ? order : FleetGroup.BY_HEAP.compare(group, other.group);
  }

  /** Whether another row is of the same stack in the same group, though perhaps another heap. */
  boolean isOfSameStack(FleetRow other) {
    return compareStacks(other) == 0;
  }

  private int compareStacks(FleetRow other) {
    int order = group.name().compareTo(other.group.name());
    return order != 0 ? order : Arrays.compare(hashes, other.hashes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FleetRow row && compareTo(row) == 0;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(hashes);
  }

  /** Adds the totals of another row for the same stack and group. */
  void add(FleetRow other) {
    sums.add(0, other.sums, 0, FleetPart.VIEWS);
  }

  /**
   * Combines rows of the same stack and group.
   *
   * @param sorted closed with the result
   */
  public static Cursor<FleetRow> combined(Cursor<FleetRow> sorted) {
    return new Cursor<>() {
      private @Nullable FleetRow ahead;
      private boolean begun;

      @Override
      public @Nullable FleetRow next() throws IOException {
        FleetRow row = begun ? ahead : sorted.next();
        begun = true;
        while (row != null && (ahead = sorted.next()) != null && row.compareTo(ahead) == 0) {
          row.add(ahead);
        }
        return row;
      }

      @Override
      public void close() throws IOException {
        sorted.close();
      }
    };
  }

  /** Stores the frames and sums. */
  void writeContent(DataOutputStream out) throws IOException {
    writeNumber(frames.length, out);
    for (int frame : frames) {
      writeNumber(frame, out);
    }
    sums.write(0, FleetPart.VIEWS, out);
  }

  /** A row whose content {@link #writeContent} stored. */
  static FleetRow read(FleetGroup group, long[] hashes, DataInputStream in) throws IOException {
    int[] frames = new int[readNumber(in)];
    for (int i = 0; i < frames.length; i++) {
      frames[i] = readNumber(in);
    }
    ExactSums sums = new ExactSums(FleetPart.VIEWS);
    sums.read(0, FleetPart.VIEWS, in);
    return new FleetRow(group, hashes, frames, sums);
  }

  /** Most frames are among the first 16,384 or the first 2 million: two or three bytes. */
  private static void writeNumber(int number, DataOutputStream out) throws IOException {
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

  /** Stores rows in a {@link SortedRuns run}: a group with its first row, and then as a number. */
  static final class Codec implements SortedRuns.Codec<FleetRow> {
    private final Map<FleetGroup, Integer> numbers = new HashMap<>();
    private final List<FleetGroup> groups = new ArrayList<>();

    @Override
    public void write(FleetRow row, DataOutputStream out) throws IOException {
      Integer known = numbers.putIfAbsent(row.group, numbers.size());
      out.writeInt(known == null ? numbers.size() - 1 : known);
      if (known == null) {
        row.group.write(out);
      }
      for (long hash : row.hashes) {
        out.writeLong(hash);
      }
      row.writeContent(out);
    }

    @Override
    public FleetRow read(DataInputStream in) throws IOException {
      int group = in.readInt();
      if (group == groups.size()) {
        groups.add(FleetGroup.read(in));
      }
      long[] hashes = new long[HASHES];
      for (int i = 0; i < HASHES; i++) {
        hashes[i] = in.readLong();
      }
      return FleetRow.read(groups.get(group), hashes, in);
    }
  }
}
