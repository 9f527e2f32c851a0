package dev.heapconv.reader.perfetto;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.Limits;
import dev.heapconv.proto.perfetto.ProfilePacket;
import dev.heapconv.proto.perfetto.ProfilePacket.ProcessHeapSamples;
import dev.heapconv.proto.perfetto.TracePacketDefaults;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The profile packets of one packet sequence. A dump is a run of them: samples are kept as they
 * were sent until the packet that ends the run, because callstacks may be defined after the samples
 * that use them.
 */
final class ProfileSequence {

  /** The name of the malloc heap if the recording does not name heaps (before Android 12). */
  private static final String UNNAMED_HEAP = "libc.malloc";

  private final SequenceState state;
  private final ProfileHeaps.OfSequence heaps;
  private final Limits limits;
  private final TraceProblems problems;
  private final ProfilerErrors flags;
  private final TraceFacts facts;
  private final ContentSummary content;

  /** Of packets that state none; 0 if the sequence states none either. */
  private int usualClock;

  /** Sum of the timestamps of stack samples, for clocks that count from the one before. */
  private long elapsed;

  /** Most sequences have none, and then their class is not loaded. */
  private @Nullable StackSampleDumps stackSamples;

  private Map<HeapId, Dumps> run = new HashMap<>(0);

  /** All dumps of the current run, in order of appearance. */
  private final List<HeapRows> rowsOfRun = new ArrayList<>();

  /** The columns of the last dump of each heap. */
  private final Map<HeapId, long[][]> finished = new HashMap<>(0);

  private final WireCursor process = new WireCursor();
  private final WireCursor sample = new WireCursor();
  private final WireCursor header = new WireCursor();
  private boolean inRun;
  private boolean runIsLossy;

  /** Whether packets were lost since the last one that surely belongs to the run. */
  private boolean endMayBeLost;

  private long nextIndex = -1;
  private boolean dropReported;
  private boolean sawProfile;

  ProfileSequence(
      SequenceState state,
      ProfileHeaps.OfSequence heaps,
      Limits limits,
      TraceProblems problems,
      ProfilerErrors flags,
      TraceFacts facts,
      ContentSummary content) {
    this.state = state;
    this.heaps = heaps;
    this.limits = limits;
    this.problems = problems;
    this.flags = flags;
    this.facts = facts;
    this.content = content;
  }

  SequenceState state() {
    return state;
  }

  StackSampleDumps stackSamples() {
    if (stackSamples == null) {
      stackSamples = new StackSampleDumps(state, heaps, limits, facts, content);
    }
    return stackSamples;
  }

  /** Reads a TracePacketDefaults message, which replaces the one before. */
  void setDefaults(WireCursor defaults) {
    usualClock = (int) defaults.integer(TracePacketDefaults.TIMESTAMP_CLOCK_ID_FIELD_NUMBER, 0);
    while (defaults.find(TracePacketDefaults.STACK_SAMPLE_DEFAULTS_FIELD_NUMBER, sample)) {
      stackSamples().setDefaults(sample);
    }
  }

  /** The next packet is the first one of the sequence: of another session, or of a copy of it. */
  void mayBegin() {
    if (stackSamples != null) {
      stackSamples.mayBegin();
    }
  }

  /** The time of a stack sample. */
  DumpTime time(Packet packet, ClockTable clocks) {
    int id = packet.clock != 0 ? packet.clock : usualClock;
    // Chromium states none, and does not mean the trace's: it writes its TimeTicks.
    long clock = ClockTable.key(id != 0 ? id : ClockTable.MONOTONIC, state.id);
    elapsed += packet.timestamp;
    long timestamp = clocks.isIncremental(clock) ? elapsed : packet.timestamp;
    return new DumpTime(timestamp, clock, clocks);
  }

  /** The clock of packets that do not name one; 0 for that of the trace. */
  int usualClock() {
    return usualClock;
  }

  void packetDropped() {
    definitionsLost();
    // Other data sources lose packets too; only those of profiles matter here.
    if (sawProfile || stackSamples != null) {
      packetLost();
      if (!dropReported) {
        dropReported = true;
        problems.droppedSequences++;
      }
    }
  }

  private void definitionsLost() {
    if (stackSamples != null) {
      stackSamples.resolve();
    }
    if (state.packetsLost() && stackSamples != null) {
      stackSamples.clearIncrementalState();
    }
  }

  private void packetLost() {
    runIsLossy = true;
    endMayBeLost = inRun;
  }

  void clearIncrementalState() {
    if (stackSamples != null) {
      stackSamples.clearIncrementalState();
    }
    state.clearIncrementalState();
    usualClock = 0;
  }

  /**
   * Finds out whether packets were lost before a ProfilePacket message, of which nothing has told
   * yet. Call it before what the packet defines is read.
   */
  void checkIndex(WireCursor packet) {
    long index;
    try {
      index = packet.integer(ProfilePacket.INDEX_FIELD_NUMBER, -1);
    } catch (WireCursor.MalformedException e) {
      // It will be found where the packet is read.
      return;
    }
    if (nextIndex >= 0 && index > nextIndex && !state.isCertain()) {
      definitionsLost();
    }
  }

  /** Reads a ProfilePacket message. */
  void addProfilePacket(WireCursor packet) {
    sawProfile = true;
    boolean continued = false;
    long index = -1;
    try {
      if (inRun) {
        endRunIfItsEndWasLost(packet);
      }
      inRun = true;
      for (int field; (field = packet.nextField()) != 0; ) {
        switch (field) {
          case ProfilePacket.STRINGS_FIELD_NUMBER ->
              state.inline().addString(packet, InternTable.FUNCTION_NAMES, limits.maxNameBytes());
          case ProfilePacket.FRAMES_FIELD_NUMBER -> state.inline().addFrame(packet);
          case ProfilePacket.CALLSTACKS_FIELD_NUMBER -> {
            if (state.inline().addCallstack(packet, limits.maxStackDepth())) {
              problems.cutStacks++;
            }
          }
          case ProfilePacket.MAPPINGS_FIELD_NUMBER -> state.inline().addMapping(packet);
          case ProfilePacket.PROCESS_DUMPS_FIELD_NUMBER -> addProcess(packet.message(process));
          case ProfilePacket.CONTINUED_FIELD_NUMBER -> continued = packet.bool();
          case ProfilePacket.INDEX_FIELD_NUMBER -> index = packet.integer();
          default -> packet.skip();
        }
      }
    } catch (WireCursor.MalformedException e) {
      packetLost();
      throw e;
    }
    endPacket(index);
    if (!continued) {
      endDump();
    }
  }

  /**
   * If packets were lost, the end of a dump may be among them: then a packet with another time
   * begins the next dump, whose samples must not be added to those of the previous one. Where ids
   * are defined in each dump, those of two dumps must not be mixed either: then a packet without a
   * time begins the next dump as well.
   */
  private void endRunIfItsEndWasLost(WireCursor packet) {
    endMayBeLost |= !isNext(lookAhead(packet));
    if (!endMayBeLost || hasTime(lookAhead(packet), true)) {
      endMayBeLost = false;
    } else if (hasTime(lookAhead(packet), false)
        || state.definesInline()
        || lookAhead(packet).find(ProfilePacket.CALLSTACKS_FIELD_NUMBER)) {
      runIsLossy = true;
      endDump();
      runIsLossy = true;
    }
  }

  private WireCursor lookAhead(WireCursor packet) {
    return header.resetToRest(packet);
  }

  private boolean isNext(WireCursor packet) {
    return !packet.find(ProfilePacket.INDEX_FIELD_NUMBER)
        || nextIndex < 0
        || packet.integer() == nextIndex;
  }

  /** Whether a packet has a dump of a heap of this run, at the same time or at another. */
  private boolean hasTime(WireCursor packet, boolean same) {
    while (packet.find(ProfilePacket.PROCESS_DUMPS_FIELD_NUMBER, process)) {
      if (isHeapAtTime(process, same)) {
        return true;
      }
    }
    return false;
  }

  private boolean isHeapAtTime(WireCursor message, boolean same) {
    long pid = message.integer(ProcessHeapSamples.PID_FIELD_NUMBER, 0);
    String heap = message.text(ProcessHeapSamples.HEAP_NAME_FIELD_NUMBER, UNNAMED_HEAP);
    long timestamp = message.integer(ProcessHeapSamples.TIMESTAMP_FIELD_NUMBER, 0);
    Dumps dumps = run.get(HeapId.of(pid, heap));
    return dumps != null
        && (same ? dumps.byTime.containsKey(timestamp) : dumps.find(timestamp) == null);
  }

  private void endPacket(long index) {
    if (index < 0) {
      return;
    }
    if (index == 0 && nextIndex > 0) {
      heaps.restart();
    }
    if (nextIndex >= 0 && index > nextIndex) {
      problems.missingProfilePackets += index - nextIndex;
      runIsLossy = true;
    }
    nextIndex = index + 1;
    state.endPacket();
  }

  private void addProcess(WireCursor message) {
    // The name of the heap may follow the samples.
    HeapRows rows = findRows(lookAhead(message));
    while (message.find(ProcessHeapSamples.SAMPLES_FIELD_NUMBER, sample)) {
      rows.add(sample);
    }
  }

  private HeapRows findRows(WireCursor message) {
    long pid = 0;
    String heap = null;
    long timestamp = 0;
    long startTimestamp = 0;
    long interval = 0;
    long origInterval = 0;
    boolean disconnected = false;
    List<ErrorId> found = new ArrayList<>(0);
    for (int field; (field = message.nextField()) != 0; ) {
      switch (field) {
        case ProcessHeapSamples.PID_FIELD_NUMBER -> pid = message.integer();
        case ProcessHeapSamples.HEAP_NAME_FIELD_NUMBER -> heap = message.text();
        case ProcessHeapSamples.TIMESTAMP_FIELD_NUMBER -> timestamp = message.integer();
        case ProcessHeapSamples.START_TIMESTAMP_FIELD_NUMBER -> startTimestamp = message.integer();
        case ProcessHeapSamples.SAMPLING_INTERVAL_BYTES_FIELD_NUMBER ->
            interval = message.integer();
        case ProcessHeapSamples.ORIG_SAMPLING_INTERVAL_BYTES_FIELD_NUMBER ->
            origInterval = message.integer();
        case ProcessHeapSamples.REJECTED_CONCURRENT_FIELD_NUMBER,
            ProcessHeapSamples.BUFFER_OVERRAN_FIELD_NUMBER,
            ProcessHeapSamples.BUFFER_CORRUPTED_FIELD_NUMBER,
            ProcessHeapSamples.HIT_GUARDRAIL_FIELD_NUMBER -> {
          if (message.bool()) {
            found.add(ProfilerErrors.ofField(field));
          }
        }
        case ProcessHeapSamples.DISCONNECTED_FIELD_NUMBER -> disconnected = message.bool();
        case ProcessHeapSamples.CLIENT_ERROR_FIELD_NUMBER -> {
          ErrorId error = ProfilerErrors.ofClientError((int) message.integer());
          if (error != null) {
            found.add(error);
          }
        }
        default -> message.skip();
      }
    }
    if (!found.isEmpty()) {
      flags.add(pid, heap == null ? "" : heap, found);
    }
    if (disconnected) {
      flags.disconnected(pid, timestamp);
    }
    HeapRows rows = rows(pid, heap == null || heap.isEmpty() ? UNNAMED_HEAP : heap, timestamp);
    rows.generation = state.generation();
    rows.named |= heap != null || timestamp != 0;
    rows.timestamp = timestamp != 0 ? timestamp : rows.timestamp;
    rows.startTimestamp = startTimestamp != 0 ? startTimestamp : rows.startTimestamp;
    rows.samplingInterval = interval != 0 ? interval : rows.samplingInterval;
    rows.origSamplingInterval = origInterval != 0 ? origInterval : rows.origSamplingInterval;
    return rows;
  }

  private HeapRows rows(long pid, String heap, long timestamp) {
    HeapId key = HeapId.of(pid, heap);
    Dumps dumps = run.get(key);
    if (dumps == null) {
      dumps = new Dumps();
      run.put(key, dumps);
    }
    HeapRows rows = dumps.find(timestamp);
    if (rows == null) {
      rows = new HeapRows(pid, heap, state.generation());
      long[][] columns = finished.remove(key);
      if (columns != null) {
        rows.reuse(columns);
      }
      rowsOfRun.add(rows);
      dumps.latest = rows;
    }
    if (timestamp != 0) {
      dumps.byTime.put(timestamp, rows);
    }
    return rows;
  }

  /** The dumps of a heap in the current run: one packet may contain several, of different times. */
  private static final class Dumps {
    private final Long2ObjectOpenHashMap<HeapRows> byTime = new Long2ObjectOpenHashMap<>(2);
    private @Nullable HeapRows latest;

    /** The dump of a time, or if one of them is unknown, the latest; null if there is none. */
    @Nullable HeapRows find(long timestamp) {
      HeapRows known = byTime.get(timestamp);
      return known != null || latest == null || timestamp != 0 && latest.timestamp != 0
          ? known
          : latest;
    }
  }

  private void endDump() {
    for (HeapRows rows : rowsOfRun) {
      // A rejected session reports itself without a heap: that is not a dump.
      if (rows.named || rows.size > 0) {
        rows.lossy = runIsLossy;
        rows.generation = state.toResolve(rows.generation);
        heaps.heap(rows.pid, rows.heap).add(rows, state.resolver, facts);
      }
      finished.put(HeapId.of(rows.pid, rows.heap), rows.columns());
    }
    state.endDump();
    // A new one, because to clear a table takes as long as it ever was large.
    run = new HashMap<>(0);
    rowsOfRun.clear();
    inRun = false;
    runIsLossy = false;
    endMayBeLost = false;
  }

  /** The trace has ended: an unfinished dump is incomplete and is discarded. */
  void finish() {
    if (inRun && !run.isEmpty()) {
      problems.unfinishedDumps++;
    }
    if (stackSamples != null) {
      stackSamples.finish();
    }
    run.clear();
    rowsOfRun.clear();
  }
}
