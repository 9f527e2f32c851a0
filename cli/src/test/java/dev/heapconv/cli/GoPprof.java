package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.NotTested;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code go tool pprof}; where it is absent, the calling test skips. */
final class GoPprof {

  private GoPprof() {}

  /**
   * What it prints.
   *
   * @param home a folder where it may write
   */
  static String run(Path home, String file, String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of("go", "tool", "pprof", "-symbolize=none"));
    command.addAll(List.of(options));
    command.add(file);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("HOME", home.toString());
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw NotTested.because(
          "what go tool pprof reads", "go not found; apt-get install golang-go");
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
