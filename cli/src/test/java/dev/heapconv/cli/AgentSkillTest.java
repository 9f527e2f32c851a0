package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
  private static final Pattern RECORDING = Pattern.compile("testdata/[\\w./-]+\\.[\\w.]+\\w");
  private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]+");
  private static final Pattern FLEETS = Pattern.compile("(?s)## Fleets\n.*?(?=\n## )");
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
      if (isOfFleets(block)) {
        continue;
      }
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
    assertFieldsAreIn(outputs().values(), FLEETS.matcher(skill).replaceFirst(""));

    StringBuilder help = new StringBuilder();
    for (String command : List.of("options", "info", "diff", "growth", "fleet", "plan")) {
      help.append(CommandRun.of("help", command).out());
    }
    help.append(CommandRun.of("fleet", "add", "--help").out());
    Stream<String> options = OPTION.matcher(skill).results().map(MatchResult::group);
    assertThat(options).hasSizeGreaterThan(10).allMatch(help.toString()::contains);
  }

  private static void assertFieldsAreIn(Collection<JsonNode> outputs, String text) {
    assertThat(FIELD.matcher(text).results().map(result -> result.group(1)))
        .hasSizeGreaterThan(4)
        .allMatch(field -> outputs.stream().anyMatch(output -> !at(output, field).isMissingNode()));
  }

  /** For devices of two models, whose recordings differ. */
  @Test
  @Tag("slow")
  void commandsOnFleetsRun() throws IOException {
    StringBuilder labels = new StringBuilder("device,version_code,model\n");
    Path traces = Files.createDirectories(folder.resolve("traces"));
    for (int device = 0; device < 24; device++) {
      String recording = device % 3 == 0 ? "engine" : "index";
      Files.copy(
          TestData.root().resolve("testdata/questions/" + recording + ".pftrace"),
          traces.resolve("device-" + device + ".pftrace"));
      labels.append(device).append(device < 12 ? ",1203,m" : ",1204,m").append(device % 2);
      labels.append('\n');
    }
    Files.writeString(folder.resolve("devices.csv"), labels);

    List<JsonNode> outputs = new ArrayList<>();
    for (DocumentExamplesTest.Block block : DocumentExamplesTest.blocks(SKILL)) {
      for (String line : isOfFleets(block) ? block.lines() : List.<String>of()) {
        String command = line.replaceFirst("^heapconv ", "");
        String[] words =
            command
                .replace("'", "")
                .replaceAll(" (TABLE|traces/|devices\\.csv)", " " + folder + "/$1")
                .split(" ");
        String out = CommandRun.of(words).isOk().out();
        if (!out.isEmpty()) {
          outputs.add(JsonMapper.shared().readTree(out));
        }
      }
    }
    Matcher fleets = FLEETS.matcher(Files.readString(SKILL));
    assertThat(fleets.find()).isTrue();
    assertFieldsAreIn(outputs, fleets.group());
  }

  private static boolean isOfFleets(DocumentExamplesTest.Block block) {
    return block.lines().get(0).startsWith("heapconv fleet add ");
  }

  /** An example that reads what a question asks about would answer it. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void noExampleReadsWhatIsAsked() throws Exception {
    ProcessRun asked =
        shell("python3", SKILL.resolveSibling("evaluate.py").toString(), "--questions");
    assertThat(asked.status()).as(asked.err()).isZero();
    assertThat(recordings(asked.out()))
        .hasSizeGreaterThan(20)
        .doesNotContainAnyElementsOf(recordings(Files.readString(SKILL)));
  }

  private static Set<String> recordings(String text) {
    return RECORDING.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
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
    script("agent", "cat >asked; echo 'It { does not:'; echo '{\"grew\": null}'");
    ProcessRun run = evaluate("agent; cp asked " + folder, "--only", "pid", "--only", "unseen");
    assertThat(run.status()).as(run.err()).isEqualTo(1);
    assertThat(run.out())
        .contains("WRONG pid: {\"grew\": null}; the truth: {\"process\": ")
        .contains("ok    unseen: {\"grew\": null}")
        .endsWith("1 of 2 are right\n");
    String asked = Files.readString(folder.resolve("asked"));
    assertThat(asked)
        .startsWith(Files.readString(SKILL))
        .contains("Do the functions of the program");

    run = evaluate("agent; cp asked " + folder, "--only", "unseen", "--without-skill");
    assertThat(run.status()).isZero();
    assertThat(Files.readString(folder.resolve("asked"))).startsWith("Do the functions of the");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anAgentThatHangsIsWrong() throws Exception {
    ProcessRun run = evaluate("sleep 1000", "--only", "unseen", "--time-limit", "0.2");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).startsWith("WRONG unseen: null").endsWith("0 of 1 are right\n");
  }

  /** What it is asked about is there, and what the programs counted is not. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anAgentSeesRecordingsOnly() throws Exception {
    ProcessRun run = evaluate("find . -type f >" + folder + "/files", "--only", "unseen");
    assertThat(run.status()).isEqualTo(1);
    assertThat(Files.readAllLines(folder.resolve("files")))
        .contains("./testdata/questions/phones.zip", "./testdata/code/bin/shelf-rust")
        .hasSizeGreaterThan(10)
        .noneMatch(file -> file.endsWith("truth.json") || file.endsWith(".textproto"));
  }

  private ProcessRun evaluate(String agent, String... options) throws Exception {
    List<String> words =
        new ArrayList<>(List.of(SKILL.resolveSibling("evaluate.py").toString(), "--agent", agent));
    words.addAll(List.of(options));
    return shell("python3", words.toArray(String[]::new));
  }
}
