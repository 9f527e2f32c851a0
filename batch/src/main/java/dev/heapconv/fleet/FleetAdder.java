package dev.heapconv.fleet;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/** Adds parts to rows of its own. For one thread. */
final class FleetAdder {

  private final FleetOptions options;
  private final PartReader reader;
  private final FleetRuns runs;
  private final FleetRows rows;

  /** The views of which anything was recorded. */
  private final BitSet present = new BitSet(FleetPart.VIEWS);

  /**
   * @param frames shared with other threads, like {@code runs}
   */
  FleetAdder(FleetOptions options, SharedFrames frames, FleetRuns runs, int maxRows) {
    this.options = options;
    this.reader = new PartReader(frames);
    this.runs = runs;
    this.rows = new FleetRows(maxRows);
  }

  /**
   * @throws HeapConvException if the part is incomplete or damaged; its file is deleted, and
   *     nothing that was added is of any use
   */
  void add(Path part) throws IOException {
    try (InputStream in = Files.newInputStream(part)) {
      reader.read(in, new Adding());
    } catch (IOException e) {
      throw damaged(part, e);
    } catch (RuntimeException e) {
      checkForDamage(part);
      throw e;
    }
    if (rows.isFull()) {
      runs.add(rows.sorted());
      rows.clear();
    }
  }

  /** The content of a damaged part can mean anything before its checksum is reached. */
  private static void checkForDamage(Path part) throws IOException {
    try {
      FleetPart.check(part);
    } catch (IOException e) {
      throw damaged(part, e);
    }
  }

  private static HeapConvException damaged(Path part, IOException cause) throws IOException {
    Files.deleteIfExists(part);
    return HeapConvException.output(ErrorId.DAMAGED_FLEET_PART, part.toString()).causedBy(cause);
  }

  /** Adds the rows of a part. */
  private final class Adding implements FleetPart.Rows {
    private final StackIds ids = new StackIds(reader);
    private int group;

    @Override
    public void heap(String device, HeapInfo info) {
      group = rows.group(options.group(device, info));
    }

    @Override
    public void row(int stack, EstimateSums sums) {
      for (int view = 0; view < FleetPart.VIEWS; view++) {
        if (sums.value(view) != 0) {
          present.set(view);
        }
      }
      rows.add(group, stack, reader, ids, sums);
    }
  }

  FleetRows rows() {
    return rows;
  }

  BitSet present() {
    return present;
  }
}
