package dev.heapconv.fleet;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.Warning;
import dev.heapconv.transform.LearnedSizes;
import dev.heapconv.unskew.sizes.CellSums;
import dev.heapconv.unskew.sizes.Sampling;
import dev.heapconv.writer.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** Learns sizes from the parts of recordings, one after another. For one thread. */
public final class FleetSizes {

  private final StackTable stacks = new StackTable();
  private final PartStacks reader = new PartStacks(stacks);
  private final LearnedSizes learned = new LearnedSizes();
  private final LearnedSizes.Adder adder = learned.over(stacks);

  private final FleetPart.Rows rows =
      new FleetPart.Rows() {
        @Override
        public void heap(String device, HeapInfo info) {
          // What was recorded of sizes follows all heaps.
        }

        @Override
        public void row(int stack, EstimateSums sums) {
          // These are estimates.
        }

        @Override
        public void sizes(Sampling sampling, int stack, CellSums sums) {
          adder.add(sampling, stack, sums);
        }
      };

  /**
   * Adds a part, as {@link FleetPart#write} wrote it.
   *
   * @throws IOException if it is incomplete or damaged; some of it may have been added
   */
  public void add(InputStream part) throws IOException {
    reader.read(part, rows);
  }

  /**
   * Adds the parts of inputs.
   *
   * @throws HeapConvException if a part is incomplete or damaged; its file is deleted, so that it
   *     will be made again
   */
  public void addAll(List<FleetTotals.Part> parts) throws IOException {
    for (FleetTotals.Part part : parts) {
      FleetParts.read(part, this::add);
    }
  }

  /** What was learnt so far. */
  public LearnedSizes learned() {
    return learned;
  }

  /** Writes a file of sizes, which is compressed if its name ends in {@code .gz}. */
  public static void write(LearnedSizes sizes, Path file, AtomicFile.Guard guard)
      throws IOException {
    boolean compressed = file.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
    AtomicFile.write(
        file,
        out -> {
          if (compressed) {
            GZIPOutputStream gzip = new GZIPOutputStream(out);
            sizes.write(gzip);
            gzip.finish();
          } else {
            sizes.write(out);
          }
        },
        guard);
  }

  /**
   * What to know of a file of sizes.
   *
   * @param file its name
   */
  public static Optional<Warning> warning(LearnedSizes sizes, String file) {
    return sizes.size() > 0
        ? Optional.empty()
        : Optional.of(Warning.of(ErrorId.NO_SIZES_LEARNT, file));
  }
}
