package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.benchmarks.traces.HeapTrace;
import java.util.ArrayList;
import java.util.List;

/**
 * The stacks of a simulated process, of which each has a number, its truth and what was recorded.
 */
final class SimulatedHeap {

  /** Before the number of a stack in the name of its second outermost function. */
  static final String NUMBER = "stack number ";

  private final long interval;
  private final HeapTrace trace;
  private final List<String> kinds = new ArrayList<>();
  private final List<ViewTotals> truths = new ArrayList<>();
  private final List<RecordedStack> recorded = new ArrayList<>();
  private ViewTotals total = ViewTotals.ZERO;
  private ViewTotals seen = ViewTotals.ZERO;

  SimulatedHeap(long interval) {
    this(interval, 1);
  }

  SimulatedHeap(long interval, int dumps) {
    this.interval = interval;
    trace = new HeapTrace(interval, dumps);
  }

  /**
   * Adds a stack; one of which nothing was recorded counts in the total only.
   *
   * @param leafFirst its functions up to, and without, the outermost two
   */
  void add(String kind, List<String> leafFirst, ViewTotals truth, RecordedStack stack) {
    add(kind, leafFirst, truth, List.of(stack));
  }

  /**
   * Adds a stack with what was recorded of it between dumps.
   *
   * @param parts one for each dump
   */
  void add(String kind, List<String> leafFirst, ViewTotals truth, List<RecordedStack> parts) {
    total = total.plus(truth);
    RecordedStack stack = parts.stream().reduce(RecordedStack::plus).orElseThrow();
    if (!stack.seen()) {
      return;
    }
    List<String> functions = new ArrayList<>(leafFirst);
    functions.add(NUMBER + kinds.size());
    functions.add("main");
    long id = trace.addStack(functions);
    RecordedStack sum = parts.get(0);
    for (int dump = 0; dump < parts.size(); dump++) {
      sum = dump == 0 ? sum : sum.plus(parts.get(dump));
      if (sum.seen()) {
        trace.addToDump(dump, id, sum.allocs(), sum.allocBytes(), sum.frees(), sum.freeBytes());
      }
    }
    seen = seen.plus(truth);
    kinds.add(kind);
    truths.add(truth);
    recorded.add(stack);
  }

  long interval() {
    return interval;
  }

  /** How many stacks were recorded. */
  int stacks() {
    return kinds.size();
  }

  String kind(int stack) {
    return kinds.get(stack);
  }

  ViewTotals truth(int stack) {
    return truths.get(stack);
  }

  RecordedStack recorded(int stack) {
    return recorded.get(stack);
  }

  /** The truth of all stacks, recorded or not. */
  ViewTotals total() {
    return total;
  }

  /** The truth of the recorded ones. */
  ViewTotals seen() {
    return seen;
  }

  /** The Perfetto trace of this process. */
  byte[] trace() {
    return trace.toByteArray();
  }
}
