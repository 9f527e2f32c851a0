package dev.heapconv.cli;

import dev.heapconv.testing.Golden;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The answer to each question, whole, for people and for programs: to look at when something
 * changes. What an answer promises has its own tests.
 */
class QuestionGoldenTest {

  @TempDir private static Path folder;

  @BeforeAll
  static void writeTable() throws Exception {
    TableDifferenceTest.write(folder.resolve("table"), 4096);
  }

  @ParameterizedTest
  @CsvSource({
    "info, info {data}overrun.pftrace",
    "top, {data}truth_i4096.pftrace -n 5",
    "diff, diff {data}phases_i512.pftrace#first {data}phases_i512.pftrace#last --fail-on space>5%"
        + " -n 3",
    "growth, growth {data}phases_i512.pftrace",
    "plan, plan --interval 509 4099 --size 1M",
    "fleet, fleet {table}?version_code=1201 -n 3",
    "diff-tables, diff {table}?version_code=1201 {table}?version_code=1202 -n 3"
  })
  void answersAreWhatTheyWere(String name, String command) throws IOException {
    for (String form : new String[] {"txt", "json"}) {
      String[] words = (command + (form.equals("json") ? " --json" : "")).split(" ");
      for (int i = 0; i < words.length; i++) {
        words[i] =
            words[i]
                .replace("{data}", TestData.own("heapprofd") + "/")
                .replace("{table}", folder.resolve("table").toString());
      }
      String answer =
          CommandRun.of(words)
              .out()
              .replace(TestData.root() + "/", "")
              .replace(folder.toString(), "")
              .replaceAll("heapconv \\d[\\w.-]*", "heapconv VERSION");
      Golden.check(TestData.own("golden").resolve(name + "." + form), answer);
    }
  }
}
