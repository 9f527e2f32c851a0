package dev.heapconv.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.StackTable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A command of words without quotes: where its program's path ends. */
class ProgramNameTest {

  @ParameterizedTest
  @CsvSource({
    "./give, /x/lib.so, give",
    "./give in.txt, /x/lib.so, give",
    "./give -o out/dir, /x/lib.so, give",
    "./give data/in.txt, /x/lib.so, give",
    "/bin/give /etc/passwd ./x ~/y, /x/lib.so, give",
    "./my dir (v2)/prog é, /x/lib.so, prog é",
    "./my dir (v2)/prog é -v x, /x/lib.so, prog é",
    "./my dir (v2)/prog é, /home/my dir (v2)/prog é, prog é",
    "./my dir (v2)/prog é, /home/my dir (v2)/prog, prog",
    "./my prog, /home/me/my prog, my prog",
    "./my prog, /home/me/my, my",
    "../bin/run a/b c, /home/me/bin/run, run",
  })
  void isTheLastPartOfThePath(String command, String binary, String expected) {
    StackTable stacks = new StackTable();
    stacks.addMapping(new Mapping(binary, ""));
    assertThat(ProgramName.of(command, stacks)).isEqualTo(expected);
  }
}
