package dev.heapconv.cli;

import dev.heapconv.table.TableOptions;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** The width of the terminal that this program writes to. Ask only if it does write to one. */
final class TerminalWidth {

  private static final int MIN = 40;
  private static final int MAX = 500;
  private static final int PATIENCE_MILLIS = 500;

  private TerminalWidth() {}

  /**
   * The number of columns, from the property {@code heapconv.columns}, or else the variable
   * COLUMNS, or else the terminal itself, which takes a process that runs {@code stty}.
   */
  static int columns() {
    int columns = parse(System.getProperty("heapconv.columns"));
    if (columns == 0) {
      columns = parse(System.getenv("COLUMNS"));
    }
    if (columns == 0) {
      columns = askTerminal();
    }
    return columns == 0 ? TableOptions.DEFAULT_WIDTH : Math.max(MIN, Math.min(columns, MAX));
  }

  private static int parse(String text) {
    if (text == null || text.isEmpty() || text.length() > 6) {
      return 0;
    }
    try {
      return Math.max(0, Integer.parseInt(text));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static int askTerminal() {
    File device = new File("/dev/tty");
    if (!device.canRead()) {
      return 0;
    }
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(device)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!stty.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
        stty.destroy();
        return 0;
      }
      String size =
          new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
      return parse(size.substring(size.indexOf(' ') + 1));
    } catch (IOException e) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }
}
