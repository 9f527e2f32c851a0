package dev.heapconv.reader.perfetto;

import dev.heapconv.model.Limits;
import dev.heapconv.proto.perfetto.InlineCallstack;
import dev.heapconv.proto.perfetto.StackSample;
import dev.heapconv.proto.perfetto.StackSample.CounterDescriptor;
import dev.heapconv.proto.perfetto.StackSample.TaskContext;
import dev.heapconv.proto.perfetto.StackSampleDefaults;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The stack samples of one packet sequence, by which Chromium records its heaps since 2026. At each
 * tick of a timer, a process writes a sample for all that is live at each stack, and does so again
 * at the next: a dump is the samples of a process with the same time. Nothing marks its end but the
 * next dump, or the end of the trace. Stacks are resolved only for dumps that are selected, so that
 * reading takes the memory of one dump, not of all.
 */
final class StackSampleDumps {

  private static final int MAX_FOLLOWERS = 64;

  /** How many heaps of a process are told apart: each is in all of its dumps. */
  private static final int MAX_HEAPS = 64;

  private static final String OTHER_HEAPS = "other heaps";

  /** How the names of the kernel's own profilers begin: none of them samples allocations. */
  private static final String OF_KERNEL = "linux.";

  /** A process and one of its threads; 0 for an unknown one. */
  private record Task(long pid, long tid) {
    static final Task UNKNOWN = new Task(-1, 0);
  }

  /** The dumps of a process: its heaps in the one that may go on, and in the one before. */
  private static final class ProcessDumps {
    private DumpTime time = DumpTime.UNKNOWN;
    private Map<String, StackSampleSums> open = new LinkedHashMap<>();
    private Map<String, StackSampleSums> complete = new LinkedHashMap<>();

    /** Of all complete ones. */
    private final List<DumpTime> times = new ArrayList<>();

    /** Whether samples of the open dump may be lost, and of the one after it. */
    private DumpLoss loss = DumpLoss.NONE;

    private DumpLoss lossOfNext = DumpLoss.NONE;

    private final RepeatedTimes repeats = new RepeatedTimes();

    private final Set<String> heaps = new HashSet<>();

    /** Whether samples were added since ids were resolved. */
    private boolean isUnresolved;
  }

  private final SequenceState sequence;
  private final ProfileHeaps.OfSequence heaps;
  private final Limits limits;
  private final TraceFacts facts;
  private final ContentSummary content;

  private final Long2ObjectLinkedOpenHashMap<ProcessDumps> processes =
      new Long2ObjectLinkedOpenHashMap<>();
  private final List<ProcessDumps> unresolved = new ArrayList<>();
  private Long2ObjectOpenHashMap<SampleCounter> counters = new Long2ObjectOpenHashMap<>(0);
  private Long2ObjectOpenHashMap<Task> tasks = new Long2ObjectOpenHashMap<>(0);
  private SampleCounter usualCounter = SampleCounter.UNKNOWN;
  private final List<SampleCounter> usualFollowers = new ArrayList<>(0);
  private final RepeatedIds followerIds = new RepeatedIds();
  private final RepeatedIds followerWeights = new RepeatedIds();
  private String source = "";

  /** What was lost of the first dump of a process. */
  private DumpLoss lossSoFar = DumpLoss.NONE;

  /** That of the last sample. */
  private @Nullable ProcessDumps last;

  private final WireCursor part = new WireCursor();
  private final WireCursor whole = new WireCursor();

  StackSampleDumps(
      SequenceState sequence,
      ProfileHeaps.OfSequence heaps,
      Limits limits,
      TraceFacts facts,
      ContentSummary content) {
    this.sequence = sequence;
    this.heaps = heaps;
    this.limits = limits;
    this.facts = facts;
    this.content = content;
    sequence.resolver.setChromium(true);
  }

  /** Reads a StackSampleDefaults message. */
  void setDefaults(WireCursor defaults) {
    usualFollowers.clear();
    for (int field; (field = defaults.nextField()) != 0; ) {
      switch (field) {
        case StackSampleDefaults.SOURCE_FIELD_NUMBER -> source = defaults.text();
        case StackSampleDefaults.PRIMARY_DESCRIPTOR_FIELD_NUMBER ->
            usualCounter = addCounter(defaults);
        case StackSampleDefaults.FOLLOWER_DESCRIPTORS_FIELD_NUMBER ->
            usualFollowers.add(addCounter(defaults));
        default -> defaults.skip();
      }
    }
    sequence.resolver.setChromium(source.isEmpty() || facts.isOfChromium(source, ""));
  }

  /** Reads the CounterDescriptor in the current field of {@code parent}. */
  SampleCounter addCounter(WireCursor parent) {
    WireCursor message = parent.message(part);
    SampleCounter counter = SampleCounter.of(message);
    counters.put(message.integer(CounterDescriptor.IID_FIELD_NUMBER, 0), counter);
    return counter;
  }

  /** Reads the TaskContext in the current field of {@code parent}. */
  Task addTask(WireCursor parent) {
    WireCursor message = parent.message(part);
    long tid = message.integer(TaskContext.TID_FIELD_NUMBER, 0);
    Task task =
        new Task(message.integer(TaskContext.PID_FIELD_NUMBER, heaps.processOfThread(tid)), tid);
    tasks.put(message.integer(TaskContext.IID_FIELD_NUMBER, 0), task);
    return task;
  }

  /** Reads a StackSample message. */
  void add(WireCursor sample, DumpTime time) {
    whole.resetToRest(sample);
    Task task = Task.UNKNOWN;
    SampleCounter counter = usualCounter;
    boolean isInline = false;
    long callstack = StackSampleSums.NO_CALLSTACK;
    long weight = 0;
    List<SampleCounter> followers = new ArrayList<>(0);
    followerIds.begin();
    followerWeights.begin();
    for (int field; (field = sample.nextField()) != 0; ) {
      switch (field) {
        case StackSample.TASK_CONTEXT_FIELD_NUMBER -> task = addTask(sample);
        case StackSample.TASK_CONTEXT_IID_FIELD_NUMBER ->
            task = tasks.getOrDefault(sample.integer(), Task.UNKNOWN);
        case StackSample.PRIMARY_DESCRIPTOR_FIELD_NUMBER -> counter = addCounter(sample);
        case StackSample.PRIMARY_DESCRIPTOR_IID_FIELD_NUMBER ->
            counter = counters.getOrDefault(sample.integer(), SampleCounter.UNKNOWN);
        case StackSample.CALLSTACK_FIELD_NUMBER -> {
          isInline = true;
          sample.skip();
        }
        case StackSample.CALLSTACK_IID_FIELD_NUMBER -> callstack = Math.max(0, sample.integer());
        case StackSample.PRIMARY_WEIGHT_FIELD_NUMBER -> weight = sample.integer();
        case StackSample.FOLLOWER_DESCRIPTORS_FIELD_NUMBER -> followers.add(addCounter(sample));
        case StackSample.FOLLOWER_DESCRIPTOR_IIDS_FIELD_NUMBER ->
            followerIds.add(sample, MAX_FOLLOWERS);
        case StackSample.FOLLOWER_WEIGHTS_FIELD_NUMBER ->
            followerWeights.add(sample, MAX_FOLLOWERS);
        default -> sample.skip();
      }
    }
    int counting = follower(followers, SampleCounter::isCount);
    long objects = counting < 0 ? 0 : followerWeight(followers, counting);
    int ofBytes = counter.isCount() ? follower(followers, SampleCounter::isAllocation) : -1;
    if (ofBytes >= 0) {
      // Sampled at each n-th allocation, with the bytes beside their number.
      objects = counter.times(weight);
      weight = followerWeights.ids()[ofBytes];
      counter = follower(followers, ofBytes);
    }
    boolean ofChromium = facts.isOfChromium(source, counter.name());
    boolean isOfHeap = ofChromium || (!source.isEmpty() && !source.startsWith(OF_KERNEL));
    if (counter.isBytes() && isOfHeap) {
      ProcessDumps dumps = processes.computeIfAbsent(task.pid, unused -> begin());
      if (dumps.repeats.repeats(time.timestamp())) {
        sequence.resolver.reportRepeated();
        return;
      }
      Producer producer = ofChromium ? Producer.CHROMIUM : Producer.SAMPLER;
      // What other profilers sample is allocations at their times, not dumps.
      open(dumps, task.pid, ofChromium ? time : DumpTime.UNKNOWN, counter.name(), producer)
          .add(
              isInline ? inlineCallstack(whole) : callstack,
              counter.times(weight),
              objects,
              task.tid);
    } else if (counter.unit().isEmpty()) {
      sequence.resolver.reportUndefined(0);
    } else {
      content.addOtherSample(counter.name(), counter.unit(), source);
    }
  }

  private ProcessDumps begin() {
    ProcessDumps dumps = new ProcessDumps();
    dumps.loss = lossSoFar;
    return dumps;
  }

  /** Packets were lost: of the dumps that are open, of those that follow, or of both. */
  void packetsLost() {
    lossSoFar = DumpLoss.WITHIN;
    for (ProcessDumps dumps : processes.values()) {
      dumps.loss = DumpLoss.WITHIN;
      dumps.lossOfNext = DumpLoss.WITHIN;
    }
  }

  /** The place of the first follower of a kind that has a weight; negative if there is none. */
  private int follower(List<SampleCounter> ofSample, Predicate<SampleCounter> kind) {
    for (int i = 0; i < followerWeights.count(); i++) {
      if (kind.test(follower(ofSample, i))) {
        return i;
      }
    }
    return -1;
  }

  private SampleCounter follower(List<SampleCounter> ofSample, int place) {
    if (!ofSample.isEmpty() || followerIds.count() == 0) {
      List<SampleCounter> all = ofSample.isEmpty() ? usualFollowers : ofSample;
      return place < all.size() ? all.get(place) : SampleCounter.UNKNOWN;
    }
    return place < followerIds.count()
        ? counters.getOrDefault(followerIds.ids()[place], SampleCounter.UNKNOWN)
        : SampleCounter.UNKNOWN;
  }

  private long followerWeight(List<SampleCounter> ofSample, int place) {
    return follower(ofSample, place).times(followerWeights.ids()[place]);
  }

  /**
   * @param sample the whole message
   */
  private long inlineCallstack(WireCursor sample) {
    WireCursor ahead = new WireCursor().resetToRest(sample);
    ahead.find(StackSample.CALLSTACK_FIELD_NUMBER, part);
    // Where an InlineCallstack has frames, a Callstack has its id, a number.
    if (ahead.resetToRest(part).nextField() == InlineCallstack.FRAMES_FIELD_NUMBER
        && ahead.isLengthDelimited()) {
      return StackSampleSums.code(sequence.resolver.addInline(part));
    }
    sample.find(StackSample.CALLSTACK_FIELD_NUMBER);
    InternTable interned = sequence.generation().interned;
    if (interned.addCallstack(sample, limits.maxStackDepth())) {
      sequence.resolver.problems.cutStacks++;
    }
    return StackSampleSums.code(sequence.resolve(interned.lastCallstack));
  }

  /** The samples of a heap in the dump of a time, which begins the next dump if it is another. */
  private StackSampleSums open(
      ProcessDumps dumps, long pid, DumpTime time, String heap, Producer producer) {
    if (!dumps.open.isEmpty() && !dumps.time.isSame(time)) {
      complete(pid, dumps);
    }
    dumps.time = time;
    last = dumps;
    if (!dumps.isUnresolved) {
      dumps.isUnresolved = true;
      unresolved.add(dumps);
    }
    boolean isTold = dumps.heaps.size() < MAX_HEAPS || dumps.heaps.contains(heap);
    String told = isTold ? heap : OTHER_HEAPS;
    dumps.heaps.add(told);
    return dumps.open.computeIfAbsent(told, unused -> new StackSampleSums(producer));
  }

  /** A heap without samples is empty in this dump, and was so in those before its first. */
  private void complete(long pid, ProcessDumps dumps) {
    dumps
        .complete
        .keySet()
        .forEach(heap -> dumps.open.putIfAbsent(heap, new StackSampleSums(Producer.CHROMIUM)));
    dumps.complete = dumps.open;
    dumps.open = new LinkedHashMap<>();
    dumps.times.add(dumps.time);
    dumps.complete.forEach(
        (heap, samples) -> {
          HeapAccumulator dumped = heaps.heap(pid, heap);
          for (int i = dumped.dumps().size(); i < dumps.times.size() - 1; i++) {
            dumped.addLive(
                dumps.times.get(i),
                new StackSampleSums(samples.producer()),
                sequence,
                DumpLoss.NONE);
          }
          dumped.addLive(dumps.time, samples, sequence, dumps.loss);
        });
    dumps.loss = dumps.lossOfNext;
    dumps.lossOfNext = DumpLoss.NONE;
  }

  /** Ids may be about to lose their meaning, but the dumps that are kept may be selected. */
  void resolve() {
    for (ProcessDumps dumps : unresolved) {
      dumps.isUnresolved = false;
      dumps.open.values().forEach(samples -> samples.resolve(sequence));
      dumps.complete.values().forEach(samples -> samples.resolve(sequence));
    }
    unresolved.clear();
  }

  void clearIncrementalState() {
    resolve();
    // New ones, because to clear a table takes as long as it ever was large.
    counters = new Long2ObjectOpenHashMap<>(0);
    tasks = new Long2ObjectOpenHashMap<>(0);
    usualCounter = SampleCounter.UNKNOWN;
    usualFollowers.clear();
    source = "";
  }

  /** The next packet may be the first one of the sequence, again. */
  void mayBegin() {
    processes.values().forEach(dumps -> dumps.repeats.mayBegin());
  }

  /** The trace was cut off behind the last sample: its dump is incomplete. */
  void discardLast() {
    if (last != null) {
      last.open.clear();
      sequence.resolver.problems.unfinishedDumps++;
    }
  }

  /** The trace has ended, and with it the last dump of each process. */
  void finish() {
    processes.forEach(
        (pid, dumps) -> {
          if (!dumps.open.isEmpty()) {
            complete(pid, dumps);
          }
          dumps.complete.forEach(
              (heap, samples) -> heaps.heap(pid, heap).endLive(samples, sequence));
        });
  }
}
