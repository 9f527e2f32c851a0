package dev.heapconv.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.io.AtomicFile.Guard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A killed process leaves nothing for ever, and nobody loses what is being written. */
class AtomicFileTest {

  @TempDir Path folder;

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private void write(Path target, String content) throws IOException {
    AtomicFile.write(target, out -> out.write(content.getBytes()), Guard.NONE);
  }

  /** Writes until it is told to go on, or killed. */
  public static void main(String[] args) throws IOException {
    AtomicFile.write(
        Path.of(args[0]),
        out -> {
          System.out.println("writing");
          if (System.in.read() < 0) {
            throw new IOException("no one is there");
          }
          out.write('1');
        },
        Guard.NONE);
  }

  private static Process writing(Path target) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                AtomicFileTest.class.getName(),
                target.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.inputReader().readLine()).isEqualTo("writing");
    return process;
  }

  @Test
  void whatAKilledProcessLeftIsDeletedWithTheSameOutput() throws Exception {
    Path target = folder.resolve("out");
    Process killed = writing(target);
    Process alive = writing(target);
    killed.destroyForcibly().waitFor();
    assertThat(names()).hasSize(2).allMatch(name -> name.endsWith(".tmp"));

    write(folder.resolve("other"), "2");
    assertThat(names()).as("it might be another's").hasSize(3);
    write(target, "3");
    assertThat(names()).as("one is being written").hasSize(3).contains("other", "out");
    alive.outputWriter().append('\n').close();
    assertThat(alive.waitFor()).isZero();
    assertThat(names()).containsExactly("other", "out");
    assertThat(target).hasContent("1");
  }

  @Test
  void whatThisProcessIsWritingIsKept() throws IOException {
    Path target = folder.resolve("out");
    AtomicFile.write(
        target,
        out -> {
          write(target, "inner");
          AtomicFile.deleteStale(target);
          out.write('1');
        },
        Guard.NONE);
    assertThat(names()).containsExactly("out");
    assertThat(target).hasContent("1");
  }

  /** It is put there by somebody else, and may lead or reach anywhere. */
  @Test
  void onlyFilesAreDeleted() throws IOException {
    Path target = folder.resolve("out");
    Path[] temporary = new Path[1];
    AtomicFile.write(target, out -> temporary[0] = folder.resolve(names().get(0)), Guard.NONE);
    Path precious = Files.writeString(folder.resolve("precious"), "mine");
    Files.createSymbolicLink(temporary[0], precious);
    write(target, "1");
    assertThat(precious).hasContent("mine");
    Files.delete(temporary[0]);
    Files.createDirectory(temporary[0]);
    write(target, "2");
    assertThat(temporary[0]).isDirectory();
    Files.delete(temporary[0]);
    Files.createFile(temporary[0]);
    write(target, "3");
    assertThat(names()).containsExactly("out", "precious");
  }
}
