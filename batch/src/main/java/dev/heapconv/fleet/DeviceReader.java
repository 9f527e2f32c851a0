package dev.heapconv.fleet;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import dev.heapconv.query.DeviceSums;
import dev.heapconv.query.RecordingSums;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.io.IOException;

/** Finds in parts what each recording has of the rows of a table. For one thread. */
final class DeviceReader {

  /** Numbers of groups are forgotten from this on: there may be any number of stacks. */
  private static final int MOST_GROUPS = 1 << 18;

  private static final int UNKNOWN = -2;

  private final FleetBreakdown breakdown;
  private final StackTable frames;
  private final PartReader reader;
  private final TableRows table;
  private final DeviceSink values;
  private final EstimateSums sum = EstimateSums.ofStacks();
  private RecordingSums sums;

  /** The row of each section and group, as far as they have been looked up. */
  private final Long2IntOpenHashMap rows = new Long2IntOpenHashMap();

  /**
   * @param frames receives those that it has not
   * @param values receives what is found
   */
  DeviceReader(FleetBreakdown breakdown, SharedFrames frames, TableRows table, DeviceSink values) {
    this.breakdown = breakdown;
    this.frames = frames.table();
    reader = new PartReader(frames);
    this.table = table;
    this.values = values;
    sums = new RecordingSums(breakdown.rows());
    rows.defaultReturnValue(UNKNOWN);
  }

  /**
   * @param recording number of the recording
   */
  void read(PartContent part, int recording) throws IOException {
    if (sums.groups() > MOST_GROUPS) {
      sums = new RecordingSums(breakdown.rows());
      rows.clear();
    }
    sums.begin(frames);
    part.read(reader, new Adding());
    for (int i = 0; i < sums.count(); i++) {
      int row = row(sums.section(i), sums.group(i));
      if (row != TableRows.NONE) {
        sums.copy(i, sum);
        values.accept(row, recording, DeviceSums.numbers(sum));
      }
    }
  }

  private int row(int section, int group) {
    if (group == RecordingSums.TOTAL) {
      return table.total(section);
    }
    long key = (long) section << Integer.SIZE | group;
    int row = rows.get(key);
    if (row == UNKNOWN) {
      row = table.row(section, sums.key(group));
      rows.put(key, row);
    }
    return row;
  }

  private final class Adding implements FleetPart.Rows {
    private HeapInfo heap = FleetGroup.info("", "");
    private int section = TableRows.NONE;

    @Override
    public void heap(String device, HeapInfo info) {
      heap = info;
      section =
          breakdown.groupBy() == FleetGrouping.NONE
              ? 0
              : table.section(breakdown.groupBy().group(device, info));
    }

    @Override
    public void row(int stack, EstimateSums row) {
      if (section != TableRows.NONE) {
        sums.add(section, heap, reader.frames(stack), row);
      }
    }
  }
}
