package dev.heapconv.reader.perfetto;

import dev.heapconv.io.LimitedInflation;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.StackTable;
import dev.heapconv.proto.perfetto.InternedData;
import dev.heapconv.proto.perfetto.TracePacket;
import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/** Processes the packets of a trace in order and keeps what profiles need. */
final class TraceDecoder {

  /** In real traces, packets inside compressed_packets never contain compressed_packets again. */
  private static final int MAX_COMPRESSION_DEPTH = 3;

  private final String name;
  private final Limits limits;

  final StackTable stacks = new StackTable();
  final TraceProblems problems = new TraceProblems();
  final TraceFacts facts = new TraceFacts();
  private final BufferLosses losses = new BufferLosses();
  final ModuleSymbolTable moduleSymbols = new ModuleSymbolTable();
  final DeobfuscationTable deobfuscation = new DeobfuscationTable();
  final ContentSummary content = new ContentSummary();

  /** Those of whom the trace has anything, the tracing service's first, then in the order of it. */
  private final Int2ObjectLinkedOpenHashMap<Machine> machines = new Int2ObjectLinkedOpenHashMap<>();

  /** By machine and id. */
  private final Long2ObjectOpenHashMap<ProfileSequence> sequences = new Long2ObjectOpenHashMap<>();

  private final ProfileHeaps heaps;

  /** Limits compressed packets by the size of those of the trace itself, whatever is in them. */
  private final LimitedInflation.Meter inflated;

  private long compressedBytes;

  /** Where the current packet of the file is, which may contain others. */
  private long offset;

  /** What the last packet belongs to if it is a stack sample. */
  private @Nullable StackSampleDumps lastSampled;

  private final WireCursor child = new WireCursor();

  TraceDecoder(String name, Limits limits, DumpSelector choice) {
    this.name = name;
    this.limits = limits;
    this.heaps = new ProfileHeaps(choice);
    this.inflated = new LimitedInflation.Meter(name, () -> compressedBytes, limits);
    machine(0);
  }

  /** The machine that the tracing service ran on. */
  Machine host() {
    return machine(0);
  }

  private Machine machine(int id) {
    Machine machine = machines.get(id);
    if (machine == null) {
      machine = new Machine(id);
      machines.put(id, machine);
    }
    return machine;
  }

  /** Whether traces of several sessions were appended to one another. */
  boolean isOfSeveralTraces() {
    return heaps.traces() > 1;
  }

  Collection<Machine> machines() {
    return machines.values();
  }

  /** Numbers of the packet fields that {@link #decode} uses. */
  static boolean wants(int field) {
    return switch (field) {
      case TracePacket.PROCESS_TREE_FIELD_NUMBER,
          TracePacket.CLOCK_SNAPSHOT_FIELD_NUMBER,
          TracePacket.PROCESS_STATS_FIELD_NUMBER,
          TracePacket.SMAPS_PACKET_FIELD_NUMBER,
          TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER,
          TracePacket.INTERNED_DATA_FIELD_NUMBER,
          TracePacket.SEQUENCE_FLAGS_FIELD_NUMBER,
          TracePacket.TRACE_CONFIG_FIELD_NUMBER,
          TracePacket.TRACE_STATS_FIELD_NUMBER,
          TracePacket.PROFILE_PACKET_FIELD_NUMBER,
          TracePacket.STACK_SAMPLE_FIELD_NUMBER,
          TracePacket.TIMESTAMP_FIELD_NUMBER,
          TracePacket.TIMESTAMP_CLOCK_ID_FIELD_NUMBER,
          TracePacket.TRACE_PACKET_DEFAULTS_FIELD_NUMBER,
          TracePacket.TRACK_DESCRIPTOR_FIELD_NUMBER,
          TracePacket.INCREMENTAL_STATE_CLEARED_FIELD_NUMBER,
          TracePacket.PREVIOUS_PACKET_DROPPED_FIELD_NUMBER,
          TracePacket.FIRST_PACKET_ON_SEQUENCE_FIELD_NUMBER,
          TracePacket.SYSTEM_INFO_FIELD_NUMBER,
          TracePacket.PACKAGES_LIST_FIELD_NUMBER,
          TracePacket.TRACE_ATTRIBUTES_FIELD_NUMBER,
          TracePacket.TRACE_UUID_FIELD_NUMBER,
          TracePacket.COMPRESSED_PACKETS_FIELD_NUMBER,
          TracePacket.ZSTD_COMPRESSED_PACKETS_FIELD_NUMBER,
          TracePacket.MACHINE_ID_FIELD_NUMBER,
          TracePacket.REMOTE_CLOCK_SYNC_FIELD_NUMBER,
          TracePacket.MODULE_SYMBOLS_FIELD_NUMBER,
          TracePacket.DEOBFUSCATION_MAPPING_FIELD_NUMBER ->
          true;
      default -> false;
    };
  }

  /** Reads a trace to its end and returns its scanner, which knows how it ended. */
  PacketScanner decode(InputStream in) throws IOException {
    return decode(in, 0);
  }

  private PacketScanner decode(InputStream in, int depth) throws IOException {
    PacketScanner scanner = new PacketScanner(in, name, limits, TraceDecoder::wants);
    Packet packet = new Packet();
    while (scanner.next()) {
      offset = depth == 0 ? scanner.packetOffset() : offset;
      try {
        packet.scan(scanner);
        apply(packet, depth);
      } catch (WireCursor.MalformedException e) {
        String where = depth == 0 ? "" : "in its compressed data ";
        problems.malformedPacket(offset, where + e.getMessage());
      }
    }
    return scanner;
  }

  private void apply(Packet packet, int depth) throws IOException {
    content.count(packet.kind);
    lastSampled = null;
    if (!packet.hasPayload) {
      return;
    }
    // Packets without a sequence have no interned data or profiles.
    if (packet.incrementalStateCleared
        || packet.dropped
        || packet.internedData >= 0
        || packet.profile >= 0
        || packet.stackSample >= 0
        || packet.defaults >= 0) {
      ProfileSequence sequence = sequence(packet.machineId, packet.sequenceId);
      if (packet.firstOnSequence) {
        sequence.mayBegin();
      }
      if (packet.dropped && !packet.firstOnSequence) {
        sequence.packetDropped();
      }
      if (packet.incrementalStateCleared) {
        sequence.clearIncrementalState();
      }
      if (packet.profile >= 0) {
        sequence.checkIndex(packet.at(packet.profile, child));
      }
      if (packet.internedData >= 0) {
        addInternedData(packet.at(packet.internedData, child), sequence);
        sequence.state().defined();
      }
      if (packet.defaults >= 0) {
        sequence.setDefaults(packet.at(packet.defaults, child));
      }
      if (packet.stackSample >= 0) {
        lastSampled = sequence.stackSamples();
        lastSampled.add(
            packet.at(packet.stackSample, child),
            sequence.time(packet, machine(packet.machineId).clocks));
      }
      if (packet.profile >= 0) {
        sequence.addProfilePacket(packet.at(packet.profile, child));
      }
    }
    if (packet.other >= 0) {
      applyOther(packet, depth);
    }
  }

  private void applyOther(Packet packet, int depth) throws IOException {
    WireCursor message = packet.at(packet.other, child);
    Machine machine = machine(packet.machineId);
    switch (packet.otherField) {
      case TracePacket.PROCESS_TREE_FIELD_NUMBER -> machine.addProcessTree(message);
      case TracePacket.TRACK_DESCRIPTOR_FIELD_NUMBER -> machine.addTrack(message);
      case TracePacket.CLOCK_SNAPSHOT_FIELD_NUMBER ->
          machine.clocks.addSnapshot(message, packet.sequenceId);
      case TracePacket.PROCESS_STATS_FIELD_NUMBER ->
          machine.memory().addStats(message, clock(packet), packet.timestamp);
      case TracePacket.SMAPS_PACKET_FIELD_NUMBER ->
          machine.memory().addSmaps(message, clock(packet), packet.timestamp);
      case TracePacket.REMOTE_CLOCK_SYNC_FIELD_NUMBER -> machine.clocks.addRemote(message);
      case TracePacket.TRACE_CONFIG_FIELD_NUMBER -> facts.addConfig(message, losses);
      case TracePacket.TRACE_STATS_FIELD_NUMBER -> losses.addStats(message);
      case TracePacket.SYSTEM_INFO_FIELD_NUMBER -> machine.addSystemInfo(message);
      case TracePacket.PACKAGES_LIST_FIELD_NUMBER -> machine.addPackages(message);
      case TracePacket.TRACE_ATTRIBUTES_FIELD_NUMBER -> facts.addAttributes(message);
      case TracePacket.TRACE_UUID_FIELD_NUMBER -> heaps.beginTrace(message);
      case TracePacket.MODULE_SYMBOLS_FIELD_NUMBER -> moduleSymbols.add(message);
      case TracePacket.DEOBFUSCATION_MAPPING_FIELD_NUMBER -> deobfuscation.add(message);
      case TracePacket.COMPRESSED_PACKETS_FIELD_NUMBER,
          TracePacket.ZSTD_COMPRESSED_PACKETS_FIELD_NUMBER ->
          decodeCompressed(packet, depth);
      default -> throw new IllegalStateException("field " + packet.otherField);
    }
  }

  /** The clock of a packet's timestamp. */
  private long clock(Packet packet) {
    ProfileSequence sequence = sequences.get(key(packet.machineId, packet.sequenceId));
    int id = packet.clock != 0 || sequence == null ? packet.clock : sequence.usualClock();
    return ClockTable.key(id != 0 ? id : ClockTable.BOOTTIME, packet.sequenceId);
  }

  private void decodeCompressed(Packet packet, int depth) throws IOException {
    if (depth >= MAX_COMPRESSION_DEPTH) {
      throw new WireCursor.MalformedException("compressed packets are nested too deeply");
    }
    // The outer scanner's buffer is unchanged until its next packet, so no copy is needed.
    ByteArrayInputStream compressed = packet.payloadStream(packet.other);
    compressedBytes += depth == 0 ? compressed.available() : 0;
    boolean zstd = packet.otherField == TracePacket.ZSTD_COMPRESSED_PACKETS_FIELD_NUMBER;
    PacketScanner inner;
    try (InputStream inflating =
        zstd
            ? LimitedInflation.ofZstd(compressed, inflated)
            : new LimitedInflation(new InflaterInputStream(compressed), inflated)) {
      inner = decode(inflating, depth + 1);
    } catch (HeapConvException e) {
      throw e;
    } catch (IOException e) {
      throw new WireCursor.MalformedException("compressed packets cannot be inflated");
    }
    if (inner.damage() != null) {
      throw new WireCursor.MalformedException("the compressed data ends in the middle of a packet");
    }
  }

  private void addInternedData(WireCursor message, ProfileSequence sequence) {
    InternTable table = sequence.state().generation().interned;
    int maxName = limits.maxNameBytes();
    for (int field; (field = message.nextField()) != 0; ) {
      switch (field) {
        case InternedData.FUNCTION_NAMES_FIELD_NUMBER ->
            table.addString(message, InternTable.FUNCTION_NAMES, maxName);
        case InternedData.BUILD_IDS_FIELD_NUMBER ->
            table.addString(message, InternTable.BUILD_IDS, maxName);
        case InternedData.MAPPING_PATHS_FIELD_NUMBER ->
            table.addString(message, InternTable.MAPPING_PATHS, maxName);
        case InternedData.SOURCE_PATHS_FIELD_NUMBER ->
            table.addString(message, InternTable.SOURCE_PATHS, maxName);
        case InternedData.MAPPINGS_FIELD_NUMBER -> table.addMapping(message);
        case InternedData.FRAMES_FIELD_NUMBER -> table.addFrame(message);
        case InternedData.CALLSTACKS_FIELD_NUMBER -> {
          if (table.addCallstack(message, limits.maxStackDepth())) {
            problems.cutStacks++;
          }
        }
        case InternedData.STACK_SAMPLE_TASK_CONTEXTS_FIELD_NUMBER ->
            sequence.stackSamples().addTask(message);
        case InternedData.STACK_SAMPLE_COUNTER_DESCRIPTORS_FIELD_NUMBER ->
            sequence.stackSamples().addCounter(message);
        default -> message.skip();
      }
    }
    table.endPacket();
  }

  private static long key(int machineId, int sequenceId) {
    return (long) machineId << 32 | sequenceId & 0xffff_ffffL;
  }

  private ProfileSequence sequence(int machineId, int id) {
    long key = key(machineId, id);
    ProfileSequence sequence = sequences.get(key);
    if (sequence == null) {
      Machine machine = machine(machineId);
      sequence =
          new ProfileSequence(
              new SequenceState(id, new CallstackResolver(id, stacks, limits, problems)),
              heaps.sequence(machine),
              limits,
              problems,
              machine.flags,
              facts,
              content);
      sequences.put(key, sequence);
    }
    return sequence;
  }

  /**
   * Called at the end of the trace: unfinished dumps are discarded.
   *
   * @param isCut whether the trace goes on where it can no longer be read
   */
  Collection<HeapAccumulator> finish(boolean isCut) {
    if (isCut && lastSampled != null) {
      lastSampled.discardLast();
    }
    for (ProfileSequence sequence : sequences.values()) {
      sequence.finish();
    }
    for (ProfileSequence sequence : sequences.values()) {
      SequenceState state = sequence.state();
      if (problems.brokenCallstacks > 0
          && state.id != problems.sequenceOfBroken
          && state.defines(problems.firstBroken)) {
        problems.definingSequence = state.id;
      }
    }
    // Their definitions take as much memory as all that follows.
    sequences.clear();
    sequences.trim();
    lastSampled = null;
    // Where packets of profiles are known to be missing, their indexes tell what was overwritten.
    problems.lostChunks =
        losses.discarded() + (problems.missingProfilePackets > 0 ? 0 : losses.overwritten());
    problems.lostPatches = losses.patches();
    stacks.completePaths();
    moduleSymbols.applyTo(stacks);
    return heaps.all();
  }
}
