package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Containers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchDevicesTest extends BatchFixture {

  @BeforeEach
  void putRecordings() {
    put("x/1.pftrace", BatchTraces.small(2));
    put("x/2.pftrace", BatchTraces.small(4));
    put("y/1.pftrace", BatchTraces.small(9));
  }

  private Path table() {
    return folder.resolve("table");
  }

  private CommandRun fleet(String... options) {
    List<String> words = new ArrayList<>(List.of("fleet", table().toString()));
    words.addAll(List.of(options));
    return CommandRun.of(words.toArray(String[]::new)).isOk();
  }

  @Test
  void aTableKnowsDevicesByTheirPaths() {
    batch("--table", table().toString(), "--device", "in/([^/]+)/").isOk();
    assertThat(fleet("-f", "csv").out())
        .contains("\ntotal,2,2,", ",25750,", "\nwork9,2,1,")
        .doesNotContain("malloc", "main");
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
    assertThat(batch("--table", table, "--labels", labels.toString(), "--date", "2026-11-22"))
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
  void whoWantsOnlyTotalsNamesNoFolder() throws IOException {
    String table = folder.resolve("table").toString();
    put("bad.pftrace", new byte[] {1, 2, 3});
    CommandRun run = run(in().toString(), "--table", table, "-v");
    assertThat(run.status()).as(run.err()).isEqualTo(ExitStatus.SOME_INPUTS_FAILED);
    assertThat(run.err())
        .contains("x/1.pftrace: read\n")
        .doesNotContain("manifest", "--resume")
        .contains("3 converted, 0 already done, 1 failed; see " + table + "/errors");
    assertThat(CommandRun.of("fleet", table, "-f", "csv").out()).contains("total,3,3,");
    for (String[] more :
        new String[][] {{}, {"--table", "t", "--resume"}, {"--table", "t", "-f", "pb"}}) {
      List<String> words = new ArrayList<>(List.of(in().toString()));
      words.addAll(List.of(more));
      CommandRun refused = run(words.toArray(String[]::new));
      assertThat(refused.status()).isEqualTo(ExitStatus.USAGE);
      assertThat(refused.err()).contains("-o");
    }
    assertThat(folder).isDirectoryNotContaining("glob:**/t");
  }

  @Test
  void datesThatNoInputHasAreAMistakeOfTheCommandLine() {
    CommandRun run = run(in().toString(), "--table", folder + "/table", "--date", "day-(\\d{8})");
    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err())
        .contains("'day-(\\d{8})': finds no date in the names of 3 inputs, such as " + in());
    assertThat(folder.resolve("table")).isEmptyDirectory();
  }

  @Test
  void copiesAreLeftOutIfWanted() throws IOException {
    put("x/3.pftrace", BatchTraces.small(2));
    CommandRun run = batch("--dedupe");
    assertThat(run.status()).isZero();
    assertThat(run.err())
        .contains("warning: left out 1 input that is a copy of another, for example " + in())
        .contains("3 converted");
    assertThat(outputs()).hasSize(3).doesNotContain("x/3.pftrace.pb.gz");
  }

  @Test
  void partsTakeEachInputOnce() throws IOException {
    for (int i = 0; i < 20; i++) {
      put("z/" + i + ".pftrace", BatchTraces.small(1 + i % 3));
    }
    String table = folder.resolve("table").toString();
    for (int part = 1; part <= 3; part++) {
      String out = folder.resolve("out" + part).toString();
      CommandRun run =
          run(in().toString(), "-o", out, "--table", table, "--part", part + "/3", "--totals-only");
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(folder.resolve("out" + part).resolve("z")).doesNotExist();
    }
    assertThat(CommandRun.of("fleet", table, "-f", "csv").out()).contains("total,23,23,");
  }

  @Test
  void inputsWithoutADeviceAreMentioned() throws IOException {
    CommandRun run = batch("--table", table().toString(), "--device", "in/(x)/");

    assertThat(run.status()).isZero();
    assertThat(run.err())
        .contains("warning: 1 of 3 inputs have no device, for example " + in() + "/y/1.pftrace;");
    assertThat(fleet("--by", "heap").out()).containsPattern("2 \\(100 %\\) .* total\n");
  }

  @Test
  void deviceThatNoInputHasIsAMistakeOfTheCommandLine() {
    String[] typo = {"--table", table().toString(), "--device", "dev/([^/]+)/"};
    CommandRun run = batch(typo);

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err())
        .contains("'dev/([^/]+)/': finds no device in the names of 3 inputs, such as " + in())
        .contains("; correct --device; with -o DIR and --resume, a batch keeps");
    assertThat(table()).isEmptyDirectory();

    typo[3] = "in/([^/]+)/";
    CommandRun corrected = batch(typo[0], typo[1], typo[2], typo[3], "--resume");
    assertThat(corrected.status()).isZero();
    assertThat(corrected.err()).contains("0 converted, 3 already done").doesNotContain("warning");
    assertThat(fleet("-f", "csv").out()).contains("total,2,2,");
  }

  @Test
  void deviceIsFoundInNamesOfMembers() throws IOException {
    Files.delete(put("x/1.pftrace", new byte[0]));
    put(
        "week.zip",
        Containers.zip(
            "device-7/a.pftrace", BatchTraces.small(1), "b.pftrace", BatchTraces.small(3)));
    CommandRun run = batch("--table", table().toString(), "--device", "device-(\\d)");

    assertThat(run.status()).isZero();
    assertThat(run.err()).contains("3 of 4 inputs have no device");
  }

  @Test
  void copiesAreMentionedAndStillCount() throws IOException {
    put("x/3.pftrace", BatchTraces.small(2));
    put("y/2.pftrace", BatchTraces.small(2));
    String notice =
        "warning: 2 inputs are copies of others and count again, for example %s/x/3.pftrace of"
            + " %s/x/1.pftrace";
    String[] sums = {"--table", table().toString()};

    CommandRun run = batch(sums);
    assertThat(run.status()).isZero();
    assertThat(run.err()).contains(notice.formatted(in(), in()));
    assertThat(fleet("-f", "csv").out()).contains("total,5,5,");

    CommandRun resumed = batch(sums[0], sums[1], "--resume");
    assertThat(resumed.err()).contains(notice.formatted(in(), in()));
    assertThat(anew().err()).as("nothing is added up").doesNotContain("copies");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--device x | --device needs --table TABLE",
        "--labels w | --labels needs --table TABLE",
        "--date 2026-11-24 | --date needs --table TABLE",
        "--totals-only | --totals-only needs --table",
        "--table t --device ( | '(' is not a valid regular expression",
        "--table t --part 4/3 | option '--part': '4/3' is not a part and how many there are",
        "--table t --part 1/2 --add-to-day | --add-to-day cannot be used with --part",
        "--add-to-day | --add-to-day needs --table TABLE",
        "--table t --part x | option '--part': 'x' is not a part and how many there are",
      })
  void mistakesAreSaidBeforeAnythingIsConverted(String options, String message) {
    CommandRun run = batch(options.split(" "));

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains(message);
    assertThat(out()).doesNotExist();
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
    batch("--table", table().toString(), "--labels", labels.toString())
        .isOneLine(ExitStatus.INPUT, "labels.csv: labels that cannot be used: " + message);
    batch("--table", table().toString(), "--labels", folder.resolve("no.csv").toString())
        .isOneLine(ExitStatus.INPUT, "no.csv");
  }

  @Test
  void labelsOfOtherInputsAreAnUnreadableInput() throws IOException {
    Path labels = Files.writeString(folder.resolve("labels.csv"), "input,a\nelsewhere,1\n");
    CommandRun run = batch("--table", table().toString(), "--labels", labels.toString());
    assertThat(run.status()).isEqualTo(ExitStatus.INPUT);
    assertThat(run.err())
        .contains("labels.csv: none of 1 label is of an input or device, such as " + in());
    assertThat(table()).isEmptyDirectory();
  }
}
