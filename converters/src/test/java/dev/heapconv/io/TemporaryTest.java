package dev.heapconv.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class TemporaryTest {

  @TempDir private Path folder;

  @Test
  void whatIsMadeBeginsWithThePrefix() throws IOException {
    Path file = Temporary.file("in.jfr", ".jfr");
    Path made = Temporary.folder("in.jfr");
    try {
      assertThat(file).isEmptyFile();
      assertThat(made).isEmptyDirectory();
      assertThat(file.getFileName().toString()).startsWith(Temporary.PREFIX).endsWith(".jfr");
      assertThat(made.getFileName().toString()).startsWith(Temporary.PREFIX);
    } finally {
      Files.delete(file);
      Files.delete(made);
    }
  }

  @Test
  void aFolderThatIsMissingIsNamedWithWhatNeedsIt() {
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> make(missing))
        .isInstanceOfSatisfying(
            HeapConvException.class,
            e -> {
              assertThat(e.id()).isEqualTo(ErrorId.NO_TEMPORARY_FOLDER);
              assertThat(e.where()).isEqualTo("in.jfr");
            })
        .hasMessage(
            "needs temporary files, but %s cannot be used: there is no folder %s",
            missing, missing);
  }

  @Test
  void aFileIsNoFolder() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> make(file))
        .hasMessage("needs temporary files, but %s cannot be used: %s is not a folder", file, file);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFolderThatTakesNoFilesIsSaid() {
    assertThatThrownBy(() -> make(Path.of("/proc")))
        .hasMessage(
            "needs temporary files, but /proc cannot be used: no files can be created in /proc");
  }

  private static Path make(Path in) throws IOException {
    return Temporary.fileIn(in, "in.jfr", "");
  }

  @Test
  void whatCannotBeWrittenIsNoFaultOfTheInput() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    Path file = folder.resolve(Temporary.PREFIX + "1").resolve("file");
    assertThatThrownBy(() -> Temporary.writing("in.jfr", file, full).write(new byte[9]))
        .isInstanceOf(HeapConvException.class)
        .hasMessage(
            "needs temporary files, but %s cannot be used: No space left on device", folder);
  }

  @Test
  void aFolderThatCanBeUsedIsNotBlamedForALibrary() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Temporary.checkNativeCode("in.zst", file, 100_000);
    assertThat(folder).isEmptyDirectory();
  }
}
