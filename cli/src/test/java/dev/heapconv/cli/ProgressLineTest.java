package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.Progress;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What a terminal shows besides results. */
class ProgressLineTest {

  @Test
  void showsPercentRateAndTimeLeft() {
    assertThat(ReadingStep.text(250_000_000, 1_000_000_000, 5))
        .isEqualTo("reading:  25 % of 1000 MB, 50 MB/s, ETA 0:15");
    assertThat(ReadingStep.text(0, 1_000_000_000, 5))
        .isEqualTo("reading:   0 % of 1000 MB, 0 MB/s");
    assertThat(ReadingStep.text(1_000_000_000, 1_000_000_000, 25))
        .as("no rate that falls and no end that is due while the numbers are estimated")
        .isEqualTo("read 1000 MB, working: 0:25");
    assertThat(ReadingStep.text(250_000_000, -1, 5)).isEqualTo("reading: 250 MB, 50 MB/s");
  }

  @Test
  void stepsShowPercentAndTimeLeft() {
    Progress progress = new Progress();
    assertThat(progress.share()).isZero();
    progress.start(4);
    progress.advance(1);
    assertThat(ProgressLine.text("writing", progress)).startsWith("writing:  25 %, ETA 0:0");
  }

  /** The prompt of the shell, or a table on the same terminal, would be glued to it. */
  @Test
  void theLineIsErasedBeforeAnythingIsWritten() throws Exception {
    ByteArrayOutputStream screen = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(screen, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(InputStream.nullInputStream(), screen, printed, true, true);
    CountDownLatch shown = new CountDownLatch(2);
    ProgressLine.Step step =
        seconds -> {
          shown.countDown();
          return "working";
        };
    try (ProgressLine line = ProgressLine.start(true, terminal, step)) {
      shown.await();
      line.erasedBy(screen).write("table".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(screen.toString(StandardCharsets.UTF_8))
        .startsWith(Terminal.ERASE + "working")
        .endsWith("working" + Terminal.ERASE + "table");
  }

  @Test
  void messagesReplaceTheLineOnATerminalOnly() {
    for (boolean isTerminal : new boolean[] {true, false}) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      PrintStream printed = new PrintStream(err, true, StandardCharsets.UTF_8);
      new Terminal(
              InputStream.nullInputStream(),
              new ByteArrayOutputStream(),
              printed,
              false,
              isTerminal)
          .message("text");
      assertThat(err.toString(StandardCharsets.UTF_8).contains(Terminal.ERASE))
          .isEqualTo(isTerminal);
    }
  }

  @Test
  void verboseSaysWhatWasReadAndHowNumbersAreMade() {
    CommandRun run =
        CommandRun.of("-v", CommandLineFixture.recording("truth_i4096"), "-f", "csv", "-o", "-");
    assertThat(run.isOk().err())
        .contains("truth_i4096.pftrace: Perfetto heapprofd trace\n")
        .contains("sampling interval 4096 bytes");
  }
}
