package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Effort;
import dev.heapconv.testing.TestData;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code fleet} and {@code diff}, on the table of fleet-table.sql. */
class TableDifferenceTest {

  @TempDir private static Path folder;

  private static String before;
  private static String after;

  @BeforeAll
  static void write() throws Exception {
    Path table = write("it's a table", 4096);
    before = table + "?version_code=1201";
    after = table + "?version_code=1202";
  }

  private static Path write(String name, int interval) throws Exception {
    return write(folder.resolve(name), interval);
  }

  /** Writes the table into a folder. */
  static Path write(Path table, int interval) throws Exception {
    Files.createDirectories(table);
    try (InputStream in = Effort.class.getResourceAsStream("fleet-table.sql");
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      String script = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      statement.execute(
          script
              .replace("{table}", table.toString().replace("'", "''"))
              .replace("4096", Integer.toString(interval)));
    }
    return table;
  }

  @Test
  void whatChangedIsMarked() throws Exception {
    CommandRun run = CommandRun.of("diff", before, after);
    assertThat(run.status()).isZero();
    assertThat(run.out().lines().filter(line -> line.endsWith("  f3")).toList())
        .hasSize(1)
        .allMatch(line -> line.contains("  *  "));
    assertThat(run.out()).contains("80 in both groups");
    assertThat(run.out())
        .containsPattern("\ncheck: heapconv finds a change in \\d+ of 1,000 random splits");
    assertThat(run.out().indexOf("\ncheck: ")).isLessThan(run.out().indexOf("  devices  "));
    String json = CommandRun.of("diff", before, after, "--json").out();
    JsonNode check = JsonMapper.shared().readTree(json).at("/check");
    assertThat(check.at("/sound").asBoolean()).isTrue();
    assertThat(check.at("/splits").asInt()).isEqualTo(1000);
    assertThat(check.at("/kinds/0/together").asString()).isEqualTo("device");
    assertThat(check.at("/kinds/0/changed").asInt())
        .isLessThanOrEqualTo(check.at("/kinds/0/most").asInt());
    assertThat(CommandRun.of("fleet", before, "--json").out()).doesNotContain("\"check\"");

    CommandRun csv = CommandRun.of("diff", before, after, "-f", "csv");
    List<String> lines = csv.out().lines().toList();
    assertThat(lines.get(0))
        .startsWith(
            "function,k,n,mean_a,mean_b,change,change_low,change_high,percent,p,q,changed,k_a,k_b,n_a,");
    assertThat(lines).hasSizeGreaterThan(21);
    assertThat(CommandRun.of("diff", before, after, "-f", "csv").out()).isEqualTo(csv.out());
  }

  /** Device 1 sent a recording without a heap profile, and device 200 one that failed. */
  @Test
  void aRecordingWithoutAHeapProfileIsMissing() throws Exception {
    String counted = "2 of 152 recordings %shave no space (no heap profile, or failed): they are";
    CommandRun fleet = CommandRun.of("fleet", before, "--filter", "^f2$", "--json");
    JsonNode all = JsonMapper.shared().readTree(fleet.out());
    CommandRun valid = CommandRun.of("fleet", before + "&sampling_interval=4096", "--json");
    assertThat(all.at("/rows/0/n").asInt()).isEqualTo(100);
    JsonNode rows = JsonMapper.shared().readTree(valid.out()).at("/rows");
    assertThat(rows).anyMatch(row -> row.at("/mean").equals(all.at("/rows/0/mean")));
    assertThat(CommandRun.of("fleet", before).out()).contains(counted.formatted(""));
    assertThat(CommandRun.of("diff", before, after).out())
        .contains(counted.formatted("of the first group "))
        .doesNotContain("of the second group have no");
    CommandRun json = CommandRun.of("diff", before, after, "--json");
    JsonNode groups = JsonMapper.shared().readTree(json.out()).at("/groups");
    assertThat(all.at("/groups/0")).isEqualTo(groups.get(0));
    assertThat(groups.toString())
        .isEqualTo(
            "[{\"devices\":100,\"recordings\":152,\"missing\":2},"
                + "{\"devices\":90,\"recordings\":135,\"missing\":0}]");
  }

  /** What is asked twice is the same in both groups, whatever its folder is called. */
  @Test
  void theSameTableTwiceIsSaid() {
    String twice = "warning: this table is named twice with the same conditions";
    String same = before.replace("/it's", "/./it's");
    for (String other : List.of(before, same)) {
      CommandRun run = CommandRun.of("diff", before, other, "--fail-on", "space>5%");
      assertThat(run.status()).isEqualTo(ExitStatus.INCONCLUSIVE);
      assertThat(run.err()).contains(other.replaceFirst("\\?.*", "") + ": " + twice);
      assertThat(run.out()).contains("recordings are in both groups");
    }
    assertThat(CommandRun.of("diff", before, after).err()).doesNotContain(twice);
    assertThat(CommandRun.of("diff", before, before + "&heap=x").err()).doesNotContain(twice);
  }

  /** A folder that is a table is no folder of recordings. */
  @ParameterizedTest
  @ValueSource(
      strings = {"TABLE", "info TABLE", "growth TABLE", "batch TABLE -o out", "fleet add t TABLE"})
  void commandsForRecordingsSayWhatATableIsFor(String command) {
    for (String table : List.of(before.replaceFirst("\\?.*", ""), before)) {
      String[] words = command.split(" ");
      words[List.of(words).indexOf("TABLE")] = table;
      CommandRun.of(words)
          .isOneLine(
              ExitStatus.USAGE,
              table + " is the table of a fleet, not a recording; ask it with 'heapconv fleet");
    }
  }

  @Test
  void limitsDecideTheStatus() throws Exception {
    CommandRun grown = CommandRun.of("diff", before, after, "--fail-on", "space>20%");
    assertThat(grown.status()).isEqualTo(ExitStatus.GROWN);
    assertThat(grown.out())
        .startsWith("FAIL: ")
        .contains("f3: space from ", "noise between devices");
    assertThat(grown.err()).isEmpty();
    CommandRun csv = CommandRun.of("diff", before, after, "--fail-on", "space>20%", "-f", "csv");
    assertThat(csv.err()).startsWith("heapconv: FAIL: ").contains("  f3: space from ");
    String json = CommandRun.of("diff", before, after, "--fail-on", "space>20%", "--json").out();
    JsonNode verdict = JsonMapper.shared().readTree(json).at("/verdict");
    assertThat(verdict.at("/outcome").asString()).isEqualTo("fail");
    assertThat(verdict.at("/failures/0/name").asString()).isEqualTo("f3");
    assertThat(run("diff", before, after, "--fail-on", "total:space>900%")).isZero();
    assertThat(run("diff", before + "&device=device 30", after, "--fail-on", "space>5%"))
        .isEqualTo(ExitStatus.INCONCLUSIVE);
    assertThat(run("diff", before, after, "--fail-on", "space>5%", "--view", "objects"))
        .isEqualTo(ExitStatus.USAGE);
  }

  /** Intervals are those of {@code --confidence}, as everywhere, and marks those of alpha. */
  @Test
  void theLevelOfTestsIsNotThatOfIntervals() throws Exception {
    JsonNode usual = f7();
    JsonNode lenient = f7("--alpha", "0.5");
    JsonNode wide = f7("--confidence", "99.9%");
    assertThat(usual.at("/changed").asBoolean()).isFalse();
    assertThat(lenient.at("/changed").asBoolean()).isTrue();
    assertThat(wide.at("/changed").asBoolean()).isFalse();
    assertThat(lenient.at("/change_low")).isEqualTo(usual.at("/change_low"));
    assertThat(wide.at("/change_low").asDouble()).isLessThan(usual.at("/change_low").asDouble());
    assertThat(lenient.at("/detectable").asDouble()).isLessThan(usual.at("/detectable").asDouble());
  }

  private static JsonNode f7(String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("diff", before, after, "--json"));
    words.addAll(List.of(options));
    String json = CommandRun.of(words.toArray(String[]::new)).isOk().out();
    for (JsonNode row : JsonMapper.shared().readTree(json).at("/rows")) {
      if (row.at("/function").asString().equals("f7")) {
        return row;
      }
    }
    throw new AssertionError(json);
  }

  @Test
  void foldersAreWhatTheyAreCalled() throws Exception {
    write("t1", 8192);
    write("{name}b", 8192);
    for (String name : List.of("t[1]", "device=x/date=2020-01-01/t", "{name}*", "t?device=x")) {
      String table = write(name, 4096).toString();
      String rows = CommandRun.of("fleet", table, "--json").out();
      assertThat(JsonMapper.shared().readTree(rows).at("/rows/0/n").asInt()).isEqualTo(110);
      String days = CommandRun.of("fleet", table, "--by", "date", "-f", "csv").out();
      assertThat(days.lines().skip(1)).isNotEmpty().allMatch(day -> day.startsWith("2026-"));
    }
  }

  @Test
  void anAnswerReplacesNoFileOfItsTable() throws Exception {
    Path table = write("own", 4096);
    String own;
    try (Stream<Path> files = Files.walk(table)) {
      own = files.filter(Files::isRegularFile).findFirst().orElseThrow().toString();
    }
    CommandRun run = CommandRun.of("fleet", table.toString(), "-f", "csv", "-o", own);
    assertThat(run.status()).isEqualTo(ExitStatus.OUTPUT);
    String page = table.resolve("page.html").toString();
    assertThat(run("fleet", table.toString(), "-o", page)).isZero();
    assertThat(run("fleet", table.toString(), "-o", page)).isZero();
  }

  private static int run(String... arguments) throws Exception {
    return CommandRun.of(arguments).status();
  }

  @Test
  void aTableSaysWhatDevicesHold() throws Exception {
    CommandRun run = CommandRun.of("fleet", before + "&build>=build 1", "--json");
    JsonNode json = JsonMapper.shared().readTree(run.out());
    assertThat(json.at("/rows/0/kind").asString()).isEqualTo("total");
    assertThat(json.at("/rows/0/n").asInt()).isEqualTo(66);
    assertThat(json.at("/rows/0/mean_grade").asString()).isIn("plain", "approximate", "magnitude");
    assertThat(CommandRun.of("fleet", before, "-f", "csv").out())
        .startsWith("function,n,k,devices_percent,devices_percent_low,devices_percent_high,mean,")
        .contains(",mean_low,mean_high,mean_grade,", ",plain,", ",magnitude,");
    assertThat(json.at("/rows/0/mean_low").asDouble())
        .isLessThan(json.at("/rows/0/mean").asDouble());

    String text = CommandRun.of("fleet", before, "-n", "3").out();
    assertThat(text.lines().limit(6)).hasSize(6);
    assertThat(text)
        .startsWith("100 devices; ")
        .contains("  devices  ", "  tail  ", "note: tail *: ", "\u2248433 KiB (300-1200)");
    assertThat(CommandRun.of("fleet", before, "-f", "md", "--by", "library").out())
        .contains("| library | n | k | space per device | tail |");
    assertThat(CommandRun.of("fleet", before, "--filter", "nowhere").out())
        .contains("nothing matches on 0 of 100 devices, so on at most 3.0 % of all");
  }

  @Test
  void groupsOfOtherSamplingIntervalsAreComparedOnRequest() throws Exception {
    String other = write("other", 8192) + "?version_code=1202";
    CommandRun run = CommandRun.of("diff", before, other);
    assertThat(run.status()).isEqualTo(ExitStatus.INPUT);
    assertThat(run.err()).contains("sampled at different intervals: [4096, 8192] bytes; choose");
    String any = "&sampling_interval>=1";
    assertThat(run("diff", before + any, other + any)).isZero();
    assertThat(run("diff", before + "&sampling_interval=4096", other)).isZero();
  }

  /** A table of what a log has without frees, and one of a heap; both of 12 devices. */
  @Test
  void answersOfTheViewsThatThereAre() throws Exception {
    String log =
        """
        {"heapconv":1,"scheme":"exact","process":"p"%s}
        {"alloc":1,"size":1000,"frames":["made","main"]}
        """;
    String allocated = table("allocated", log.formatted(""));
    String all = table("all", log.formatted(",\"frees\":true"));

    assertThat(CommandRun.of("fleet", allocated, "-f", "csv").isOk().out())
        .contains("made,12,12", ",1000,");
    assertThat(CommandRun.of("fleet", allocated).isOk().out()).contains("alloc_space per device");
    assertThat(CommandRun.of("fleet", all).isOk().out()).contains(" space per device");
    assertThat(CommandRun.of("diff", allocated, all).isOk().out()).contains("alloc_space");
    CommandRun.of("fleet", allocated, "--view", "objects")
        .isOneLine(
            ExitStatus.INPUT,
            "no recording that meets the conditions has objects; they have alloc_objects,"
                + " alloc_space");
  }

  private String table(String name, String log) throws Exception {
    Path logs = Files.createDirectory(folder.resolve(name));
    for (int device = 10; device < 22; device++) {
      Files.writeString(logs.resolve("device-" + device + ".jsonl"), log);
    }
    String table = folder.resolve(name + "-table").toString();
    String device = "device-\\d+";
    CommandRun.of("fleet", "add", "-q", table, logs.toString(), "--device", device).isOk();
    return table;
  }

  /** Each recording is then a device of its own, which a gate does not take for granted. */
  @Test
  void recordingsThatNameNoDeviceAreADoubt() throws Exception {
    Path logs = Files.createDirectory(folder.resolve("nameless"));
    for (int i = 0; i < 30; i++) {
      Files.writeString(
          logs.resolve(i + ".jsonl"),
          "{\"heapconv\":1,\"scheme\":\"exact\",\"process\":\"p\",\"frees\":true}\n"
              + "{\"alloc\":1,\"size\":"
              + (1000 + i)
              + ",\"frames\":[\"made\"]}\n");
    }
    String labels = Files.writeString(folder.resolve("versions.csv"), versions()).toString();
    String table = folder.resolve("nameless-table").toString();
    CommandRun.of("fleet", "add", "-q", table, logs.toString(), "--labels", labels).isOk();
    String[] compared = {"diff", table + "?version_code=1", table + "?version_code=2"};
    CommandRun run = CommandRun.of(compared).isOk();
    assertThat(run.out()).contains("change: 30", "15 in the first only");
    assertThat(run(compared[0], compared[1], compared[2], "--fail-on", "total:space>50%"))
        .isEqualTo(ExitStatus.INCONCLUSIVE);
  }

  private static String versions() {
    StringBuilder labels = new StringBuilder("input,version_code\n");
    for (int i = 0; i < 30; i++) {
      labels.append(i + ".jsonl," + (1 + i % 2) + "\n");
    }
    return labels.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fleet | 2 | name one table",
        "fleet T --by nonsense | 2 | by 'nonsense'; choose one of",
        "fleet T --view rss | 2 | unknown view 'rss'",
        "fleet T --view alloc_space | 3 | no recording that meets the conditions has alloc_space",
        "fleet T&x=1 | 2 | by 'x'; choose one of",
        "fleet T&version_code!=1203 | 2 | !=1203' is not a condition; heapconv knows COLUMN=VALUE,"
            + " COLUMN>=VALUE and COLUMN<=VALUE, as in version_code=1201 or",
        "fleet T&labels.cohort!=beta | 2 | labels.cohort!=beta' is not a condition",
        "fleet T&version_code>1203 | 2 | version_code>1203' is not a condition",
        "fleet T&function==f3 | 2 | function==f3' is not a condition",
        "fleet T&date=>2026-11-24 | 2 | >2026-11-24' is no date such as 2026-11-17",
        "fleet T&date=2026-13-01 | 3 | cannot be read: ",
        "fleet /nowhere | 3 | is not the table of a fleet: it has no recordings; write one",
        "fleet T?version_code=1 | 2 | is no number",
        "fleet T --by nonsense | 2 | choose one of process, heap, function, library, date, ",
        "fleet EMPTY | 3 | is not the table of a fleet: it has no recordings; write one",
        "fleet BROKEN | 3 | cannot be read: ",
        "diff EMPTY T -q | 3 | is not the table of a fleet: it has no recordings; write one",
        "diff /nowhere T | 3 | is not the table of a fleet: it has no recordings; write one",
        "diff T | 2 | exactly two tables, or one with two conditions, as in"
            + " 'TABLE?version_code=1201'",
        "diff T T T | 2 | exactly two tables",
        "diff T - | 2 | is a folder and - is a recording; name two recordings, or two tables that",
        "diff T TRACE | 2 | names.pftrace is a recording; name two recordings, or two tables that",
        "diff TRACE?x=1 TRACE | 2 | only tables of fleets take conditions, and",
        "diff TRACE#first T | 2 | #first is a recording; name two recordings, or two tables that",
        "diff T T --strict | 2 | --strict needs --fail-on where tables are compared",
        "diff T T --fail-on space>1e309% | 2 | is not a limit such as",
        "diff T T --alpha 2 | 2 | option '--alpha': '2' is not a level above 0 and below 1",
        "diff T T --by stack | 2 | cannot group or filter a fleet's table by 'stack'",
        "diff T T --dump max | 2 | --dump has no effect on tables of fleets; give it to 'heapconv"
            + " fleet add'",
        "diff T T --process a | 2 | --process has no effect on tables of fleets; choose with"
            + " 'TABLE?process=VALUE'",
        "diff T T --sampling-interval 4 | 2 | choose with 'TABLE?sampling_interval=VALUE'",
        "diff T T --sort name | 2 | --sort has no effect on tables of fleets; omit it",
        "diff T T -o x.pb.gz | 2 | a difference of tables is text, csv, tsv, json, md or html, not"
            + " pprof",
        "diff T T -o x/ | 2 | a difference of tables is a single file; name a file",
        "diff TRACE TRACE --labels x.csv | 2 | --labels needs tables that 'heapconv fleet add'"
            + " wrote",
        "diff TRACE TRACE --min-devices 3 | 2 | --min-devices needs tables",
        "diff TRACE TRACE --by version_code | 2 | option '--by': expected function, stack,",
        "diff TRACE TRACE --alpha .1 | 2 | --alpha needs --fail-on",
        "compare T T | 2 | compare: no such file or command; use: heapconv diff BASE NEW",
        "help compare | 2 | there is no help on 'compare'; use: heapconv diff BASE NEW",
      })
  void badQuestionsAreRefusedInOneLine(String command, int status, String message)
      throws Exception {
    Path empty = folder.resolve("empty");
    Path broken = Files.createDirectories(folder.resolve("broken/recordings/date=2026-11-24"));
    Files.createDirectories(empty.resolve("functions"));
    Files.writeString(broken.resolve("x.parquet"), "no Parquet");
    String[] arguments = command.split(" ");
    for (int i = 1; i < arguments.length; i++) {
      arguments[i] =
          arguments[i]
              .replaceFirst("^T\\b", before.replace("\\", "\\\\"))
              .replace("EMPTY", empty.toString())
              .replace("TRACE", TestData.recording("names").toString())
              .replace("BROKEN", folder.resolve("broken").toString());
    }
    CommandRun run = CommandRun.of(arguments);
    assertThat(run.err()).contains(message == null ? "" : message);
    assertThat(run.status()).isEqualTo(status);
    assertThat(run.err().lines().filter(line -> line.startsWith("heapconv:"))).hasSize(1);
  }
}
