package dev.heapconv.batch;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.output.AtomicFile;
import dev.heapconv.output.TouchedFiles;
import dev.heapconv.thread.PartThreads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Converts many inputs. An input is finished once its complete output has its final name and then
 * its line is in the manifest: a batch that was killed in between converts that input again.
 */
public final class Batch {

  /** Names may be deeply nested: workers get as much stack as the main thread of a program. */
  private static final long STACK_BYTES = 8L << 20;

  /** Syncing a small file takes about as long as converting it. */
  private static final int THREADS_PER_WORKER = 2;

  /** The unit in which memory is shared out. */
  private static final long MEBIBYTE = 1 << 20;

  private record Place(OutputFolder folder, Manifest manifest, Past past, Conversion conversion) {}

  /**
   * The progress of a batch.
   *
   * @param inputs inputs to convert
   * @param done how many of them are finished, failed ones included
   * @param failed how many inputs and members of archives have failed
   * @param bytes bytes of finished inputs, as stored
   * @param bytesLeft bytes of the inputs that are not finished
   */
  public record Progress(int inputs, int done, long failed, long bytes, long bytesLeft) {}

  private final BatchOptions options;
  private final BatchListener listener;
  private final AtomicFile.Guard guard;
  private final RecordingReader reader;

  /** In units of a {@link #MEBIBYTE}, given out in order so that large inputs do not starve. */
  private final Semaphore memory;

  private final int mebibytes;

  /** Held by threads that compute; those that wait for the disk let others go on. */
  private final Semaphore cores;

  private final AtomicInteger done = new AtomicInteger();
  private final AtomicLong bytesDone = new AtomicLong();
  private final ConcurrentLinkedQueue<BatchWork> delayed = new ConcurrentLinkedQueue<>();
  private final BatchResult.Tally tally = new BatchResult.Tally();
  private final FleetSinks sinks;

  /** Failures, including those of an earlier batch, and those of this one. */
  private final AtomicLong failed = new AtomicLong();

  private final AtomicLong failedNow = new AtomicLong();
  private volatile int workCount;
  private volatile long workBytes;
  private volatile boolean stopped;
  private volatile boolean tooManyFailures;
  private volatile @Nullable Throwable fatal;

  /**
   * @param guard is notified of temporary files; {@link #stop} must have been called before it
   *     deletes them
   */
  public Batch(BatchOptions options, BatchListener listener, AtomicFile.Guard guard) {
    this.options = options;
    this.listener = listener;
    this.guard = guard;
    this.reader = new RecordingReader(options.formats(), options.read(), options.unskew());
    this.sinks = new FleetSinks(options.sinks(), options.addDumps());
    this.mebibytes =
        (int) Math.max(1, Math.min(options.memoryBudget() / MEBIBYTE, Integer.MAX_VALUE));
    this.memory = new Semaphore(mebibytes, true);
    this.cores = new Semaphore(options.workers());
  }

  /**
   * Runs the batch to its end. Call this once.
   *
   * @throws HeapConvException if the output folder cannot be used, or is full; {@link
   *     ErrorId#BATCH_EXISTS} if it contains an earlier batch and the options refuse that
   */
  public BatchResult run() throws IOException {
    try (sinks) {
      return convertAll(findInputs());
    }
  }

  private BatchResult convertAll(List<BatchInput> inputs) throws IOException {
    try (OutputFolder folder = OutputFolder.open(options.outputFolder())) {
      Path manifestFile = options.outputFolder().resolve(Manifest.FILE_NAME);
      if (Files.exists(manifestFile)) {
        if (options.existing() == BatchOptions.Existing.REFUSE && Files.size(manifestFile) > 0) {
          throw HeapConvException.output(ErrorId.BATCH_EXISTS, options.outputFolder().toString());
        }
        folder.deleteStale();
      }
      Manifest manifest = Manifest.open(options.outputFolder(), options.existing().resumes());
      try (manifest) {
        Past past = new Past(options, folder, manifest);
        OutputClaims claims = past.claims(inputs);
        Conversion conversion = new Conversion(options, folder, claims, guard);
        convertAll(new Place(folder, manifest, past, conversion), findWork(inputs, past, claims));
      }
      rethrowFatal();
      BatchResult.End end = end();
      if (end == BatchResult.End.COMPLETE) {
        manifest.compact(guard);
        sinks.finish(listener, guard);
      }
      return tally.result(end);
    }
  }

  /**
   * Asks the batch to end soon: inputs that are being converted are finished if possible, and no
   * others are started. Any thread may call this at any time.
   */
  public void stop() {
    stopped = true;
  }

  /** The progress so far. Any thread may call this. */
  public Progress progress() {
    long bytes = bytesDone.get();
    return new Progress(workCount, done.get(), failed.get(), bytes, Math.max(0, workBytes - bytes));
  }

  private BatchResult.End end() {
    return tooManyFailures
        ? BatchResult.End.TOO_MANY_FAILURES
        : stopped ? BatchResult.End.STOPPED : BatchResult.End.COMPLETE;
  }

  private void rethrowFatal() throws IOException {
    if (fatal instanceof IOException problem) {
      throw problem;
    }
    if (fatal != null) {
      throw new IllegalStateException(fatal);
    }
  }

  /**
   * Finds the inputs.
   *
   * @throws HeapConvException if something that is written once would replace one of them
   */
  private List<BatchInput> findInputs() throws IOException {
    List<BatchInput> inputs =
        InputFinder.find(
            options.arguments(), options.listed(), options.filter(), options.outputFolder());
    TouchedFiles files = new TouchedFiles();
    for (BatchInput input : inputs) {
      files.read(input.path());
    }
    files.write(options.outputFolder().resolve(Manifest.FILE_NAME));
    for (Path file : sinks.files()) {
      files.write(file);
    }
    if (options.dedupes()) {
      CopiedInputs leftOut = new CopiedInputs();
      inputs = leftOut.without(inputs);
      leftOut.warning(true).ifPresent(listener::warning);
    }
    return inputs.stream().filter(input -> options.part().has(input.name())).toList();
  }

  private List<BatchWork> findWork(List<BatchInput> inputs, Past past, OutputClaims claims)
      throws IOException {
    List<BatchWork> work = new ArrayList<>();
    int kept = 0;
    for (BatchInput input : inputs) {
      if (!isByHash() && past.isDone(input)) {
        keep(past, input);
        kept++;
        if (!sinks.isEmpty()) {
          work.add(new BatchWork(input, true));
        }
      } else {
        work.add(new BatchWork(input.withStem(claims.claim(input.stem(), input.name())), false));
      }
    }
    workBytes = work.stream().mapToLong(one -> one.size).sum();
    workCount = work.size();
    listener.found(inputs.size(), kept);
    return work;
  }

  /** Whether an input must be read to tell whether an earlier batch converted it. */
  private boolean isByHash() {
    return options.existing() == BatchOptions.Existing.RESUME_BY_HASH;
  }

  private void keep(Past past, BatchInput input) {
    tally.keep();
    ManifestEntry entry = past.entry(input.name());
    keep(entry);
    past.members(entry).forEach(this::keep);
  }

  /** Counts what an earlier batch did. */
  private void keep(ManifestEntry entry) {
    String error = entry.error();
    if (error != null) {
      failed.incrementAndGet();
      tally.fail(error, entry.input(), "failed in an earlier batch");
    }
  }

  private void convertAll(Place place, List<BatchWork> work) {
    AtomicInteger next = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Math.min(THREADS_PER_WORKER * options.workers(), work.size()); i++) {
      Thread thread =
          new Thread(
              null,
              () -> {
                for (int at; !isEnding() && (at = next.getAndIncrement()) < work.size(); ) {
                  convertGuarded(place, work.get(at), false);
                }
              },
              "batch-" + (i + 1),
              STACK_BYTES);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
    PartThreads.join(threads);
    for (BatchWork one; !isEnding() && (one = delayed.poll()) != null; ) {
      convertGuarded(place, one, true);
    }
  }

  private boolean isEnding() {
    return stopped || tooManyFailures || fatal != null;
  }

  /**
   * @param alone whether this is the second attempt, with all memory for one input
   */
  private void convertGuarded(Place place, BatchWork work, boolean alone) {
    long bytes = InputMemory.bytes(work.input.path(), work.size);
    int need = (int) Math.min(mebibytes, bytes / MEBIBYTE);
    try {
      memory.acquire(need);
      cores.acquire();
      AtomicBoolean computing = new AtomicBoolean(true);
      Runnable computed =
          () -> {
            if (computing.getAndSet(false)) {
              cores.release();
            }
          };
      try {
        convert(place, work, alone, computed);
        bytesDone.addAndGet(work.size);
        done.incrementAndGet();
      } finally {
        computed.run();
        memory.release(need);
      }
    } catch (OutOfMemoryError e) {
      if (alone) {
        fatal = e;
      } else {
        delayed.add(work);
        listener.delayed(work.input.name());
      }
    } catch (Throwable e) {
      fatal = e;
    }
  }

  private void convert(Place place, BatchWork work, boolean alone, Runnable computed) {
    if (!work.kept && isByHash() && place.past().isDone(work.input)) {
      keep(place.past(), work.input);
      work.kept = true;
    }
    if (!work.kept || !sinks.isEmpty()) {
      reader.read(
          work.input,
          alone,
          member -> isDone(place.past(), work, member),
          result -> accept(place, work, result, computed));
    }
  }

  /** Whether a member of an archive need not be read. */
  private boolean isDone(Past past, BatchWork work, ReadResult.Facts member) {
    if (!work.seen.contains(member.name())) {
      if (!sinks.isEmpty() || !past.isMemberDone(member)) {
        return false;
      }
      keepMember(work, past.entry(member.name()));
    }
    return true;
  }

  private void keepMember(BatchWork work, ManifestEntry entry) {
    keep(entry);
    work.see(entry);
  }

  /**
   * Does what is to be done with a result.
   *
   * @return whether the batch continues; if not, archives are not read any further
   */
  private boolean accept(Place place, BatchWork work, ReadResult result, Runnable computed) {
    if (result instanceof ReadResult.Failure failure && failure.isBesideRecordings()) {
      addToSinks(failure);
      return !isEnding();
    }
    boolean keptMember =
        !work.kept && result.facts().member() != null && place.past().isMemberDone(result.facts());
    if (keptMember) {
      keepMember(work, place.past().entry(result.facts().name()));
    }
    if (work.kept || keptMember) {
      work.seen.add(result.facts().name());
      addToSinks(result);
      return !isEnding();
    }
    ReadResult written = result;
    ManifestEntry entry;
    if (result instanceof ReadResult.Archive archive) {
      entry = place.conversion().archive(archive, work.members);
    } else {
      try {
        entry =
            result instanceof ReadResult.Recording recording
                ? place.conversion().convert(recording, work.input.stem(), computed)
                : place.conversion().failed((ReadResult.Failure) result);
      } catch (IOException | RuntimeException | StackOverflowError e) {
        ReadResult.Failure failure = RecordingReader.failure(result.facts(), e);
        written = failure;
        entry = place.conversion().failed(failure);
      }
      if (isNoProfile(work.input, entry)) {
        tally.skip();
        listener.skipped(entry.input(), Objects.requireNonNull(entry.message()));
        return !isEnding();
      }
      work.see(entry);
      addToSinks(written);
    }
    return record(place, entry);
  }

  /** Whether a file that was found in a folder is something else, such as a text. */
  private static boolean isNoProfile(BatchInput input, ManifestEntry entry) {
    return !input.named()
        && entry.error() != null
        && RecordingReader.isNoProfile(input.name(), entry.error());
  }

  /** Adds a result, once; whatever keeps it from being added ends the batch. */
  private void addToSinks(ReadResult result) {
    try {
      sinks.add(result);
    } catch (OutOfMemoryError e) {
      fatal = HeapConvException.input(ErrorId.OUT_OF_MEMORY, result.facts().name()).causedBy(e);
    } catch (IOException | RuntimeException e) {
      fatal = e;
    }
  }

  /**
   * Records the result of an input.
   *
   * @return whether the batch continues
   */
  private boolean record(Place place, ManifestEntry entry) {
    if (entry.failed() && stopped) {
      // Its temporary file may have been deleted. The next batch converts the input.
      return false;
    }
    if (ErrorId.CANNOT_WRITE.wireName().equals(entry.error()) && place.folder().isFull()) {
      fatal = HeapConvException.output(ErrorId.DISK_FULL, options.outputFolder().toString());
      return false;
    }
    try {
      place.manifest().append(entry);
    } catch (HeapConvException e) {
      fatal = e;
      return false;
    }
    String error = entry.error();
    if (error != null) {
      failed.incrementAndGet();
      tally.fail(error, entry.input(), entry.message());
      if (failedNow.incrementAndGet() > options.maxFailures()) {
        tooManyFailures = true;
      }
    } else if (entry.members() < 0) {
      tally.convert(1);
    }
    listener.finished(entry);
    return !isEnding();
  }
}
