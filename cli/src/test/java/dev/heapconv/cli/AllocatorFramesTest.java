package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Node;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * All outputs of a recording say of the same functions that they allocated the same bytes, because
 * one rule tells where the program ends and the allocator begins.
 */
@Tag("slow")
class AllocatorFramesTest extends CommandLineFixture {

  private static final Pattern PPROF_ROW =
      Pattern.compile(" *(\\d+)B? +[0-9.]+% +[0-9.]+% +\\d+B? +[0-9.]+% +(.*?)( \\(.*inline\\))?");

  /** Functions by their bytes, the largest ones and all others. */
  private static final class Functions {
    private final Map<String, Long> bytes = new TreeMap<>();

    void add(String name, long space) {
      if (space > 0 && !name.equals("(no stack)")) {
        bytes.merge(comparable(name), space, Long::sum);
      }
    }

    /**
     * pprof adds up the code of a file that has no names, and folded stacks have no semicolons in
     * names.
     */
    private static String comparable(String name) {
      Matcher unnamed = Pattern.compile("(.*)\\+0x[0-9a-f]+").matcher(name);
      return unnamed.matches()
          ? "[" + unnamed.group(1) + "]"
          : name.matches("0x[0-9a-f]+") ? "<unknown>" : name.replace(';', ':');
    }
  }

  static Stream<String> tenRecordings() {
    return Stream.of(
        "cc1plus_i512",
        "customheap_all",
        "deeprec",
        "inlined_symbolized",
        "java_i4096",
        "truth_i512",
        "mixed_deflate",
        "names",
        "python_i4096",
        "sqlite_i4096");
  }

  private Path converted(Path recording, String name) {
    run(recording.toString(), "-o", inFolder(name)).isOk();
    return folder.resolve(name);
  }

  private Map<String, Long> table(Path recording) throws IOException {
    Path file = folder.resolve("top.tsv");
    run(recording.toString(), "-o", file.toString()).isOk();
    String[][] rows =
        Files.readAllLines(file).stream().map(row -> row.split("\t")).toArray(String[][]::new);
    int space = List.of(rows[0]).indexOf("space");
    int function = List.of(rows[0]).indexOf("function");
    Functions functions = new Functions();
    for (int row = 1; row < rows.length; row++) {
      functions.add(rows[row][function], Long.parseLong(rows[row][space]));
    }
    return functions.bytes;
  }

  private Map<String, Long> json(Path recording) {
    Functions functions = new Functions();
    JsonMapper.shared()
        .readTree(run(recording.toString(), "-f", "json").isOk().bytes())
        .get("rows")
        .forEach(
            row ->
                functions.add(
                    row.get("name").asString(),
                    row.get("self").get("space").get("value").asLong()));
    return functions.bytes;
  }

  private Map<String, Long> folded(Path recording) throws IOException {
    Functions functions = new Functions();
    for (String line : Files.readAllLines(converted(recording, "out.folded"))) {
      int space = line.lastIndexOf(' ');
      String stack = line.substring(0, space);
      String root = stack.replaceFirst("^[^;]*(;\\[(heap|dump) [^;]*])*", "");
      String leaf = root.isEmpty() ? "(no stack)" : root.substring(root.lastIndexOf(';') + 1);
      functions.add(leaf, Long.parseLong(line.substring(space + 1)));
    }
    return functions.bytes;
  }

  private Map<String, Long> speedscope(Path recording) {
    JsonNode file =
        JsonMapper.shared().readTree(converted(recording, "out.speedscope.json").toFile());
    Functions functions = new Functions();
    for (JsonNode profile : file.get("profiles")) {
      JsonNode samples = profile.get("samples");
      for (int i = 0; i < samples.size(); i++) {
        JsonNode stack = samples.get(i);
        if (profile.get("name").asString().startsWith("space ") && !stack.isEmpty()) {
          JsonNode leaf = file.get("shared").get("frames").get(stack.get(stack.size() - 1).asInt());
          functions.add(leaf.get("name").asString(), profile.get("weights").get(i).asLong());
        }
      }
    }
    return functions.bytes;
  }

  private Map<String, Long> report(Path recording) throws Exception {
    Functions functions = new Functions();
    Path states = Files.writeString(folder.resolve("states"), "[{\"heap\": -1}]");
    String shown =
        Node.run("report.mjs", Node.page(folder), converted(recording, "out.html"), states);
    for (JsonNode function : JsonMapper.shared().readTree(shown).get("functions")) {
      functions.add(function.get("name").asString(), function.get("self").get("value").asLong());
    }
    return functions.bytes;
  }

  private Map<String, Long> pprof(Path recording) throws Exception {
    String[] top = {"-top", "-unit=bytes", "-nodecount=100000", "-nodefraction=0"};
    Functions functions = new Functions();
    GoPprof.run(folder, converted(recording, "out.pb.gz").toString(), top)
        .lines()
        .map(PPROF_ROW::matcher)
        .filter(Matcher::matches)
        .forEach(row -> functions.add(row.group(2), Long.parseLong(row.group(1))));
    return functions.bytes;
  }

  @ParameterizedTest
  @MethodSource("tenRecordings")
  void tablesAndFlameGraphsAgree(String name) throws Exception {
    Path recording = TestData.recording(name);
    Map<String, Long> table = table(recording);
    assertThat(table).isNotEmpty();
    assertThat(json(recording)).isEqualTo(table);
    assertThat(folded(recording)).isEqualTo(table);
    assertThat(speedscope(recording)).isEqualTo(table);
  }

  @ParameterizedTest
  @MethodSource("tenRecordings")
  void theReportAgrees(String name) throws Exception {
    Path recording = TestData.recording(name);
    assertThat(report(recording)).isEqualTo(table(recording));
  }

  @ParameterizedTest
  @MethodSource("tenRecordings")
  void pprofAgrees(String name) throws Exception {
    Path recording = TestData.recording(name);
    assertThat(pprof(recording)).isEqualTo(table(recording));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"device/android10-unity.heapprofd", "alloc/jemalloc/je530_lg0_t1_acc1.heap"})
  void recordingsOfOthersAgree(String name) throws Exception {
    Path recording = TestData.shared(name);
    Map<String, Long> table = table(recording);
    assertThat(table).isNotEmpty();
    assertThat(report(recording)).isEqualTo(table);
    assertThat(folded(recording)).isEqualTo(table);
    assertThat(pprof(recording)).isEqualTo(table);
  }
}
