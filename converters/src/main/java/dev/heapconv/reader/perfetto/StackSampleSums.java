package dev.heapconv.reader.perfetto;

import dev.heapconv.model.Label;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.StackTable;
import dev.heapconv.unskew.samples.Saturation;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;

/** The stack samples of one heap in one dump, as sent: what is live, by callstack and thread. */
final class StackSampleSums {

  /** Stands for the stack of a sample that has no callstack. */
  static final long NO_CALLSTACK = code(StackTable.ROOT);

  /** Ids of callstacks in the trace, from 1; once resolved, the {@link #code} of their stacks. */
  private final LongArrayList callstacks = new LongArrayList();

  private final LongArrayList weights = new LongArrayList();
  private final LongArrayList threads = new LongArrayList();
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
    callstacks.add(callstack);
    weights.add(weight);
    threads.add(thread);
    bytes = Saturation.add(bytes, weight);
  }

  int size() {
    return callstacks.size();
  }

  long bytes() {
    return bytes;
  }

  /** Resolves callstacks while their ids have the meaning that they were sent with. */
  void resolve(SequenceState sequence) {
    sequence.startResolving();
    callstacks.replaceAll(
        (long callstack) -> callstack > 0 ? code(sequence.resolveCallstack(callstack)) : callstack);
  }

  /** Sums by stack and thread; samples of undefined callstacks are counted as a problem. */
  RecordedRows rows(SequenceState sequence) {
    resolve(sequence);
    RecordedRows rows = RecordedRows.ofSums(List.of());
    for (int i = 0; i < size(); i++) {
      long callstack = callstacks.getLong(i);
      long thread = threads.getLong(i);
      if (callstack == 0) {
        sequence.problems.brokenCallstacks++;
      } else {
        List<Label> labels =
            thread == 0 ? List.of() : List.of(new Label(Label.THREAD, null, thread, ""));
        rows.addLive(rows.row((int) ~callstack, labels), 0, weights.getLong(i));
      }
    }
    return rows;
  }
}
