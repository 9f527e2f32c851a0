package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Node;
import dev.heapconv.testing.TestData;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Everybody tells the libraries of a flame graph apart, and can read their names. */
final class ColorsTest {

  /** Of two colours that are side by side, 2 is just seen; of patches apart, 10 is plain. */
  private static final double LEAST_DIFFERENCE = 12;

  /** WCAG 2, for text of any size. */
  private static final double LEAST_CONTRAST = 4.5;

  @TempDir Path folder;

  @Test
  void whoSeesNoRedOrNoGreenTellsLibrariesApart() throws Exception {
    Path inks = TestData.root().resolve("converters/src/main/page/base.css");
    List<JsonNode> themes =
        Node.run("colors.mjs", Node.page(folder), inks)
            .lines()
            .map(JsonMapper.shared()::readTree)
            .toList();
    assertThat(themes).hasSize(2);
    for (JsonNode theme : themes) {
      assertThat(theme.get("least").asDouble()).isGreaterThan(LEAST_DIFFERENCE);
      assertThat(theme.get("contrast").asDouble()).isGreaterThan(LEAST_CONTRAST);
    }
  }
}
