package dev.heapconv.fleet;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import dev.heapconv.unskew.sizes.CellSums;
import dev.heapconv.unskew.sizes.Sampling;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;

/** Reads parts into a table of stacks, for who needs more than their identities. For one thread. */
public final class PartStacks {

  private final StackTable stacks;
  private final PartReader reader;
  private final StackIds ids;

  /**
   * @param stacks where stacks are added
   */
  public PartStacks(StackTable stacks) {
    this.stacks = stacks;
    reader = new PartReader(new SharedFrames(stacks, true));
    ids = new StackIds(stacks, true);
  }

  /** The identity of a stack of the table, as 32 hexadecimal digits. */
  public String id(int stack) {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(ids.high(stack)) + hex.toHexDigits(ids.low(stack));
  }

  /**
   * Reads a part, as {@link FleetPart#write} wrote it.
   *
   * @param rows receives ids of the table
   * @throws IOException if it is incomplete or damaged; {@code rows} may have received some of it
   */
  public void read(InputStream in, FleetPart.Rows rows) throws IOException {
    read((parts, translated) -> parts.read(in, translated), rows);
  }

  void read(PartReader.Part part, FleetPart.Rows rows) throws IOException {
    part.read(reader, new Translating(rows));
  }

  private final class Translating implements FleetPart.Rows {
    private final FleetPart.Rows rows;
    private int[] ids = {};

    Translating(FleetPart.Rows rows) {
      this.rows = rows;
    }

    @Override
    public void heap(String device, HeapInfo info, int views) throws IOException {
      addStacks();
      rows.heap(device, info, views);
    }

    private void addStacks() {
      if (ids.length == 0) {
        ids = new int[reader.size()];
        for (int stack = 1; stack < ids.length; stack++) {
          ids[stack] = stacks.addStack(ids[reader.parent(stack)], reader.frame(stack).number());
        }
      }
    }

    @Override
    public void recorded(long allocations, long live) {
      rows.recorded(allocations, live);
    }

    @Override
    public void row(int stack, EstimateSums sums) throws IOException {
      rows.row(ids[stack], sums);
    }

    @Override
    public void sizes(Sampling sampling, int stack, CellSums sums) {
      addStacks();
      rows.sizes(sampling, ids[stack], sums);
    }
  }
}
