package dev.heapconv.cli;

import dev.heapconv.input.InputSource;
import dev.heapconv.writer.TerminalText;
import java.util.List;
import java.util.Locale;

/** Shows the progress of reading on a terminal, after the first second. */
final class ProgressLine implements AutoCloseable {

  private static final long FIRST_MILLIS = 1000;
  private static final long EVERY_MILLIS = 200;
  private static final String ERASE = "\r\u001b[K";

  private final Terminal terminal;
  private final List<NamedInput> inputs;
  private final NamingOptions naming;
  private final Thread thread;
  private final long startNanos = System.nanoTime();
  private boolean shown;

  private ProgressLine(Terminal terminal, List<NamedInput> inputs, NamingOptions naming) {
    this.terminal = terminal;
    this.inputs = inputs;
    this.naming = naming;
    thread = new Thread(this::run, "progress");
    thread.setDaemon(true);
  }

  /** Starts to watch; if {@code wanted} is false, nothing is ever shown. */
  static ProgressLine start(
      boolean wanted, Terminal terminal, List<NamedInput> inputs, NamingOptions naming) {
    ProgressLine line = new ProgressLine(terminal, inputs, naming);
    if (wanted) {
      line.thread.start();
    }
    return line;
  }

  private void run() {
    try {
      Thread.sleep(FIRST_MILLIS);
      while (true) {
        show();
        Thread.sleep(EVERY_MILLIS);
      }
    } catch (InterruptedException e) {
      // Reading has ended.
    }
  }

  private synchronized void show() {
    long read = 0;
    long size = 0;
    boolean sizeKnown = true;
    for (NamedInput input : inputs) {
      InputSource source = input.source();
      read += source.bytesRead();
      long one = source.size();
      sizeKnown &= one >= 0;
      size += one;
    }
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    String rate = String.format(Locale.ROOT, "%.0f MB/s", read / 1e6 / seconds);
    String done =
        sizeKnown && size > 0
            ? String.format(Locale.ROOT, "%3.0f %% of %.0f MB", 100.0 * read / size, size / 1e6)
            : String.format(Locale.ROOT, "%.0f MB", read / 1e6);
    String names = naming.busyWith();
    String line = names.isEmpty() ? "reading: " + done + ", " + rate : "finding names in " + names;
    terminal.err().print(ERASE + TerminalText.printable(line));
    terminal.err().flush();
    shown = true;
  }

  @Override
  public void close() {
    thread.interrupt();
    synchronized (this) {
      if (shown) {
        terminal.err().print(ERASE);
        terminal.err().flush();
      }
    }
  }
}
