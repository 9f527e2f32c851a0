package dev.heapconv.show;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceFilesTest {

  @TempDir Path folder;

  private Path file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  void theLongestEndOfAPathThatIsThereIsIt() throws Exception {
    file("one/a.cc", "short");
    file("two/src/a.cc", "\tlong\nend");
    SourceFiles sources =
        new SourceFiles(List.of(folder.resolve("one"), folder.resolve("two")), "");

    assertThat(sources.lines("/build/src/a.cc")).containsExactly("    long", "end");
    assertThat(sources.lines("C:\\build\\other\\a.cc")).containsExactly("short");
    assertThat(sources.lines("webpack://app/./src/../src/a.cc")).isNotEmpty();
    assertThat(sources.missing()).isEmpty();
  }

  @Test
  void thePathThatWasRecordedComesFirst() throws Exception {
    Path compiled = file("build/a.cc", "compiled");
    file("a.cc", "other");

    assertThat(new SourceFiles(List.of(folder), "").lines(compiled.toString()))
        .containsExactly("compiled");
  }

  @Test
  void noFileOutsideOfTheFoldersIsOpened() throws Exception {
    Path outside = file("outside/a.cc", "secret");
    Path inside = file("inside/b.cc", "source").getParent();
    SourceFiles sources = new SourceFiles(List.of(inside), "");

    assertThat(sources.lines(outside.toString())).isEmpty();
    assertThat(sources.lines(inside + "/../outside/a.cc")).isEmpty();
    assertThat(sources.lines(inside + "/x/../b.cc")).containsExactly("source");
  }

  /** Such as those of the kernel, which may have no end. */
  @Test
  void noFileWithoutBytesIsOpened() throws Exception {
    SourceFiles sources = new SourceFiles(List.of(Path.of("/")), "");

    assertThat(sources.lines(file("empty.cc", "").toString())).isEmpty();
    assertThat(sources.lines("/proc/self/status")).isEmpty();
    assertThat(sources.missing()).contains("/proc/self/status");
  }

  @Test
  void whatIsNoSourceIsMissing() throws Exception {
    SourceFiles sources = new SourceFiles(List.of(folder), "");

    for (String name : List.of("/none.cc", "\0", "/dev/zero", folder.toString(), "../../..")) {
      assertThat(sources.lines(name)).isEmpty();
    }
    assertThat(sources.lines("")).isEmpty();
    assertThat(sources.missing()).contains("/none.cc", "/dev/zero").doesNotContain("");
  }
}
