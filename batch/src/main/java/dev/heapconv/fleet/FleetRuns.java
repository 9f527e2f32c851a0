package dev.heapconv.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The runs of all threads. Thread-safe. */
final class FleetRuns {

  /**
   * How many runs are open and merged at a time: systems allow a process about a thousand files.
   */
  private static final int MOST_RUNS = 100;

  private final Path folder;
  private final List<Path> runs = new ArrayList<>();
  private final AtomicInteger written = new AtomicInteger();

  FleetRuns(Path folder) {
    this.folder = folder;
  }

  /** Writes rows to a run of their own. */
  void add(FleetCursor sorted) throws IOException {
    Path run = write(sorted);
    synchronized (this) {
      if (runs.size() == MOST_RUNS) {
        // Other threads wait: to merge twice at once would open twice as many files.
        mergeAll();
      }
      runs.add(run);
    }
  }

  private Path write(FleetCursor sorted) throws IOException {
    Path run = folder.resolve("run-" + written.getAndIncrement());
    FleetRun.write(run, sorted);
    return run;
  }

  private void mergeAll() throws IOException {
    Path merged;
    try (FleetCursor all = FleetMerge.of(open())) {
      merged = write(all);
    }
    delete();
    runs.add(merged);
  }

  /** Opens all runs. */
  synchronized List<FleetCursor> open() throws IOException {
    List<FleetCursor> open = new ArrayList<>();
    try {
      for (Path run : runs) {
        open.add(new FleetRun(run));
      }
      return open;
    } catch (IOException e) {
      for (FleetCursor run : open) {
        run.close();
      }
      throw e;
    }
  }

  /** Deletes all runs. */
  synchronized void delete() throws IOException {
    for (Path run : runs) {
      Files.deleteIfExists(run);
    }
    runs.clear();
  }

  /** How many runs were written, including those that were merged into others. */
  int written() {
    return written.get();
  }
}
