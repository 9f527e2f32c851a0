package dev.heapconv.benchmarks.traces;

import dev.heapconv.proto.perfetto.ProfilePacket;
import dev.heapconv.proto.perfetto.ProfilePacket.HeapSample;
import dev.heapconv.proto.perfetto.ProfilePacket.ProcessHeapSamples;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
  private static final long INTERVAL = 4096;

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

  /**
   * One function for each depth and call; a stack's frames are the digits of its number to the base
   * of the calls.
   */
  private void writeInternedData() throws IOException {
    HeapTrace trace = new HeapTrace(INTERVAL);
    for (int stack = 0; stack < stacks; stack++) {
      List<String> leafFirst = new ArrayList<>();
      for (int depth = 0, rest = stack; depth < DEPTH; depth++, rest /= calls) {
        leafFirst.add(0, "function_" + (1 + depth * calls + rest % calls));
      }
      trace.addStack(leafFirst);
    }
    out.write(trace.interned());
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

  private HeapSample.Builder sample(int stack, int dump) {
    int dumps = changes(stack) ? 1 + age(stack, dump) : dump;
    long count = (long) dumps * (1 + stack % 3);
    long freed = changes(stack) && dumps == LIFE ? count : count / 2;
    return HeapTrace.sample(stack + 1L, count, count * INTERVAL, freed, freed * INTERVAL);
  }

  private void writeDump(int dump) throws IOException {
    int[] order = order(dump);
    for (int first = 0; first < order.length; first += SAMPLES_IN_PACKET) {
      int end = Math.min(first + SAMPLES_IN_PACKET, order.length);
      ProcessHeapSamples.Builder samples = HeapTrace.samples(INTERVAL, dump);
      for (int i = first; i < end; i++) {
        samples.addSamples(sample(order[i], dump));
      }
      out.write(
          HeapTrace.packet(
              ProfilePacket.newBuilder()
                  .addProcessDumps(samples)
                  .setIndex(index++)
                  .setContinued(end < order.length)));
    }
  }
}
