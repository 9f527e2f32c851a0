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

/**
 * The options of a batch.
 *
 * @param arguments files and folders, and globs where there is no file of that name
 * @param results what becomes of the inputs
 */
public record BatchOptions(
    List<String> arguments,
    Results results,
    ReadOptions read,
    UnskewSetup unskew,
    Resources resources) {

  /** What becomes of inputs: an output of each, or one thing of all. */
  public sealed interface Results {}

  /**
   * The outputs of a batch.
   *
   * @param folder where they and the manifest go; created if it does not exist
   * @param resume whether to go on with an earlier batch in that folder; if not, its manifest is
   *     {@link dev.heapconv.model.ErrorId#BATCH_EXISTS}
   * @param format of the outputs
   */
  public record Outputs(Path folder, boolean resume, Format format, WriteOptions write)
      implements Results {}

  /**
   * What is made of all inputs together.
   *
   * @param sink takes each recording; the batch closes it
   * @param addDumps whether that may add up dumps of one process
   */
  public record Collected(FleetSink sink, boolean addDumps) implements Results {}

  /**
   * What a batch may use.
   *
   * @param workers how many inputs to convert at a time, from 1
   * @param memoryBudget bytes that all inputs being converted may be expected to need together
   * @param maxTime after which an input, or a member of an archive, is given up
   */
  public record Resources(int workers, long memoryBudget, Duration maxTime) {

    /** Enough for any input that is read at all. */
    public static final Duration MAX_TIME = Duration.ofMinutes(30);

    public Resources {
      if (workers < 1) {
        throw new IllegalArgumentException("a batch needs at least one worker");
      }
    }
  }

  public BatchOptions {
    arguments = List.copyOf(arguments);
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
            String.valueOf(made.write.view()));
    return HashedStream.hashOf(settings.toString()).substring(0, 12);
  }
}
