package dev.heapconv.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What can follow on an incomplete command line, for the scripts that complete it in a shell. */
final class Completion {

  /** The shells for which there is a script beside this class. */
  static final List<String> SHELLS = List.of("bash", "zsh", "fish");

  /** In place of a shell: the scripts ask this program itself what can follow. */
  static final String CANDIDATES = "candidates";

  /** A candidate that stands for names of files, which can also follow. */
  static final String FILES = ":";

  private Completion() {}

  /**
   * Whole words that begin like the last word.
   *
   * @param line the words before the cursor without the name of the program; the last may be empty
   */
  static Collection<String> candidates(CommandSpec program, List<String> line) {
    List<String> before = new ArrayList<>(CommandWords.withoutAlias(line));
    // Bash makes --by=library three words.
    before.removeIf("="::equals);
    if (line.isEmpty() || line.get(line.size() - 1).equals("=")) {
      before.add("");
    }
    int at = before.size() - 1;
    String last = before.get(at);
    if (at > 1 && before.get(0).equals(Subcommands.HELP)) {
      boolean ofShell = at == 2 && before.get(1).equals(HelpCommand.COMPLETION);
      return SHELLS.stream().filter(shell -> ofShell && shell.startsWith(last)).sorted().toList();
    }
    List<CharSequence> rests = new ArrayList<>();
    AutoComplete.complete(program, before.toArray(new String[0]), at, last.length(), 0, rests);
    Set<String> candidates = new TreeSet<>();
    rests.forEach(rest -> candidates.add(last + rest));
    CommandLine named = program.subcommands().get(before.get(0));
    CommandSpec command = named == null ? program : named.getCommandSpec();
    candidates.removeIf(candidate -> isHidden(command.findOption(candidate)));
    if (!last.startsWith("-")) {
      candidates.removeIf(candidate -> candidate.startsWith("-"));
      if (program.subcommands().keySet().containsAll(candidates)) {
        candidates.add(FILES);
      }
    }
    return candidates;
  }

  private static boolean isHidden(@Nullable OptionSpec option) {
    return option != null && option.hidden();
  }
}
