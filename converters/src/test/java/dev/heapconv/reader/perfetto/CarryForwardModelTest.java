package dev.heapconv.reader.perfetto;

import static dev.heapconv.testing.TraceBuilder.heap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.fixtures.RecordedText.Row;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.select.DumpSelector;
import dev.heapconv.testing.Cases;
import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Whatever a program does, the dumps of a profiler that forgets freed stacks add up to what the
 * program did.
 */
class CarryForwardModelTest {

  private static final String[] HEAPS = {"libc.malloc", "arena"};

  /** The counters that heapprofd keeps of a stack, until it forgets it. */
  private static final class Counters {
    long iid;
    long allocCount;
    long allocBytes;
    long freeCount;
    long freeBytes;
    boolean changed;
  }

  /**
   * A program and its profiler: before a dump the profiler forgets the stacks whose allocations
   * were all freed at the dump before and that did nothing since. Their next allocation gets new
   * counters, under a new id or the old one.
   */
  private static final class Model {
    private final TraceBuilder trace = new TraceBuilder();
    private final TraceBuilder.Sequence sequence = trace.sequence(3);
    private final List<Map<String, Counters>> counters = new ArrayList<>();
    private final List<Map<String, Row>> truth = new ArrayList<>();
    private final Map<String, Long> firstIids = new HashMap<>();
    private final List<List<Map<String, Row>>> truthAtDumps = new ArrayList<>();
    private long nextIid = 1000;
    private long time = 1000;

    Model() {
      for (int heap = 0; heap < HEAPS.length; heap++) {
        counters.add(new TreeMap<>());
        truth.add(new TreeMap<>());
        truthAtDumps.add(new ArrayList<>());
      }
    }

    void allocate(int heap, String stack, long size, boolean newIid) {
      Counters counter =
          counters
              .get(heap)
              .computeIfAbsent(
                  stack,
                  key -> {
                    Counters fresh = new Counters();
                    fresh.iid =
                        newIid || !firstIids.containsKey(stack) ? nextIid++ : firstIids.get(stack);
                    firstIids.putIfAbsent(stack, fresh.iid);
                    sequence.stackAs(fresh.iid, "main", stack);
                    return fresh;
                  });
      counter.allocCount++;
      counter.allocBytes += size;
      counter.changed = true;
      truth.get(heap).merge("main;" + stack, new Row(1, size, 1, size), Row::plus);
    }

    void freeAll(int heap, String stack) {
      Counters counter = counters.get(heap).get(stack);
      if (counter != null && counter.freeCount < counter.allocCount) {
        counter.freeCount = counter.allocCount;
        counter.freeBytes = counter.allocBytes;
        counter.changed = true;
        truth
            .get(heap)
            .computeIfPresent(
                "main;" + stack, (key, row) -> new Row(row.allocCount(), row.allocBytes(), 0, 0));
      }
    }

    void clearIncrementalState() {
      sequence.clearIncrementalState();
      for (Map<String, Counters> ofHeap : counters) {
        ofHeap.forEach((stack, counter) -> sequence.stackAs(counter.iid, "main", stack));
      }
    }

    void dump(boolean inPieces) {
      time += 1000;
      for (int heap = 0; heap < HEAPS.length; heap++) {
        counters
            .get(heap)
            .values()
            .removeIf(counter -> counter.freeCount == counter.allocCount && !counter.changed);
        TraceBuilder.Heap samples = heap(100, HEAPS[heap], time);
        for (Counters counter : counters.get(heap).values()) {
          samples.row(
              counter.iid,
              counter.allocCount,
              counter.allocBytes,
              counter.freeCount,
              counter.freeBytes);
          if (inPieces) {
            sequence.continued(samples);
            samples = heap(100, HEAPS[heap], time);
          }
        }
        sequence.continued(samples);
        counters.get(heap).values().forEach(counter -> counter.changed = false);
        truthAtDumps.get(heap).add(new TreeMap<>(truth.get(heap)));
      }
      sequence.dump();
    }
  }

  @Test
  void allocatedTotalsAreTrueAtEachDump() {
    Cases.forAll(
        400,
        values -> {
          Model model = new Model();
          int events = values.between(1, 120);
          for (int i = 0; i < events; i++) {
            happen(model, values.random().nextInt(1024));
          }
          model.dump(false);
          checkDumps(model);
        });
  }

  private static void happen(Model model, int event) {
    int heap = event >> 2 & 1;
    String stack = "f" + (event >> 3 & 3);
    int detail = event >> 5;
    switch (event & 3) {
      case 0, 1 -> model.allocate(heap, stack, 1 + detail, detail % 2 == 0);
      case 2 -> model.freeAll(heap, stack);
      default -> {
        if (detail == 31) {
          model.clearIncrementalState();
        } else {
          model.dump(detail % 2 == 0);
        }
      }
    }
  }

  private static void checkDumps(Model model) throws IOException {
    RecordedProfile all = Conversions.read(model.trace.bytes(), Conversions.dump(DumpSelector.ALL));
    assertThat(all.warnings()).isEmpty();
    for (RecordedHeap heap : all.heaps()) {
      int index = List.of(HEAPS).indexOf(heap.info().heap());
      assertThat(RecordedText.of(all, heap))
          .as("dump " + heap.info().dump() + " of " + heap.info().heap())
          .isEqualTo(model.truthAtDumps.get(index).get(heap.info().dump() - 1));
    }
    RecordedProfile last = Conversions.read(model.trace.bytes());
    for (int heap = 0; heap < HEAPS.length; heap++) {
      assertThat(RecordedText.of(last, last.heaps().get(heap))).isEqualTo(model.truth.get(heap));
    }
  }
}
