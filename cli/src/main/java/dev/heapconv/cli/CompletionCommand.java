package dev.heapconv.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Prints scripts that complete this program's command line in a shell, and the manual page. The
 * scripts ask the program itself what can follow.
 */
final class CompletionCommand extends Command {

  private static final List<String> SHELLS = List.of("bash", "zsh", "fish", "man");

  private final Argument<String> shell =
      parameter(
          PositionalParamSpec.builder()
              .index("0")
              .required(true)
              .paramLabel("SHELL")
              .completionCandidates(SHELLS)
              .description("bash, zsh, fish or man"));

  private final Argument<List<String>> words =
      parameters(PositionalParamSpec.builder().index("1..*").arity("0..*").hidden(true));

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Print a completion script for a shell, or the manual page.")
        .customSynopsis("heapconv completion bash|zsh|fish|man%n")
        .footerHeading("%nExamples:%n")
        .footer(
            "  source <(heapconv completion bash)",
            "  heapconv completion fish | source",
            "  heapconv completion man | man -l -");
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter out = out();
    String about = shell.required();
    switch (about) {
      case "bash", "zsh", "fish" -> out.print(script(about));
      case "man" -> out.print(ManPage.of(spec().root().commandLine()));
      case "candidates" ->
          new Candidates(spec().root()).of(words.valueOr(List.of())).forEach(out::println);
      default ->
          throw new UsageException(
              "no completion for '" + about + "'; choose bash, zsh, fish or man");
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
