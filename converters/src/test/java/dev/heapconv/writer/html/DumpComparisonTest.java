package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Answer;
import dev.heapconv.query.Cell;
import dev.heapconv.query.Difference;
import dev.heapconv.query.NumberColumn;
import dev.heapconv.query.ShownColumn;
import dev.heapconv.query.ShownColumn.Form;
import dev.heapconv.testing.Effort;
import dev.heapconv.unskew.Sampling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Two dumps that a page compares differ by what {@code diff} says, with the same intervals. */
final class DumpComparisonTest extends ReportInNode {

  /** Ends of intervals are rounded in the page. */
  private static final double EXACTNESS = 1e-6;

  private static final List<int[]> SOME =
      List.of(new int[] {0, 9}, new int[] {7, 9}, new int[] {4, 3});

  private final List<Map<String, Object>> states = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(strings = {"phases_i512", "deflate_phases"})
  void ofAHeap(String recording) throws Exception {
    compare(recording, SOME);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"phases_i512", "deflate_phases"})
  void ofAllDumps(String recording) throws Exception {
    List<int[]> pairs = new ArrayList<>();
    for (int base = 0; base < 10; base += Effort.of(3, 1)) {
      for (int now = 0; now < 10; now++) {
        pairs.add(new int[] {base, now});
      }
    }
    compare(recording, pairs);
  }

  /**
   * All heaps together: a stack that several of them have is compared in each. Where one program
   * has two processes, their heaps are one.
   */
  @ParameterizedTest
  @ValueSource(strings = {"phases_i512", "deflate_phases"})
  void ofSeveralHeaps(String recording) throws Exception {
    EstimatedProfile all = Conversions.estimated(recording, DumpSelector.ALL);
    compare(recording, HeapsTogetherTest.severalHeaps(all), SOME);
  }

  /**
   * Heaps that are one, or two dumps of one, may be sampled otherwise; and what ended processes
   * held, which may be all that is known of them, is not counted.
   */
  @Test
  void ofHeapsThatDiffer() throws Exception {
    EstimatedProfile all = Conversions.estimated("phases_i512", DumpSelector.ALL);
    List<EstimatedHeap> heaps = new ArrayList<>();
    for (EstimatedHeap dump : all.heaps()) {
      HeapInfo info = dump.info();
      HeapInfo coarse = info.withSampling(Sampling.weighted(4096));
      HeapInfo slowed = info.withSampling(Sampling.weighted(512).withFirst(256));
      boolean isLast = info.dump().number() == all.heaps().size();
      HeapInfo ends = isLast ? info.withProvenance(info.provenance().withLive(Live.ENDED)) : info;
      heaps.add(dump);
      heaps.add(HeapsTogetherTest.later(all, coarse.withHeap("custom"), 1));
      heaps.add(
          HeapsTogetherTest.later(
              all, isLast ? coarse.withHeap("changed") : info.withHeap("changed"), 2));
      heaps.add(HeapsTogetherTest.later(all, slowed.withHeap("slowed"), 3));
      heaps.add(
          HeapsTogetherTest.later(all, coarse.withProcess(info.pid() + 1, info.process()), 4));
      heaps.add(HeapsTogetherTest.later(all, ends.withProcess(info.pid() + 2, "ended"), 5));
      heaps.add(
          onlyLive(
              HeapsTogetherTest.later(
                  all, ends.withProcess(info.pid() + 3, "gone"), isLast ? 0 : 6)));
    }
    // No pair of dumps that follow each other: what one heap gains, another would lose.
    List<int[]> pairs = List.of(new int[] {0, 9}, new int[] {7, 9}, new int[] {2, 6});
    compare("heaps that differ", all.withHeaps(heaps), pairs);
  }

  private static EstimatedHeap onlyLive(EstimatedHeap heap) {
    int[] stacks = IntStream.range(0, heap.rows()).map(heap::stack).toArray();
    long[] recorded = IntStream.range(0, heap.rows()).mapToLong(heap::recordedLive).toArray();
    List<View> live = heap.views().stream().filter(View::isLive).toList();
    List<Column> columns = live.stream().map(heap::column).toList();
    return new EstimatedHeap(
        heap.info(), live, stacks, columns, new long[stacks.length], recorded, List.of());
  }

  private void compare(String recording, List<int[]> pairs) throws Exception {
    compare(recording, Conversions.estimated(recording, DumpSelector.ALL), pairs);
  }

  private static EstimatedProfile at(EstimatedProfile all, int dump) {
    return all.withHeaps(
        all.heaps().stream().filter(heap -> heap.info().dump().number() == dump + 1).toList());
  }

  private void compare(String recording, EstimatedProfile all, List<int[]> pairs) throws Exception {
    for (int[] pair : pairs) {
      for (View view : all.views()) {
        states.add(Map.of("base", pair[0], "dump", pair[1], "view", view.name()));
      }
    }
    List<JsonNode> shown = new ArrayList<>(shown(all, states.toArray(Map[]::new)));
    for (int[] pair : pairs) {
      EstimatedProfile base = at(all, pair[0]);
      EstimatedProfile now = at(all, pair[1]);
      for (View view : all.views()) {
        JsonNode page = shown.remove(0);
        Answer answer = Difference.of(base, now, AggregateOptions.DEFAULT, view);
        String what = recording + " " + pair[0] + " to " + pair[1] + " " + view;
        check(what, page.get("cards").get(view.name()), answer.total(view), Answer.TOTAL);
        for (int row : answer.order()) {
          // A page leaves out what has not changed.
          if (answer.main().value(row) != 0) {
            JsonNode function = function(page, answer.name(row));
            check(what + " " + answer.name(row), function.get("self"), answer.main(), row);
          }
        }
      }
    }
  }

  private static void check(String what, JsonNode sum, NumberColumn column, int row) {
    Cell cell = column.at(row);
    double size = Math.abs(cell.value()) + cell.high() - cell.low();
    double[] expected = {cell.value(), cell.low(), cell.high()};
    JsonNode ends = sum.get("interval");
    double[] found = {sum.get("value").asDouble(), ends.get(0).asDouble(), ends.get(1).asDouble()};
    assertThat(found).as(what).containsExactly(expected, within(EXACTNESS * size));
    String text = texts(sum).get(0).replace('\u2212', '-');
    assertThat(text)
        .as(what)
        .isEqualTo(ShownColumn.of("", Form.ESTIMATE, column).withOwnUnits().cell(row).toString());
  }
}
