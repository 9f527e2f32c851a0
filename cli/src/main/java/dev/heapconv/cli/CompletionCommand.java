package dev.heapconv.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a script that completes this program's command line in a shell. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Print a completion script for a shell.",
    footer = {"%nExample:", "  source <(heapconv completion bash)"})
final class CompletionCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "bash or zsh")
  private String shell;

  @Override
  public Integer call() {
    if (!shell.equals("bash") && !shell.equals("zsh")) {
      throw new UsageException("no completion for '" + shell + "'; choose bash or zsh");
    }
    PrintWriter out = spec.commandLine().getOut();
    // One script serves both: it starts by turning on zsh's bash compatibility.
    String script = AutoComplete.bash("heapconv", spec.root().commandLine());
    out.print(shell.equals("zsh") ? forZsh(script) : script);
    out.flush();
    return ExitStatus.OK;
  }

  /**
   * Lets zsh autoload the script as the file _heapconv on its fpath. The script then runs as the
   * function of that name at the first completion, so it has to both define the function and
   * answer. An alias has no effect in a function that is parsed together with it: without the alias
   * the script finds no compopt, and continues without it.
   */
  private static String forZsh(String script) {
    return "#compdef heapconv\n"
        + script.replace("  alias compopt=complete\n", "")
        + "\nif [ \"${funcstack[1]}\" = _heapconv ]; then\n"
        + "  _bash_complete -o default -F _complete_heapconv\n"
        + "fi\n";
  }
}
