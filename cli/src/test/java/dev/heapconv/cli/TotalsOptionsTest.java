package dev.heapconv.cli;

import org.junit.jupiter.api.Test;

class TotalsOptionsTest extends CommandLineFixture {

  @Test
  void aGroupingNeedsATotal() {
    run("batch", recording("truth_i4096"), "-o", inFolder("out"), "--group-by", "package-version")
        .isUsageError("--group-by needs --merge-into FILE");
  }
}
