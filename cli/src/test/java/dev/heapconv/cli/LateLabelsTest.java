package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Labels that come when the table has been written count as those that came before. */
@Tag("slow")
class LateLabelsTest extends BatchFixture {

  private static final String OF_DEVICES =
      """
      device,version_code,weight,cohort,recording
      1,7,3,"it's ""b"" or",x
      2,,,a,
      3,8,,a,y
      9,8,,a,y
      """;

  private static final String OF_INPUTS =
      """
      input,device,date,cohort
      device-1.pftrace,one,2026-01-31,a
      device-2.pftrace,one,,
      """;

  private static final String WEIGHTS = "input,weight\ndevice-1.pftrace,5\n";

  @BeforeEach
  void writeTraces() throws IOException {
    for (int device = 1; device <= 4; device++) {
      Files.createDirectories(folder.resolve("traces"));
      Files.write(
          folder.resolve("traces/device-" + device + ".pftrace"),
          BatchTraces.trace("com.example.app", 5, 1203, device));
    }
  }

  private void writeTable(String table, String... more) {
    String[] command = {
      "fleet",
      "add",
      folder + "/" + table,
      folder + "/traces",
      "--date",
      "2026-11-24",
      "--device",
      "device-(\\d+)"
    };
    CommandRun run = CommandRun.of(with(command, more));
    assertThat(run.status()).as(run.err()).isZero();
  }

  private static String[] with(String[] command, String... more) {
    return Stream.of(command, more).flatMap(Stream::of).toArray(String[]::new);
  }

  private String answer(String table, String by, String... more) {
    String[] command = {"fleet", folder + "/" + table, "--by", by, "-f", "csv"};
    CommandRun run = CommandRun.of(with(command, more));
    assertThat(run.status()).as(run.err()).isZero();
    return run.out();
  }

  private String labels(String text) throws IOException {
    return Files.writeString(folder.resolve("labels.csv"), text).toString();
  }

  @Test
  void lateLabelsAreAsGoodAsEarlyOnes() throws IOException {
    writeTable("late");
    for (String text : new String[] {OF_DEVICES, OF_INPUTS, WEIGHTS}) {
      String file = labels(text);
      String table = "table-" + text.length();
      writeTable(table, "--labels", file);
      String of = text.equals(WEIGHTS) ? "version_code" : "labels.cohort,version_code";
      for (String by : new String[] {"function", of, "device,date"}) {
        assertThat(answer("late", by, "--labels", file)).isEqualTo(answer(table, by));
      }
      String where = text.equals(WEIGHTS) ? "?device=1" : "?labels.cohort=a";
      assertThat(answer("late" + where, "function", "--labels", file))
          .isEqualTo(answer(table + where, "function"));
    }
  }

  @Test
  void newLabelsHideOldOnesAndLeaveOthers() throws IOException {
    writeTable("table", "--labels", labels("device,cohort,class\n1,old,low\n2,old,high\n"));
    String file = labels("device,cohort\n1,new\n2,\n");
    assertThat(answer("table", "labels.cohort,labels.class", "--labels", file).lines())
        .anyMatch(line -> line.startsWith("new,low,1,"))
        .anyMatch(line -> line.startsWith("old,high,1,"))
        .anyMatch(line -> line.startsWith(",,2,"));
  }

  @Test
  void howManyHaveLabelsIsSaid() throws IOException {
    writeTable("table");
    String table = folder + "/table";
    String file = labels(OF_DEVICES);
    assertThat(CommandRun.of("fleet", table, "--labels", file).out())
        .contains("labels.csv: 3 of 4 devices have some");
    String other = table + "?labels.cohort=a";
    assertThat(CommandRun.of("diff", other, other, "--labels", file).out())
        .contains("labels.csv: 3 of 4 devices have some");
    CommandRun none = CommandRun.of("fleet", table, "--labels", labels("input,cohort\nx,a\n"));
    assertThat(none.status()).isEqualTo(ExitStatus.INPUT);
    assertThat(none.err())
        .contains("none of 1 label names an input or its device")
        .contains("device-1.pftrace");
  }
}
