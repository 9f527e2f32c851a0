package dev.heapconv.cli;

import dev.heapconv.input.InputSource;
import dev.heapconv.text.TerminalText;
import java.util.List;
import java.util.Locale;

/** Shows the progress of reading on a terminal, after the first second. */
final class ProgressLine implements Runnable, AutoCloseable {

  private static final long FIRST_MILLIS = 1000;
  private static final long EVERY_MILLIS = 200;
  private final Terminal terminal;
  private final List<NamedInput> inputs;
  private final NamingOptions naming;
  private final Thread thread = new Thread(this, "progress");
  private final long startNanos = System.nanoTime();
  private boolean shown;
  private boolean closed;

  private ProgressLine(Terminal terminal, List<NamedInput> inputs, NamingOptions naming) {
    this.terminal = terminal;
    this.inputs = inputs;
    this.naming = naming;
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

  @Override
  public void run() {
    try {
      Thread.sleep(FIRST_MILLIS);
      // Ctrl-C must not leave the line before the prompt of the shell.
      Runtime.getRuntime().addShutdownHook(new Thread(this::close, "erase progress"));
      while (true) {
        show();
        Thread.sleep(EVERY_MILLIS);
      }
    } catch (InterruptedException | IllegalStateException e) {
      // Reading has ended, or the process is being stopped.
    }
  }

  private synchronized void show() {
    if (closed) {
      return;
    }
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
    String names = naming.busyWith();
    String line =
        names.isEmpty()
            ? text(read, sizeKnown ? size : -1, seconds)
            : "finding names in " + TerminalText.printable(names);
    terminal.err().print(Terminal.ERASE + line);
    terminal.err().flush();
    shown = true;
  }

  /**
   * @param size bytes of all inputs; -1 if unknown
   */
  static String text(long read, long size, double seconds) {
    String rate = String.format(Locale.ROOT, "%.0f MB/s", read / 1e6 / seconds);
    if (size <= 0) {
      return String.format(Locale.ROOT, "reading: %.0f MB, ", read / 1e6) + rate;
    }
    String done =
        String.format(
            Locale.ROOT, "reading: %3.0f %% of %.0f MB, ", 100.0 * read / size, size / 1e6);
    if (read >= size) {
      // Estimating and writing follow, whose end is unknown.
      return "read %.0f MB, working: ".formatted(size / 1e6) + BatchView.duration(seconds);
    }
    return read == 0
        ? done + rate
        : done + rate + ", ETA " + BatchView.duration(seconds * (size - read) / read);
  }

  @Override
  public void close() {
    thread.interrupt();
    synchronized (this) {
      closed = true;
      if (shown) {
        shown = false;
        terminal.err().print(Terminal.ERASE);
        terminal.err().flush();
      }
    }
  }
}
