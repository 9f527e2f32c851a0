package dev.heapconv.symbols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.model.SourceLine;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class LlvmSymbolizerTest {

  /** Prints an answer as llvm-symbolizer does. */
  private static final String ANSWER =
      "echo \"{\\\"Address\\\":\\\"$a\\\",\\\"Symbol\\\":[{\\\"FunctionName\\\":\\\"f$a\\\","
          + "\\\"FileName\\\":\\\"a.c\\\",\\\"Line\\\":1}]}\"";

  private static final long[] ADDRESSES = {1, 2, 3, 4, 5};

  @TempDir private Path folder;

  @Test
  void findsTheNewestOfTheFirstFolderThatHasOne() throws IOException {
    Path first = Files.createDirectory(folder.resolve("a"));
    Path second = Files.createDirectory(folder.resolve("b"));
    assertThat(LlvmSymbolizer.find(List.of(first, folder.resolve("none"), second))).isNull();
    for (String version : List.of("9", "14", "tool")) {
      Files.move(SymbolCases.script(second, ""), second.resolve("llvm-symbolizer-" + version));
    }
    assertThat(LlvmSymbolizer.find(List.of(first, second)))
        .isEqualTo(second.resolve("llvm-symbolizer-14"));
    Files.writeString(first.resolve("llvm-symbolizer"), "not executable");
    assertThat(LlvmSymbolizer.find(List.of(first, second)).getParent()).isEqualTo(second);
  }

  @Test
  void anAddressThatCrashesItIsLeftOut() throws IOException {
    LlvmSymbolizer.Answers answers = ask("[ $a = 0x3 ] && kill -SEGV $$");
    assertThat(functions(answers)).containsExactly("f0x1", "f0x2", "", "f0x4", "f0x5");
    assertThat(answers.problem()).isEqualTo("stopped with status 139 at 0x3");
  }

  @Test
  void anAddressThatHangsItIsLeftOut() throws IOException {
    LlvmSymbolizer.Answers answers = ask("[ $a = 0x2 ] && exec sleep 1000", Duration.ofSeconds(3));
    assertThat(functions(answers)).containsExactly("f0x1", "", "f0x3", "f0x4", "f0x5");
    assertThat(answers.problem()).contains("did not answer");
  }

  @Test
  void aScriptThatHangsDoesNotGoOnWithItsNextLine() throws IOException {
    Path mark = folder.resolve("next line");
    String others = "for i in $(seq 200); do sleep 1000 & done\n";
    Path script =
        SymbolCases.script(
            folder, "sleep 1000 & first=$!\n" + others + "wait $first\n: > '" + mark + "'\n");
    try (LlvmProcess process = new LlvmProcess(script, folder, ADDRESSES, 0)) {
      assertThat(process.next(Duration.ofSeconds(1)).failure()).contains("did not answer");
    }
    assertThat(mark).doesNotExist();
  }

  @Test
  void afterAFewFailuresTheRestIsLeftOut() throws IOException {
    LlvmSymbolizer.Answers answers = ask("[ $a != 0x1 ] && exit 1");
    assertThat(functions(answers)).containsExactly("f0x1", "", "", "", "");
    assertThat(answers.problem()).isEqualTo("stopped with status 1 at 0x2");
  }

  @Test
  void garbageIsNoAnswer() throws IOException {
    assertThat(ask("echo '[1, {'").problem()).contains("not an answer");
    assertThat(ask("echo '{\"Address\":\"0x77\"}'").problem()).contains("another address");
    assertThat(ask("cat /dev/zero").problem()).contains("not an answer");
    assertThat(ask("echo '{\"Address\":\"'$a'\",\"Error\":{\"Message\":\"bad\"}}'; continue"))
        .isEqualTo(
            new LlvmSymbolizer.Answers(
                List.of(List.of(), List.of(), List.of(), List.of(), List.of()), "bad"));
  }

  @Test
  void aProgramThatCannotBeStartedIsAProblem() throws IOException {
    try (LlvmSymbolizer llvm = new LlvmSymbolizer(folder.resolve("none"), Duration.ofDays(1))) {
      assertThat(llvm.ask(folder, ADDRESSES).problem()).startsWith("cannot be started");
    }
  }

  @Test
  void serversOfTheEnvironmentAreNotAsked() throws IOException {
    Path script = SymbolCases.script(folder, "env | grep -c DEBUGINFOD_ > '" + folder + "/n'\n");
    try (LlvmSymbolizer llvm = new LlvmSymbolizer(script, Duration.ofDays(1))) {
      llvm.ask(folder, new long[] {1});
    }
    assertThat(Files.readString(folder.resolve("n"))).isEqualTo("0\n");
  }

  @Test
  void anInterruptEndsIt() throws IOException {
    Path script = SymbolCases.script(folder, "exec sleep 1000\n");
    try (LlvmSymbolizer llvm = new LlvmSymbolizer(script, Duration.ofDays(1))) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> llvm.ask(folder, ADDRESSES))
          .isInstanceOf(InterruptedIOException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void unusualNamesOfFilesAreSafe() throws IOException {
    Path file = folder.resolve("a \"b'\n$(c) .so");
    Files.copy(SymbolCases.file("prog"), file);
    try (LlvmSymbolizer llvm =
        new LlvmSymbolizer(SymbolCases.symbolizer(), LlvmSymbolizer.TIME_OUT)) {
      Map<Long, List<SourceLine>> expected = SymbolCases.expected("prog");
      long[] addresses = expected.keySet().stream().mapToLong(Long::longValue).toArray();
      assertThat(llvm.ask(file, addresses))
          .isEqualTo(new LlvmSymbolizer.Answers(List.copyOf(expected.values()), ""));
    }
  }

  @Test
  void aLongListIsAnsweredCompletely() throws IOException {
    long[] addresses = new long[50_000];
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = i;
    }
    try (LlvmSymbolizer llvm =
        new LlvmSymbolizer(SymbolCases.symbolizer(), LlvmSymbolizer.TIME_OUT)) {
      LlvmSymbolizer.Answers answers = llvm.ask(SymbolCases.file("prog"), addresses);
      assertThat(answers.problem()).isEmpty();
      SymbolCases.expected("prog")
          .forEach(
              (address, lines) ->
                  assertThat(answers.lines().get(address.intValue())).isEqualTo(lines));
    }
  }

  private LlvmSymbolizer.Answers ask(String beforeAnswer) throws IOException {
    return ask(beforeAnswer, Duration.ofSeconds(30));
  }

  private LlvmSymbolizer.Answers ask(String beforeAnswer, Duration timeOut) throws IOException {
    String loop = "while read a; do\n" + beforeAnswer + "\n" + ANSWER + "\ndone\n";
    Path script = SymbolCases.script(folder, loop);
    try (LlvmSymbolizer llvm = new LlvmSymbolizer(script, timeOut)) {
      return llvm.ask(folder, ADDRESSES);
    }
  }

  private static List<String> functions(LlvmSymbolizer.Answers answers) {
    List<String> functions = new ArrayList<>();
    for (List<SourceLine> lines : answers.lines()) {
      functions.add(lines.isEmpty() ? "" : lines.get(0).systemName());
    }
    return functions;
  }
}
