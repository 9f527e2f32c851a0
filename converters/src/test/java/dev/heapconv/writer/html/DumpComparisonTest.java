package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Two dumps that a page compares differ by what {@code diff} says, with the same intervals. */
final class DumpComparisonTest extends ReportInNode {

  /** Ends of intervals are rounded in the page. */
  private static final double EXACTNESS = 1e-6;

  private final List<Map<String, Object>> states = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(strings = {"phases_i512", "deflate_phases"})
  void ofAHeap(String recording) throws Exception {
    compare(recording, List.of(new int[] {0, 9}, new int[] {7, 9}, new int[] {4, 3}));
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

  private void compare(String recording, List<int[]> pairs) throws Exception {
    EstimatedProfile all = Conversions.estimated(recording, DumpSelector.ALL);
    for (int[] pair : pairs) {
      for (View view : all.views()) {
        states.add(Map.of("base", pair[0], "dump", pair[1], "view", view.name()));
      }
    }
    List<JsonNode> shown = new ArrayList<>(shown(all, states.toArray(Map[]::new)));
    for (int[] pair : pairs) {
      EstimatedProfile base = all.withHeaps(List.of(all.heaps().get(pair[0])));
      EstimatedProfile now = all.withHeaps(List.of(all.heaps().get(pair[1])));
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
