package dev.heapconv.benchmarks.traces;

import dev.heapconv.proto.perfetto.Callstack;
import dev.heapconv.proto.perfetto.Frame;
import dev.heapconv.proto.perfetto.InternedData;
import dev.heapconv.proto.perfetto.InternedString;
import dev.heapconv.proto.perfetto.Mapping;
import dev.heapconv.proto.perfetto.ProfilePacket;
import dev.heapconv.proto.perfetto.ProfilePacket.HeapSample;
import dev.heapconv.proto.perfetto.ProfilePacket.ProcessHeapSamples;
import dev.heapconv.proto.perfetto.TracePacket;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;

/**
 * Makes a trace of many dumps of many stacks: what costs most where a reader's work grows with
 * dumps times stacks. Arguments: the file to write, the number of dumps, the number of stacks, how
 * many of a hundred stacks change (default: none). Stacks are five functions deep.
 *
 * <p>Stacks that change live for eight dumps and are then unknown for as many, with counters that
 * begin again, as heapprofd forgets what was entirely freed. The others are in every dump, in the
 * same order; those that change follow, the oldest first, as in a hash table that keeps the order
 * of insertion.
 */
public final class ManyDumpsTrace {

  private static final int DEPTH = 5;
  private static final int LIFE = 8;
  private static final int SAMPLES_IN_PACKET = 4096;
  private static final long SEQUENCE = 3;
  private static final long INTERVAL = 4096;
  private static final long START = 1_000_000_000_000L;

  private final OutputStream out;
  private final int stacks;
  private final int changing;

  /** How many functions each function calls. */
  private final int calls;

  private long index;

  private ManyDumpsTrace(OutputStream out, int stacks, int changing) {
    this.out = out;
    this.stacks = stacks;
    this.changing = changing;
    int enough = 1;
    while (Math.pow(enough, DEPTH) < stacks) {
      enough++;
    }
    this.calls = enough;
  }

  public static void main(String[] arguments) throws IOException {
    write(
        Path.of(arguments[0]),
        Integer.parseInt(arguments[1]),
        Integer.parseInt(arguments[2]),
        arguments.length > 3 ? Integer.parseInt(arguments[3]) : 0);
  }

  /**
   * Writes a trace.
   *
   * @param dumps how many, from 1
   * @param stacks how many, from 1
   * @param changing how many of a hundred stacks are not in every dump, 0 to 100
   */
  public static void write(Path target, int dumps, int stacks, int changing) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(target), 1 << 20)) {
      ManyDumpsTrace trace = new ManyDumpsTrace(out, stacks, changing);
      trace.writeInternedData();
      for (int dump = 1; dump <= dumps; dump++) {
        trace.writeDump(dump);
      }
    }
  }

  private void writePacket(Wire packet) throws IOException {
    packet.number(TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER, SEQUENCE);
    out.write(new Wire().message(Wire.PACKET_FIELD, packet).toByteArray());
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * One function for each depth and call; a stack's frames are the digits of its number to the base
   * of the calls.
   */
  private void writeInternedData() throws IOException {
    Wire data = new Wire();
    data.message(
        InternedData.MAPPING_PATHS_FIELD_NUMBER,
        new Wire()
            .number(InternedString.IID_FIELD_NUMBER, 1)
            .bytes(InternedString.STR_FIELD_NUMBER, text("stress")));
    data.message(
        InternedData.MAPPINGS_FIELD_NUMBER,
        new Wire()
            .number(Mapping.IID_FIELD_NUMBER, 1)
            .number(Mapping.START_FIELD_NUMBER, 0x400000)
            .number(Mapping.END_FIELD_NUMBER, 0x500000)
            .number(Mapping.PATH_STRING_IDS_FIELD_NUMBER, 1));
    for (int frame = 1; frame <= DEPTH * calls; frame++) {
      data.message(
          InternedData.FUNCTION_NAMES_FIELD_NUMBER,
          new Wire()
              .number(InternedString.IID_FIELD_NUMBER, frame)
              .bytes(InternedString.STR_FIELD_NUMBER, text("function_" + frame)));
      data.message(
          InternedData.FRAMES_FIELD_NUMBER,
          new Wire()
              .number(Frame.IID_FIELD_NUMBER, frame)
              .number(Frame.FUNCTION_NAME_ID_FIELD_NUMBER, frame)
              .number(Frame.MAPPING_ID_FIELD_NUMBER, 1)
              .number(Frame.REL_PC_FIELD_NUMBER, 0x1000 + frame * 16L));
    }
    for (int stack = 0; stack < stacks; stack++) {
      Wire callstack = new Wire().number(Callstack.IID_FIELD_NUMBER, stack + 1L);
      for (int depth = 0, rest = stack; depth < DEPTH; depth++, rest /= calls) {
        callstack.number(
            Callstack.FRAME_IDS_FIELD_NUMBER, 1L + (long) depth * calls + rest % calls);
      }
      data.message(InternedData.CALLSTACKS_FIELD_NUMBER, callstack);
    }
    writePacket(
        new Wire()
            .number(
                TracePacket.SEQUENCE_FLAGS_FIELD_NUMBER,
                TracePacket.SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE)
            .message(TracePacket.INTERNED_DATA_FIELD_NUMBER, data));
  }

  private boolean changes(int stack) {
    return stack % 100 < changing;
  }

  /** For how many dumps a stack that changes has been alive; {@link #LIFE} and more: unknown. */
  private static int age(int stack, int dump) {
    return (dump + stack + stack / 100) % (2 * LIFE);
  }

  /** The stacks of a dump, in the order of its samples. */
  private int[] order(int dump) {
    IntStream constant = IntStream.range(0, stacks).filter(stack -> !changes(stack));
    IntStream born =
        IntStream.iterate(LIFE - 1, age -> age >= 0, age -> age - 1)
            .flatMap(
                age ->
                    IntStream.range(0, stacks)
                        .filter(stack -> changes(stack) && age(stack, dump) == age));
    return IntStream.concat(constant, born).toArray();
  }

  private Wire sample(int stack, int dump) {
    int dumps = changes(stack) ? 1 + age(stack, dump) : dump;
    long count = (long) dumps * (1 + stack % 3);
    long freed = changes(stack) && dumps == LIFE ? count : count / 2;
    return new Wire()
        .number(HeapSample.CALLSTACK_ID_FIELD_NUMBER, stack + 1L)
        .number(HeapSample.SELF_ALLOCATED_FIELD_NUMBER, count * INTERVAL)
        .number(HeapSample.SELF_FREED_FIELD_NUMBER, freed * INTERVAL)
        .number(HeapSample.ALLOC_COUNT_FIELD_NUMBER, count)
        .number(HeapSample.FREE_COUNT_FIELD_NUMBER, freed);
  }

  private void writeDump(int dump) throws IOException {
    int[] order = order(dump);
    for (int first = 0; first < order.length; first += SAMPLES_IN_PACKET) {
      int end = Math.min(first + SAMPLES_IN_PACKET, order.length);
      Wire process =
          new Wire()
              .number(ProcessHeapSamples.PID_FIELD_NUMBER, 4711)
              .number(ProcessHeapSamples.TIMESTAMP_FIELD_NUMBER, START + dump * 1_000_000_000L)
              .bytes(ProcessHeapSamples.HEAP_NAME_FIELD_NUMBER, text("libc.malloc"))
              .number(ProcessHeapSamples.SAMPLING_INTERVAL_BYTES_FIELD_NUMBER, INTERVAL);
      for (int i = first; i < end; i++) {
        process.message(ProcessHeapSamples.SAMPLES_FIELD_NUMBER, sample(order[i], dump));
      }
      Wire profile =
          new Wire()
              .message(ProfilePacket.PROCESS_DUMPS_FIELD_NUMBER, process)
              .number(ProfilePacket.INDEX_FIELD_NUMBER, index++);
      if (end < order.length) {
        profile.number(ProfilePacket.CONTINUED_FIELD_NUMBER, 1);
      }
      writePacket(
          new Wire()
              .number(
                  TracePacket.SEQUENCE_FLAGS_FIELD_NUMBER,
                  TracePacket.SequenceFlags.SEQ_NEEDS_INCREMENTAL_STATE_VALUE)
              .message(TracePacket.PROFILE_PACKET_FIELD_NUMBER, profile));
    }
  }
}
