package dev.heapconv.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No file that a command reads or writes is lost to another, whatever it is called. */
class TouchedFilesTest {

  @TempDir Path folder;

  private final TouchedFiles files = new TouchedFiles();

  private void assertRefused(Path output, ErrorId id) {
    assertThatThrownBy(() -> files.write(output))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).as(output.toString()).isEqualTo(id));
  }

  @Test
  void whatIsReadIsNotWritten() throws IOException {
    Path input = Files.createFile(folder.resolve("input"));
    files.read(input);
    Path link = Files.createSymbolicLink(folder.resolve("link"), input);
    Path linked = Files.createSymbolicLink(folder.resolve("folder"), folder);
    assertRefused(input, ErrorId.OUTPUT_IS_INPUT);
    assertRefused(link, ErrorId.OUTPUT_IS_INPUT);
    assertRefused(linked.resolve("link"), ErrorId.OUTPUT_IS_INPUT);
    assertRefused(folder.resolve("../" + folder.getFileName() + "/input"), ErrorId.OUTPUT_IS_INPUT);
    assertRefused(Files.createLink(folder.resolve("hard"), input), ErrorId.OUTPUT_IS_INPUT);
    assertThatCode(() -> files.write(folder.resolve("other"))).doesNotThrowAnyException();
  }

  /** Outputs of before are replaced, also in a folder of symbols. */
  @Test
  void symbolsInAFolderAreNotWritten() throws IOException {
    Path deep = Files.createDirectories(folder.resolve("symbols/deep"));
    files.read(folder.resolve("symbols"));
    Path elf = Files.write(deep.resolve("prog"), new byte[] {0x7f, 'E', 'L', 'F', 2});
    Path breakpad = Files.writeString(deep.resolve("prog.sym"), "MODULE Linux x86_64 0 prog\n");
    Path old = Files.write(deep.resolve("out.pb.gz"), new byte[] {0x1f, (byte) 0x8b});
    assertRefused(elf, ErrorId.OUTPUT_IS_INPUT);
    assertRefused(breakpad, ErrorId.OUTPUT_IS_INPUT);
    assertRefused(Files.createSymbolicLink(folder.resolve("to"), elf), ErrorId.OUTPUT_IS_INPUT);
    assertThatCode(() -> files.write(old)).doesNotThrowAnyException();
    assertThatCode(() -> files.write(deep.resolve("new"))).doesNotThrowAnyException();
    Path elsewhere = Files.copy(elf, folder.resolve("prog"));
    assertThatCode(() -> files.write(elsewhere)).doesNotThrowAnyException();
  }

  /** Neither need exist yet, nor their folder. */
  @Test
  void twoOutputsAreTwoFiles() throws IOException {
    Path linked = Files.createSymbolicLink(folder.resolve("link"), folder);
    files.write(folder.resolve("a/out"));
    files.write(folder.resolve("b/out"));
    assertRefused(linked.resolve("a/out"), ErrorId.OUTPUT_TWICE);
    assertRefused(folder.resolve("c/../a/out"), ErrorId.OUTPUT_TWICE);
  }

  @Test
  void devicesHoldNothingToLose() throws IOException {
    Path nowhere = Path.of("/dev/null");
    files.read(nowhere);
    files.write(nowhere);
    files.write(nowhere);
  }
}
