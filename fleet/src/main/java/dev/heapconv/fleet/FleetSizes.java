package dev.heapconv.fleet;

import dev.heapconv.batch.FleetSink;
import dev.heapconv.batch.ReadResult;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Warning;
import dev.heapconv.output.AtomicFile;
import dev.heapconv.transform.LearnedSizes;
import dev.heapconv.transform.RecordedSizes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Learns the sizes that stacks allocate from what was recorded of them. */
public final class FleetSizes implements FleetSink {

  private final Path file;
  private final LearnedSizes learned = new LearnedSizes();

  /**
   * @param file where to write them; compressed if its name ends in {@code .gz}
   */
  public FleetSizes(Path file) {
    this.file = file;
  }

  @Override
  public List<Path> files() {
    return List.of(file);
  }

  @Override
  public synchronized void add(ReadResult result) {
    if (result instanceof ReadResult.Recording recording) {
      add(recording, learned);
    }
  }

  /** Adds what was recorded in one recording. */
  private static void add(ReadResult.Recording recording, LearnedSizes to) {
    LearnedSizes.Adder adder = to.over(recording.profile().stacks());
    for (RecordedSizes.HeapSizes heap : recording.sizes().heaps()) {
      for (RecordedSizes.StackSizes stack : heap.stacks()) {
        adder.add(heap.sampling(), stack.id(), stack.sums());
      }
    }
  }

  @Override
  public synchronized List<Warning> finish(AtomicFile.Guard guard) throws IOException {
    boolean compressed = file.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
    AtomicFile.write(
        file,
        out -> {
          if (compressed) {
            GZIPOutputStream gzip = new GZIPOutputStream(out);
            learned.write(gzip);
            gzip.finish();
          } else {
            learned.write(out);
          }
        },
        guard);
    return learned.size() > 0
        ? List.of()
        : List.of(Warning.of(ErrorId.NO_SIZES_LEARNT, file.toString()));
  }
}
