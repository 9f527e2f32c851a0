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
}
