package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One run of a program in a process of its own and what came of it. */
record ProcessRun(int status, String out, String err) {

  /**
   * Runs a command in a folder, on the Java of the tests unless the variables say otherwise.
   *
   * @param variables added to the environment of the tests
   */
  static ProcessRun in(Path folder, Map<String, String> variables, String... command)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    // The test's own virtual machine must not show in what the program does.
    builder
        .environment()
        .keySet()
        .removeAll(
            List.of(
                "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "HEAPCONV_JAVA_OPTS"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(variables);
    Process process = builder.start();
    process.getOutputStream().close();
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    return new ProcessRun(process.exitValue(), readable(out), readable(err));
  }

  private static String readable(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }
}
