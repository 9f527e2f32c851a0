package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowOptionsTest extends CommandLineFixture {

  @ParameterizedTest
  @ValueSource(strings = {"--by=library", "--cum", "--sort=name", "--limit=3", "-n3", "--filter=a"})
  void anOptionForRowsNeedsATable(String option) {
    String trace = recording("truth_i4096");
    run("diff", trace, trace, option, "-o", inFolder("x.pb.gz"))
        .isUsageError("applies to tables only", "csv");
    assertThat(namesInFolder()).isEmpty();
  }

  @Test
  void aFilterIsARegularExpression() {
    run("--filter=(", "no-such-file")
        .isUsageError("'--filter'", "is not a valid regular expression: Unclosed group");
  }

  /** Numbers by their columns, and rows by what they are. */
  @ParameterizedTest
  @ValueSource(strings = {"function", "stack", "library", "process"})
  void rowsAreSortedByWhatTheyAre(String by) {
    String trace = recording("phases_i512");
    String byName = run("--by", by, "--sort", "name", "-f", "csv", trace).isOk().out();
    assertThat(run("--by", by, "--sort", by, "-f", "csv", trace).isOk().out()).isEqualTo(byName);
  }

  @Test
  void rowsAreSortedByAnyNumberOfTheCsvOutput() {
    String trace = recording("phases_i512");
    String[] columns =
        run("-f", "csv", trace).isOk().out().lines().findFirst().orElse("").split(",");
    for (String column : columns) {
      if (column.matches(".*_grade|library|caller")) {
        run("--sort", column, trace)
            .hasError(ExitStatus.USAGE, "any column of the CSV output that has numbers");
      } else {
        run("--sort", column, trace).isOk();
      }
    }
  }
}
