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
 * @param filter which files of folders to take
 * @param part which of the inputs to take
 * @param dedupes whether to leave out inputs that are copies of others
 * @param outputs what becomes of each input; null for nothing: there are only the sinks
 * @param workers how many inputs to convert at a time, from 1
 * @param memoryBudget bytes that all inputs being converted may be expected to need together
 * @param maxFailures the batch stops when more inputs than this have failed
 * @param maxTime after which an input, or a member of an archive, is given up
 * @param sinks what is made of all inputs together; the batch closes them
 * @param addDumps whether that may add up dumps of one process
 */
public record BatchOptions(
    List<String> arguments,
    NameFilter filter,
    BatchPart part,
    boolean dedupes,
    @Nullable Outputs outputs,
    ReadOptions read,
    UnskewSetup unskew,
    int workers,
    long memoryBudget,
    long maxFailures,
    Duration maxTime,
    List<FleetSink> sinks,
    boolean addDumps) {

  /** Enough for any input that is read at all. */
  public static final Duration MAX_TIME = Duration.ofMinutes(30);

  /**
   * The outputs of a batch.
   *
   * @param folder where they and the manifest go; created if it does not exist
   * @param resume whether to go on with an earlier batch in that folder; if not, its manifest is
   *     {@link dev.heapconv.model.ErrorId#BATCH_EXISTS}
   * @param retriesFailed whether to convert inputs again that failed in an earlier batch
   * @param format of the outputs; null for none: there is only the manifest
   */
  public record Outputs(
      Path folder,
      boolean resume,
      boolean retriesFailed,
      @Nullable Format format,
      WriteOptions write) {

    /** The extension of the names of outputs. */
    String extension() {
      return format == null ? "" : format.extension();
    }
  }

  public BatchOptions {
    arguments = List.copyOf(arguments);
    sinks = List.copyOf(sinks);
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
            made.format == null ? "" : made.format.id(),
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
