package dev.heapconv.batch;

import dev.heapconv.Formats;
import dev.heapconv.io.AtomicFile;
import dev.heapconv.io.PartThreads;
import dev.heapconv.io.TouchedFiles;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Converts many inputs: finds them, and shares them out to threads. */
public final class Batch {

  /** Syncing a small file takes about as long as converting it. */
  private static final int THREADS_PER_WORKER = 2;

  private final BatchOptions options;
  private final BatchOptions.@Nullable Outputs outputs;
  private final BatchListener listener;
  private final AtomicFile.Guard guard;
  private final @Nullable SinkInputs sink;
  private final BatchTally tally = new BatchTally();

  /**
   * @param guard is notified of temporary files; {@link #stop} must have been called before it
   *     deletes them
   */
  public Batch(BatchOptions options, BatchListener listener, AtomicFile.Guard guard) {
    this.options = options;
    this.outputs = options.results() instanceof BatchOptions.Outputs each ? each : null;
    this.listener = listener;
    this.guard = guard;
    this.sink =
        options.results() instanceof BatchOptions.Collected all
            ? new SinkInputs(all.sink(), all.addDumps())
            : null;
  }

  /**
   * Runs the batch to its end. Call this once.
   *
   * @throws HeapConvException if the output folder cannot be used, or is full; {@link
   *     ErrorId#BATCH_EXISTS} if it contains an earlier batch that is not to be resumed; {@link
   *     ErrorId#NO_SUCH_FILE} if no input exists
   */
  public BatchResult run() throws IOException {
    try (sink) {
      List<BatchInput> inputs = findInputs();
      boolean resumes = outputs != null && outputs.resume();
      if (!resumes && !inputs.isEmpty() && inputs.stream().noneMatch(BatchInput::exists)) {
        // A mistake in all names leaves no batch behind that the corrected one would meet.
        throw HeapConvException.input(ErrorId.NO_SUCH_FILE, inputs.get(0).name());
      }
      try (OutputFolder folder =
          outputs == null ? null : OutputFolder.open(outputs, options.settings(outputs))) {
        return convertAll(inputs, folder);
      }
    }
  }

  /**
   * Asks the batch to end soon: inputs that are being converted are finished if possible, and no
   * others are started. Any thread may call this at any time.
   */
  public void stop() {
    tally.stop();
  }

  /**
   * Finds the inputs.
   *
   * @throws HeapConvException if something that is written once would replace one of them
   */
  private List<BatchInput> findInputs() throws IOException {
    List<BatchInput> inputs =
        InputFinder.find(options.arguments(), outputs == null ? null : outputs.folder());
    TouchedFiles files = new TouchedFiles();
    for (BatchInput input : inputs) {
      files.read(input.path());
    }
    if (outputs != null) {
      files.write(outputs.folder().resolve(Manifest.FILE_NAME));
    }
    if (options.results() instanceof BatchOptions.Collected all) {
      CopiedInputs leftOut = new CopiedInputs();
      inputs = leftOut.without(inputs, all.sink()::deviceOf);
      leftOut.notice(true).ifPresent(listener::notice);
    }
    return inputs;
  }

  private BatchResult convertAll(List<BatchInput> inputs, @Nullable OutputFolder folder)
      throws IOException {
    Semaphore cores = new Semaphore(options.resources().workers());
    OutputNames names = names(inputs, folder);
    InputConversion.Shared shared =
        new InputConversion.Shared(
            new RecordingReader(Formats.STANDARD, options.read(), options.unskew()),
            cores,
            folder == null ? null : new OutputWriter(folder, names, cores, guard),
            sink,
            tally,
            listener,
            options.resources().maxTime());
    List<BatchInput> work = findWork(inputs, folder, names);
    MemoryBudget memory = new MemoryBudget(options.resources().memoryBudget());
    PartThreads.run(
        work.size(),
        THREADS_PER_WORKER * options.resources().workers(),
        "batch",
        (thread, part) -> new InputConversion(shared, work.get(part)).run(memory));
    BatchResult result = tally.result();
    if (!result.isStopped()) {
      if (folder != null) {
        folder.manifest.compact(guard);
      }
      if (sink != null) {
        sink.finish(listener, guard);
      }
    }
    return result;
  }

  /** Names of outputs, where the files in the output folder that belong to something are taken. */
  private OutputNames names(List<BatchInput> inputs, @Nullable OutputFolder folder) {
    OutputNames names = new OutputNames(outputs == null ? "" : outputs.format().extension());
    if (folder != null) {
      for (ManifestEntry entry : folder.manifest.earlier().values()) {
        entry.outputs().forEach(output -> names.add(output, entry.input()));
      }
      for (BatchInput input : inputs) {
        folder.relative(input.path()).ifPresent(name -> names.add(name, ""));
      }
    }
    return names;
  }

  /** The inputs to be read: not those that an earlier batch finished. */
  private List<BatchInput> findWork(
      List<BatchInput> inputs, @Nullable OutputFolder folder, OutputNames names) {
    List<BatchInput> work = new ArrayList<>();
    int done = 0;
    for (BatchInput input : inputs) {
      ManifestEntry earlier = folder == null ? null : folder.done(input);
      done += earlier == null ? 0 : 1;
      if (folder == null || earlier == null) {
        work.add(input.withStem(names.claim(input.stem(), input.name())));
      } else {
        tally.keep(earlier, false);
        folder.members(earlier).forEach(member -> tally.keep(member, true));
      }
    }
    tally.begin(work);
    listener.found(inputs.size(), done, tally::progress);
    return work;
  }
}
