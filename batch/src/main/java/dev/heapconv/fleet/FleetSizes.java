package dev.heapconv.fleet;

import dev.heapconv.Formats;
import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.Warning;
import dev.heapconv.output.AtomicFile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.transform.LearnedSizes;
import dev.heapconv.transform.SizesReader;
import dev.heapconv.unskew.sizes.CellSums;
import dev.heapconv.unskew.sizes.Sampling;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** Learns sizes from the parts of recordings, one after another. For one thread. */
public final class FleetSizes implements FleetPart.Sums {

  private final StackTable stacks = new StackTable();
  private final PartStacks reader = new PartStacks(stacks);
  private final LearnedSizes learned = new LearnedSizes();
  private final LearnedSizes.Adder adder = learned.over(stacks);

  private final FleetPart.Rows rows =
      new FleetPart.Rows() {
        @Override
        public void sizes(Sampling sampling, int stack, CellSums sums) {
          adder.add(sampling, stack, sums);
        }
      };

  @Override
  public void add(int recording, InputStream part) throws IOException {
    reader.read(part, rows);
  }

  @Override
  public void addAll(InputStream in) throws IOException {
    HeapConv.read(
        InputSource.stream("sizes", in),
        ReadOptions.DEFAULT,
        Formats.STANDARD.withReader(new SizesReader(learned::add)));
  }

  /** Stores a compressed file of sizes. */
  @Override
  public void write(OutputStream out) throws IOException {
    GZIPOutputStream gzip = new GZIPOutputStream(out);
    learned.write(gzip);
    gzip.finish();
  }

  /**
   * Adds the parts of inputs.
   *
   * @throws HeapConvException if a part is incomplete or damaged; its file is deleted, so that it
   *     will be made again
   */
  public void addAll(List<FleetTotals.Part> parts) throws IOException {
    for (FleetTotals.Part part : parts) {
      reader.read(part, rows);
    }
  }

  /** What was learnt so far. */
  public LearnedSizes learned() {
    return learned;
  }

  /** Writes a file of sizes, which is compressed if its name ends in {@code .gz}. */
  public void write(Path file, AtomicFile.Guard guard) throws IOException {
    boolean compressed = file.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
    AtomicFile.write(file, compressed ? this::write : learned::write, guard);
  }

  /**
   * What to know of a file of sizes.
   *
   * @param file its name
   */
  public Optional<Warning> warning(String file) {
    return learned.size() > 0
        ? Optional.empty()
        : Optional.of(Warning.of(ErrorId.NO_SIZES_LEARNT, file));
  }
}
