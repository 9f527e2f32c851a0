package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class InfoCommandTest extends CommandLineFixture {

  private static final String COLUMNS = "heapconv.columns";

  @AfterEach
  void forgetTheWidth() {
    System.clearProperty(COLUMNS);
  }

  private String onTerminal(String recording, int columns) {
    System.setProperty(COLUMNS, Integer.toString(columns));
    outIsTerminal = true;
    return run("info", recording(recording)).isOk().out();
  }

  @ParameterizedTest
  @ValueSource(strings = {"phases_i512", "java_i4096", "customheap_all", "mixed_deflate"})
  void fitsATerminalAndLosesNothing(String recording) {
    String wide = run("info", recording(recording)).isOk().out();
    assertThat(wide.lines()).anyMatch(line -> line.length() > 80);
    String narrow = onTerminal(recording, 80);
    assertThat(narrow.lines()).allMatch(line -> line.length() <= 80);
    String joined = narrow.replaceAll("\\s", "");
    assertThat(wide.lines().filter(line -> !line.matches(" +(dump|\\d+) .*")))
        .allMatch(line -> joined.contains(line.replaceAll("\\s", "")));
  }

  @Test
  void columnsWithoutRoomFollowBelowEachDump() {
    String narrow = onTerminal("phases_i512", 60);
    assertThat(narrow.lines())
        .filteredOn(line -> line.startsWith("    dump "))
        .containsExactly(
            "    dump                         time   after  stacks",
            "    dump  alloc_objects  alloc_space  objects    space");
    assertThat(narrow.lines().filter(line -> line.startsWith("      10 ")).count()).isEqualTo(2);
  }

  @Test
  void aDumpThatLacksViewsHasEmptyCells() {
    String dhat = TestData.own("alloc/valgrind/dhat_give.json").toString();
    assertThat(run("info", dhat).isOk().out().lines())
        .filteredOn(line -> line.matches(" +[12] .*"))
        .extracting(line -> line.strip().replaceAll(" +", " "))
        .containsExactly("1 - - 8 - - 2072 2790080", "2 - - 8 2092 2831013 1056 244269");
  }

  @Test
  void tellsWhatIsInside() {
    CommandRun result = run("info", recording("customheap_all")).isOk();
    assertThat(result.out())
        .contains("Perfetto heapprofd trace")
        .contains("customheap (16504), heap dev.heapconv.gpu")
        .contains("every allocation recorded")
        .contains("43442540");
  }

  @Test
  void forProgramsItHasTheSameNumbers() {
    JsonNode json =
        new ObjectMapper()
            .readTree(run("info", "--json", recording("customheap_all")).isOk().bytes());
    JsonNode dumps = json.get("inputs").get(0).get("dumps");
    assertThat(dumps.size()).isEqualTo(5);
    JsonNode gpu = null;
    for (JsonNode dump : dumps) {
      gpu = dump.get("heap").asString().equals("dev.heapconv.gpu") ? dump : gpu;
    }
    assertThat(gpu.get("pid").asInt()).isEqualTo(16504);
    assertThat(gpu.get("sampling_interval").asInt()).isEqualTo(1);
    assertThat(gpu.get("recorded").get("alloc_space").asLong()).isEqualTo(43_442_540);
    assertThat(gpu.get("recorded").get("space").asLong())
        .isEqualTo(43_442_540 - 10_485_760 - 624_750);
  }

  @Test
  void aSampleLogShowsItsAuthorWhatItTells() {
    String log = TestData.own("fuzz/samplelog/0.jsonl").toString();
    assertThat(run("info", log).isOk().out().lines().map(String::strip))
        .contains("scheme fits: yes", "positions tested: 2", "live known: yes")
        .contains("frees: 1", "missed frees: 0", "times left out: 0")
        .anyMatch(line -> line.matches("mean position: 0\\.\\d{3}"));
    JsonNode dumps =
        new ObjectMapper().readTree(run("info", "--json", log).isOk().out()).at("/inputs/0/dumps");
    JsonNode findings = dumps.get(dumps.size() - 1).get("findings");
    assertThat(findings.get("scheme_fits").asBoolean()).isTrue();
    assertThat(findings.get("positions_tested").asInt()).isEqualTo(2);
    assertThat(findings.get("mean_position").asDouble()).isBetween(0.0, 1.0);
    String weights = TestData.own("fuzz/samplelog/2.jsonl").toString();
    assertThat(run("info", weights).isOk().out())
        .contains("weights off interval: 0", "live known: no");
  }
}
