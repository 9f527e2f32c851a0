package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The five commands of docs/fleet.md work day after day, as they are written there. */
class FleetDocumentTest extends BatchFixture {

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  private List<String> commands() throws IOException {
    String document = Files.readString(TestData.root().resolve("docs/fleet.md"));
    String block = document.split("```sh\n", 2)[1].split("```", 2)[0];
    return block.lines().map(line -> line.replaceFirst("  +#.*", "")).toList();
  }

  /** Runs a command, with its files in the temporary folder. */
  private CommandRun of(String command) {
    List<String> words = new ArrayList<>();
    for (MatchResult word : WORD.matcher(command).results().skip(1).toList()) {
      String text = word.group(1) == null ? word.group() : word.group(1);
      boolean isFile = !words.isEmpty() && text.matches("(fleet|traces|changes)\\b.*");
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
    List<String> commands = commands();
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
    // One folder for all days would be each recording of the first day again.
    isRefused(
        commands.get(0).replace("traces/2026-11-24/", "traces/").replace("-24", "-25"),
        "the day 2026-11-24 already has 24 of these recordings");
    String late = commands.get(0).replace("24/", "24/device-7-1203.pftrace");
    isRefused(late, "the day 2026-11-24 would lose 23 recordings");
    assertThat(total()).isEqualTo(devices.get(1));
    CommandRun added = of(late + " --add-to-day");
    assertThat(added.status()).as(added.err()).isZero();
    assertThat(total()).isEqualTo(devices.get(0));
  }

  private void isRefused(String command, String why) {
    CommandRun run = of(command);
    assertThat(run.status()).as(run.err()).isEqualTo(ExitStatus.OUTPUT);
    assertThat(run.err()).contains(why);
  }
}
