package dev.heapconv.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The rows of some parts, made while they are taken. Rows of the same stack and group are combined
 * as far as memory allows, and are in no order over all.
 */
public final class FleetStacks implements FleetCursor {

  private final Iterator<? extends InputStream> parts;
  private final FleetAdder adder;
  private FleetCursor ready;

  /**
   * @param frames numbers of the frames of all parts
   * @param parts as {@link FleetPart#write} wrote them
   * @param maxRows how many rows to hold in memory, each about {@link FleetOptions#BYTES_PER_ROW}
   */
  public FleetStacks(
      FleetBreakdown breakdown,
      SortedIds frames,
      Iterator<? extends InputStream> parts,
      int maxRows) {
    this.parts = parts;
    adder =
        new FleetAdder(
            breakdown,
            new NumberedFrames(breakdown.allocatorFrames(), frames),
            maxRows,
            FleetAdder.Overflow.NONE);
    ready = adder.rows().sorted();
  }

  @Override
  public @Nullable FleetRow next() throws IOException {
    FleetRow row = ready.next();
    if (row == null && parts.hasNext()) {
      adder.rows().clear();
      while (parts.hasNext() && !adder.rows().isFull()) {
        InputStream part = parts.next();
        // Which recording it is matters only to the survey.
        adder.add((reader, rows) -> reader.read(part, rows), 0);
      }
      ready = adder.rows().sorted();
      row = ready.next();
    }
    return row;
  }
}
