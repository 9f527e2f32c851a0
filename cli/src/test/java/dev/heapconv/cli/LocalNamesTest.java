package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A recording made here is named without any option; the variable that stops that is unset. */
@DisabledOnOs(OS.WINDOWS)
class LocalNamesTest {

  @TempDir Path folder;
  private String log;

  @BeforeEach
  void record() throws Exception {
    Path prog = Files.copy(TestData.own("symbols/prog"), folder.resolve("prog"));
    log =
        Files.writeString(
                folder.resolve("log.jsonl"),
                """
                {"heapconv":1,"frees":true,"scheme":"exact"}
                {"alloc":1,"size":8,"frames":[{"module":"%s","build_id":"%s","address":4736}]}
                """
                    .formatted(prog, "0e8b1b460f4d5054af1f45bb2c1b8ac1fc99b084"))
            .toString();
  }

  @Test
  void functionsAreNamedAndTheOutputSaysSo() throws Exception {
    ProcessRun run = heapconv(log);
    assertThat(run.out()).contains("prog on this machine named 1 of 1 functions");
    assertThat(run.out()).doesNotContain("prog+0x");
    assertThat(run.err()).isEmpty();
    ProcessRun written = heapconv(log, "-o", folder.resolve("out.pb.gz").toString());
    assertThat(written.err()).contains("prog on this machine named 1 of 1 functions");
    assertThat(heapconv("info", log).out()).contains("symbols: " + folder.resolve("prog"));
  }

  @Test
  void theVariableSwitchesItOff() throws Exception {
    assertThat(CommandRun.of(log).out()).contains("prog+0x");
    assertThat(CommandRun.of("info", log).out()).doesNotContain("symbols: ");
  }

  /** Who is not looking for a bug has no use for them. */
  @Test
  void stackTracesAreForTheVariableOnly() throws Exception {
    String cut = Files.writeString(folder.resolve("cut"), "hello").toString();
    String verbose = heapconv("-v", cut).err();
    assertThat(verbose).contains("heapconv: " + cut).doesNotContain("\tat ", "Exception");
    assertThat(heapconv("-v", folder.resolve("none").toString()).err())
        .contains("heapconv: no-such-file: ")
        .doesNotContain("\tat ");
    ProcessRun debugged = debugging("-v", cut);
    assertThat(debugged.err()).contains("\tat dev.heapconv.");
  }

  private ProcessRun debugging(String... arguments) throws Exception {
    List<String> words = new ArrayList<>(List.of(ErrorReporter.DEBUG + "=1"));
    words.addAll(command(arguments));
    words.add(0, "env");
    return ProcessRun.in(folder, Map.of(), words.toArray(String[]::new));
  }

  private ProcessRun heapconv(String... arguments) throws Exception {
    return ProcessRun.in(folder, Map.of(), command(arguments).toArray(String[]::new));
  }

  private static List<String> command(String... arguments) {
    // Not the variable of the tests.
    List<String> command = new ArrayList<>(List.of("env", "-u", NamingOptions.SYMBOLS_VARIABLE));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", Main.class.getName()));
    command.addAll(List.of(arguments));
    return command;
  }
}
