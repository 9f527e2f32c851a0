package dev.heapconv.fleet;

import dev.heapconv.aggregate.AggregateOptions;
import dev.heapconv.model.HeapInfo;
import java.io.Serializable;
import java.util.Objects;

/**
 * What the totals of a fleet are broken down by.
 *
 * @param groupBy what they are split by
 * @param rows what is summed up in each of these groups
 */
public record FleetBreakdown(FleetGrouping groupBy, AggregateOptions rows) implements Serializable {

  public FleetBreakdown {
    Objects.requireNonNull(groupBy, "groupBy");
    Objects.requireNonNull(rows, "rows");
  }

  /** The group that the rows of a heap are added to. */
  FleetGroup group(String device, HeapInfo heap) {
    boolean ofHeaps = rows.by().isPartOfRecording();
    return new FleetGroup(
        groupBy.group(device, heap), ofHeaps ? heap.process() : "", ofHeaps ? heap.heap() : "");
  }

  /** Whether the allocator's own functions at the end of stacks are shown. */
  boolean allocatorFrames() {
    return rows.allocatorFrames();
  }
}
