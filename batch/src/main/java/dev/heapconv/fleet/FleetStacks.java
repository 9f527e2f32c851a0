package dev.heapconv.fleet;

import dev.heapconv.thread.Cursor;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of some parts, made while they are taken. Rows of the same stack and group are combined
 * as far as memory allows, and are in no order over all.
 */
final class FleetStacks implements Cursor<FleetRow> {

  private final Iterator<? extends InputStream> parts;
  private final FleetAdder adder;
  private Cursor<FleetRow> ready;

  /**
   * @param numbers those of the frames of all parts
   * @param parts as {@link FleetPart#write} wrote them
   * @param maxRows how many rows to hold in memory, each about {@link FleetOptions#BYTES_PER_ROW}
   */
  FleetStacks(
      FleetBreakdown breakdown,
      SortedIds numbers,
      Iterator<? extends InputStream> parts,
      int maxRows) {
    this.parts = parts;
    SharedFrames frames = new SharedFrames(breakdown.allocatorFrames());
    Map<Hash128, FrameId> numbered = new HashMap<>();
    FrameSource source =
        (identity, mapping, frame) ->
            numbered.computeIfAbsent(
                identity,
                id ->
                    frames.add(id, mapping, frame).withNumber(numbers.number(id.high(), id.low())));
    adder = new FleetAdder(breakdown, source, maxRows, rows -> {});
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
