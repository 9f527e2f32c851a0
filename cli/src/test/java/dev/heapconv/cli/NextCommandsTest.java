package dev.heapconv.cli;

import static dev.heapconv.testing.TestData.recordingBytes;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NextCommandsTest extends CommandLineFixture {

  @Test
  void theSummaryEndsWithCommandsToGoOnWith() {
    assertThat(run(recording("truth_i1")).isOk().out())
        .endsWith(
            "With callees:    heapconv top --cum "
                + recording("truth_i1")
                + "\nFor pprof:       heapconv "
                + recording("truth_i1")
                + " -o out.pb.gz\n");
    assertThat(run(recording("customheap_all")).isOk().out())
        .endsWith(" --process NAME --heap NAME\n");
  }

  @Test
  void noCommandHasANameThatAShellWouldTakeApart() {
    String evil = file("x; rm -rf ~", recordingBytes("truth_i1"));
    assertThat(run(evil).isOk().out())
        .contains("heapconv top --by stack INPUT\n")
        .doesNotContain("--by stack " + folder);
  }
}
