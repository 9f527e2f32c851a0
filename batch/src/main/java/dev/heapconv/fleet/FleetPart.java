package dev.heapconv.fleet;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.transform.RecordedSizes;
import dev.heapconv.unskew.samples.Saturation;
import dev.heapconv.unskew.sizes.CellSums;
import dev.heapconv.unskew.sizes.Sampling;
import it.unimi.dsi.fastutil.ints.Int2IntLinkedOpenHashMap;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * What one recording contributes to the totals of the fleet: its stacks, the sums of each stack per
 * heap, and what was recorded of its sizes. Groups are not decided here, so that the same part can
 * be grouped differently later.
 */
public final class FleetPart {

  /** The number of views of a row: the four of {@link View#ALL}, in order. */
  public static final int VIEWS = View.ALL.size();

  static final int MAGIC = 0x68636674;

  /** In place of a number of recorded allocations that is not known. */
  public static final long UNKNOWN = -1;

  private final String device;
  private final StackTable stacks = new StackTable();
  private final List<HeapRows> heaps = new ArrayList<>();
  private final List<RecordedSizes.HeapSizes> sizes = new ArrayList<>();

  /** The rows of a heap: of each stack the position among the sums, in groups of four. */
  private record HeapRows(
      HeapInfo info,
      int views,
      Int2IntLinkedOpenHashMap rows,
      EstimateSums sums,
      Recorded recorded) {}

  /** How many allocations were recorded, by position of the row. */
  private static final class Recorded {
    private final long[] allocations;
    private final long[] live;

    Recorded(EstimatedHeap heap) {
      allocations = new long[heap.rows()];
      live = new long[heap.rows()];
      Arrays.fill(allocations, isKnown(heap, false) ? 0 : UNKNOWN);
      Arrays.fill(live, isKnown(heap, true) ? 0 : UNKNOWN);
    }

    private static boolean isKnown(EstimatedHeap heap, boolean live) {
      return heap.isCounted(live) && heap.has(live);
    }

    void add(int at, EstimatedHeap heap, int row) {
      if (allocations[at] != UNKNOWN) {
        allocations[at] = Saturation.add(allocations[at], heap.recordedAlloc(row));
      }
      if (live[at] != UNKNOWN) {
        live[at] = Saturation.add(live[at], heap.recordedLive(row));
      }
    }
  }

  /** Receives the rows of a part. */
  public interface Rows {
    /**
     * Called once for each heap, before its rows. The table of stacks is complete then.
     *
     * @param views those that the heap has, as bits by their place in {@link View#ALL}
     */
    default void heap(String device, HeapInfo info, int views) throws IOException {}

    /**
     * Called for each row of a heap, after {@link #recorded}.
     *
     * @param stack id in the table of the part
     * @param sums the four views are its groups; not retained
     */
    default void row(int stack, EstimateSums sums) throws IOException {}

    /**
     * How many allocations were recorded of the next row; {@link #UNKNOWN} where the recording does
     * not say.
     */
    default void recorded(long allocations, long live) {}

    /**
     * Called after all rows, for what was recorded of each stack with one sampling.
     *
     * @param stack id in the table of the part
     */
    default void sizes(Sampling sampling, int stack, CellSums sums) {}
  }

  /** What parts add up to, so that the sums of some parts each add up to that of all. */
  public interface Sums {

    /**
     * Adds a part.
     *
     * @param recording number of the recording
     * @param part as {@link FleetPart#write} wrote it
     * @throws IOException if it is incomplete or damaged; some of it may have been added
     */
    void add(int recording, InputStream part) throws IOException;

    /** Adds what {@link #write} stored. */
    void addAll(InputStream in) throws IOException;

    /** Stores the sums, so that they can be added to others. */
    void write(OutputStream out) throws IOException;
  }

  /**
   * @param heaps those of the profile that count
   * @param recorded of the stacks of the profile
   */
  public FleetPart(EstimatedProfile profile, List<EstimatedHeap> heaps, RecordedSizes recorded) {
    device = profile.capture().device();
    FleetFrames imported = new FleetFrames(profile.stacks(), stacks);
    for (EstimatedHeap heap : heaps) {
      Int2IntLinkedOpenHashMap rows = new Int2IntLinkedOpenHashMap();
      EstimateSums sums = EstimateSums.ofOneStack(heap.rows() * VIEWS);
      Recorded counts = new Recorded(heap);
      for (int row = 0; row < heap.rows(); row++) {
        int stack = imported.stack(heap.stack(row));
        int at = rows.getOrDefault(stack, rows.size());
        rows.putIfAbsent(stack, at);
        counts.add(at, heap, row);
        for (int view = 0; view < VIEWS; view++) {
          Column column = heap.column(View.ALL.get(view));
          if (column != null) {
            sums.add(at * VIEWS + view, column, row);
          }
        }
      }
      int views = 0;
      for (View view : heap.views()) {
        views |= View.ALL.contains(view) ? 1 << View.ALL.indexOf(view) : 0;
      }
      this.heaps.add(new HeapRows(heap.info(), views, rows, sums, counts));
    }
    for (RecordedSizes.HeapSizes heap : recorded.heaps()) {
      List<RecordedSizes.StackSizes> own = new ArrayList<>();
      for (RecordedSizes.StackSizes stack : heap.stacks()) {
        own.add(new RecordedSizes.StackSizes(imported.stack(stack.id()), stack.sums()));
      }
      sizes.add(new RecordedSizes.HeapSizes(heap.sampling(), own));
    }
  }

  /**
   * Writes the part. The checksum of the zlib stream around it shows whether it is complete.
   *
   * @param out is closed
   */
  public void write(OutputStream out) throws IOException {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    DeflaterOutputStream deflated = new DeflaterOutputStream(out, deflater, 16 << 10);
    try (DataOutputStream data =
        new DataOutputStream(new BufferedOutputStream(deflated, 16 << 10))) {
      data.writeInt(MAGIC);
      writeStacks(data);
      data.writeInt(heaps.size());
      for (HeapRows heap : heaps) {
        data.writeByte(heap.views);
        StoredFrame.writeText(device, data);
        StoredFrame.writeText(heap.info.process(), data);
        StoredFrame.writeText(heap.info.heap(), data);
        StoredFrame.writeText(heap.info.packageVersion(), data);
        data.writeInt(heap.info.dump());
        data.writeLong(heap.info.timeNanos());
        data.writeInt(heap.rows.size());
        int at = 0;
        for (int stack : heap.rows.keySet()) {
          data.writeInt(stack);
          data.writeLong(heap.recorded.allocations[at / VIEWS]);
          data.writeLong(heap.recorded.live[at / VIEWS]);
          heap.sums.write(at, VIEWS, data);
          at += VIEWS;
        }
      }
      writeSizes(data);
    } finally {
      deflater.end();
    }
  }

  private void writeSizes(DataOutputStream data) throws IOException {
    data.writeInt(sizes.size());
    for (RecordedSizes.HeapSizes heap : sizes) {
      data.writeLong(heap.sampling().interval());
      data.writeLong(heap.sampling().cutoff());
      data.writeInt(heap.stacks().size());
      for (RecordedSizes.StackSizes stack : heap.stacks()) {
        data.writeInt(stack.id());
        for (long number : stack.sums().numbers()) {
          data.writeLong(number);
        }
      }
    }
  }

  private void writeStacks(DataOutputStream data) throws IOException {
    PartFrames.write(stacks, data);
    data.writeInt(stacks.stackCount());
    for (int i = 1; i < stacks.stackCount(); i++) {
      data.writeInt(stacks.parent(i));
      data.writeInt(stacks.frame(i));
    }
  }

  /**
   * Reads a part to its end and verifies its checksum.
   *
   * @throws IOException if it is incomplete or damaged
   */
  public static void check(Path part) throws IOException {
    try (DataInputStream inflating =
        new DataInputStream(new InflaterInputStream(Files.newInputStream(part)))) {
      checkMagic(inflating);
      inflating.transferTo(OutputStream.nullOutputStream());
    }
  }

  /** Parts of other versions of the program are of no use. */
  static void checkMagic(DataInputStream part) throws IOException {
    if (part.readInt() != MAGIC) {
      throw new IOException("not a part of a fleet");
    }
  }
}
