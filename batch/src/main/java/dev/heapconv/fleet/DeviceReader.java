package dev.heapconv.fleet;

import dev.heapconv.aggregate.DeviceSums;
import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.aggregate.RecordingSums;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Finds in parts what each recording has of the rows of a table. For one thread. */
final class DeviceReader {

  /** Numbers of groups are forgotten from this on: there may be any number of stacks. */
  private static final int MOST_GROUPS = 1 << 18;

  private static final int UNKNOWN = -2;

  private final FleetOptions options;
  private final StackTable frames;
  private final PartReader reader;
  private final TableRows table;
  private final DeviceValues values;
  private final EstimateSums sum = EstimateSums.ofStacks();
  private RecordingSums sums;

  /** The row of each section and group, as far as they have been looked up. */
  private final Long2IntOpenHashMap rows = new Long2IntOpenHashMap();

  /** By section: the recordings that have a heap in it. */
  private final List<BitSet> recordings = new ArrayList<>();

  /**
   * @param frames those of all parts; no more are added
   * @param values receives what is found
   */
  DeviceReader(FleetOptions options, SharedFrames frames, TableRows table, DeviceValues values) {
    this.options = options;
    this.frames = frames.table();
    reader = new PartReader(frames);
    this.table = table;
    this.values = values;
    sums = new RecordingSums(options.rows());
    rows.defaultReturnValue(UNKNOWN);
    for (int i = 0; i < table.sections(); i++) {
      recordings.add(new BitSet());
    }
  }

  /**
   * @param recording number of the recording
   */
  void read(FleetTotals.Part part, int recording) throws IOException {
    if (sums.groups() > MOST_GROUPS) {
      sums = new RecordingSums(options.rows());
      rows.clear();
    }
    sums.begin(frames);
    if (options.groupBy() == FleetGrouping.NONE) {
      // A recording without heaps is one of a device that has nothing of them.
      recordings.get(0).set(recording);
    }
    FleetParts.read(part, reader, new Adding(recording));
    for (int i = 0; i < sums.count(); i++) {
      int row = row(sums.section(i), sums.group(i));
      if (row != TableRows.NONE) {
        sums.copy(i, sum);
        values.add(row, recording, DeviceSums.numbers(sum));
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
    private final int recording;
    private HeapInfo heap = FleetGroup.info("", "");
    private int section = TableRows.NONE;

    Adding(int recording) {
      this.recording = recording;
    }

    @Override
    public void heap(String device, HeapInfo info) {
      heap = info;
      section =
          options.groupBy() == FleetGrouping.NONE
              ? 0
              : table.section(options.groupBy().group(device, info));
      if (section != TableRows.NONE) {
        recordings.get(section).set(recording);
      }
    }

    @Override
    public void row(int stack, EstimateSums row) {
      if (section != TableRows.NONE) {
        sums.add(section, heap, reader.frames(stack), row);
      }
    }
  }

  /** The recordings that have a heap in a section. */
  BitSet recordings(int section) {
    return recordings.get(section);
  }
}
