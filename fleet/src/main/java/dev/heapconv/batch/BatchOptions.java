package dev.heapconv.batch;

import dev.heapconv.Format;
import dev.heapconv.estimate.ReferenceSizes;
import dev.heapconv.estimate.UnskewSetup;
import dev.heapconv.model.Naming;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.writer.WriteOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options of a batch.
 *
 * @param arguments files and folders, and globs where there is no file of that name
 * @param outputs what becomes of each input; null for nothing
 * @param workers how many inputs to convert at a time, from 1
 * @param memoryBudget bytes that all inputs being converted may be expected to need together
 * @param maxTime after which an input, or a member of an archive, is given up
 * @param sink what is made of all inputs together, instead of outputs; the batch closes it
 * @param addDumps whether that may add up dumps of one process
 */
public record BatchOptions(
    List<String> arguments,
    @Nullable Outputs outputs,
    ReadOptions read,
    UnskewSetup unskew,
    int workers,
    long memoryBudget,
    Duration maxTime,
    @Nullable FleetSink sink,
    boolean addDumps) {

  /** Enough for any input that is read at all. */
  public static final Duration MAX_TIME = Duration.ofMinutes(30);

  /**
   * The outputs of a batch.
   *
   * @param folder where they and the manifest go; created if it does not exist
   * @param resume whether to go on with an earlier batch in that folder; if not, its manifest is
   *     {@link dev.heapconv.model.ErrorId#BATCH_EXISTS}
   * @param format of the outputs
   */
  public record Outputs(Path folder, boolean resume, Format format, WriteOptions write) {}

  public BatchOptions {
    arguments = List.copyOf(arguments);
    if (workers < 1) {
      throw new IllegalArgumentException("a batch needs at least one worker");
    }
  }

  /**
   * A hash, as 12 hexadecimal digits, of what determines the content of an output, besides its
   * input: outputs made with other settings, or by another version, are made again.
   */
  String settings(Outputs made) {
    ReferenceSizes sizes = unskew.sizes();
    List<Object> settings =
        List.of(
            made.format.id(),
            read.selection(),
            read.given(),
            read.strict(),
            read.limits(),
            read.namings().stream().map(Naming::settings).toList(),
            unskew.options(),
            unskew.choice(),
            sizes == null ? "" : sizes.fingerprint(),
            made.write.tool(),
            String.valueOf(made.write.view()),
            made.write.allocatorFrames());
    return HashedStream.hashOf(settings.toString()).substring(0, 12);
  }
}
