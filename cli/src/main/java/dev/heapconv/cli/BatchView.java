package dev.heapconv.cli;

import dev.heapconv.batch.BatchListener;
import dev.heapconv.batch.BatchProgress;
import dev.heapconv.batch.ManifestEntry;
import java.util.Locale;
import java.util.function.Supplier;

/** Shows how far a batch is: a bar on a terminal, elsewhere a line every ten seconds. */
final class BatchView implements BatchListener, AutoCloseable {

  private static final long BAR_MILLIS = 200;
  private static final long LINE_MILLIS = 10_000;
  private static final int FAILURES_TOLD = 20;
  private static final int BAR_WIDTH = 24;
  private static final String ERASE = "\r\u001b[K";

  private final Terminal terminal;
  private final boolean shown;
  private final boolean bar;
  private final boolean quiet;
  private final boolean verbose;
  private final Supplier<BatchProgress> progress;
  private final Thread thread;
  private long startNanos;
  private boolean barOnScreen;
  private int failures;

  BatchView(Terminal terminal, MessageOptions messages, Supplier<BatchProgress> progress) {
    this.terminal = terminal;
    this.shown = messages.wantsProgress();
    this.bar = terminal.errIsTerminal();
    this.quiet = messages.quiet();
    this.verbose = messages.verbose();
    this.progress = progress;
    thread = new Thread(this::run, "progress");
    thread.setDaemon(true);
  }

  @Override
  public void found(int inputs, int done) {
    startNanos = System.nanoTime();
    if (shown) {
      if (done > 0) {
        say(inputs + " inputs, " + done + " of them done before");
      }
      thread.start();
    }
  }

  @Override
  public void finished(ManifestEntry entry) {
    if (quiet) {
      return;
    }
    if (entry.failed()) {
      fail(entry);
    } else if (verbose) {
      say(entry.input() + ": " + String.join(", ", entry.outputs()));
    }
  }

  @Override
  public void delayed(String input) {
    if (!quiet) {
      say(input + ": not enough memory beside the others; will be tried again alone");
    }
  }

  @Override
  public void merging(int parts) {
    if (shown) {
      say("adding up " + parts + " profiles");
    }
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(bar ? BAR_MILLIS : LINE_MILLIS);
        show();
      }
    } catch (InterruptedException e) {
      // The batch has ended.
    }
  }

  private synchronized void fail(ManifestEntry entry) {
    failures++;
    if (verbose || failures <= FAILURES_TOLD) {
      say(entry.input() + ": " + ErrorHints.message(entry));
    } else if (failures == FAILURES_TOLD + 1) {
      say("more failed; the manifest has them all, and -v prints them");
    }
  }

  private synchronized void say(String text) {
    erase();
    terminal.message("heapconv: " + text);
  }

  private synchronized void show() {
    String line = line(progress.get(), (System.nanoTime() - startNanos) / 1e9, bar);
    if (bar) {
      terminal.err().print(ERASE + line);
      terminal.err().flush();
      barOnScreen = true;
    } else {
      terminal.message("heapconv: " + line);
    }
  }

  /** The state in one line. */
  static String line(BatchProgress progress, double seconds, boolean bar) {
    StringBuilder line = new StringBuilder();
    if (bar) {
      int filled =
          progress.inputs() == 0
              ? BAR_WIDTH
              : (int) ((long) BAR_WIDTH * progress.done() / progress.inputs());
      line.append('[')
          .append("#".repeat(filled))
          .append("-".repeat(BAR_WIDTH - filled))
          .append("] ");
    }
    double bytesPerSecond = progress.bytes() / Math.max(seconds, 1e-3);
    line.append(progress.done()).append('/').append(progress.inputs());
    line.append(String.format(Locale.ROOT, ", %.1f MB/s", bytesPerSecond / 1e6));
    line.append(", ").append(progress.failed()).append(" failed");
    if (progress.done() > 0 && progress.done() < progress.inputs()) {
      line.append(", ETA ").append(duration(secondsLeft(progress, seconds)));
    }
    return line.toString();
  }

  /**
   * By inputs for many small ones, by bytes where a few large ones count: whichever takes longer.
   */
  private static double secondsLeft(BatchProgress progress, double seconds) {
    double byInputs = seconds * (progress.inputs() - progress.done()) / progress.done();
    double byBytes = progress.bytes() == 0 ? 0 : seconds * progress.bytesLeft() / progress.bytes();
    return Math.max(byInputs, byBytes);
  }

  private static String duration(double seconds) {
    long s = Math.round(seconds);
    return s >= 3600
        ? String.format(Locale.ROOT, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60)
        : String.format(Locale.ROOT, "%d:%02d", s / 60, s % 60);
  }

  private void erase() {
    if (barOnScreen) {
      terminal.err().print(ERASE);
      barOnScreen = false;
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    synchronized (this) {
      erase();
      terminal.err().flush();
    }
  }
}
