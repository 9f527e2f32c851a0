package dev.heapconv.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.AutoComplete;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Prints scripts that complete this program's command line in a shell, and the manual page. The
 * scripts ask the program itself what can follow.
 */
final class CompletionCommand extends Command {

  /** A candidate that says that names of files can follow, too. */
  static final String FILES = ":";

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

  CompletionCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Print a completion script for a shell, or the manual page.")
        .customSynopsis("heapconv completion bash|zsh|fish|man%n")
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
      case "bash", "zsh", "fish" -> out.print(resource("completion." + about));
      case "man" -> ManualPage.print(spec().root().commandLine(), out);
      case "candidates" -> candidates(words.valueOr(List.of())).forEach(out::println);
      default ->
          throw new UsageException(
              "no completion for '" + about + "'; choose bash, zsh, fish or man");
    }
    out.flush();
    return ExitStatus.OK;
  }

  /**
   * What can follow on an incomplete command line: whole words that begin like the last word.
   *
   * @param line the words before the cursor without the name of the program; the last may be empty
   */
  private Collection<String> candidates(List<String> line) {
    List<String> before = new ArrayList<>(line);
    // Bash makes --by=library three words.
    before.removeIf("="::equals);
    if (line.isEmpty() || line.get(line.size() - 1).equals("=")) {
      before.add("");
    }
    int at = before.size() - 1;
    String last = before.get(at);
    CommandSpec program = spec().root();
    List<CharSequence> rests = new ArrayList<>();
    AutoComplete.complete(program, before.toArray(new String[0]), at, last.length(), 0, rests);
    Set<String> candidates = new TreeSet<>();
    rests.forEach(rest -> candidates.add(last + rest));
    if (!last.startsWith("-")) {
      candidates.removeIf(candidate -> candidate.startsWith("-"));
      if (program.subcommands().keySet().containsAll(candidates)) {
        candidates.add(FILES);
      }
    }
    return candidates;
  }
}
