package dev.heapconv.batch;

import dev.heapconv.Format;
import dev.heapconv.Formats;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.transform.ReferenceSizes;
import dev.heapconv.transform.UnskewSetup;
import dev.heapconv.writer.WriteOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The options of a batch.
 *
 * @param arguments files, folders and globs
 * @param listed more files and folders, from a list: not globs
 * @param filter which files of folders to take
 * @param outputFolder where outputs and the manifest go; created if it does not exist
 * @param existing what to do with the outputs of an earlier batch in that folder
 * @param formats the formats to read
 * @param format the format of the outputs
 * @param workers how many inputs to convert at a time, from 1
 * @param memoryBudget bytes that all inputs being converted may be expected to need together
 * @param maxFailures the batch stops when more inputs than this have failed
 * @param writesOutputs whether each recording has an output; if not, there is only the manifest
 * @param part which of the inputs to take
 * @param dedupes whether to leave out inputs that are copies of others
 * @param sinks what is made of all inputs together; the batch closes them
 * @param addDumps whether that may add up dumps of one process
 */
public record BatchOptions(
    List<String> arguments,
    List<String> listed,
    NameFilter filter,
    Path outputFolder,
    Existing existing,
    Formats formats,
    Format format,
    ReadOptions read,
    UnskewSetup unskew,
    WriteOptions write,
    int workers,
    long memoryBudget,
    long maxFailures,
    boolean writesOutputs,
    BatchPart part,
    boolean dedupes,
    List<FleetSink> sinks,
    boolean addDumps) {

  /** What to do if the output folder contains an earlier batch. */
  public enum Existing {
    /** Nothing: the batch ends with {@link dev.heapconv.model.ErrorId#BATCH_EXISTS}. */
    REFUSE,
    /** Convert everything again. */
    RESTART,
    /**
     * Convert what is missing; an input with the same size and modification time has not changed.
     */
    RESUME_BY_TIME,
    /** Convert what is missing; an input with the same content has not changed. */
    RESUME_BY_HASH,
    /** Like {@link #RESUME_BY_TIME}, and retry inputs that failed. */
    RETRY_FAILED;

    boolean resumes() {
      return this != REFUSE && this != RESTART;
    }
  }

  public BatchOptions {
    arguments = List.copyOf(arguments);
    listed = List.copyOf(listed);
    Objects.requireNonNull(filter, "filter");
    Objects.requireNonNull(outputFolder, "outputFolder");
    Objects.requireNonNull(existing, "existing");
    Objects.requireNonNull(formats, "formats");
    Objects.requireNonNull(format, "format");
    Objects.requireNonNull(read, "read");
    Objects.requireNonNull(unskew, "unskew");
    Objects.requireNonNull(write, "write");
    sinks = List.copyOf(sinks);
    if (workers < 1) {
      throw new IllegalArgumentException("a batch needs at least one worker");
    }
  }

  /**
   * A hash, as 12 hexadecimal digits, of what determines the content of an output, besides its
   * input: outputs made with other settings, or by another version, are made again.
   */
  String settings() {
    ReferenceSizes sizes = unskew.sizes();
    List<Object> settings = new ArrayList<>();
    settings.add(writesOutputs ? format.id() : "");
    settings.add(read.selection());
    settings.add(read.samplingInterval());
    settings.add(read.strict());
    settings.add(read.limits());
    read.namings().forEach(naming -> settings.add(naming.settings()));
    settings.add(unskew.options().unskew());
    settings.add(unskew.options().cutoff());
    settings.add(unskew.options().cutoffBytes());
    settings.add(unskew.options().confidence());
    settings.add(unskew.options().pooling());
    settings.add(unskew.choice());
    settings.add(sizes == null ? "" : sizes.fingerprint());
    settings.add(write.tool());
    settings.add(String.valueOf(write.view()));
    settings.add(write.allocatorFrames());
    return HashedStream.hashOf(settings.toString()).substring(0, 12);
  }
}
