package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.Formats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HelpCommandTest {

  @Test
  void withoutANameItIsTheHelpOfTheProgram() {
    assertThat(CommandRun.of("help").out()).isEqualTo(CommandRun.of("--help").out());
  }

  @Test
  void namedCommandsShowTheirOwn() {
    assertThat(CommandRun.of("help", "top").out()).isEqualTo(CommandRun.of("top", "--help").out());
  }

  @Test
  void numbersAreExplainedIn80Columns() {
    CommandRun run = CommandRun.of("help", "numbers");
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("[low, high]", "\u2248 ", "10k-40k", "samples");
    assertThat(run.out().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void formatsAreThoseOfTheRegistryIn80Columns() {
    CommandRun run = CommandRun.of("help", "formats");
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains(Formats.STANDARD.read());
    for (Format format : Formats.STANDARD.all()) {
      assertThat(run.out()).contains("\n  " + format.id() + " ").contains(format.extensions());
    }
    assertThat(run.out()).contains(Formats.unread().keySet()).contains("jemalloc: ", "heaptrack");
    assertThat(run.out().lines()).allMatch(line -> line.length() <= 80);
  }

  @ParameterizedTest
  @CsvSource({"topp,top", "tpo,top", "inof,info", "dif,diff", "mergr,merge"})
  void mistypedCommandsAreRecognised(String typed, String meant) {
    String suggestion = "did you mean 'heapconv " + meant + "'?";
    assertThat(CommandRun.of(typed, "no-such-trace").err()).contains(suggestion);
    CommandRun help = CommandRun.of("help", typed);
    assertThat(help.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(help.err()).contains(suggestion);
  }

  @Test
  void otherNamesAreNot() {
    assertThat(CommandRun.of("trace.pftrace").err()).doesNotContain("did you mean");
  }
}
