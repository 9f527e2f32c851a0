package dev.heapconv.reader.perfetto;

import dev.heapconv.columns.LongBlocks;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.Limits;
import dev.heapconv.proto.perfetto.ProfilePacket;
import dev.heapconv.proto.perfetto.ProfilePacket.ProcessHeapSamples;
import dev.heapconv.proto.perfetto.TracePacketDefaults;
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

  private final OpenDumps dumps = new OpenDumps();

  /** The columns of the last dump of each heap. */
  private final Map<HeapId, LongBlocks[]> finished = new HashMap<>(0);

  private final WireCursor process = new WireCursor();
  private final WireCursor sample = new WireCursor();
  private final WireCursor header = new WireCursor();

  /** heapprofd numbers the packets of a session from 0. */
  private long nextIndex;

  /** Whether packets of whatever kind were lost since the last profile packet, as one says. */
  private boolean dropped;

  /** Whether profiles lost packets whose number is not known. */
  private boolean hasUncountedLoss;

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
    dropped = true;
    if (stackSamples != null) {
      // Packets of stack samples have no numbers.
      stackSamples.packetsLost();
      hasUncountedLoss = true;
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

  void clearIncrementalState() {
    if (stackSamples != null) {
      stackSamples.clearIncrementalState();
    }
    state.clearIncrementalState();
    usualClock = 0;
  }

  /**
   * Finds out whether profile packets were lost before a ProfilePacket message. Call it before what
   * the packet defines is read.
   */
  void checkIndex(WireCursor packet) {
    long index;
    try {
      index = packet.find(ProfilePacket.INDEX_FIELD_NUMBER) ? packet.integer() : -1;
    } catch (WireCursor.MalformedException e) {
      // It will be found where the packet is read.
      index = -1;
    }
    boolean isGap = index > nextIndex;
    // A lower index means that the profiler began again, and of the dump before nothing follows.
    boolean isCutOff = index >= 0 && index < nextIndex && dumps.state().isInDump();
    boolean isUncounted = dropped && index < 0 && dumps.state() != DumpState.UNUSED;
    if (isGap || isCutOff || isUncounted) {
      dumps.packetsLost();
    } else if (dropped && dumps.state().isInDump()) {
      state.confirm();
    }
    problems.missingProfilePackets += isCutOff ? 1 : 0;
    hasUncountedLoss |= isUncounted;
    if (isGap && !state.isCertain()) {
      definitionsLost();
    }
    dropped = false;
  }

  /** Reads a ProfilePacket message. */
  void addProfilePacket(WireCursor packet) {
    dumps.packetCame();
    boolean continued = false;
    long index = -1;
    try {
      if (dumps.state() == DumpState.END_MAY_BE_LOST) {
        endDoubt(lookAhead(packet));
      }
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
      dumps.packetsLost();
      throw e;
    }
    endPacket(index);
    if (!continued) {
      end(dumps.endAll());
    }
  }

  /**
   * If packets were lost, the end of a dump may be among them. A packet with a heap that came
   * before, at the same time, shows that the dump goes on; at another time, it is of the next dump,
   * whose samples must not be added to those of the previous one. Where ids are defined in each
   * dump, those of two dumps must not be mixed either: then any other packet counts as the next
   * dump's.
   */
  private void endDoubt(WireCursor packet) {
    List<HeapHeader> heapsOfPacket = new ArrayList<>();
    boolean definesInline = state.definesInline();
    for (int field; (field = packet.nextField()) != 0; ) {
      switch (field) {
        case ProfilePacket.PROCESS_DUMPS_FIELD_NUMBER ->
            heapsOfPacket.add(HeapHeader.of(packet.message(process)));
        case ProfilePacket.STRINGS_FIELD_NUMBER,
            ProfilePacket.FRAMES_FIELD_NUMBER,
            ProfilePacket.CALLSTACKS_FIELD_NUMBER,
            ProfilePacket.MAPPINGS_FIELD_NUMBER -> {
          definesInline = true;
          packet.skip();
        }
        default -> packet.skip();
      }
    }
    HeapRows continued = dumps.join(heapsOfPacket);
    if (continued != null) {
      state.confirm(continued.generation);
    }
    boolean isInDoubt = dumps.state() == DumpState.END_MAY_BE_LOST;
    if (isInDoubt && (definesInline || dumps.areFollowedBy(heapsOfPacket))) {
      end(dumps.endThoseInDoubt());
    }
  }

  private WireCursor lookAhead(WireCursor packet) {
    return header.resetToRest(packet);
  }

  private void endPacket(long index) {
    if (index < 0) {
      return;
    }
    if (index == 0 && nextIndex > 0) {
      heaps.endRun(dumps.losses());
      heaps.restart();
    }
    problems.missingProfilePackets += Math.max(0, index - nextIndex);
    nextIndex = index + 1;
    state.endPacket();
  }

  private void addProcess(WireCursor message) {
    HeapRows rows = rows(HeapHeader.of(lookAhead(message)));
    while (message.find(ProcessHeapSamples.SAMPLES_FIELD_NUMBER, sample)) {
      rows.add(sample);
    }
  }

  private HeapRows rows(HeapHeader header) {
    if (!header.errors.isEmpty()) {
      flags.add(header.pid, header.heap == null ? "" : header.heap, header.errors);
    }
    if (header.disconnected) {
      flags.disconnected(header.pid, header.timestamp);
    }
    HeapId key = header.key();
    HeapRows rows = dumps.last().find(key, header.timestamp);
    if (rows == null) {
      rows = new HeapRows(key.process().pid(), key.heap(), state.generation());
      LongBlocks[] columns = finished.remove(key);
      if (columns != null) {
        rows.reuse(columns);
      }
      dumps.last().add(key, rows);
    }
    dumps.last().setTime(key, header.timestamp, rows);
    rows.generation = state.generation();
    rows.setHeader(header);
    return rows;
  }

  private void end(List<HeapRows> ended) {
    for (HeapRows rows : ended) {
      // A rejected session reports itself without a heap: that is not a dump.
      if (rows.named || rows.size > 0) {
        rows.generation = state.toResolve(rows.generation);
        heaps.dumped(rows).add(rows, state.resolver, facts);
      }
      finished.put(HeapId.of(rows.pid, rows.heap), rows.columns());
    }
    state.endDump();
  }

  /** The trace has ended: an unfinished dump is incomplete and is discarded. */
  void finish() {
    if (dumps.hasRows()) {
      problems.unfinishedDumps++;
    }
    if (dropped && dumps.state() != DumpState.UNUSED) {
      dumps.packetsLost();
      hasUncountedLoss = true;
    }
    heaps.endRun(dumps.losses());
    if (hasUncountedLoss) {
      problems.droppedSequences++;
    }
    if (stackSamples != null) {
      stackSamples.finish();
    }
  }
}
