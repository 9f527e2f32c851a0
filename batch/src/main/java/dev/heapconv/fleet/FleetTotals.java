package dev.heapconv.fleet;

import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.writer.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
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

  private final FleetOptions options;
  private final Path temporary;
  private final SharedFrames frames;
  private final FleetRuns runs;
  private final List<FleetAdder> adders = new ArrayList<>();
  private List<Part> parts = List.of();
  private SortedSet<String> withoutWeight = new TreeSet<>();

  /**
   * @param threads how many threads to use, from 1
   * @param temporary an existing folder for files that are deleted at the end
   */
  public FleetTotals(FleetOptions options, int threads, Path temporary) {
    this.options = options;
    this.temporary = temporary;
    frames = new SharedFrames(options.allocatorFrames());
    runs = new FleetRuns(temporary);
    Lock largeParts = new ReentrantLock();
    for (int i = 0; i < threads; i++) {
      adders.add(new FleetAdder(options, frames, runs, largeParts, options.maxRows() / threads));
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
   *     will be made again
   */
  public void addAll(List<Part> all) throws IOException {
    parts = List.copyOf(all);
    FleetParts.forEach(
        parts.size(), adders.size(), (thread, part) -> adders.get(thread).add(parts.get(part)));
  }

  /**
   * Writes the outputs that the options name. Call this last.
   *
   * @param confidence level of the intervals
   * @param tool name and version of the program
   */
  public void write(double confidence, String tool, AtomicFile.Guard guard) throws IOException {
    FleetOutputs.Facts facts =
        new FleetOutputs.Facts(parts.size(), views(), frames.table(), confidence, tool);
    DevicePass devices = new DevicePass(options, frames, confidence, adders.size(), temporary);
    try (FleetCursor rows = rows()) {
      FleetOutputs.write(
          options, facts, rows, sections -> devices.figures(parts, sections), adders.size(), guard);
    } finally {
      runs.delete();
    }
    withoutWeight = devices.withoutWeight();
  }

  /** The devices that the outputs do not count because they have no weight. */
  public SortedSet<String> withoutWeight() {
    return Collections.unmodifiableSortedSet(withoutWeight);
  }

  private List<View> views() {
    BitSet present = new BitSet();
    adders.forEach(adder -> present.or(adder.present()));
    return present.stream().mapToObj(View.ALL::get).toList();
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
