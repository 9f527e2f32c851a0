package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Containers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class BatchDevicesTest extends BatchFixture {

  @BeforeEach
  void putRecordings() {
    put("x/1.pftrace", BatchTraces.small(2));
    put("x/2.pftrace", BatchTraces.small(4));
    put("y/1.pftrace", BatchTraces.small(9));
  }

  private Path summary(String name) {
    return folder.resolve(name);
  }

  @Test
  void textSaysWhatAMeanDeviceHas() throws IOException {
    Path text = summary("fleet.txt");
    CommandRun run = batch("--summary", text.toString(), "--device", "in/([^/]+)/", "--by", "heap");

    assertThat(run.status()).isZero();
    assertThat(Files.readAllLines(text))
        .anySatisfy(
            line ->
                assertThat(line)
                    .matches(
                        "Mean of 2 devices   25 KiB \\[0, 265\\]; half of them up to 6.35 KiB, 95 %"
                            + " up to 43.9 KiB"))
        .anySatisfy(line -> assertThat(line).contains("per device", "p95", "devices%", "p50"))
        .anySatisfy(line -> assertThat(line).contains("25 KiB", "43.9 KiB", "100.0%", "6.35 KiB"));
  }

  @Test
  void jsonHasAnObjectPerView() throws IOException {
    Path json = summary("fleet.json");
    batch("--summary", json.toString(), "--device", "in/([^/]+)/", "--by", "process");

    JsonNode table = new ObjectMapper().readTree(Files.readAllBytes(json));
    assertThat(table.at("/per_device/of").asInt()).isEqualTo(2);
    JsonNode row = table.at("/rows/0/per_device");
    assertThat(row.at("/devices").asInt()).isEqualTo(2);
    assertThat(row.at("/space/mean").asInt()).isEqualTo(25_750);
    assertThat(row.at("/objects/mean").asDouble()).isEqualTo(25.75);
    assertThat(row.at("/alloc_space/p95").isMissingNode()).isFalse();
  }

  @Test
  void markdownHasItsColumns() throws IOException {
    Path markdown = summary("fleet.md");
    batch("--summary", markdown.toString(), "--by", "process");

    assertThat(Files.readString(markdown)).contains("| per device | interval | p50 | p95 |");
  }

  @Test
  void devicesWithoutAWeightAreMentioned() throws IOException {
    Path weights = Files.writeString(folder.resolve("weights.csv"), "device,weight\nx,2\n");
    CommandRun run =
        batch(
            "--summary",
            summary("fleet.txt").toString(),
            "--device",
            "in/([^/]+)/",
            "--weights",
            weights.toString());

    assertThat(run.status()).isZero();
    assertThat(run.err()).contains("1 device has no weight and does not count, for example y");
    assertThat(Files.readString(summary("fleet.txt"))).contains("On 1 device");
  }

  @Test
  void inputsWithoutADeviceAreMentioned() throws IOException {
    CommandRun run =
        batch("--summary", summary("fleet.txt").toString(), "--device", "in/(x)/", "--by", "heap");

    assertThat(run.status()).isZero();
    assertThat(run.err())
        .contains("warning: 1 of 3 inputs have no device, for example " + in() + "/y/1.pftrace;");
    assertThat(Files.readString(summary("fleet.txt"))).contains("Mean of 2 devices");
  }

  @Test
  void deviceThatNoInputHasIsAMistakeOfTheCommandLine() throws IOException {
    String[] typo = {"--summary", summary("fleet.txt").toString(), "--device", "dev/([^/]+)/"};
    CommandRun run = batch(typo);

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err())
        .contains("'dev/([^/]+)/': finds no device in the names of 3 inputs, such as " + in())
        .contains("; correct --device and add --resume");
    assertThat(summary("fleet.txt")).doesNotExist();

    typo[3] = "in/([^/]+)/";
    CommandRun corrected = batch(typo[0], typo[1], typo[2], typo[3], "--resume");
    assertThat(corrected.status()).isZero();
    assertThat(corrected.err()).contains("0 converted, 3 already done").doesNotContain("warning");
    assertThat(summary("fleet.txt")).exists();
  }

  @Test
  void deviceIsFoundInNamesOfMembers() throws IOException {
    Files.delete(put("x/1.pftrace", new byte[0]));
    put(
        "week.zip",
        Containers.zip(
            "device-7/a.pftrace", BatchTraces.small(1), "b.pftrace", BatchTraces.small(3)));
    CommandRun run =
        batch("--summary", summary("fleet.txt").toString(), "--device", "device-(\\d)");

    assertThat(run.status()).isZero();
    assertThat(run.err()).contains("3 of 4 inputs have no device");
  }

  @Test
  void copiesAreMentionedAndStillCount() throws IOException {
    put("x/3.pftrace", BatchTraces.small(2));
    put("y/2.pftrace", BatchTraces.small(2));
    String warning =
        "warning: 2 inputs are copies of others and count again, for example %s/x/3.pftrace of"
            + " %s/x/1.pftrace";
    String[] summary = {"--summary", summary("fleet.txt").toString()};

    CommandRun run = batch(summary);
    assertThat(run.status()).isZero();
    assertThat(run.err()).contains(warning.formatted(in(), in()));
    assertThat(Files.readString(summary("fleet.txt"))).contains("5 devices");

    CommandRun resumed = batch(summary[0], summary[1], "--resume");
    assertThat(resumed.err()).contains(warning.formatted(in(), in()));
    assertThat(batch("--restart").err()).as("nothing is added up").doesNotContain("copies");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--device x | --device needs --summary FILE",
        "--weights w | --weights needs --summary FILE",
        "--summary s.csv --device ( | '(' is not a valid regular expression",
        "--summary s.csv --by stack --sort space_p95 | add --limit 0",
        "--summary s.csv --sort space_p96 | no column 'space_p96'",
      })
  void mistakesAreSaidBeforeAnythingIsConverted(String options, String message) {
    CommandRun run = batch(options.split(" "));

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains(message);
    assertThat(out()).doesNotExist();
  }

  @Test
  void weightsThatCannotBeReadAreSaidToBe() throws IOException {
    Path latin = Files.write(folder.resolve("latin.csv"), new byte[] {'x', (byte) 0xe9, ',', '2'});
    String totals = summary("s.csv").toString();
    batch("--summary", totals, "--weights", latin.toString())
        .isOneLine(ExitStatus.INPUT, "latin.csv: cannot be read: it is not text in UTF-8");
    batch("--summary", totals, "--weights", folder.toString())
        .isOneLine(ExitStatus.INPUT, folder + ": cannot be read: Is a directory");
  }

  @Test
  void weightsThatAreNoneAreAnUnreadableInput() throws IOException {
    Path weights = Files.writeString(folder.resolve("weights.csv"), "x,2\nheavy\n");
    CommandRun run =
        batch("--summary", summary("s.csv").toString(), "--weights", weights.toString());

    assertThat(run.status()).isEqualTo(ExitStatus.INPUT);
    assertThat(run.err()).contains("line 2 is not a device with its weight: heavy");
  }
}
