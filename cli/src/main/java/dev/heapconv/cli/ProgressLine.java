package dev.heapconv.cli;

import dev.heapconv.model.Progress;
import java.io.OutputStream;
import java.util.Locale;
import org.apache.commons.io.output.ProxyOutputStream;

/** Shows the progress of a long step on a terminal, after the first second. */
final class ProgressLine implements Runnable, AutoCloseable {

  /** What is being done. */
  interface Step {
    /**
     * The line that says so.
     *
     * @param seconds since it began
     */
    String text(double seconds);
  }

  private static final long FIRST_MILLIS = 1000;
  private static final long EVERY_MILLIS = 200;
  private final Terminal terminal;
  private final Step step;
  private final Thread thread = new Thread(this, "progress");
  private final long startNanos = System.nanoTime();
  private boolean shown;
  private boolean closed;

  private ProgressLine(Terminal terminal, Step step) {
    this.terminal = terminal;
    this.step = step;
    thread.setDaemon(true);
  }

  /** Starts to watch; nothing is ever shown elsewhere, or if {@code wanted} is false. */
  static ProgressLine start(boolean wanted, Terminal terminal, Step step) {
    ProgressLine line = new ProgressLine(terminal, step);
    if (wanted && terminal.errIsTerminal()) {
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
      // The step has ended, or the process is being stopped.
    }
  }

  private synchronized void show() {
    if (!closed) {
      terminal.err().print(Terminal.ERASE + text());
      terminal.err().flush();
      shown = true;
    }
  }

  private String text() {
    return step.text((System.nanoTime() - startNanos) / 1e9);
  }

  /** What a step says that knows how far it is. */
  static String text(String name, Progress progress) {
    return String.format(
        Locale.ROOT,
        "%s: %3.0f %%, ETA %s",
        name,
        100 * progress.share(),
        BatchView.duration(progress.secondsLeft()));
  }

  /** An output that ends the line before anything is written to it. */
  OutputStream erasedBy(OutputStream out) {
    return new ProxyOutputStream(out) {
      @Override
      protected void beforeWrite(int bytes) {
        ProgressLine.this.close();
      }
    };
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
