package dev.heapconv.batch;

import dev.heapconv.aggregate.RepeatedDumps;
import dev.heapconv.batch.Conversion.Earlier;
import dev.heapconv.fleet.FleetOptions;
import dev.heapconv.fleet.FleetSizes;
import dev.heapconv.fleet.FleetTotals;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warning;
import dev.heapconv.output.AtomicFile;
import dev.heapconv.output.TouchedFiles;
import dev.heapconv.thread.PartThreads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
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

  /**
   * @param members of an archive: what became of those that this batch has seen
   */
  private record Work(BatchInput input, long size, Map<String, Earlier> members) {}

  /** What a run needs while the output folder is open. */
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
  private final MemoryBudget budget;

  /**
   * Held by threads that compute, and released by those that wait for the disk, so that others can
   * go on.
   */
  private final Semaphore cores;

  private final AtomicInteger done = new AtomicInteger();
  private final AtomicLong bytesDone = new AtomicLong();
  private final ConcurrentLinkedQueue<Work> delayed = new ConcurrentLinkedQueue<>();
  private final BatchResult.Tally tally = new BatchResult.Tally();

  /** Failures, including those of an earlier batch, and those of this one. */
  private final AtomicLong failed = new AtomicLong();

  private final AtomicLong failedNow = new AtomicLong();

  /**
   * What an input contributes to the fleet.
   *
   * @param hash of its content; empty if unknown
   */
  private record Contribution(String hash, String space) {}

  private final ConcurrentSkipListMap<String, Contribution> withParts =
      new ConcurrentSkipListMap<>();

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
    this.budget = new MemoryBudget(options.memoryBudget());
    this.cores = new Semaphore(options.workers());
  }

  /**
   * Runs the batch to its end. Call this once.
   *
   * @throws HeapConvException if the output folder cannot be used, or is full; {@link
   *     ErrorId#BATCH_EXISTS} if it contains an earlier batch and the options refuse that
   */
  public BatchResult run() throws IOException {
    List<BatchInput> inputs = findInputs();
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
        FleetOptions fleet = options.fleet();
        if (fleet != null) {
          writeFleet(fleet, folder);
        }
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
    if (tooManyFailures) {
      return BatchResult.End.TOO_MANY_FAILURES;
    }
    return stopped ? BatchResult.End.STOPPED : BatchResult.End.COMPLETE;
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
    if (options.fleet() != null) {
      for (Path file : options.fleet().files()) {
        files.write(file);
      }
    }
    return inputs;
  }

  private List<Work> findWork(List<BatchInput> inputs, Past past, OutputClaims claims)
      throws IOException {
    List<Work> work = new ArrayList<>();
    boolean byHash = options.existing() == BatchOptions.Existing.RESUME_BY_HASH;
    long bytes = 0;
    for (BatchInput input : inputs) {
      if (!byHash && past.isDone(input)) {
        keep(past, input);
      } else {
        long size = size(input);
        bytes += size;
        BatchInput claimed = input.withStem(claims.claim(input.stem(), input.name()));
        work.add(new Work(claimed, size, new HashMap<>()));
      }
    }
    workBytes = bytes;
    workCount = work.size();
    listener.found(inputs.size(), inputs.size() - work.size());
    return work;
  }

  private void keep(Past past, BatchInput input) {
    tally.keep();
    keep(past.entry(input.name()));
    past.members(input.name()).forEach(this::keep);
  }

  /** Counts what an earlier batch did. */
  private void keep(ManifestEntry entry) {
    String error = entry.error();
    if (error != null) {
      failed.incrementAndGet();
      tally.fail(error, entry.input(), "failed in an earlier batch");
    }
    addPart(entry);
  }

  private void addPart(ManifestEntry entry) {
    if (entry.partBytes() >= 0) {
      String hash = Objects.requireNonNullElse(entry.facts().sha256(), "");
      withParts.put(entry.input(), new Contribution(hash, entry.space()));
    }
  }

  private static long size(BatchInput input) {
    try {
      return input.problem() == null ? Files.size(input.path()) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  private void convertAll(Place place, List<Work> work) {
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
    for (Work one; !isEnding() && (one = delayed.poll()) != null; ) {
      convertGuarded(place, one, true);
    }
  }

  private boolean isEnding() {
    return stopped || tooManyFailures || fatal != null;
  }

  /**
   * @param alone whether this is the second attempt, with all memory for one input
   */
  private void convertGuarded(Place place, Work work, boolean alone) {
    long need =
        Math.min(options.memoryBudget(), MemoryBudget.estimate(work.input().path(), work.size()));
    try {
      budget.acquire(need);
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
        finish(work);
      } finally {
        computed.run();
        budget.release(need);
      }
    } catch (OutOfMemoryError e) {
      if (alone) {
        fatal = e;
      } else {
        delayed.add(work);
        listener.delayed(work.input().name());
      }
    } catch (Throwable e) {
      fatal = e;
    }
  }

  private void convert(Place place, Work work, boolean alone, Runnable computed) {
    Past past = place.past();
    BatchInput input = work.input();
    if (options.existing() == BatchOptions.Existing.RESUME_BY_HASH && past.isDone(input)) {
      keep(past, input);
      return;
    }
    place
        .conversion()
        .convert(
            input,
            alone,
            member -> work.members().computeIfAbsent(member, name -> earlier(past, name, input)),
            computed,
            entry -> {
              if (isNoProfile(input, entry)) {
                tally.skip();
                listener.skipped(entry.input(), Objects.requireNonNull(entry.message()));
                return !isEnding();
              }
              work.members()
                  .replace(entry.input(), entry.failed() ? Earlier.FAILED : Earlier.CONVERTED);
              return record(place, entry);
            });
  }

  private Earlier earlier(Past past, String member, BatchInput archive) {
    if (!past.isMemberDone(member, archive.path())) {
      return Earlier.NOT_CONVERTED;
    }
    ManifestEntry entry = past.entry(member);
    keep(entry);
    return entry.failed() ? Earlier.FAILED : Earlier.CONVERTED;
  }

  /** Whether a file that was found in a folder is something else, such as a text. */
  private static boolean isNoProfile(BatchInput input, ManifestEntry entry) {
    return !input.named()
        && entry.error() != null
        && RecordingReader.isNoProfile(input.name(), entry.error());
  }

  private void finish(Work work) {
    work.members().clear();
    bytesDone.addAndGet(work.size());
    done.incrementAndGet();
  }

  /**
   * Records the result of an input.
   *
   * @return whether the batch continues; if not, archives are not read any further
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
    addPart(entry);
    listener.finished(entry);
    return !isEnding();
  }

  private void writeFleet(FleetOptions fleet, OutputFolder folder) throws IOException {
    List<FleetTotals.Part> parts = new ArrayList<>();
    CopiedInputs copies = new CopiedInputs();
    RepeatedDumps repeated = new RepeatedDumps();
    withParts.forEach(
        (input, contribution) -> {
          parts.add(new FleetTotals.Part(input, folder.part(input)));
          copies.add(input, contribution.hash);
          repeated.add(contribution.space, input);
        });
    Warning warning = fleet.hasTotals() ? repeated.warning() : null;
    if (warning != null && !options.addDumps()) {
      throw HeapConvException.input(warning, "the totals");
    } else if (warning != null) {
      listener.warning(warning);
    }
    listener.merging(parts.size());
    copies.warning().ifPresent(listener::warning);
    if (fleet.hasTotals()) {
      FleetTotals totals = new FleetTotals(fleet, options.workers(), folder.temporary());
      totals.addAll(parts);
      totals.write(options.unskew().confidence(), options.write().tool(), guard);
      totals.warnings().forEach(listener::warning);
    }
    Path file = fleet.sizes();
    if (file != null) {
      FleetSizes sizes = new FleetSizes();
      sizes.addAll(parts);
      sizes.write(file, guard);
      sizes.warning(file.toString()).ifPresent(listener::warning);
    }
  }
}
