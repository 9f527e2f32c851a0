package dev.heapconv.reader.perfetto;

import dev.heapconv.model.Codes;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.reader.perfetto.DumpRecord.Sums;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.sizes.RecordingCells;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The dumps of one heap of one process: what each says in total, and those that are selected. */
final class HeapAccumulator {

  private static final List<View> LIVE_VIEWS = List.of(View.OBJECTS, View.SPACE);
  private static final List<View> LIVE_VIEWS_WITHOUT_COUNT = List.of(View.SPACE);
  private static final List<View> ALLOC_VIEWS = List.of(View.ALLOC_OBJECTS, View.ALLOC_SPACE);

  /** How the next dump continues the ones before. */
  private enum Run {
    /** Its counters do. */
    CONTINUES,
    /** The profiler restarted: its counters began at 0 again. */
    RESTARTS,
    /**
     * The profiler seemed to restart, but dumps are those that the trace had before: it was
     * appended to a copy of itself, or of its beginning, and goes on where that ended.
     */
    REPEATS
  }

  /** The heap of Android's runtime: its profiler reports no meaningful frees. */
  static final String ART_HEAP = "com.android.art";

  /** What is known of a dump before all have been read. */
  private static final HeapInfo NUMBERS_ONLY = HeapInfo.of("", Sampling.weighted(0));

  final Machine machine;

  /** Which of the sequences with heaps it is on: two recordings of one process are never mixed. */
  final int session;

  /** Which of the traces that were appended to one another has its last dump. */
  int trace;

  final long pid;
  final String heap;
  private final DumpSelector choice;

  private final HeapCounters counters = new HeapCounters();
  private List<View> views;
  private final List<DumpRecord> dumps = new ArrayList<>();

  /**
   * The selected dumps so far, by number, given the totals of all dumps; described only when all
   * have been read.
   */
  private final SortedMap<Integer, UnaryOperator<RecordedHeap>> selected = new TreeMap<>();

  /** Whether dumps say what is live and nothing else, so that none continues another. */
  private boolean independent;

  private boolean hasPeaks;

  /** The name that its process had in the trace when it was dumped last; empty if unknown. */
  private String processName = "";

  /** Whether it was dumped since the profiler restarted. */
  boolean isSinceRestart;

  private Run run = Run.CONTINUES;

  /** The times of all dumps, once the profiler has restarted. */
  private @Nullable LongOpenHashSet times;

  private boolean isDisconnected;

  private double bestLiveBytes = -1;

  /** How often packets had been lost when it was dumped last; negative if it never was. */
  private int lossesBefore = -1;

  /** Whether later dumps of it may have been lost. */
  private boolean mayLackEnd;

  HeapAccumulator(Machine machine, int session, long pid, String heap, DumpSelector choice) {
    this.machine = machine;
    this.session = session;
    this.pid = pid;
    this.heap = heap;
    this.choice = choice;
    this.views = heap.equals(ART_HEAP) ? ALLOC_VIEWS : View.ALL;
  }

  List<DumpRecord> dumps() {
    return dumps;
  }

  String processName() {
    return processName;
  }

  /** Whether its process had gone when it was dumped last. */
  boolean isDisconnected() {
    return isDisconnected;
  }

  /** When it was first dumped; 0 if never. */
  long firstDump() {
    return dumps.isEmpty() ? 0 : dumps.get(0).timestamp();
  }

  /**
   * The profiler restarted on the same sequence. If it does not dump this heap again, the last dump
   * stays what it was.
   */
  void restart() {
    run = Run.RESTARTS;
    isSinceRestart = false;
  }

  /** Whether there was a dump of this heap at a time, on the clock of dumps. */
  private boolean isKnown(long timestamp) {
    if (times == null) {
      times = new LongOpenHashSet();
      for (DumpRecord dump : dumps) {
        times.add(dump.time().timestamp());
      }
    }
    return timestamp != 0 && times.contains(timestamp);
  }

  /**
   * No dump of it follows in this run of the profiler.
   *
   * @param losses how often packets of its sequence were lost until then
   */
  void endRun(int losses) {
    mayLackEnd = lossesBefore >= 0 && lossesBefore < losses;
  }

  /** Whether later dumps of it may have been lost. */
  boolean mayLackEnd() {
    return mayLackEnd;
  }

  /** Adds one dump that has ended. */
  void add(HeapRows dump, CallstackResolver resolver, TraceFacts facts) {
    lossesBefore = dump.lossesBefore;
    mayLackEnd = false;
    if (run != Run.CONTINUES && isKnown(dump.timestamp)) {
      run = Run.REPEATS;
      resolver.reportRepeated();
      return;
    }
    if (run == Run.RESTARTS) {
      counters.restart();
    }
    run = Run.CONTINUES;
    isDisconnected = dump.disconnected;
    if (times != null) {
      times.add(dump.timestamp);
    }
    processName = machine.processName(pid);
    boolean sameState =
        dump.timestamp != 0
            && !dumps.isEmpty()
            && dumps.get(dumps.size() - 1).timestamp() == dump.timestamp;
    DumpRecord replaced = sameState ? dumps.remove(dumps.size() - 1) : null;
    Producer producer = facts.producer(dump);
    if (dump.hasMax || (facts.dumpAtMax && dump.size == 0)) {
      addPeak(dump, resolver, producer, replaced);
    } else {
      counters.add(dump, resolver, facts);
      if (dump.loss == DumpLoss.BEGINNING_IN_DOUBT && counters.hasAllThatLived) {
        dump.loss = DumpLoss.BEFORE;
      }
      if (producer.isScaled() && dump.size > 0) {
        views = producer == Producer.CHROMIUM ? LIVE_VIEWS : dump.presentViews();
      }
      addTotals(producer, dump);
    }
  }

  private void addTotals(Producer producer, HeapRows dump) {
    List<Long> totals = new ArrayList<>();
    for (View view : views) {
      double bytes = view.isLive() ? counters.liveBytes : counters.totalAllocBytes;
      double count = view.isLive() ? counters.liveCount : counters.totalAllocCount;
      totals.add((long) (view.isBytes() ? bytes : count));
    }
    int stacks = hasTotals() ? counters.stacks() : counters.dumpedRows;
    dumps.add(describe(dump, producer, new Sums(views, stacks, totals)));
    if (isPeak(counters.liveBytes) || DumpSelector.takes(choice, dumps.size())) {
      selectTotals();
    }
  }

  /**
   * @param replaced the previous dump if it has the same time, otherwise null
   */
  private void addPeak(
      HeapRows dump, CallstackResolver resolver, Producer producer, @Nullable DumpRecord replaced) {
    independent = true;
    hasPeaks = true;
    // Without that interval, the producer is older than Android 12, and its counts are not those
    // of the peak (trace_processor ignores them as well).
    boolean isCounted = dump.hasMaxCount && dump.origSamplingInterval > 0;
    RecordedRows peak = RecordedRows.ofSums(List.of());
    int size = 0;
    double peakBytes = 0;
    double peakCount = 0;
    for (int i = 0; i < dump.size; i++) {
      int stackId = resolver.resolve(dump.generation, dump.callstack.get(i));
      if (stackId < 0) {
        resolver.reportUndefined(dump.callstack.get(i));
      } else {
        long count = isCounted ? dump.allocCount.get(i) : 0;
        if ((count | dump.allocBytes.get(i)) != 0) {
          peak.addLive(peak.row(stackId), count, dump.allocBytes.get(i));
        }
        peakBytes += dump.allocBytes.get(i);
        peakCount += count;
        size++;
      }
    }
    if (replaced != null
        && peakBytes < replaced.sums().totals().get(replaced.sums().totals().size() - 1)) {
      // The last dump of an exiting process repeats the peak without the stacks that have been
      // freed.
      dumps.add(replaced);
      return;
    }
    List<View> views = isCounted || dump.size == 0 ? LIVE_VIEWS : LIVE_VIEWS_WITHOUT_COUNT;
    List<Long> totals =
        views.size() == 1 ? List.of((long) peakBytes) : List.of((long) peakCount, (long) peakBytes);
    dumps.add(describe(dump, producer, new Sums(views, size, totals)));
    boolean highest = peakBytes >= bestLiveBytes;
    bestLiveBytes = Math.max(bestLiveBytes, peakBytes);
    if (highest && (choice instanceof DumpSelector.Max || choice instanceof DumpSelector.Last)) {
      // Each dump has the peak so far: the profile is the one with the highest peak, never a sum of
      // several.
      selected.clear();
      select(peak, views);
    } else if (DumpSelector.takes(choice, dumps.size())) {
      select(peak, views);
    }
  }

  /** Adds one complete dump of stack samples. */
  void addLive(DumpTime time, StackSampleSums samples, SequenceState sequence, DumpLoss loss) {
    independent = true;
    dumps.add(
        new DumpRecord(
            time,
            0,
            0,
            0,
            samples.producer(),
            new Sums(samples.views(), samples.size(), samples.totals()),
            loss));
    if (isPeak(samples.bytes()) || DumpSelector.takes(choice, dumps.size())) {
      select(samples.rows(sequence), samples.views());
    }
  }

  /** No dump follows the one that was added last. */
  void endLive(StackSampleSums samples, SequenceState sequence) {
    if (choice instanceof DumpSelector.Last) {
      select(samples.rows(sequence), samples.views());
    }
  }

  private DumpRecord describe(HeapRows dump, Producer producer, Sums sums) {
    return new DumpRecord(
        new DumpTime(dump.timestamp, ClockTable.PROFILER, machine.clocks),
        dump.startTimestamp,
        dump.samplingInterval,
        dump.origSamplingInterval,
        producer,
        sums,
        dump.loss);
  }

  /** Whether dumps say what was allocated since profiling began. */
  private boolean hasTotals() {
    return views.contains(View.ALLOC_SPACE) || views.contains(View.ALLOC_OBJECTS);
  }

  /** Whether dumps say how much was live when it was most. */
  boolean hasPeaks() {
    return hasPeaks;
  }

  /** Whether the dump with most live bytes is selected and this is it, so far. */
  private boolean isPeak(double liveBytes) {
    boolean highest = choice instanceof DumpSelector.Max && liveBytes > bestLiveBytes;
    if (highest) {
      bestLiveBytes = liveBytes;
      selected.clear();
    }
    return highest;
  }

  private void selectTotals() {
    boolean frees = views.contains(View.SPACE) || views.contains(View.OBJECTS);
    counters.addTotals(hasTotals(), frees);
    List<View> ofDump = views;
    // The peak so far is that of all only if no totals are added after it.
    int[] rows = choice instanceof DumpSelector.Max ? null : counters.lastTotals();
    selected.put(
        dumps.size(),
        totals ->
            totals.withViews(ofDump).pick(Codes.of(rows == null ? counters.lastTotals() : rows)));
  }

  private void select(RecordedRows numbers, List<View> views) {
    RecordedHeap dump = numbers.heap(NUMBERS_ONLY, views);
    // Names of threads may follow.
    selected.put(dumps.size(), unused -> dump.withLabels(labels -> machine.named(pid, labels)));
  }

  /**
   * What all dumps tell about the sizes of stacks; null if there is only one, or they do not say
   * what was allocated.
   *
   * @param expectedUnit what recorded bytes of small sizes are multiples of
   */
  @Nullable RecordingCells cells(long expectedUnit) {
    return dumps.size() < 2 || independent || !views.contains(View.ALLOC_SPACE)
        ? null
        : counters.cells(expectedUnit);
  }

  /**
   * The selected dumps, in order, by number. Nothing but their numbers is known. Call after the
   * last dump.
   */
  SortedMap<Integer, RecordedHeap> selected() {
    if (choice instanceof DumpSelector.Last && !independent && !dumps.isEmpty()) {
      selectTotals();
    }
    RecordedHeap totals = counters.totals.heap(NUMBERS_ONLY, View.ALL);
    SortedMap<Integer, RecordedHeap> heaps = new TreeMap<>();
    selected.forEach(
        (number, dump) -> {
          RecordedHeap heap = dump.apply(totals);
          // A single dump has no use for the totals of those that were chosen before it.
          heaps.put(number, selected.size() > 1 ? heap : heap.gathered());
        });
    return heaps;
  }
}
