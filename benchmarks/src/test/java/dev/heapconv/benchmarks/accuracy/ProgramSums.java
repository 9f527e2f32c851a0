package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.model.View;
import dev.heapconv.query.AllocatorFrames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** A simulated recording of a program, and the objects that its functions allocated. */
final class ProgramSums {

  final SimulatedHeap heap;

  /** Those of which anything was recorded, by their numbers. */
  final List<ProgramStack> recorded = new ArrayList<>();

  /** By innermost function that is no allocator's. */
  final Map<String, Sum> self = new HashMap<>();

  /** With what was allocated below. */
  final Map<String, Sum> below = new HashMap<>();

  final Sum total = new Sum();

  /** The truth of a sum. */
  static final class Sum {
    private double allocated;
    private double live;

    /** So many of its stacks were recorded. */
    int recorded;

    private void add(ProgramStack stack, boolean isRecorded) {
      allocated += stack.allocations();
      live += stack.live();
      recorded += isRecorded ? 1 : 0;
    }

    double objects(View view) {
      return view.isLive() ? live : allocated;
    }
  }

  ProgramSums(String program, List<ProgramStack> stacks, long interval, int run) {
    heap = new SimulatedHeap(interval, 1);
    Draws draws = Draws.of("sums", program, interval, run);
    for (ProgramStack stack : stacks) {
      boolean isRecorded = heap.add(recorded.size(), stack, List.of(stack), draws) > 0;
      if (isRecorded) {
        recorded.add(stack);
      }
      List<String> functions =
          stack.leafFirst().stream().dropWhile(AllocatorFrames::isAllocator).toList();
      if (!functions.isEmpty()) {
        self.computeIfAbsent(functions.get(0), unused -> new Sum()).add(stack, isRecorded);
      }
      for (String function : new LinkedHashSet<>(functions)) {
        below.computeIfAbsent(function, unused -> new Sum()).add(stack, isRecorded);
      }
      total.add(stack, isRecorded);
    }
  }
}
