package dev.heapconv.writer.perfetto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.select.DumpSelector;
import dev.heapconv.unskew.Scheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads a trace of estimates back and compares it with the profile it was written from. */
public final class EstimatesRead {

  /**
   * A trace has one start of profiling, which that of its dumps is not quite: their wall-clock
   * times come from several snapshots of clocks that drift apart.
   */
  private static final double DRIFT_NANOS = 10_000_000;

  private EstimatesRead() {}

  /** Fails unless the trace holds the numbers of the profile, rounded, and its heaps and times. */
  public static void check(byte[] trace, EstimatedProfile profile) throws IOException {
    RecordedProfile read = Conversions.read(trace, Conversions.dump(DumpSelector.ALL));
    assertThat(read.warnings()).filteredOn(warning -> !isRepetition(warning.id().name())).isEmpty();
    assertThat(read.comments()).anyMatch(comment -> comment.contains("estimates"));
    List<List<EstimatedHeap>> written = series(profile.heaps());
    int next = 0;
    for (List<EstimatedHeap> dumps : written) {
      Map<String, long[]> sofar = new HashMap<>();
      for (EstimatedHeap heap : dumps) {
        RecordedHeap again = read.heaps().get(next++);
        checkInfo(again.info(), heap.info());
        assertThat(numbers(again, read.stacks()))
            .as(heap.info().toString())
            .containsExactlyEntriesOf(expected(heap, profile.stacks(), sofar));
      }
    }
    assertThat(read.heaps()).hasSize(next);
  }

  private static boolean isRepetition(String id) {
    return id.equals("RECORDED_TWICE");
  }

  private static List<List<EstimatedHeap>> series(List<EstimatedHeap> heaps) {
    List<List<EstimatedHeap>> all = new ArrayList<>();
    Map<List<Object>, List<EstimatedHeap>> current = new LinkedHashMap<>();
    for (EstimatedHeap heap : heaps) {
      List<EstimatedHeap> dumps = current.get(heap.info().series());
      if (dumps == null || dumps.get(dumps.size() - 1).info().dump() >= heap.info().dump()) {
        dumps = new ArrayList<>();
        all.add(dumps);
        current.put(heap.info().series(), dumps);
      }
      dumps.add(heap);
    }
    return all;
  }

  private static void checkInfo(HeapInfo read, HeapInfo written) {
    assertThat(read.scheme()).isEqualTo(Scheme.SCALED);
    assertThat(read.samplingInterval()).isZero();
    assertThat(read.origSamplingInterval()).isZero();
    assertThat(read.cutoff()).isZero();
    assertThat(read.process()).isEqualTo(written.process());
    assertThat(read.pid()).isEqualTo(written.pid());
    assertThat(read.heap()).isEqualTo(written.heap());
    assertThat(read.timeNanos()).isEqualTo(written.timeNanos());
    assertThat((double) read.durationNanos())
        .isCloseTo(written.durationNanos(), within(DRIFT_NANOS));
    assertThat(read.packageVersion()).isEqualTo(written.packageVersion());
  }

  private static Map<String, List<Long>> numbers(RecordedHeap heap, StackTable stacks) {
    Map<String, List<Long>> numbers = new TreeMap<>();
    for (int row = 0; row < heap.rows(); row++) {
      List<Long> values = new ArrayList<>();
      for (View view : heap.views()) {
        values.add(heap.value(view, row));
      }
      numbers.merge(text(heap.stack(row), stacks), values, EstimatesRead::sum);
    }
    return numbers;
  }

  private static List<Long> sum(List<Long> some, List<Long> others) {
    List<Long> sums = new ArrayList<>();
    for (int i = 0; i < some.size(); i++) {
      sums.add(some.get(i) + others.get(i));
    }
    return sums;
  }

  /**
   * @param sofar allocated and freed objects and bytes of each stack in the dumps before
   */
  private static Map<String, List<Long>> expected(
      EstimatedHeap heap, StackTable stacks, Map<String, long[]> sofar) {
    Map<String, double[]> sums = new TreeMap<>();
    for (String stack : sofar.keySet()) {
      sums.put(stack, new double[4]);
    }
    for (int row = 0; row < heap.rows(); row++) {
      double[] sum = sums.computeIfAbsent(text(heap.stack(row), stacks), unused -> new double[4]);
      for (int i = 0; i < 4; i++) {
        Column column = heap.column(View.ALL.get(i));
        sum[i] += column == null ? 0 : column.value(row);
      }
    }
    Map<String, List<Long>> expected = new TreeMap<>();
    sums.forEach(
        (stack, sum) -> {
          long[] known = sofar.computeIfAbsent(stack, unused -> new long[4]);
          List<Long> values = new ArrayList<>();
          boolean anything = false;
          for (int i = 0; i < 4; i++) {
            boolean live = i >= 2;
            if (!live) {
              long remains = Math.round(sum[i + 2]);
              // What readers take differences of never falls.
              known[i] = Math.max(Math.round(sum[i]), Math.max(known[i], known[i + 2] + remains));
              known[i + 2] = known[i] - remains;
            }
            if (heap.views().contains(View.ALL.get(i))) {
              long value = live ? Math.round(sum[i]) : known[i];
              values.add(value);
              anything |= value != 0;
            }
          }
          if (anything) {
            expected.put(stack, values);
          }
        });
    return expected;
  }

  /** All that is known of the functions of a stack, the innermost first. */
  private static String text(int stack, StackTable stacks) {
    StringBuilder text = new StringBuilder();
    for (int frame : stacks.frames(stack)) {
      int mapping = stacks.frameMapping(frame);
      String library = mapping < 0 ? "" : stacks.mapping(mapping).baseName();
      String place = library + "+" + stacks.frameRelPc(frame);
      for (SourceLine line : stacks.lines(frame)) {
        text.append(line.function() + " " + place + " " + line.file() + ":" + line.line() + "\n");
      }
    }
    return text.isEmpty() ? " +0 :0\n" : text.toString();
  }
}
