package dev.heapconv.reader.perfetto;

import dev.heapconv.model.Label;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Saturation;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;

/** The stack samples of one heap in one dump, as sent: by callstack and thread. */
final class StackSampleSums {

  private static final List<View> LIVE = List.of(View.SPACE);
  private static final List<View> ALLOCATED = List.of(View.ALLOC_SPACE);

  /** Stands for the stack of a sample that has no callstack. */
  static final long NO_CALLSTACK = code(StackTable.ROOT);

  /** Ids of callstacks in the trace, from 1; once resolved, the {@link #code} of their stacks. */
  private final LongArrayList callstacks = new LongArrayList();

  /** How many of the first are. */
  private int resolved;

  private final LongArrayList weights = new LongArrayList();
  private final LongArrayList threads = new LongArrayList();
  private final LongArrayList counts = new LongArrayList();
  private long bytes;
  private long count;

  /** What these are: dumps of what is live, or allocations of a program. */
  private final Producer producer;

  StackSampleSums(Producer producer) {
    this.producer = producer;
  }

  /** What stands for a stack where ids of callstacks may be: 0 for an undefined one, or less. */
  static long code(int stack) {
    return ~stack;
  }

  /**
   * @param callstack its id, or a {@link #code}
   * @param objects how many they are; 0 if unknown
   * @param thread 0 if unknown
   */
  void add(long callstack, long weight, long objects, long thread) {
    callstacks.add(callstack);
    weights.add(weight);
    threads.add(thread);
    counts.add(objects);
    bytes = Saturation.add(bytes, weight);
    count = Saturation.add(count, objects);
  }

  int size() {
    return callstacks.size();
  }

  long bytes() {
    return bytes;
  }

  Producer producer() {
    return producer;
  }

  List<View> views() {
    List<View> bytesOnly = producer == Producer.CHROMIUM ? LIVE : ALLOCATED;
    return count == 0
        ? bytesOnly
        : View.ALL.stream().filter(view -> view.isLive() == bytesOnly.get(0).isLive()).toList();
  }

  /** In the order of the views. */
  List<Long> totals() {
    return count == 0 ? List.of(bytes) : List.of(count, bytes);
  }

  /** Resolves callstacks while their ids have the meaning that they were sent with. */
  void resolve(SequenceState sequence) {
    for (; resolved < size(); resolved++) {
      long callstack = callstacks.getLong(resolved);
      if (callstack > 0) {
        callstacks.set(resolved, code(sequence.resolve(callstack)));
      }
    }
  }

  /** Sums by stack and thread; samples of undefined callstacks are counted as a problem. */
  RecordedRows rows(SequenceState sequence) {
    resolve(sequence);
    RecordedRows rows = RecordedRows.ofSums(List.of());
    for (int i = 0; i < size(); i++) {
      long callstack = callstacks.getLong(i);
      long thread = threads.getLong(i);
      if (callstack == 0) {
        sequence.resolver.reportUndefined(0);
      } else {
        List<Label> labels =
            thread == 0 ? List.of() : List.of(new Label(Label.THREAD, null, thread, ""));
        int row = rows.row((int) ~callstack, labels);
        if (producer == Producer.CHROMIUM) {
          rows.addLive(row, counts.getLong(i), weights.getLong(i));
        } else {
          rows.addAlloc(row, counts.getLong(i), weights.getLong(i));
        }
      }
    }
    return rows;
  }
}
