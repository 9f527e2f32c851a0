package dev.heapconv.fleet;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.sizes.CellSums;
import dev.heapconv.unskew.sizes.Sampling;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.io.FastBufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** Reads parts as {@link FleetPart} writes them. For one thread. */
final class PartReader implements StackTree {

  private static final int BUFFER_BYTES = 32 << 10;

  /** A part that can be read, wherever it is. */
  @FunctionalInterface
  interface Part {

    /** Reads the part, as {@link PartReader#read}. */
    void read(PartReader reader, FleetPart.Rows rows) throws IOException;
  }

  private final PartFrames framesOfPart;

  /** The stacks of the part, in the order in which it stores them: all differ. */
  private final IntArrayList parents = new IntArrayList();

  private final List<FrameId> frames = new ArrayList<>();

  PartReader(FrameSource source) {
    framesOfPart = new PartFrames(source);
  }

  /**
   * @param rows receives numbers of stacks of this tree
   * @throws IOException if the part is incomplete or damaged; {@code rows} may have received some
   *     of it. It may also mean anything: then other exceptions are possible
   */
  void read(InputStream in, FleetPart.Rows rows) throws IOException {
    Inflater inflater = new Inflater();
    try {
      InputStream inflating = new InflaterInputStream(in, inflater, BUFFER_BYTES);
      readInflated(new DataInputStream(new FastBufferedInputStream(inflating, BUFFER_BYTES)), rows);
    } finally {
      inflater.end();
    }
  }

  private void readInflated(DataInputStream data, FleetPart.Rows rows) throws IOException {
    FleetPart.checkMagic(data);
    readStacks(data);
    EstimateSums sums = EstimateSums.ofOneStack(FleetPart.VIEWS);
    for (int heaps = data.readInt(); heaps > 0; heaps--) {
      int views = data.readUnsignedByte();
      String device = StoredFrame.readText(data);
      String process = StoredFrame.readText(data);
      String heap = StoredFrame.readText(data);
      String packageVersion = StoredFrame.readText(data);
      int dump = data.readInt();
      long time = data.readLong();
      rows.heap(
          device,
          new HeapInfo(
              -1,
              process,
              heap,
              dump,
              dump,
              time,
              0,
              Scheme.SCALED,
              0,
              0,
              0,
              packageVersion,
              false),
          views);
      for (int count = data.readInt(); count > 0; count--) {
        int stack = data.readInt();
        rows.recorded(data.readLong(), data.readLong());
        sums.clear();
        sums.read(0, FleetPart.VIEWS, data);
        rows.row(stack, sums);
      }
    }
    readSizes(data, rows);
    if (data.read() >= 0) {
      throw new IOException("data after the end of a part of a fleet");
    }
  }

  private static void readSizes(DataInputStream data, FleetPart.Rows rows) throws IOException {
    for (int heaps = data.readInt(); heaps > 0; heaps--) {
      Sampling sampling = new Sampling(data.readLong(), data.readLong());
      for (int count = data.readInt(); count > 0; count--) {
        int stack = data.readInt();
        CellSums sums =
            new CellSums(
                data.readLong(),
                data.readLong(),
                data.readLong(),
                data.readLong(),
                data.readLong(),
                data.readLong());
        rows.sizes(sampling, stack, sums);
      }
    }
  }

  private void readStacks(DataInputStream data) throws IOException {
    List<FrameId> ofPart = framesOfPart.read(data);
    parents.clear();
    frames.clear();
    // The stack without frames, whose frame nobody asks for, is not stored.
    int count = data.readInt();
    for (int stack = 1; stack < count; stack++) {
      int parent = data.readInt();
      if (parent < 0 || parent >= stack) {
        throw new IOException("stack " + stack + " is called from stack " + parent);
      }
      parents.add(parent);
      frames.add(ofPart.get(data.readInt()));
    }
  }

  /** The numbers of the frames of a stack, innermost first. */
  int[] frames(int stack) {
    int depth = 0;
    for (int s = stack; s != StackTable.ROOT; s = parent(s)) {
      depth++;
    }
    int[] numbers = new int[depth];
    int at = 0;
    for (int s = stack; s != StackTable.ROOT; s = parent(s)) {
      numbers[at++] = frame(s).number();
    }
    return numbers;
  }

  @Override
  public int size() {
    return parents.size() + 1;
  }

  @Override
  public int parent(int stack) {
    return parents.getInt(stack - 1);
  }

  @Override
  public FrameId frame(int stack) {
    return frames.get(stack - 1);
  }
}
