package dev.heapconv.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.query.StackNames;
import dev.heapconv.unskew.Sampling;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UnskewingTest {

  private static final int ROWS = 9000;

  private static RecordedProfile recorded() {
    Random random = new Random(5);
    StackTable stacks = new StackTable();
    RecordedRows rows = RecordedRows.ofSums(List.of());
    for (int i = 0; i < ROWS; i++) {
      int frame = stacks.addFrame(StackTable.NO_MAPPING, i, SourceLine.UNKNOWN);
      int row = rows.row(stacks.addStack(StackTable.ROOT, frame));
      int count = 1 + random.nextInt(20);
      rows.addAlloc(row, count, 4096L * (count + random.nextInt(5)));
    }
    HeapInfo info = HeapInfo.of("h", Sampling.weighted(4096)).withProcess(1, "p");
    RecordedHeap heap = rows.heap(info, List.of(View.ALLOC_OBJECTS, View.ALLOC_SPACE));
    return profile(stacks, heap);
  }

  private static byte[] written(EstimatedProfile profile) {
    return Conversions.write(profile, Format.CSV);
  }

  @Test
  void aDumpAmongAllIsTheSameAsAloneAndSharesEstimatesWithTheOthers() throws IOException {
    List<EstimatedHeap> all = Conversions.estimated("phases_i512", DumpSelector.ALL).heaps();
    assertThat(all).hasSizeGreaterThan(2);
    for (EstimatedHeap heap : all) {
      DumpSelector choice = new DumpSelector.Number(heap.info().dump().number());
      EstimatedHeap alone = Conversions.estimated("phases_i512", choice).heaps().get(0);
      assertThat(heap.rows()).isEqualTo(alone.rows());
      for (int row = 0; row < heap.rows(); row++) {
        assertThat(heap.stack(row)).isEqualTo(alone.stack(row));
        assertThat(heap.recordedAlloc(row)).isEqualTo(alone.recordedAlloc(row));
        assertThat(heap.recordedLive(row)).isEqualTo(alone.recordedLive(row));
        for (int i = 0; i < heap.views().size(); i++) {
          Column column = heap.columns().get(i);
          assertThat(column.estimate(row)).isEqualTo(alone.columns().get(i).estimate(row));
          assertThat(column.sharesDictionaryOf(all.get(0).columns().get(i))).isTrue();
        }
      }
    }
  }

  @Test
  void rowsOfAFunctionOfWhichTheSameWasRecordedAreEstimatedOnce() throws IOException {
    EstimatedProfile profile = Conversions.estimated("python_i4096", DumpSelector.LAST);
    EstimatedHeap heap = profile.heaps().get(0);
    StackNames names = new StackNames();
    names.over(profile.stacks());
    Map<List<Object>, Integer> numbers = new HashMap<>();
    for (int row = 0; row < heap.rows(); row++) {
      List<Object> recorded =
          List.of(
              names.innermost(heap.stack(row)),
              heap.recordedAlloc(row),
              heap.recordedLive(row),
              heap.column(View.ALLOC_SPACE).value(row),
              heap.column(View.SPACE).value(row));
      int number = heap.column(View.OBJECTS).code(row);
      assertThat(numbers.computeIfAbsent(recorded, unused -> number)).isEqualTo(number);
    }
    assertThat(numbers).as(heap.rows() + " rows").hasSizeLessThan(heap.rows() * 3 / 4);
  }

  @Test
  void estimatesDoNotDependOnWhatWasEstimatedBefore() {
    RecordedProfile recorded = recorded();
    byte[] byOne = written(new Unskewing(UnskewOptions.DEFAULT).apply(recorded));
    Unskewing shared = new Unskewing(UnskewOptions.DEFAULT);
    assertThat(written(shared.apply(recorded))).isEqualTo(byOne);
    assertThat(written(shared.apply(recorded))).isEqualTo(byOne);
  }

  @Test
  void estimatesAreTheSameToTheLastBitEveryTime() throws IOException {
    Column first = allocObjects();
    Column second = allocObjects();
    for (int row = 0; row < first.rows(); row++) {
      assertThat(second.value(row)).isEqualTo(first.value(row));
      assertThat(second.low(row)).isEqualTo(first.low(row));
      assertThat(second.high(row)).isEqualTo(first.high(row));
    }
  }

  private static Column allocObjects() throws IOException {
    return Conversions.estimated("truth_i512", DumpSelector.LAST)
        .heaps()
        .get(0)
        .column(View.ALLOC_OBJECTS);
  }

  @Test
  void theStacksOfAFinishedProfileDoNotChange() {
    StackTable stacks = new Unskewing(UnskewOptions.DEFAULT).apply(recorded()).stacks();
    assertThatThrownBy(
            () -> stacks.addFrame(StackTable.NO_MAPPING, -1, new SourceLine("new", "", 0)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> stacks.setLines(0, List.of(SourceLine.UNKNOWN)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void withoutALiveSampleSomethingMayStillBeLiveInTextDumpsToo() throws IOException {
    String dump =
        "heap_v2/4096\n  t*: 1: 50000 [21: 54000]\n"
            + "@ 0x1000\n  t*: 0: 0 [20: 4000]\n@ 0x2000\n  t*: 1: 50000 [1: 50000]\n";
    EstimatedHeap heap =
        HeapConv.unskew(
                Conversions.read(dump.getBytes(StandardCharsets.UTF_8)), UnskewOptions.DEFAULT)
            .heaps()
            .get(0);
    assertThat(heap.column(View.SPACE).value(0)).isZero();
    assertThat(heap.column(View.SPACE).high(0)).isCloseTo(-Math.log(0.025) * 4096, within(5.0));
    assertThat(heap.column(View.OBJECTS).high(0))
        .isBetween(-Math.log(0.025) * 4096 / 200, heap.column(View.ALLOC_OBJECTS).high(0));
  }

  @Test
  void recordedAllocationsThatNoLongCanCountAreWarnedAbout() {
    assertThat(notices(1L << 61)).isEmpty();
    assertThat(notices(1L << 62)).containsExactly(ErrorId.OFF_THE_SCALE);
  }

  /**
   * Of two stacks with so many recorded allocations each, of which only the bytes are estimated.
   */
  private static List<ErrorId> notices(long count) {
    StackTable stacks = new StackTable();
    RecordedRows rows = RecordedRows.ofSums(List.of());
    for (int i = 0; i < 2; i++) {
      int frame = stacks.addFrame(StackTable.NO_MAPPING, i, SourceLine.UNKNOWN);
      rows.addAlloc(rows.row(stacks.addStack(StackTable.ROOT, frame)), count, 1);
    }
    HeapInfo info = HeapInfo.of("h", Sampling.COMPLETE).withProcess(1, "p");
    RecordedProfile recorded = profile(stacks, rows.heap(info, List.of(View.ALLOC_SPACE)));
    return new Unskewing(UnskewOptions.DEFAULT)
        .apply(recorded).notices().stream().map(Notice::id).toList();
  }

  private static RecordedProfile profile(StackTable stacks, RecordedHeap heap) {
    return new RecordedProfile(
        new CaptureInfo("x", "x", "", ""),
        stacks,
        List.of(heap),
        List.of(heap.summary()),
        List.of(),
        List.of());
  }
}
