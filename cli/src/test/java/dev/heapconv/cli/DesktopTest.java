package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What is written can be opened at once. */
class DesktopTest extends ShellFixture {

  private static final String TRACE = TestData.recording("truth_i4096").toString();

  @Test
  void eachSystemHasItsProgram() {
    Path file = Path.of("a & b.html");
    assertThat(Desktop.command("Windows 11", Map.of(), file))
        .isEqualTo(List.of("rundll32", "url.dll,FileProtocolHandler", "a & b.html"));
    assertThat(Desktop.command("Mac OS X", Map.of(), file)).containsExactly("open", "a & b.html");
    for (String display : List.of("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")) {
      assertThat(Desktop.command("Linux", Map.of(display, ":0"), file))
          .containsExactly("xdg-open", "a & b.html");
    }
    assertThat(Desktop.command("Linux", Map.of("DISPLAY", ""), file)).isEmpty();
  }

  @Test
  @Tag("slow")
  @EnabledOnOs(OS.LINUX)
  void theReportIsWrittenAndOpened() throws Exception {
    script("xdg-open", "echo \"$1\" > opened");
    ProcessRun run = opening(TRACE, "--open");
    assertThat(run.status()).isZero();
    Path report = Path.of(Files.readString(folder.resolve("opened")).strip());
    assertThat(run).isEqualTo(new ProcessRun(0, "", "heapconv: opened " + report + "\n"));
    assertThat(report).content().contains("<script id=\"data\"");
    assertThat(Files.getPosixFilePermissions(report.getParent())).hasSize(3);
    Files.delete(report);
    Files.delete(report.getParent());

    assertThat(opening("diff", TRACE, TRACE, "-o", "named.html", "--open").err())
        .contains("heapconv: opened ");
    assertThat(folder.resolve("opened")).content().endsWith("/named.html\n");
  }

  @Test
  @Tag("slow")
  @EnabledOnOs(OS.LINUX)
  void whatCannotBeOpenedIsNamed() throws Exception {
    script("xdg-open", "exit 3");
    ProcessRun failed = opening(TRACE, "-o", "one.html", "--open");
    assertThat(failed.err()).contains("one.html: not opened, as xdg-open ended with status 3; ");
    ProcessRun blind =
        run(
            "env",
            "DISPLAY=",
            "WAYLAND_DISPLAY=",
            "BROWSER=",
            "heapconv",
            TRACE,
            "-o",
            "two.html",
            "--open");
    assertThat(blind.err())
        .hasLineCount(1)
        .contains("two.html: not opened, as there is no display");
    assertThat(List.of(failed.status(), blind.status())).containsOnly(ExitStatus.OK);
    assertThat(folder)
        .isDirectoryContaining("glob:**/one.html")
        .isDirectoryContaining("glob:**/two.html");
  }

  @Test
  void onlyAFileIsOpened() {
    CommandRun.of(TRACE, "-o", "-", "-f", "html", "--open").isUsageError("--open shows one file");
    CommandRun.of(TRACE, "-o", folder + "/", "--open").isUsageError("--open shows one file");
    CommandRun.of("info", TRACE, "--open").isUsageError("--open");
  }

  private ProcessRun opening(String... words) throws Exception {
    String[] command = new String[words.length + 3];
    List.of("env", "DISPLAY=:0", "heapconv").toArray(command);
    System.arraycopy(words, 0, command, 3, words.length);
    return run(command);
  }
}
