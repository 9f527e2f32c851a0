package dev.heapconv.writer.html;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.testing.Node;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the scripts of a report make of its data, without a browser. */
abstract class ReportInNode {

  static final WriteOptions OPTIONS = new WriteOptions("heapconv 1.0", null);

  @TempDir Path folder;

  /** What a report shows in each of some states, which have the names of those in an address. */
  final List<JsonNode> shown(EstimatedProfile profile, Map<?, ?>... states) throws Exception {
    try (OutputStream out = Files.newOutputStream(folder.resolve("report.html"))) {
      new HtmlWriter().write(profile, OPTIONS, out);
    }
    return shown(folder.resolve("report.html"), List.of(states));
  }

  final List<JsonNode> shown(Path report, List<? extends Map<?, ?>> states) throws Exception {
    JsonMapper mapper = JsonMapper.shared();
    Path file = Files.write(folder.resolve("states.json"), mapper.writeValueAsBytes(states));
    return Node.run("report.mjs", page(), report, file).lines().map(mapper::readTree).toList();
  }

  private Path page() throws IOException {
    return Node.page(folder);
  }

  static JsonNode function(JsonNode shown, String name) {
    return shown
        .get("functions")
        .valueStream()
        .filter(function -> function.get("name").asString().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no function " + name));
  }

  /** How a sum is written: the value, its interval, and all its digits. */
  static List<String> texts(JsonNode sum) {
    return strings(sum.get("texts"));
  }

  static List<String> boxes(JsonNode shown) {
    return names(shown.get("graph").get("boxes").valueStream());
  }

  static List<String> functions(JsonNode shown) {
    return names(shown.get("functions").valueStream());
  }

  private static List<String> names(Stream<JsonNode> named) {
    return named.map(one -> one.get("name").asString()).toList();
  }

  static List<String> strings(JsonNode array) {
    return array.valueStream().map(JsonNode::asString).toList();
  }
}
