package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Answer;
import dev.heapconv.query.Growth;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The curve of a selected function has the numbers of the tables of all dumps, and of growth. */
final class OverTimeTest extends ReportInNode {

  private static final float EXACTNESS = 1e-6f;

  private final EstimatedProfile profile;

  OverTimeTest() throws IOException {
    profile = Conversions.estimated("phases_i512", DumpSelector.ALL);
  }

  private List<JsonNode> ofEachDump(String function, String ignore) throws Exception {
    List<Map<String, ?>> states = new ArrayList<>();
    for (int dump = 0; dump < profile.heaps().size(); dump++) {
      states.add(Map.of("dump", dump, "overTime", function, "ignore", ignore));
    }
    return shown(profile, states.toArray(Map<?, ?>[]::new));
  }

  /**
   * @param sum {@code self}, or {@code total} for what does not allocate
   */
  private void check(String function, String sum, String ignore) throws Exception {
    List<JsonNode> dumps = ofEachDump(function, ignore);
    for (int dump = 0; dump < dumps.size(); dump++) {
      JsonNode over = dumps.get(0).get("overTime");
      assertThat(over.get("isSelf").asBoolean()).isEqualTo(sum.equals("self"));
      JsonNode point = over.get("sums").get(dump);
      if (functions(dumps.get(dump)).contains(function)) {
        assertThat(texts(point))
            .as(function + " " + dump)
            .isEqualTo(texts(function(dumps.get(dump), function).get(sum)));
      } else {
        assertThat(point.get("value").asDouble()).isZero();
      }
      assertThat(over).as("whatever dump is shown").isEqualTo(dumps.get(dump).get("overTime"));
    }
  }

  @Test
  void ofAFunctionThatAllocates() throws Exception {
    check("grow_cache()", "self", "");
    check("late_only()", "self", "");
  }

  @Test
  void ofAFunctionThatOnlyCallsOthers() throws Exception {
    check("main", "total", "");
    check("main", "total", "grow_cache");
  }

  @Test
  void endsAreThoseOfGrowth() throws Exception {
    Answer growth = Growth.of(profile, AggregateOptions.DEFAULT, View.SPACE);
    for (int row : growth.limited(growth.order(), 3)) {
      JsonNode sums =
          shown(profile, Map.of("overTime", growth.name(row))).get(0).get("overTime").get("sums");
      for (String end : List.of(Growth.FIRST, Growth.LAST)) {
        int dump = end.equals(Growth.FIRST) ? 0 : sums.size() - 1;
        double value = growth.get(View.SPACE, end).value(row);
        assertThat((float) sums.get(dump).get("value").asDouble())
            .as(growth.name(row) + " " + end)
            .isCloseTo((float) value, within((float) value * EXACTNESS));
      }
    }
  }

  @Test
  void nothingIsDrawnOfWhatHoldsNothing() throws Exception {
    JsonNode shown = shown(profile, Map.of("overTime", "main", "ignore", "main")).get(0);
    assertThat(shown.get("overTime").isNull()).isTrue();
  }
}
