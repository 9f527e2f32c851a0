package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.input.InputSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a program that is stopped leaves in the temporary folder. */
class TemporaryFilesTest {

  private @TempDir Path folder;

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aSignalLeavesNoCopyAndNothingOfOthersIsDeleted() throws Exception {
    Path other = Files.createFile(folder.resolve("heapconv-of-another-process"));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Copies.class.getName())
            .redirectErrorStream(true)
            .start();
    try {
      assertThat(process.inputReader().readLine()).isEqualTo("copied");
      process.destroy();
      assertThat(process.waitFor()).isEqualTo(143);
    } finally {
      process.destroyForcibly();
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(other);
    }
  }

  /** A command that has made copies and waits for its input. */
  static final class Copies {
    public static void main(String[] args) throws Exception {
      Files.writeString(Files.createTempFile(InputSource.TEMPORARY, ".jfr"), "of a recording");
      Path members = Files.createTempDirectory(InputSource.TEMPORARY);
      Files.writeString(members.resolve("0"), "of a member");
      Thread main = new Thread(() -> Main.main(new String[] {"-q", "-"}));
      main.setDaemon(true);
      main.start();
      while (main.getState() != Thread.State.RUNNABLE || !isReading(main)) {
        Thread.onSpinWait();
      }
      System.out.println("copied");
      new CountDownLatch(1).await();
    }

    /** Whether it reads an input: files with classes and texts of its own come before that. */
    private static boolean isReading(Thread thread) {
      List<String> classes =
          Stream.of(thread.getStackTrace()).map(StackTraceElement::getClassName).toList();
      return classes.contains("java.io.FileInputStream")
          && classes.stream().anyMatch(name -> name.startsWith("dev.heapconv.input."));
    }
  }
}
