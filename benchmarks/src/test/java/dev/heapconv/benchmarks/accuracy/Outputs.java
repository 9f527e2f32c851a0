package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.HeapConv;
import dev.heapconv.combine.StackChoice;
import dev.heapconv.estimate.ReferenceSizes;
import dev.heapconv.estimate.UnskewSetup;
import dev.heapconv.estimate.Unskewing;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.query.EstimateSums;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.unskew.Estimate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What users get of a recording, by the calls that users make. */
final class Outputs {

  private Outputs() {}

  static RecordedProfile read(byte[] recording) throws IOException {
    return read("simulated", recording);
  }

  static RecordedProfile read(String name, byte[] recording) throws IOException {
    return HeapConv.read(
        InputSource.stream(name, new ByteArrayInputStream(recording)), ReadOptions.DEFAULT);
  }

  /**
   * @param sizes what reference recordings say; null for nothing
   */
  static EstimatedProfile estimate(RecordedProfile recorded, ReferenceSizes sizes) {
    UnskewSetup setup = new UnskewSetup(UnskewOptions.DEFAULT, sizes, StackChoice.ALL);
    return new Unskewing(setup).apply(recorded);
  }

  /**
   * How often each stack of a {@link SimulatedHeap} is said to have allocated, by number; null for
   * those that were not recorded.
   */
  static Estimate[] allocations(EstimatedProfile profile, int stacks) {
    Estimate[] ofStacks = new Estimate[stacks];
    EstimatedHeap heap = profile.heaps().get(0);
    for (int row = 0; row < heap.rows(); row++) {
      ofStacks[number(profile, row)] = heap.column(View.ALLOC_OBJECTS).estimate(row);
    }
    return ofStacks;
  }

  /** The numbers of the stacks of a {@link SimulatedHeap} by their ids in what was read. */
  static Map<Integer, Integer> stackNumbers(RecordedProfile recorded) {
    Map<Integer, Integer> numbers = new HashMap<>();
    for (RecordedHeap heap : recorded.heaps()) {
      for (int row = 0; row < heap.rows(); row++) {
        numbers.put(heap.stack(row), number(recorded.stacks(), heap.stack(row)));
      }
    }
    return numbers;
  }

  /** The number of the stack of a {@link SimulatedHeap} that a row is of. */
  static int number(EstimatedProfile profile, int row) {
    return number(profile.stacks(), profile.heaps().get(0).stack(row));
  }

  private static int number(StackTable stacks, int stack) {
    for (String function : functions(stacks, stack)) {
      if (function.startsWith(SimulatedHeap.NUMBER)) {
        return Integer.parseInt(function.substring(SimulatedHeap.NUMBER.length()));
      }
    }
    throw new IllegalStateException("stack " + stack + " is not simulated");
  }

  /** The sum of all stacks, as tables have it. */
  static Estimate total(EstimatedProfile profile, View view) {
    EstimateSums sum = EstimateSums.ofStacks();
    Column column = profile.heaps().get(0).column(view);
    sum.addAll(0, column);
    return sum.estimate(0);
  }

  /** The names of the functions of a stack from the leaf to the root. */
  static List<String> functions(StackTable stacks, int stack) {
    List<String> names = new ArrayList<>();
    for (int at = stack; at != StackTable.ROOT; at = stacks.parent(at)) {
      for (SourceLine line : stacks.lines(stacks.frame(at))) {
        names.add(line.function());
      }
    }
    return names;
  }
}
