package dev.heapconv.fleet;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import it.unimi.dsi.fastutil.ints.Int2IntLinkedOpenHashMap;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * What one recording contributes to the totals of the fleet: its stacks, and the sums of each stack
 * per heap. Groups are not decided here, so that the same part can be grouped differently later.
 */
public final class FleetPart {

  /** The number of views of a row: the four of {@link View#ALL}, in order. */
  public static final int VIEWS = View.ALL.size();

  static final int MAGIC = 0x68636671;

  private final String device;
  private final StackTable stacks = new StackTable();
  private final List<HeapRows> heaps = new ArrayList<>();

  /** The rows of a heap: of each stack the position among the sums, in groups of four. */
  private record HeapRows(HeapInfo info, Int2IntLinkedOpenHashMap rows, EstimateSums sums) {}

  /** Receives the rows of a part. */
  public interface Rows {
    /** Called once for each heap, before its rows. The table of stacks is complete then. */
    void heap(String device, HeapInfo info) throws IOException;

    /**
     * @param stack id in the table of the part
     * @param sums the four views are its groups; not retained
     */
    void row(int stack, EstimateSums sums) throws IOException;
  }

  /**
   * @param heaps those of the profile that count
   */
  public FleetPart(EstimatedProfile profile, List<EstimatedHeap> heaps) {
    device = profile.capture().device();
    FleetFrames imported = new FleetFrames(profile.stacks(), stacks);
    for (EstimatedHeap heap : heaps) {
      Int2IntLinkedOpenHashMap rows = new Int2IntLinkedOpenHashMap();
      EstimateSums sums = EstimateSums.ofOneStack(heap.rows() * VIEWS);
      for (int row = 0; row < heap.rows(); row++) {
        int stack = imported.stack(heap.stack(row));
        int at = rows.getOrDefault(stack, rows.size());
        rows.putIfAbsent(stack, at);
        for (int view = 0; view < VIEWS; view++) {
          Column column = heap.column(View.ALL.get(view));
          if (column != null) {
            sums.add(at * VIEWS + view, column, row);
          }
        }
      }
      this.heaps.add(new HeapRows(heap.info(), rows, sums));
    }
  }

  /** Its stacks, without what differs from one run of a program to the next. */
  public StackTable stacks() {
    return stacks;
  }

  /** Passes on the rows, heap by heap. */
  public void forEach(Rows action) throws IOException {
    EstimateSums one = EstimateSums.ofOneStack(VIEWS);
    for (HeapRows heap : heaps) {
      action.heap(device, heap.info);
      int at = 0;
      for (int stack : heap.rows.keySet()) {
        one.clear();
        one.add(0, heap.sums, at, VIEWS);
        action.row(stack, one);
        at += VIEWS;
      }
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
        StoredFrame.writeText(device, data);
        StoredFrame.writeText(heap.info.process(), data);
        StoredFrame.writeText(heap.info.heap(), data);
        StoredFrame.writeText(heap.info.packageVersion(), data);
        data.writeInt(heap.rows.size());
        int at = 0;
        for (int stack : heap.rows.keySet()) {
          data.writeInt(stack);
          heap.sums.write(at, VIEWS, data);
          at += VIEWS;
        }
      }
    } finally {
      deflater.end();
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
    try (InputStream inflating = new InflaterInputStream(Files.newInputStream(part))) {
      inflating.transferTo(OutputStream.nullOutputStream());
    }
  }
}
