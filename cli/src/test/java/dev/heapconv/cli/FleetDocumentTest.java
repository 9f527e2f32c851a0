package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The five commands of docs/fleet.md work day after day, as they are written there. */
@Tag("slow")
class FleetDocumentTest extends BatchFixture {

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  /** What the page shows of a language, first after some text. */
  private static String block(String after, String language) throws IOException {
    String document = Files.readString(TestData.root().resolve("docs/fleet.md"));
    return document.split(after, 2)[1].split("```" + language + "\n", 2)[1].split("```", 2)[0];
  }

  private static List<String> commands(String heading) throws IOException {
    return block(heading, "sh").lines().map(line -> line.replaceFirst("  +#.*", "")).toList();
  }

  /** Runs a command, with its files in the temporary folder. */
  private CommandRun of(String command) {
    List<String> words = new ArrayList<>();
    for (MatchResult word : WORD.matcher(command).results().skip(1).toList()) {
      String text = word.group(1) == null ? word.group() : word.group(1);
      boolean isFile = !words.isEmpty() && text.matches("(fleet|traces|changes|cohorts)\\b.*");
      words.add(isFile ? folder + "/" + text : text);
    }
    return CommandRun.of(words.toArray(String[]::new));
  }

  private void putDay(String day) throws IOException {
    for (int device = 1; device <= 12; device++) {
      for (int version = 1203; version <= 1204; version++) {
        byte[] trace = BatchTraces.trace("com.example.app", 5, version, device);
        String name = "traces/" + day + "/device-" + device + "-" + version + ".pftrace";
        Files.createDirectories(folder.resolve(name).getParent());
        Files.write(folder.resolve(name), trace);
      }
    }
  }

  /** How many devices there are, and what they hold, with its interval. */
  private String total() {
    CommandRun fleet = CommandRun.of("fleet", folder + "/fleet", "-f", "csv");
    String row = fleet.out().lines().skip(1).findFirst().orElseThrow();
    return String.join(",", List.of(row.split(",")).subList(0, 9));
  }

  @Test
  void theFiveCommandsWorkOnTheSecondDay() throws IOException {
    List<String> commands = commands("## Five commands");
    assertThat(commands).hasSize(5);
    List<String> devices = new ArrayList<>();
    for (String day : List.of("2026-11-24", "2026-11-25")) {
      putDay(day);
      for (int command = 1; command <= 5; command++) {
        CommandRun run = of(commands.get(command - 1).replace("2026-11-24", day));
        assertThat(run.status()).as(run.err()).isIn(0, command == 5 ? 7 : 0);
      }
      devices.add(total());
    }
    // The same of each device on both days is the same mean: nothing is there twice.
    assertThat(devices.get(0)).startsWith("total,12,12,").isEqualTo(devices.get(1));
    assertThat(folder.resolve("fleet/recordings"))
        .isDirectoryContaining("glob:**date=2026-11-24")
        .isDirectoryContaining("glob:**date=2026-11-25");
    // What is late, or comes again, counts once.
    CommandRun again = of(commands.get(0).replace("24/", "24/device-7-1203.pftrace"));
    assertThat(again.status()).as(again.err()).isZero();
    assertThat(total()).isEqualTo(devices.get(1));
  }

  @Test
  void theOtherQuestionsAreAnswered() throws Exception {
    for (String day : List.of("2026-11-24", "2026-11-25", "2026-11-26")) {
      putDay(day);
      String batch = commands("## Five commands").get(0).replace("2026-11-24", day);
      assertThat(of(batch).status()).isZero();
    }
    Files.writeString(folder.resolve("cohorts.csv"), "device,cohort\n1,beta\n2,beta\n3,canary\n");
    List<String> commands = commands("### Later knowledge");
    assertThat(commands).hasSize(3);
    CommandRun late = of(commands.get(0));
    assertThat(late.out()).contains("2 of 2 ", "  beta\n", "cohorts.csv: 3 of 12 devices");
    CommandRun days = of(commands.get(1) + " --json");
    JsonNode trend = JsonMapper.shared().readTree(days.out()).at("/trend");
    assertThat(trend.at("/days").asInt()).isEqualTo(3);
    assertThat(trend.at("/per_day").asDouble()).isZero();
    assertThat(of(commands.get(1)).out().lines().filter(line -> line.matches(".*  2026-11-2.")))
        .extracting(line -> line.substring(line.length() - 2))
        .containsExactly("24", "25", "26");
    CommandRun looks = of(commands.get(2));
    assertThat(looks.status()).as(looks.err()).isIn(0, ExitStatus.GROWN, ExitStatus.INCONCLUSIVE);
  }

  @Test
  void aDeviceIsForgotten() throws Exception {
    putDay("2026-11-24");
    Files.writeString(folder.resolve("traces/2026-11-24/device-7-broken.pftrace"), "nothing");
    assertThat(of(commands("## Five commands").get(0)).err()).contains("device-7-broken");
    String views =
        Files.readString(TestData.root().resolve("docs/table.md")).split("-- DuckDB\n", 2)[1];
    String sql =
        (views.split("```", 2)[0] + block("To forget a device", "sql"))
            .replaceAll("'(fleet|rest)/", "'" + folder + "/$1/");
    assertThat(sql).contains("'7'");
    Files.createDirectories(folder.resolve("rest"));
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
    String table = folder + "/fleet";
    assertThat(CommandRun.of("fleet", table, "--by", "device", "-f", "csv").out()).contains("\n7,");
    String rest = CommandRun.of("fleet", folder + "/rest", "--by", "device", "-f", "csv").out();
    assertThat(rest).doesNotContain("\n7,").contains("\n8,").hasLineCount(12);
    try (Stream<Path> files = Files.walk(folder.resolve("rest"));
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String sql7 = "FROM '" + file + "' WHERE device = '7'";
        try (ResultSet found = statement.executeQuery(sql7)) {
          assertThat(found.next()).as(file.toString()).isFalse();
        }
      }
    }
  }
}
