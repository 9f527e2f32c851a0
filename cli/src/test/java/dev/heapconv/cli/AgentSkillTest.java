package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What docs/agents/SKILL.md tells agents of the program is true. */
class AgentSkillTest extends ShellFixture {

  private static final Path SKILL = TestData.root().resolve("docs/agents/SKILL.md");
  private static final String PROMPT = "$ heapconv ";
  private static final Pattern STEP = Pattern.compile("\\.(\\w+)|\\[(\\d*)\\]");
  private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]+");
  private static final Pattern FIELD = Pattern.compile("`(\\.[a-z][\\w.\\[\\]]*)`");

  /** What each command of the examples prints. */
  private static Map<String, JsonNode> outputs() throws IOException {
    Map<String, JsonNode> outputs = new LinkedHashMap<>();
    for (DocumentExamplesTest.Block block : DocumentExamplesTest.blocks(SKILL)) {
      for (String line : block.lines()) {
        if (line.startsWith(PROMPT)) {
          outputs.put(line, output(line.substring(PROMPT.length())));
        }
      }
    }
    assertThat(outputs).hasSizeGreaterThan(5);
    return outputs;
  }

  /** A gate that fails, or says nothing, has its own status. */
  private static JsonNode output(String command) {
    String[] words =
        command.replace("'", "").replace("testdata/", TestData.root() + "/testdata/").split(" ");
    CommandRun run = CommandRun.of(words);
    JsonNode output = JsonMapper.shared().readTree(run.bytes());
    int expected =
        switch (output.path("verdict").path("outcome").asString("pass")) {
          case "fail" -> ExitStatus.GROWN;
          case "inconclusive" -> ExitStatus.INCONCLUSIVE;
          default -> ExitStatus.OK;
        };
    assertThat(run.status()).as(command + "\n" + run.err()).isEqualTo(expected);
    return output;
  }

  /** The value at a path as jq writes it; the first element where the path names none. */
  private static JsonNode at(JsonNode root, String path) {
    JsonNode node = root;
    Matcher step = STEP.matcher(path);
    while (step.find()) {
      String index = step.group(2);
      node =
          index == null
              ? node.path(step.group(1))
              : node.path(index.isEmpty() ? 0 : Integer.parseInt(index));
    }
    return node;
  }

  @Test
  void examplesShowWhatTheProgramSays() throws IOException {
    Map<String, JsonNode> outputs = outputs();
    List<String> wrong = new ArrayList<>();
    for (DocumentExamplesTest.Block block : DocumentExamplesTest.blocks(SKILL)) {
      JsonNode output = null;
      for (String line : block.lines()) {
        if (line.startsWith(PROMPT)) {
          output = outputs.get(line);
          continue;
        }
        String[] shown = line.split(" +", 2);
        JsonNode value = at(output, shown[0]);
        if (!value.equals(JsonMapper.shared().readTree(shown[1]))) {
          wrong.add(line + " is " + value);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void fieldsAndOptionsThatItNamesAreThere() throws IOException {
    String skill = Files.readString(SKILL);
    Map<String, JsonNode> outputs = outputs();
    assertThat(FIELD.matcher(skill).results().map(result -> result.group(1)))
        .hasSizeGreaterThan(10)
        .allMatch(
            field ->
                outputs.values().stream().anyMatch(output -> !at(output, field).isMissingNode()));

    StringBuilder help = new StringBuilder();
    for (String command : List.of("options", "info", "diff", "growth", "plan")) {
      help.append(CommandRun.of("help", command).out());
    }
    Stream<String> options = OPTION.matcher(skill).results().map(MatchResult::group);
    assertThat(options).hasSizeGreaterThan(10).allMatch(help.toString()::contains);
  }

  @Test
  @Tag("slow")
  @DisabledOnOs(OS.WINDOWS)
  void itsAnswersAreTrue() throws Exception {
    ProcessRun run = shell("python3", SKILL.resolveSibling("evaluate.py").toString());
    assertThat(run.status()).as(run.out() + run.err()).isZero();
    assertThat(run.out()).containsPattern("(2\\d) of \\1 are right");
  }

  /** An agent that knows one answer, whatever is asked: told at the end of what it says. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anAgentIsGraded() throws Exception {
    script("agent", "cat >asked; echo 'It { does not:'; echo '{\"grows\": false}'");
    ProcessRun run = evaluate("agent; cp asked " + folder, "--only", "live", "--only", "warm-up");
    assertThat(run.status()).as(run.err()).isEqualTo(1);
    assertThat(run.out())
        .contains("WRONG live: {\"grows\": false}; the truth: {\"function\": ")
        .contains("ok    warm-up: {\"grows\": false}")
        .endsWith("1 of 2 are right\n");
    String asked = Files.readString(folder.resolve("asked"));
    assertThat(asked).startsWith(Files.readString(SKILL)).contains("Does once_at_start() leak");

    run = evaluate("agent; cp asked " + folder, "--only", "warm-up", "--without-skill");
    assertThat(run.status()).isZero();
    assertThat(Files.readString(folder.resolve("asked"))).startsWith("Does once_at_start() leak");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anAgentThatHangsIsWrong() throws Exception {
    ProcessRun run = evaluate("sleep 1000", "--only", "warm-up", "--time-limit", "0.2");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).startsWith("WRONG warm-up: null").endsWith("0 of 1 are right\n");
  }

  /** What it is asked about is there, and what the programs counted is not. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anAgentSeesRecordingsOnly() throws Exception {
    ProcessRun run = evaluate("find . -type f >" + folder + "/files", "--only", "live");
    assertThat(run.status()).isEqualTo(1);
    assertThat(Files.readAllLines(folder.resolve("files")))
        .contains("./testdata/heapprofd/truth_i4096.pftrace")
        .hasSizeGreaterThan(10)
        .noneMatch(file -> file.contains(".truth.") || file.endsWith(".textproto"));
  }

  private ProcessRun evaluate(String agent, String... options) throws Exception {
    List<String> words =
        new ArrayList<>(List.of(SKILL.resolveSibling("evaluate.py").toString(), "--agent", agent));
    words.addAll(List.of(options));
    return shell("python3", words.toArray(String[]::new));
  }
}
