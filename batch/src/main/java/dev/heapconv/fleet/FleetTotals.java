package dev.heapconv.fleet;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warning;
import dev.heapconv.writer.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

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
  private final FleetRuns runs;

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
    runs = new FleetRuns(temporary);
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
  public record Part(String input, Path file) {}

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
    FleetParts.forEach(
        parts.size(), adders.size(), (thread, part) -> add(part, adders.get(thread)));
  }

  private void add(int recording, FleetAdder adder) throws IOException {
    Part part = parts.get(recording);
    PartContent content = (reader, rows) -> FleetParts.read(part, reader, rows);
    if (isLarge(part)) {
      largeParts.lock();
      try {
        adder.add(content, recording);
      } finally {
        largeParts.unlock();
      }
    } else {
      adder.add(content, recording);
    }
  }

  /** Whether its stacks may need more memory than the rows of a thread. */
  private boolean isLarge(Part part) {
    try {
      long rows = options.maxRows() / adders.size();
      return Files.size(part.file()) * STACK_BYTES_PER_BYTE > rows * FleetOptions.BYTES_PER_ROW;
    } catch (IOException e) {
      // Said when it is read.
      return false;
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
    adders.forEach(adder -> contents.addAll(adder.contents()));
    FleetOutputs.Facts facts =
        new FleetOutputs.Facts(parts.size(), contents.views(), frames.table(), confidence, tool);
    DevicePass devices = new DevicePass(options, frames, confidence, adders.size(), temporary);
    try (FleetCursor rows = rows()) {
      FleetOutputs.write(
          options,
          facts,
          rows,
          sections -> {
            // All rows have been read, and values of devices need the memory.
            adders.forEach(adder -> adder.rows().free());
            return devices.figures(parts, recordings, contents, sections);
          },
          adders.size(),
          guard);
    } finally {
      runs.delete();
    }
    devices.withoutWeight().ifPresent(warnings::add);
  }

  /** What to know of the devices when reading the outputs. */
  public List<Warning> warnings() {
    return Collections.unmodifiableList(warnings);
  }

  private FleetCursor rows() throws IOException {
    List<FleetCursor> sources = runs.open();
    for (FleetAdder adder : adders) {
      sources.add(adder.rows().sorted());
    }
    return FleetMerge.of(sources);
  }

  /** How many runs were written, including those that were merged into others. */
  int runsWritten() {
    return runs.written();
  }
}
