package dev.heapconv.reader.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.fixtures.RecordedText.Row;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.proto.perfetto.Trace;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.testing.Cases;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.ShuffledFields;
import dev.heapconv.testing.Values;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Whatever a program does, the dumps of a profiler that forgets freed stacks add up to what the
 * program did, and never to more, even if packets of the trace are lost.
 */
class HeapCountersModelTest {

  private static final List<String> HEAPS = List.of(ProfilerModel.HEAPS);
  private static final Row NOTHING = new Row(0, 0, 0, 0);

  @Test
  void allocatedTotalsAreTrueAtEachDump() {
    Cases.forAll(
        Effort.of(50, 5_000),
        values -> {
          ProfilerModel model = run(values);
          Trace trace = Trace.newBuilder().addAllPacket(model.trace.packets()).build();
          byte[] bytes = ShuffledFields.of(trace, new Random(values.random().nextLong()));
          RecordedProfile all = Conversions.read(bytes, Conversions.dump(DumpSelector.ALL));
          assertThat(all.notices()).isEmpty();
          assertThat(all.heaps()).hasSize(model.heaps() * model.dumps.size());
          for (RecordedHeap heap : all.heaps()) {
            assertThat(RecordedText.of(all, heap))
                .as("dump " + heap.info().dump().number() + " of " + heap.info().heap())
                .isEqualTo(of(heap, dump(model, heap).truth()));
          }
          RecordedProfile last = Conversions.read(bytes);
          for (RecordedHeap heap : last.heaps()) {
            assertThat(RecordedText.of(last, heap)).isEqualTo(of(heap, dump(model, heap).truth()));
          }
        });
  }

  @Test
  void lostPacketsAddNothing() {
    AtomicInteger rows = new AtomicInteger();
    AtomicInteger above = new AtomicInteger();
    Cases.forAll(Effort.of(150, 20_000), values -> checkLosses(run(values), values, rows, above));
    // What is left of a generation may pass for the next one if nothing contradicts it: in 1 of
    // 1,000.
    assertThat(above.get()).as(above + " of " + rows).isLessThanOrEqualTo(rows.get() / 1000);
  }

  private static void checkLosses(
      ProfilerModel model, Values values, AtomicInteger all, AtomicInteger above)
      throws IOException {
    boolean[] lost = new boolean[model.trace.packets().size()];
    for (int i = model.first + values.random().nextInt(lost.length); i < lost.length; ) {
      int end = Math.min(lost.length, i + values.between(1, 8));
      Arrays.fill(lost, i, end, true);
      i = end + values.random().nextInt(values.random().nextBoolean() ? 3 : lost.length);
    }
    // Definitions that are lost leave no gap in the indexes if no samples are in their packet.
    boolean reported = values.random().nextBoolean() || model.reusesInternedIds();
    Trace.Builder trace = Trace.newBuilder();
    for (int i = 0; i < lost.length; i++) {
      TracePacket.Builder packet = model.trace.packets().get(i).toBuilder();
      if (reported && i > 0 && lost[i - 1]) {
        packet.setPreviousPacketDropped(true);
      }
      if (!lost[i]) {
        trace.addPacket(packet);
      }
    }
    byte[] bytes = ShuffledFields.of(trace.build(), new Random(values.random().nextLong()));
    RecordedProfile recorded;
    try {
      recorded = Conversions.read(bytes, Conversions.dump(DumpSelector.ALL));
    } catch (HeapConvException e) {
      // Too little is left.
      return;
    }
    for (RecordedHeap heap : recorded.heaps()) {
      ProfilerModel.Dump dump = dump(model, heap);
      Map<String, Row> truth = of(heap, dump.truth());
      Map<String, Row> rows = RecordedText.of(recorded, heap);
      String what = rows + " of " + truth + " in " + heap.info();
      // Of a stack without a name, nothing says which it is.
      rows.keySet().removeIf(stack -> stack.startsWith(";") || stack.endsWith(";"));
      rows.forEach(
          (stack, row) -> {
            Row most = truth.getOrDefault(stack, NOTHING);
            all.incrementAndGet();
            above.addAndGet(isWithin(row, most) ? 0 : 1);
          });
      if (model.isComplete(dump, lost)) {
        of(heap, dump.counters())
            .forEach(
                (stack, row) -> {
                  Row read = rows.getOrDefault(stack, NOTHING);
                  assertWithin(row, read, what);
                  assertThat(read.liveBytes()).as(what).isEqualTo(row.liveBytes());
                });
      }
    }
  }

  /** Asserts that no number of a row is above that of another. */
  private static void assertWithin(Row row, Row other, String what) {
    if (!isWithin(row, other)) {
      throw new AssertionError(row + " is above " + other + ": " + what);
    }
  }

  private static boolean isWithin(Row row, Row other) {
    return row.allocCount() <= other.allocCount()
        && row.allocBytes() <= other.allocBytes()
        && row.liveCount() <= other.liveCount()
        && row.liveBytes() <= other.liveBytes();
  }

  private static ProfilerModel.Dump dump(ProfilerModel model, RecordedHeap heap) {
    long step = ProfilerModel.STEP;
    return model.dumps.get(heap.info().dump().timeNanos() / step * step);
  }

  private static Map<String, Row> of(RecordedHeap heap, List<Map<String, Row>> heaps) {
    return heaps.get(HEAPS.indexOf(heap.info().heap()));
  }

  private static ProfilerModel run(Values values) {
    int style = values.random().nextInt(12);
    ProfilerModel model =
        new ProfilerModel(
            new ProfilerModel.Style(
                (style & 1) != 0,
                (style & 2) != 0,
                style >= 4,
                style >= 8,
                values.random().nextBoolean(),
                values.between(1, HEAPS.size())));
    int events = values.between(1, 120);
    for (int i = 0; i < events; i++) {
      happen(model, values.random().nextInt(2048));
    }
    model.dump(false);
    return model;
  }

  private static void happen(ProfilerModel model, int event) {
    int heap = (event >> 2) % model.heaps();
    int stack = (event >> 3 & 7) % ProfilerModel.STACKS;
    int detail = event >> 6;
    switch (event & 3) {
      case 0, 1 -> model.allocate(heap, stack, 1 + detail, detail % 2 == 0);
      case 2 -> model.free(heap, stack);
      default -> {
        if (detail >= 27) {
          model.clearIncrementalState();
        } else {
          model.dump(detail % 2 == 0);
        }
      }
    }
  }
}
