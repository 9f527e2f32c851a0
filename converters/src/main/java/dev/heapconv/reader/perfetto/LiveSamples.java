package dev.heapconv.reader.perfetto;

import dev.heapconv.model.Label;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.StackTable;
import dev.heapconv.unskew.samples.Saturation;
import java.util.Arrays;
import java.util.List;

/** The stack samples of one heap in one dump, as sent: what is live, by callstack and thread. */
final class LiveSamples {

  /** Stands for the stack of a sample that has no callstack. */
  static final long NO_CALLSTACK = code(StackTable.ROOT);

  /** Ids of callstacks in the trace, from 1; once resolved, the {@link #code} of their stacks. */
  private long[] callstacks = new long[16];

  private long[] weights = new long[callstacks.length];
  private long[] threads = new long[callstacks.length];
  private int size;
  private long bytes;

  /** What stands for a stack where ids of callstacks may be: 0 for an undefined one, or less. */
  static long code(int stack) {
    return ~stack;
  }

  /**
   * @param callstack its id, or a {@link #code}
   * @param thread 0 if unknown
   */
  void add(long callstack, long weight, long thread) {
    if (size == callstacks.length) {
      callstacks = Arrays.copyOf(callstacks, size * 2);
      weights = Arrays.copyOf(weights, size * 2);
      threads = Arrays.copyOf(threads, size * 2);
    }
    callstacks[size] = callstack;
    weights[size] = weight;
    threads[size++] = thread;
    bytes = Saturation.add(bytes, weight);
  }

  int size() {
    return size;
  }

  long bytes() {
    return bytes;
  }

  /** Resolves callstacks while their ids have the meaning that they were sent with. */
  void resolve(SequenceState sequence) {
    sequence.startResolving();
    for (int i = 0; i < size; i++) {
      if (callstacks[i] > 0) {
        callstacks[i] = code(sequence.resolveCallstack(callstacks[i]));
      }
    }
  }

  /** Sums by stack and thread; samples of undefined callstacks are counted as a problem. */
  RecordedRows rows(SequenceState sequence) {
    resolve(sequence);
    RecordedRows rows = RecordedRows.ofSums(List.of());
    for (int i = 0; i < size; i++) {
      if (callstacks[i] == 0) {
        sequence.problems.brokenCallstacks++;
      } else {
        List<Label> labels =
            threads[i] == 0 ? List.of() : List.of(new Label(Label.THREAD, null, threads[i], ""));
        rows.addLive(rows.row((int) ~callstacks[i], labels), 0, weights[i]);
      }
    }
    return rows;
  }
}
