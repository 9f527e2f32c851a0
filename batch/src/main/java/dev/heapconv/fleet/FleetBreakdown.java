package dev.heapconv.fleet;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import dev.heapconv.query.Aggregation;
import dev.heapconv.query.DeviceFigures;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
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

  /**
   * Reports what the table could not be sorted by, before anything is added up.
   *
   * @throws HeapConvException {@link ErrorId#NO_SUCH_COLUMN}; {@link ErrorId#STACKS_FORGOTTEN} if
   *     stacks are to be sorted by what devices have of them, but only the largest are kept
   */
  public void check() throws HeapConvException {
    String sort = rows.sort();
    if (sort == null || !DeviceFigures.hasColumn(sort, rows.showsCumulative())) {
      Aggregation.ofRows(new StackTable(), rows).totals();
    } else if (rows.by() == GroupBy.STACK && rows.limit() != 0) {
      throw HeapConvException.input(ErrorId.STACKS_FORGOTTEN, "the totals", sort);
    }
  }

  /** The group that the rows of a heap are added to. */
  FleetGroup group(String device, HeapInfo heap) {
    return new FleetGroup(
        groupBy.group(device, heap),
        rows.by().isPartOfRecording() ? heap.process() : "",
        rows.by() == GroupBy.HEAP ? heap.heap() : "");
  }

  /** Whether the allocator's own functions at the end of stacks are shown. */
  boolean allocatorFrames() {
    return rows.allocatorFrames();
  }
}
