package dev.heapconv.fleet;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.BitSet;
import java.util.concurrent.locks.Lock;

/** Adds parts to rows of its own. For one thread. */
final class FleetAdder {

  /** What the stacks of a part need in memory, for each of its bytes, which are compressed. */
  private static final int STACK_BYTES_PER_BYTE = 8;

  private final FleetOptions options;
  private final int maxRows;

  /** Large parts are read one after another. */
  private final Lock largeParts;

  private final PartReader reader;
  private final FleetRuns runs;
  private final FleetRows rows;

  /** The views of which anything was recorded. */
  private final BitSet present = new BitSet(FleetPart.VIEWS);

  /**
   * @param frames shared with other threads, like {@code runs} and {@code largeParts}
   */
  FleetAdder(
      FleetOptions options, SharedFrames frames, FleetRuns runs, Lock largeParts, int maxRows) {
    this.options = options;
    this.maxRows = maxRows;
    this.largeParts = largeParts;
    this.reader = new PartReader(frames);
    this.runs = runs;
    this.rows = new FleetRows(maxRows);
  }

  /**
   * @throws UncheckedIOException if a run cannot be written
   * @throws HeapConvException as {@link FleetParts#read}; nothing that was added is of any use then
   */
  void add(FleetTotals.Part part) throws IOException {
    if (isLarge(part)) {
      largeParts.lock();
      try {
        FleetParts.read(part, reader, new Adding());
      } finally {
        largeParts.unlock();
      }
    } else {
      FleetParts.read(part, reader, new Adding());
    }
  }

  /** Whether its stacks may need more memory than the rows of a thread. */
  private boolean isLarge(FleetTotals.Part part) {
    try {
      return Files.size(part.file()) * STACK_BYTES_PER_BYTE
          > (long) maxRows * FleetOptions.BYTES_PER_ROW;
    } catch (IOException e) {
      // Said when it is read.
      return false;
    }
  }

  /** Unchecked, as the part that is being read has nothing to do with a failure. */
  private void writeRun() {
    try {
      runs.add(rows.sorted());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rows.clear();
  }

  /** Adds the rows of a part. */
  private final class Adding implements FleetPart.Rows {
    private final StackIds ids = new StackIds(reader);
    private FleetGroup group = new FleetGroup("", "", "");
    private int number;

    @Override
    public void heap(String device, HeapInfo info) {
      group = options.group(device, info);
      number = rows.group(group);
    }

    @Override
    public void row(int stack, EstimateSums sums) {
      if (rows.isFull()) {
        writeRun();
        number = rows.group(group);
      }
      for (int view = 0; view < FleetPart.VIEWS; view++) {
        if (sums.value(view) != 0) {
          present.set(view);
        }
      }
      rows.add(number, stack, reader, ids, sums);
    }
  }

  FleetRows rows() {
    return rows;
  }

  BitSet present() {
    return present;
  }
}
