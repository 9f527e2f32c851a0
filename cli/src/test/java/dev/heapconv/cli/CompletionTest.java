package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What the Tab key offers, in real shells where they are installed. */
@Tag("slow")
@DisabledOnOs(OS.WINDOWS)
class CompletionTest extends ShellFixture {

  @BeforeEach
  void fillFolder() throws Exception {
    Files.writeString(folder.resolve("my.pftrace"), "");
    Files.createDirectory(folder.resolve("diary"));
  }

  private static List<String> candidates(String... words) {
    String[] args = new String[words.length + 4];
    args[0] = "help";
    args[1] = "completion";
    args[2] = Completion.CANDIDATES;
    args[3] = "--";
    System.arraycopy(words, 0, args, 4, words.length);
    return CommandRun.of(args).isOk().out().lines().toList();
  }

  @Test
  void valuesOfOptionsAreOffered() {
    assertThat(candidates("--by", "")).contains("function", "library", "dump");
    assertThat(candidates("--by=lib")).containsExactly("--by=library");
    assertThat(candidates("--by", "=", "lib")).containsExactly("library");
    assertThat(candidates("--view", "alloc")).containsExactly("alloc_objects", "alloc_space");
    assertThat(candidates("--sort", "n")).containsExactly("name");
    assertThat(candidates("--dump", "")).containsExactly("all", "first", "last", "max");
    assertThat(candidates("--color", "")).containsExactly("always", "auto", "never");
    assertThat(candidates("--cut")).isEmpty();
    assertThat(candidates("-f", "pp")).containsExactly("pprof", "pprof-plain");
    assertThat(candidates("batch", "-f", "sp")).containsExactly("speedscope");
    assertThat(candidates("-o", "x")).containsExactly(Completion.FILES);
  }

  @Test
  void commandsOptionsAndFilesAreOffered() {
    assertThat(candidates("di")).containsExactly(Completion.FILES, "diff");
    assertThat(candidates("diff", "di")).containsExactly(Completion.FILES);
    assertThat(candidates("info", "--lim")).isEmpty();
    assertThat(candidates("--lim")).containsExactly("--limit");
    assertThat(candidates("--by", "library", "--c")).contains("--cum", "--confidence");
  }

  @Test
  void topicsAndShellsAreOffered() {
    assertThat(candidates("help", ""))
        .contains("diff", "options", "numbers", "formats", "completion", "man")
        .doesNotContain("bash", "top");
    assertThat(candidates("help", "info", "")).isEmpty();
    assertThat(candidates("top", "--by=lib")).containsExactly("--by=library");
    assertThat(candidates("help", "completion", "")).containsExactly("bash", "fish", "zsh");
  }

  private List<String> bash(String before, String... words) throws Exception {
    String script =
        before
            + """
            source <(heapconv help completion bash)
            compopt() { echo "compopt $*"; }
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
            _heapconv heapconv "${COMP_WORDS[COMP_CWORD]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """;
    String[] args = new String[words.length + 4];
    args[0] = "--norc";
    args[1] = "-c";
    args[2] = script;
    args[3] = "bash";
    System.arraycopy(words, 0, args, 4, words.length);
    ProcessRun result = shell("bash", args);
    assertThat(result.err()).isEmpty();
    return result.out().lines().toList();
  }

  @Test
  void bashOffersValuesAndFiles() throws Exception {
    assertThat(bash("", "heapconv", "--by", "lib")).containsExactly("library");
    assertThat(bash("", "heapconv", "my")).contains("compopt -o default");
    assertThat(bash("", "heapconv", "di")).contains("diff", "diary");
    assertThat(bash("", "heapconv", "--by", "=", "lib")).containsExactly("library");
    String filedir = "_filedir() { COMPREPLY+=($(compgen -f -- \"$cur\")); }\n";
    assertThat(bash(filedir, "heapconv", "-o", "my")).containsExactly("my.pftrace");
  }

  @Test
  void fishOffersValuesAndFiles() throws Exception {
    String script = "heapconv help completion fish | source; complete -C ";
    assertThat(shell("fish", "-c", script + "'heapconv --by li'").out().strip())
        .isEqualTo("library\nline");
    assertThat(shell("fish", "-c", script + "'heapconv my'").out()).contains("my.pftrace");
    assertThat(shell("fish", "-c", script + "'heapconv di'").out()).contains("diff", "diary/");
  }

  @Test
  void zshOffersValuesAndFiles() throws Exception {
    String script =
        """
        compdef() { :; }
        compadd() { shift; print -l -- "$@"; }
        _files() { print files; }
        source <(heapconv help completion zsh)
        words=(heapconv "$@") CURRENT=$(($# + 1))
        _heapconv
        """;
    assertThat(shell("zsh", "-f", "-c", script, "zsh", "--by", "li").out())
        .isEqualTo("library\nline\n");
    assertThat(shell("zsh", "-f", "-c", script, "zsh", "di").out()).isEqualTo("diff\nfiles\n");
  }

  @Test
  void theManualPageHasEveryCommand() throws Exception {
    String page = CommandRun.of("help", "man").isOk().out();
    assertThat(page)
        .startsWith(".TH HEAPCONV 1 ")
        .containsSubsequence(
            ".SH NAME",
            ".SH SYNOPSIS",
            "heapconv INPUT... [\\-o OUT]",
            ".SH DESCRIPTION",
            ".SH OPTIONS",
            ".SH COMMANDS",
            ".SS diff",
            "heapconv diff BASE NEW",
            "\\-\\-fail\\-on",
            ".SH EXIT STATUS",
            ".SH ENVIRONMENT",
            "NO_COLOR",
            ".SH EXAMPLES");
    Path file = Files.writeString(folder.resolve("heapconv.1"), page);
    assertThat(shell("groff", "-man", "-Tutf8", "-ww", file.toString()).err()).isEmpty();
  }

  @Test
  void theManualPageDescribesEachOptionOnce() {
    List<String> options =
        Pattern.compile("(?m)^\\.TP\n.*?([-a-z\\\\]+)\\\\fR(=.*)?$")
            .matcher(CommandRun.of("help", "man").out())
            .results()
            .map(term -> term.group(1).replace("\\", ""))
            .filter(term -> term.startsWith("--"))
            .toList();
    assertThat(options).doesNotHaveDuplicates().contains("--fail-on", "--open", "--device");
    for (String command : Subcommands.names()) {
      assertThat(HelpCommandTest.listed(command).stream().filter(name -> name != null))
          .filteredOn(name -> name.startsWith("--"))
          .isSubsetOf(options);
    }
  }
}
