package dev.heapconv.fleet;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warning;
import dev.heapconv.output.AtomicFile;
import dev.heapconv.query.DeviceFigures;
import dev.heapconv.thread.Cursor;
import dev.heapconv.thread.PartThreads;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * Adds up the parts of all inputs. Each thread reads parts into rows of its own; when there are too
 * many rows they are written to a run, and at the end all runs and rows are merged. Memory is
 * therefore bounded by the allowed number of rows and by the functions of the fleet. Sums are
 * {@link dev.heapconv.aggregate.ExactSums exact}, so that the result depends neither on threads nor
 * on runs.
 */
public final class FleetTotals {

  /** What the stacks of a part need in memory, for each of its bytes, which are compressed. */
  private static final int STACK_BYTES_PER_BYTE = 8;

  private final FleetOptions options;
  private final Path temporary;
  private final SharedFrames frames;
  private final SortedRuns<FleetRow> runs;

  /** Large parts are read one after another. */
  private final Lock largeParts = new ReentrantLock();

  private final List<FleetAdder> adders = new ArrayList<>();
  private List<Part> parts = List.of();
  private final List<Warning> warnings = new ArrayList<>();
  private FleetRecordings recordings;

  /**
   * @param threads how many threads to use, from 1
   * @param temporary an existing folder for files that are deleted at the end
   */
  public FleetTotals(FleetOptions options, int threads, Path temporary) {
    this.options = options;
    this.temporary = temporary;
    recordings = new FleetRecordings(List.of(), options.devices());
    FleetBreakdown breakdown = options.breakdown();
    frames = new SharedFrames(breakdown.allocatorFrames());
    runs =
        new SortedRuns<>(
            temporary.resolve("rows"),
            Comparator.naturalOrder(),
            FleetRow.Codec::new,
            FleetRow::combined);
    for (int i = 0; i < threads; i++) {
      adders.add(new FleetAdder(breakdown, frames, options.maxRows() / threads, this::writeRun));
    }
  }

  /**
   * What an input contributes.
   *
   * @param input its name
   * @param file a {@link FleetPart}
   */
  public record Part(String input, Path file) implements PartReader.Part {

    /**
     * Reads the part.
     *
     * @throws HeapConvException {@link ErrorId#DAMAGED_FLEET_PART} if it is incomplete or damaged;
     *     its file is deleted, and what {@code rows} has received means nothing
     */
    @Override
    public void read(PartReader reader, FleetPart.Rows rows) throws IOException {
      try (InputStream in = Files.newInputStream(file)) {
        reader.read(in, rows);
      } catch (IOException e) {
        throw damaged(e);
      } catch (RuntimeException e) {
        // The content of a damaged part can mean anything before its checksum is reached.
        try {
          FleetPart.check(file);
        } catch (IOException damage) {
          throw damaged(damage);
        }
        throw e;
      }
    }

    private HeapConvException damaged(IOException cause) throws IOException {
      Files.deleteIfExists(file);
      return HeapConvException.output(ErrorId.DAMAGED_FLEET_PART, file.toString()).causedBy(cause);
    }

    /** Whether its stacks may need more memory than some rows. */
    private boolean isLarge(long rows) {
      try {
        return Files.size(file) * STACK_BYTES_PER_BYTE > rows * FleetOptions.BYTES_PER_ROW;
      } catch (IOException e) {
        // Said when it is read.
        return false;
      }
    }
  }

  /**
   * Call this once.
   *
   * @throws HeapConvException if a part is incomplete or damaged; its file is deleted, so that it
   *     will be made again. {@link ErrorId#NO_DEVICE} if the options find no device of any part
   */
  public void addAll(List<Part> all) throws IOException {
    // Numbers of recordings, by which values are sorted, do not depend on who comes first.
    parts = all.stream().sorted(Comparator.comparing(Part::input)).toList();
    recordings = new FleetRecordings(parts.stream().map(Part::input).toList(), options.devices());
    recordings.withoutDevice().ifPresent(warnings::add);
    try {
      PartThreads.run(
          parts.size(),
          adders.size(),
          "fleet",
          (thread, recording) -> add(recording, adders.get(thread)));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void add(int recording, FleetAdder adder) throws IOException {
    Part part = parts.get(recording);
    if (part.isLarge(options.maxRows() / adders.size())) {
      largeParts.lock();
      try {
        adder.add(part, recording);
      } finally {
        largeParts.unlock();
      }
    } else {
      adder.add(part, recording);
    }
  }

  /** Unchecked, as the part that is being read has nothing to do with a failure. */
  private void writeRun(FleetRows rows) {
    try {
      runs.add(rows.sorted());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rows.clear();
  }

  /**
   * Writes the outputs that the options name. Call this last.
   *
   * @param confidence level of the intervals
   * @param tool name and version of the program
   */
  public void write(double confidence, String tool, AtomicFile.Guard guard) throws IOException {
    FleetContents contents = new FleetContents();
    List<Cursor<FleetRow>> inMemory = new ArrayList<>();
    for (FleetAdder adder : adders) {
      contents.addAll(adder.contents());
      inMemory.add(adder.rows().sorted());
    }
    FleetOutputs.Facts facts =
        new FleetOutputs.Facts(parts.size(), contents.views(), frames.table(), confidence, tool);
    try (runs;
        Cursor<FleetRow> rows = runs.merged(inMemory)) {
      FleetOutputs.write(
          options,
          facts,
          rows,
          sections -> {
            // All rows have been read, and values of devices need the memory.
            adders.forEach(adder -> adder.rows().free());
            return devices(
                new DeviceShares(options.breakdown(), contents, recordings, sections, confidence));
          },
          adders.size(),
          guard);
    }
  }

  /** Reads all parts again and says what the devices have of the rows of the table. */
  private List<DeviceFigures> devices(DeviceShares shares) throws IOException {
    int threads = adders.size();
    long bytes = (long) options.maxRows() * FleetOptions.BYTES_PER_ROW;
    int max = (int) Math.max(1, bytes / DeviceShares.Value.MAX_BYTES / threads);
    try (SortedRuns<DeviceShares.Value> ofDevices =
        new SortedRuns<>(
            temporary.resolve("devices"),
            DeviceShares.Value.ORDER,
            DeviceShares.Value.Codec::new,
            UnaryOperator.identity())) {
      List<DeviceValues> values = new ArrayList<>();
      List<DeviceShares.Reader> readers = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        values.add(new DeviceValues(ofDevices, max));
        readers.add(shares.new Reader(options.breakdown(), frames, values.get(thread)::add));
      }
      PartThreads.run(
          parts.size(),
          threads,
          "fleet",
          (thread, recording) -> readers.get(thread).read(recording, parts.get(recording)));
      shares.withoutWeight(recordings).ifPresent(warnings::add);
      try (Cursor<DeviceShares.Value> sorted =
          ofDevices.merged(values.stream().map(DeviceValues::sorted).toList())) {
        return shares.figures(options.breakdown(), shares.rows(sorted));
      }
    }
  }

  /** What to know of the devices when reading the outputs. */
  public List<Warning> warnings() {
    return Collections.unmodifiableList(warnings);
  }

  /** How many runs were written, including those that were merged into others. */
  int runsWritten() {
    return runs.written();
  }
}
