package dev.heapconv.fleet;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.HeapInfo;
import java.io.IOException;
import java.util.function.Consumer;

/** Adds parts to rows of its own. For one thread. */
final class FleetAdder {

  private final FleetBreakdown breakdown;
  private final PartReader reader;
  private final FleetRows rows;
  private final Consumer<FleetRows> overflow;
  private final FleetContents contents = new FleetContents();

  /**
   * @param frames numbers the frames of the rows
   * @param maxRows how many rows to hold in memory
   * @param overflow called while a part is read, before a row is added to rows that are full; may
   *     take the rows, and clear them
   */
  FleetAdder(
      FleetBreakdown breakdown, FrameSource frames, int maxRows, Consumer<FleetRows> overflow) {
    this.breakdown = breakdown;
    this.reader = new PartReader(frames);
    this.rows = new FleetRows(maxRows);
    this.overflow = overflow;
  }

  /**
   * Adds a part.
   *
   * @param recording number of the recording
   * @throws IOException as {@link PartReader.Part#read}; nothing that was added is of any use then
   */
  void add(PartReader.Part part, int recording) throws IOException {
    part.read(reader, new Adding(recording));
  }

  /** Adds the rows of a part. */
  private final class Adding implements FleetPart.Rows {
    private final StackIds ids = new StackIds(reader);
    private final int recording;
    private FleetGroup group = new FleetGroup("", "", "");
    private int number;

    Adding(int recording) {
      this.recording = recording;
    }

    @Override
    public void heap(String device, HeapInfo info, int views) {
      group = breakdown.group(device, info);
      contents.addHeap(group.name(), recording, views);
      number = rows.group(group);
    }

    @Override
    public void row(int stack, EstimateSums sums) throws IOException {
      if (rows.isFull()) {
        overflow.accept(rows);
        number = rows.group(group);
      }
      rows.add(number, stack, reader, ids, sums);
    }
  }

  FleetRows rows() {
    return rows;
  }

  /** What the parts contain, apart from the rows. */
  FleetContents contents() {
    return contents;
  }
}
