package dev.heapconv.cli;

import dev.heapconv.batch.Batch;
import dev.heapconv.batch.BatchListener;
import dev.heapconv.batch.ManifestEntry;
import dev.heapconv.model.Warning;
import java.util.HashSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/** Shows the progress of a batch: a bar on a terminal, otherwise a line every ten seconds. */
final class BatchView implements BatchListener, AutoCloseable {

  private static final long BAR_MILLIS = 200;
  private static final long LINE_MILLIS = 10_000;
  private static final int FAILURES_TOLD = 20;
  private static final int BAR_WIDTH = 24;

  private final Terminal terminal;
  private final boolean shown;
  private final boolean bar;
  private final boolean quiet;
  private final boolean verbose;
  private final Supplier<Batch.Progress> progress;
  private final Thread thread;
  private long startNanos;
  private boolean barOnScreen;
  private int failures;
  private final Set<String> idsOfFailures = new HashSet<>();

  BatchView(Terminal terminal, MessageOptions messages, Supplier<Batch.Progress> progress) {
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
        say(inputs + " inputs, " + done + " of them already done");
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
  public void skipped(String file, String reason) {
    if (verbose) {
      say(file + ": skipped: " + reason);
    }
  }

  @Override
  public void delayed(String input) {
    if (!quiet) {
      say(
          input
              + ": not enough memory while other inputs are converted; will be retried alone at"
              + " the end");
    }
  }

  @Override
  public void finishing() {
    if (shown) {
      say("writing what all inputs say together");
    }
  }

  @Override
  public void warning(Warning warning) {
    if (!quiet) {
      say("warning: " + ErrorHints.message(warning));
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
      idsOfFailures.add(Objects.requireNonNull(entry.error()));
    } else if (failures == FAILURES_TOLD + 1) {
      say("more inputs failed; the manifest lists them all, and -v prints them");
    }
  }

  /** Whether a failure with an error id was printed. */
  synchronized boolean hasShown(String errorId) {
    return idsOfFailures.contains(errorId);
  }

  private synchronized void say(String text) {
    erase();
    terminal.message("heapconv: " + text);
  }

  private synchronized void show() {
    String line = line(progress.get(), (System.nanoTime() - startNanos) / 1e9, bar);
    if (bar) {
      terminal.err().print(Terminal.ERASE + line);
      terminal.err().flush();
      barOnScreen = true;
    } else {
      terminal.message("heapconv: " + line);
    }
  }

  /** The progress in one line. */
  static String line(Batch.Progress progress, double seconds, boolean bar) {
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
   * Estimated by inputs, which suits many small ones, and by bytes, which suits a few large ones:
   * whichever takes longer.
   */
  private static double secondsLeft(Batch.Progress progress, double seconds) {
    double byInputs = seconds * (progress.inputs() - progress.done()) / progress.done();
    double byBytes = progress.bytes() == 0 ? 0 : seconds * progress.bytesLeft() / progress.bytes();
    return Math.max(byInputs, byBytes);
  }

  static String duration(double seconds) {
    long s = Math.round(seconds);
    return s >= 3600
        ? String.format(Locale.ROOT, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60)
        : String.format(Locale.ROOT, "%d:%02d", s / 60, s % 60);
  }

  private void erase() {
    if (barOnScreen) {
      terminal.err().print(Terminal.ERASE);
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
