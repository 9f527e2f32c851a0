package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Answer;
import dev.heapconv.query.Cell;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.Growth;
import dev.heapconv.query.Subject;
import dev.heapconv.query.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Where heaps share stacks, the first screen, tables, growth and the page have the same numbers.
 */
final class HeapsTogetherTest extends ReportInNode {

  /** Numbers are rounded in the page. */
  private static final double EXACTNESS = 1e-8;

  /**
   * Heaps with the same stacks: two of a process, one of its successor, and one of another program.
   */
  static EstimatedProfile severalHeaps(EstimatedProfile all) {
    List<EstimatedHeap> heaps = new ArrayList<>();
    for (EstimatedHeap dump : all.heaps()) {
      HeapInfo info = dump.info();
      heaps.add(dump);
      heaps.add(later(all, info.withHeap("custom"), 9));
      heaps.add(later(all, info.withProcess(info.pid() + 1, info.process()), 3));
      heaps.add(later(all, info.withProcess(info.pid() + 2, "other"), 3));
    }
    return all.withHeaps(heaps);
  }

  /** What is known of the heap some dumps later, as another heap. */
  static EstimatedHeap later(EstimatedProfile all, HeapInfo info, int dumps) {
    int at = (info.dump().number() - 1 + dumps) % all.heaps().size();
    return all.heaps().get(at).withInfo(info);
  }

  @ParameterizedTest
  @ValueSource(strings = {"phases_i512", "deflate_phases"})
  void allNumbersAreTheSame(String recording) throws Exception {
    EstimatedProfile all = severalHeaps(Conversions.estimated(recording, DumpSelector.ALL));
    List<Map<String, Object>> states = new ArrayList<>();
    all.views().forEach(view -> states.add(Map.of("view", view.name())));
    List<JsonNode> shown = new ArrayList<>(shown(all, states.toArray(Map[]::new)));
    for (View view : all.views()) {
      JsonNode page = shown.remove(0);
      Answer table = Totals.of(all, AggregateOptions.DEFAULT, view);
      Answer first = new Totals(AggregateOptions.DEFAULT, view, 3).ask(Subject.of(all));
      Cell total = table.total(view).at(Answer.TOTAL);
      assertThat(first.total(view).at(Answer.TOTAL)).isEqualTo(total);
      for (GroupBy by : List.of(GroupBy.STACK, GroupBy.LIBRARY, GroupBy.HEAP, GroupBy.PROCESS)) {
        Answer other = Totals.of(all, AggregateOptions.DEFAULT.withBy(by), view);
        assertThat(other.total(view).at(Answer.TOTAL)).as("%s %s", view, by).isEqualTo(total);
      }
      if (view.isLive()) {
        Answer growth = Growth.of(all, AggregateOptions.DEFAULT, view);
        assertThat(growth.total(view).at(Answer.TOTAL)).isEqualTo(total);
      }
      assertShown(page.get("cards").get(view.name()), total);
      assertThat(first.order()).hasSize(3);
      for (int row : first.order()) {
        assertThat(first.main().at(row)).isEqualTo(table.main().at(rowOf(table, first.name(row))));
      }
      for (int row : table.order()) {
        if (table.main().value(row) > 0) {
          assertShown(function(page, table.name(row)).get("self"), table.main().at(row));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"phases_i512", "deflate_phases"})
  void growthIsTheSame(String recording) throws Exception {
    EstimatedProfile all = severalHeaps(Conversions.estimated(recording, DumpSelector.ALL));
    Answer growth = Growth.of(all, AggregateOptions.DEFAULT, View.SPACE);
    JsonNode rows = shown(all, Map.of("growth", true)).get(0).get("growth");
    assertThat(rows.size()).isEqualTo(growth.order().length);
    for (int place = 0; place < rows.size(); place++) {
      JsonNode row = rows.get(place);
      int of = growth.order()[place];
      assertThat(row.get("name").asString()).isEqualTo(growth.name(of));
      Cell slope = growth.main().at(of);
      assertThat(row.get("slope").floatValue()).isEqualTo((float) slope.value());
      assertThat(row.get("slope_low").floatValue()).isEqualTo((float) slope.low());
      assertThat(row.get("slope_high").floatValue()).isEqualTo((float) slope.high());
    }
  }

  private static int rowOf(Answer answer, String name) {
    for (int row : answer.order()) {
      if (answer.name(row).equals(name)) {
        return row;
      }
    }
    throw new AssertionError("no row " + name);
  }

  private static void assertShown(JsonNode sum, Cell cell) {
    JsonNode ends = sum.get("interval");
    double[] found = {sum.get("value").asDouble(), ends.get(0).asDouble(), ends.get(1).asDouble()};
    assertThat(found)
        .containsExactly(
            new double[] {cell.value(), cell.low(), cell.high()},
            Offset.offset(EXACTNESS * cell.high()));
  }
}
