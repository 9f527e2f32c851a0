package dev.heapconv.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Cell;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.NumberColumn;
import dev.heapconv.query.NumberColumn.Kind;
import dev.heapconv.query.NumberColumn.Meta;
import dev.heapconv.query.NumberColumn.Role;
import dev.heapconv.unskew.Estimate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonRendererTest {

  private static JsonNode json(EstimatedProfile profile, AggregateOptions options)
      throws IOException {
    return JsonMapper.shared().readTree(Written.table(new JsonRenderer(), options, profile));
  }

  @Test
  void saysWhatItIs() throws Exception {
    JsonNode json = json(ProfileBuilder.server(), AggregateOptions.DEFAULT.withLimit(2));

    assertThat(json.path("tool").asString()).isEqualTo("heapconv test");
    assertThat(json.path("source").asString()).isEqualTo("trace.pftrace");
    assertThat(json.path("by").asString()).isEqualTo("function");
    assertThat(json.path("view").asString()).isEqualTo("space");
    assertThat(json.path("confidence").asDouble()).isEqualTo(0.95);
    assertThat(json.at("/comments/0").asString()).isEqualTo("scheme made by hand");
    assertThat(json.at("/heaps/0/sampling_interval").asLong()).isEqualTo(4096);
    assertThat(json.at("/totals/space/value").asLong()).isEqualTo(16_844_096);
    assertThat(json.path("matching").asInt()).isEqualTo(8);
    assertThat(json.path("rows").size()).isEqualTo(2);
  }

  @Test
  void rowsHaveSelfAndCumulativeNumbers() throws Exception {
    JsonNode row =
        json(ProfileBuilder.server(), AggregateOptions.DEFAULT.withCumulative(true)).at("/rows/0");

    assertThat(row.path("name").asString()).isEqualTo("main");
    assertThat(row.at("/self/space/value").asLong()).isEqualTo(4096);
    assertThat(row.at("/cum/space/value").asLong()).isEqualTo(16_844_096);
    assertThat(row.at("/cum/space/percent").asDouble()).isEqualTo(100);
    assertThat(row.at("/cum/space/samples").asLong()).isEqualTo(4113);
  }

  @Test
  void stacksAreArrays() throws Exception {
    JsonNode row =
        json(ProfileBuilder.server(), AggregateOptions.DEFAULT.withBy(GroupBy.STACK)).at("/rows/0");

    assertThat(row.path("frames").size()).isEqualTo(3);
    assertThat(row.at("/frames/0").asString()).isEqualTo("read_request");
    assertThat(row.has("cum")).isFalse();
  }

  @Test
  void unknownIntervalsAreLeftOut() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("f", Estimate.exact(3), Estimate.withoutInterval(4096), 2)
            .build();
    JsonNode space = json(profile, AggregateOptions.DEFAULT).at("/rows/0/self/space");

    assertThat(space.has("low")).isFalse();
    assertThat(space.has("high")).isFalse();
  }

  @Test
  void aViewWithASlashIsOneObject() throws Exception {
    Meta meta =
        new Meta("a/b", List.of("self", "a/b"), "value", Kind.COUNT, Role.FACT, null, false);
    NumberColumn column = NumberColumn.of(meta, row -> Cell.of(5));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonRenderer.write(out, json -> JsonRenderer.JsonObject.of(List.of(column)).write(0, json));

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo("{\"self\":{\"a/b\":{\"value\":5}}}\n");
  }

  @Test
  void namesSurviveWhole() throws Exception {
    String name = "=f\u001b[31m\n\t\"\\\u202e\u009b日本語\ud83d\ude00,|";
    EstimatedProfile profile = ProfileBuilder.oneHeap().stack(name, 100).build();

    assertThat(json(profile, AggregateOptions.DEFAULT).at("/rows/0/name").asString())
        .isEqualTo(name);
    assertThat(Written.table(new JsonRenderer(), AggregateOptions.DEFAULT, profile))
        .matches("[ -~\\n]*");
  }

  @Test
  void numbersBeyondLongAreStillNumbers() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("f", Estimate.exact(1e300), new Estimate(1e300, 0, 1e301), 2)
            .build();

    assertThat(json(profile, AggregateOptions.DEFAULT).at("/rows/0/self/space/value").asLong())
        .isEqualTo(Long.MAX_VALUE);
  }
}
