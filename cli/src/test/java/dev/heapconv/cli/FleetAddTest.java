package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code fleet add} knows of its inputs. */
class FleetAddTest extends BatchFixture {

  @BeforeEach
  void putRecordings() {
    put("x/1.pftrace", BatchTraces.small(2));
    put("x/2.pftrace", BatchTraces.small(4));
    put("y/1.pftrace", BatchTraces.small(9));
  }

  private CommandRun fleet(String... options) {
    List<String> words = new ArrayList<>(List.of("fleet", table().toString()));
    words.addAll(List.of(options));
    return CommandRun.of(words.toArray(String[]::new)).isOk();
  }

  @Test
  void aTableKnowsDevicesByTheirPaths() {
    add("--device", "in/([^/]+)/").isOk();
    assertThat(fleet("-f", "csv").out())
        .contains("\ntotal,2,2,", ",25750,", "\nwork9,2,1,")
        .doesNotContain("malloc", "main");
  }

  @Test
  void theSummaryIsPrintedAsJsonOnRequest() {
    JsonNode summary = JsonMapper.shared().readTree(add("--json").isOk().out());
    assertThat(summary.at("/converted").asInt()).isEqualTo(3);
    assertThat(summary.at("/table").asString()).isEqualTo(table().toString());
    assertThat(summary.at("/failures")).isEmpty();
  }

  @Test
  void labelsSayWhatIsKnownOfInputs() throws IOException {
    Path labels =
        Files.writeString(
            folder.resolve("labels.csv"),
            "input,device,date,version_name,cohort\n"
                + in()
                + "/x/1.pftrace,phone,2026-11-20,12.3,beta\n"
                + "2.pftrace,tablet,2026-11-21,,\n");
    String table = folder.resolve("table").toString();
    assertThat(add("--labels", labels.toString(), "--date", "2026-11-22"))
        .satisfies(run -> assertThat(run.status()).as(run.err()).isZero());
    assertThat(folder.resolve("table/recordings"))
        .isDirectoryContaining("glob:**date=2026-11-20")
        .isDirectoryContaining("glob:**date=2026-11-21")
        .isDirectoryContaining("glob:**date=2026-11-22");
    CommandRun fleet = CommandRun.of("fleet", table, "-f", "csv", "--by", "version_name,device");
    assertThat(fleet.out()).contains("12.3,phone,");
    CommandRun beta = CommandRun.of("fleet", table + "?labels.cohort=beta", "-f", "csv");
    assertThat(beta.out()).contains("work2,1,1,").doesNotContain("work3");
  }

  @Test
  void datesThatNoInputHasAreAMistakeOfTheCommandLine() {
    CommandRun run = add("--date", "day-(\\d{8})");
    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err())
        .contains("'day-(\\d{8})': finds no date in the names of 3 inputs, such as " + in());
    assertThat(table().resolve("recordings")).doesNotExist();
  }

  @Test
  void inputsWithoutADeviceAreMentioned() throws IOException {
    CommandRun run = add("--device", "in/(x)/");

    assertThat(run.status()).isZero();
    assertThat(run.err())
        .contains("warning: 1 of 3 inputs have no device, for example " + in() + "/y/1.pftrace;");
    assertThat(fleet("--by", "heap").out()).containsPattern("2 \\(100 %\\) .* total\n");
  }

  @Test
  void deviceThatNoInputHasIsAMistakeOfTheCommandLine() {
    CommandRun run = add("--device", "dev/([^/]+)/");

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err())
        .contains("'dev/([^/]+)/': finds no device in the names of 3 inputs, such as " + in())
        .contains("; correct --device");
    assertThat(table().resolve("recordings")).doesNotExist();

    assertThat(add("--device", "in/([^/]+)/").isOk().err()).doesNotContain("warning");
    assertThat(fleet("-f", "csv").out()).contains("total,2,2,");
  }

  @Test
  void deviceIsFoundInNamesOfMembers() throws IOException {
    Files.delete(put("x/1.pftrace", new byte[0]));
    put(
        "week.zip",
        Containers.zip(
            "device-7/a.pftrace", BatchTraces.small(1), "b.pftrace", BatchTraces.small(3)));
    CommandRun run = add("--device", "device-(\\d)");

    assertThat(run.status()).isZero();
    assertThat(run.err()).contains("3 of 4 inputs have no device");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--device ( | '(' is not a valid regular expression",
        "--date 0000-01-01 | --date 0000-01-01 is not a day since 1970-01-01",
        "--part 1/2 | '--part'",
      })
  void mistakesAreSaidBeforeAnythingIsConverted(String options, String message) {
    CommandRun run = add(options.split(" "));

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains(message);
    assertThat(table()).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "name,a;x,1 | the first column must be input or device, not 'name'",
        "input,weight;x,heavy | 'heavy' is no weight",
        "device,version_code;x,12.3 | '12.3' is no version code",
        "input,date;x,yesterday | 'yesterday' is no date",
        "input,a;x,1;x,2 | two lines of x",
      })
  void labelsThatAreNoneAreAnUnreadableInput(String text, String message) throws IOException {
    Path labels = Files.writeString(folder.resolve("labels.csv"), text.replace(";", "\n") + "\n");
    add("--labels", labels.toString())
        .isOneLine(ExitStatus.INPUT, "labels.csv: unusable labels: " + message);
    add("--labels", folder.resolve("no.csv").toString()).isOneLine(ExitStatus.INPUT, "no.csv");
  }

  @Test
  void labelsOfOtherInputsAreAnUnreadableInput() throws IOException {
    Path labels = Files.writeString(folder.resolve("labels.csv"), "input,a\nelsewhere,1\n");
    CommandRun run = add("--labels", labels.toString());
    assertThat(run.status()).isEqualTo(ExitStatus.INPUT);
    assertThat(run.err())
        .contains("labels.csv: none of 1 label names an input or its device, such as " + in());
    assertThat(table().resolve("recordings")).doesNotExist();
  }

  @Test
  void whatFailsIsInTheTable() throws IOException {
    put("bad.pftrace", new byte[] {1, 2, 3});
    CommandRun run = add("-v");
    assertThat(run.status()).as(run.err()).isEqualTo(ExitStatus.SOME_INPUTS_FAILED);
    assertThat(run.err())
        .contains("x/1.pftrace: read\n")
        .doesNotContain("manifest", "--resume")
        .contains("3 converted, 0 already done, 1 failed; see " + table());
    assertThat(fleet("-f", "csv").out()).contains("total,3,3,");
    CommandRun.of("fleet", "add", table().toString())
        .isUsageError("name files, folders or archives");
    CommandRun.of("fleet", "add").isUsageError("name a table");
  }

  @Test
  void aTableBelowAFileIsAnUnwritableOutput() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    String table = file.resolve("table").toString();
    CommandRun.of("fleet", "add", table, in().toString())
        .isOneLine(ExitStatus.OUTPUT, table + ": ", file + " is not a folder");
    assertThat(file).isRegularFile();
  }

  /** Of one device, or where devices are not known. Different devices may send the same. */
  @Test
  void copiesCountOnce() throws IOException {
    put("x/3.pftrace", BatchTraces.small(2));
    put("y/2.pftrace", BatchTraces.small(2));
    assertThat(add().isOk().err())
        .contains("warning: left out 2 inputs that are copies of other inputs, for example " + in())
        .contains("3 converted");
    assertThat(fleet("-f", "csv").out()).contains("total,3,3,");
    CommandRun devices = add("--device", "in/([xy])").isOk();
    assertThat(devices.err())
        .contains("warning: left out 1 input that is a copy of another input")
        .contains("warning: 1 input is a copy of another input and counts again", "4 converted");
    assertThat(fleet("-f", "csv").out()).contains("total,2,2,");
  }

  /** That everything was freed is a result. */
  @Test
  void viewsThatAreZeroAreKept() throws IOException {
    String header = "{\"heapconv\":1,\"frees\":true,\"scheme\":\"exact\",\"interval\":1}\n";
    String alloc = "{\"alloc\":1,\"size\":10,\"frames\":[\"main\"]}\n";
    put("freed", (header + alloc + "{\"free\":1}\n").getBytes(StandardCharsets.UTF_8));
    add().isOk();
    assertThat(fleet("--view", "alloc_space", "-f", "csv").out()).contains("main,4,1,");
  }

  @Test
  void dumpsOfOneProcessAreNotAddedUp() throws IOException {
    for (int i = 0; i < 2; i++) {
      byte[] dump = TestData.bytes(TestData.own("alloc/series/je0." + i + ".heap"));
      put("z/jeprof.15611." + i + ".f.heap", dump);
    }
    CommandRun refused = add();
    assertThat(refused.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(refused.err()).contains("look like dumps of one process", "--add");
    assertThat(table().resolve("recordings")).doesNotExist();
    add("--add").isOk();
  }
}
