package dev.heapconv.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Prints scripts that complete this program's command line in a shell, and the manual page. The
 * scripts ask the program itself what can follow.
 */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Print a completion script for a shell, or the manual page.",
    footer = {
      "%nExamples:",
      "  source <(heapconv completion bash)",
      "  heapconv completion fish | source",
      "  heapconv completion man | man -l -",
    })
final class CompletionCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "SHELL", description = "bash, zsh, fish or man")
  private String shell;

  @Parameters(index = "1..*", hidden = true)
  private List<String> words = List.of();

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    switch (shell) {
      case "bash", "zsh", "fish" -> out.print(script(shell));
      case "man" -> out.print(ManPage.of(spec.root().commandLine()));
      case "candidates" -> new Candidates(spec.root()).of(words).forEach(out::println);
      default ->
          throw new UsageException(
              "no completion for '" + shell + "'; choose bash, zsh, fish or man");
    }
    out.flush();
    return ExitStatus.OK;
  }

  private static String script(String shell) throws IOException {
    try (InputStream script =
        Objects.requireNonNull(
            CompletionCommand.class.getResourceAsStream("completion." + shell))) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
