package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The workflow of docs/diff.md, step by step as a runner would: its shell, its conditions, and the
 * cache.
 */
@Tag("slow")
@DisabledOnOs(OS.WINDOWS)
class WorkflowDocumentTest {

  private static final Pattern CONDITION = Pattern.compile("(\\S+) ([!=]=) '([^']*)'");
  private static final Pattern INPUT =
      Pattern.compile("(\\S+): (?:\\|\\n((?: {12}.*(?:\\n|$))+)|(.*))");

  @TempDir Path folder;

  private Path workspace = Path.of("");
  private final Map<String, Path> cache = new LinkedHashMap<>();

  /** Instead of a download, the program that is tested. */
  @BeforeEach
  void installProgram() throws IOException {
    write(
        "tools/heapconv",
        "exec '%s' -XX:TieredStopAtLevel=1 -cp '%s' %s \"$@\""
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                Main.class.getName()));
    write("tools/curl", "[ \"$#\" = 2 ] && : >\"${2##*/}\"");
    write(
        "tools/unzip",
        "[ -f \"$2\" ] && mkdir -p \"$4/${2%.zip}/bin\" && cp '"
            + folder.resolve("tools/heapconv")
            + "' \"$4/${2%.zip}/bin\"");
  }

  private void write(String name, String script) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static List<String> steps() throws IOException {
    String document = Files.readString(TestData.root().resolve("docs/diff.md"));
    String workflow = document.substring(document.indexOf("```yaml\n"));
    workflow = workflow.substring(0, workflow.indexOf("\n```\n"));
    return Stream.of(workflow.split("\n {6}- ")).skip(1).map(step -> "        " + step).toList();
  }

  /** The text of a key of a step; empty if it has none. */
  private static String value(String step, String key) {
    Pattern pattern =
        Pattern.compile("(?m)^ {8}" + key + ": *(?:\\|\\n((?: {10}.*(?:\\n|$))+)|(.*)$)");
    Matcher found = pattern.matcher(step);
    if (!found.find()) {
      return "";
    }
    return found.group(1) == null ? found.group(2) : found.group(1).stripIndent();
  }

  private static boolean holds(String condition, Map<String, String> known) {
    return condition.isEmpty()
        || Stream.of(condition.split(" && "))
            .allMatch(
                part -> {
                  Matcher parts = CONDITION.matcher(part);
                  assertThat(parts.matches()).as(part).isTrue();
                  String value = Objects.requireNonNull(known.get(parts.group(1)), part);
                  return value.equals(parts.group(3)) == parts.group(2).equals("==");
                });
  }

  /** Runs the job; returns its log, which ends with the status of the step that failed. */
  private String job(String event, String ref, int size) throws Exception {
    workspace = Files.createTempDirectory(folder, "workspace");
    Path temp = Files.createTempDirectory(folder, "temp");
    Files.writeString(
        workspace.resolve("log.jsonl"),
        "{\"heapconv\":1,\"frees\":true,\"scheme\":\"exact\"}\n{\"alloc\":1,\"size\":%d,\"frames\":[\"main\"]}\n"
            .formatted(size));
    Files.writeString(workspace.resolve("record-heap.sh"), "heapconv -q log.jsonl -o new.pb.gz\n");
    Map<String, String> known = new HashMap<>();
    known.put("github.event_name", event);
    known.put("github.ref", ref);
    Map<String, String> variables = new HashMap<>();
    variables.put("RUNNER_TEMP", temp.toString());
    variables.put("GATE_INCONCLUSIVE", "fail");
    for (String name : List.of("GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")) {
      variables.put(name, Files.createFile(temp.resolve(name)).toString());
    }
    StringBuilder log = new StringBuilder();
    for (String step : steps()) {
      String uses = value(step, "uses");
      if (!holds(value(step, "if"), known) || uses.startsWith("actions/checkout@")) {
        continue;
      }
      if (uses.startsWith("actions/cache/")) {
        Matcher file = Pattern.compile("path: ([^, ]+), key: '?(heap-)").matcher(step);
        assertThat(file.find()).isTrue();
        Path path = workspace.resolve(file.group(1));
        if (uses.contains("/save@")) {
          cache.put(file.group(2) + cache.size(), Files.copy(path, temp.resolve("saved")));
        } else {
          List<String> keys = List.copyOf(cache.keySet());
          String key = keys.isEmpty() ? "" : keys.get(keys.size() - 1);
          if (!key.isEmpty()) {
            Files.copy(Objects.requireNonNull(cache.get(key)), path);
          }
          known.put("steps." + value(step, "id") + ".outputs.cache-matched-key", key);
        }
        continue;
      }
      Map<String, String> all = new HashMap<>(variables);
      String added = Files.readString(temp.resolve("GITHUB_PATH")).replace('\n', ':');
      all.put("PATH", added + folder.resolve("tools") + ":" + System.getenv("PATH"));
      String[] command = {"bash", "-e", "-o", "pipefail", "-c", value(step, "run")};
      if (uses.startsWith("OWNER/heapconv@")) {
        command = new String[] {"bash", TestData.root() + "/.github/action/gate.sh"};
        Matcher inputs = INPUT.matcher(step.substring(step.indexOf("with:") + 5));
        while (inputs.find()) {
          String value = inputs.group(2) == null ? inputs.group(3) : inputs.group(2).stripIndent();
          all.put("GATE_" + inputs.group(1).toUpperCase(Locale.ROOT).replace('-', '_'), value);
        }
      } else {
        assertThat(uses).isEmpty();
      }
      ProcessRun run = ProcessRun.in(workspace, all, command);
      log.append(run.out()).append(run.err());
      if (run.status() != 0) {
        return log.append("failed with ").append(run.status()).toString();
      }
    }
    return log.toString();
  }

  @Test
  void itPassesInThePullRequestThatAddsItAndComparesFromMainOn() throws Exception {
    assertThat(job("pull_request", "refs/pull/1/merge", 1020))
        .isEqualTo(
            "::notice title=Heap growth::main has no recording yet, so this one is compared with"
                + " none\n");
    assertThat(job("push", "refs/heads/main", 1020)).isEmpty();
    assertThat(cache).hasSize(1);
    assertThat(job("pull_request", "refs/pull/2/merge", 1020))
        .contains("heapconv: PASS")
        .doesNotContain("failed with");
    assertThat(job("push", "refs/heads/main", 1000)).isEmpty();
    assertThat(job("pull_request", "refs/pull/3/merge", 1060))
        .contains("::error title=Heap growth::FAIL: ")
        .endsWith("failed with 6");
    assertThat(cache).hasSize(2);
  }

  /** The program that a step installs is the one that the action is a version of. */
  @Test
  void itInstallsTheVersionOfTheAction() throws IOException {
    String all = steps().stream().collect(Collectors.joining());
    String version = Version.number();
    assertThat(all)
        .contains(
            "/download/v" + version + "/heapconv-" + version + ".zip", "/heapconv@v" + version)
        .contains("\"$RUNNER_TEMP/heapconv-" + version + "/bin\"");
  }
}
