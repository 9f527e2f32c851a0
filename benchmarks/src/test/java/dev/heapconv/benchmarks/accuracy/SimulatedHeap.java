package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.benchmarks.traces.HeapTrace;
import java.util.ArrayList;
import java.util.List;

/** The stacks of a simulated process, of which each that was recorded has a number. */
final class SimulatedHeap {

  /** Before the number of a stack in the name of its second outermost function. */
  static final String NUMBER = "stack number ";

  private final HeapprofdSampler sampler;
  private final HeapTrace trace;
  private final List<RecordedTruth> stacks = new ArrayList<>();
  private double allocations;
  private double bytes;

  /**
   * A recorded stack.
   *
   * @param allocations how many there were
   * @param recorded how many of them were recorded
   */
  record RecordedTruth(double allocations, long recorded) {}

  SimulatedHeap(long interval, int dumps) {
    sampler = new HeapprofdSampler(interval);
    trace = new HeapTrace(interval, dumps);
  }

  /**
   * Adds a stack; one of which nothing is recorded counts in the totals only.
   *
   * @param parts what it did up to each dump since the one before
   */
  void add(ProgramStack stack, List<ProgramStack> parts, Draws draws) {
    add(stacks.size(), stack, parts, draws);
  }

  /**
   * Likewise, with a number that does not depend on which others were recorded.
   *
   * @return recorded allocations
   */
  long add(int number, ProgramStack stack, List<ProgramStack> parts, Draws draws) {
    allocations += stack.allocations();
    bytes += stack.bytes();
    List<RecordedStack> sums = new ArrayList<>();
    RecordedStack sum = RecordedStack.NONE;
    for (ProgramStack part : parts) {
      sum = sum.plus(sampler.record(part, draws));
      sums.add(sum);
    }
    if (!sum.seen()) {
      return 0;
    }
    List<String> functions = new ArrayList<>(stack.leafFirst());
    functions.add(NUMBER + number);
    functions.add("main");
    long id = trace.addStack(functions);
    for (int dump = 0; dump < sums.size(); dump++) {
      RecordedStack at = sums.get(dump);
      if (at.seen()) {
        trace.addToDump(dump, id, at.allocs(), at.allocBytes(), at.frees(), at.freeBytes());
      }
    }
    stacks.add(new RecordedTruth(stack.allocations(), sum.allocs()));
    return sum.allocs();
  }

  /** The recorded stacks by their numbers. */
  List<RecordedTruth> stacks() {
    return stacks;
  }

  /** Allocations of all stacks, recorded or not. */
  double allocations() {
    return allocations;
  }

  /** Bytes that all stacks allocated. */
  double bytes() {
    return bytes;
  }

  /** The Perfetto trace of this process. */
  byte[] trace() {
    return trace.toByteArray();
  }
}
