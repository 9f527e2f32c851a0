package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Golden;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;

/** The launcher knows of the command line what the commands say; goldens are updated with it. */
class LauncherTest {

  private static final Path LAUNCHER = TestData.root().resolve("cli/src/main/launcher/heapconv.sh");

  @Test
  void itsWordsAreThoseOfTheCommands() throws IOException {
    CommandSpec program = new HeapConvCommand(Terminal.system()).parser().getCommandSpec();
    String script = Files.readString(LAUNCHER);
    for (String[] line :
        new String[][] {
          {"of_many", String.join(":", Subcommands.OF_MANY)},
          {"output", names("--output", program)},
          {"verbose", names("--verbose", program)},
        }) {
      script = script.replaceFirst("(?m)^" + line[0] + "='.*'$", line[0] + "='" + line[1] + "'");
    }
    Golden.check(LAUNCHER, script);
  }

  @Test
  void commandsOfManyAreThoseThatLimitTheTimeOfEach() {
    assertThat(Subcommands.OF_MANY)
        .isEqualTo(Subcommands.withOption("--max-time", Terminal.system()));
    assertThat(CommandWords.of("fleet", "add", "x").areOfMany()).isTrue();
    assertThat(CommandWords.of("batch").areOfMany()).isTrue();
    assertThat(CommandWords.of("fleet", "table").areOfMany()).isFalse();
    assertThat(CommandWords.of("add", "x").areOfMany()).isFalse();
  }

  private static String names(String option, CommandSpec program) {
    return String.join(" ", program.findOption(option).names());
  }
}
