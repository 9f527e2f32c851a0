package dev.heapconv.cli;

import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Opens files with the program that the desktop has for them. Java's own class for that would load
 * all of AWT.
 */
final class Desktop {

  /** Seconds after which a program that has not failed is taken for one that shows the file. */
  private static final int PATIENCE = 3;

  /** Variables of which one is set wherever a browser can start. */
  private static final List<String> DISPLAYS = List.of("DISPLAY", "WAYLAND_DISPLAY", "BROWSER");

  private Desktop() {}

  /** Opens a file, and says where it is, and what to do if that fails. */
  static void open(Path file, MessageOptions messages) {
    Path absolute = file.toAbsolutePath();
    String problem = problem(command(System.getProperty("os.name", ""), System.getenv(), absolute));
    if (!problem.isEmpty()) {
      messages.terminal().message(absolute + ": not opened, as " + problem + "; open it yourself");
    } else {
      messages.note("opened " + absolute);
    }
  }

  /** What opens a file; nothing where there is no display. */
  static List<String> command(String system, Map<String, String> environment, Path file) {
    if (system.startsWith("Windows")) {
      // Unlike cmd's start, takes any name as it is.
      return List.of("rundll32", "url.dll,FileProtocolHandler", file.toString());
    }
    if (system.startsWith("Mac")) {
      return List.of("open", file.toString());
    }
    return DISPLAYS.stream().allMatch(name -> environment.getOrDefault(name, "").isEmpty())
        ? List.of()
        : List.of("xdg-open", file.toString());
  }

  /** Runs a command, and returns why that failed; empty if it did not. */
  private static String problem(List<String> command) {
    if (command.isEmpty()) {
      return "there is no display";
    }
    String program = command.get(0);
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD)
              .start();
      boolean failed = process.waitFor(PATIENCE, TimeUnit.SECONDS) && process.exitValue() != 0;
      return failed ? program + " ended with status " + process.exitValue() : "";
    } catch (IOException e) {
      return program + " cannot be run: " + HeapConvException.reason(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
