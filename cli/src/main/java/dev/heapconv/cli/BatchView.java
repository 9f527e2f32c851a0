package dev.heapconv.cli;

import dev.heapconv.batch.BatchListener;
import dev.heapconv.batch.BatchProgress;
import dev.heapconv.batch.ReadResult;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Warning;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shows the progress of a batch, and what fails. */
final class BatchView implements BatchListener, AutoCloseable {

  private static final int FAILURES_TOLD = 20;

  private final MessageOptions messages;
  private final boolean strict;
  private @Nullable ProgressLine line;
  private int failures;
  private final Set<String> idsOfFailures = new HashSet<>();

  /**
   * @param strict whether damage is an error because the command line says so
   */
  BatchView(MessageOptions messages, boolean strict) {
    this.messages = messages;
    this.strict = strict;
  }

  @Override
  public void found(int inputs, int done, Supplier<BatchProgress> progress) {
    if (messages.wantsProgress() && done > 0) {
      say(inputs + " inputs, " + done + " of them already done");
    }
    line =
        ProgressLine.start(
            messages.wantsProgress(),
            messages.terminal(),
            seconds -> line(progress.get(), seconds));
  }

  @Override
  public void finished(ReadResult result, List<String> outputs) {
    if (result instanceof ReadResult.Failure failure) {
      fail(failure);
    } else if (messages.verbose()) {
      String made = outputs.isEmpty() ? "read" : String.join(", ", outputs);
      say(result.facts().name() + ": " + made);
    }
  }

  @Override
  public void skipped(ReadResult.Failure reason) {
    if (messages.verbose()) {
      say(reason.facts().name() + ": skipped: " + reason.message());
    }
  }

  @Override
  public void delayed(String input) {
    if (!messages.quiet()) {
      say(input + ": not enough memory while other inputs are converted; will be converted alone");
    }
  }

  @Override
  public void finishing() {
    if (messages.wantsProgress()) {
      say("writing what all inputs say together");
    }
  }

  @Override
  public void warning(Warning warning) {
    if (!messages.quiet()) {
      say("warning: " + ErrorHints.message(warning));
    }
  }

  private synchronized void fail(ReadResult.Failure failure) {
    failures++;
    if (messages.quiet()) {
      return;
    }
    if (messages.verbose() || failures <= FAILURES_TOLD) {
      say(failure.facts().name() + ": " + ErrorHints.message(failure, strict));
      idsOfFailures.add(failure.error().wireName());
    } else if (failures == FAILURES_TOLD + 1) {
      say("more inputs failed; -v prints them all");
    }
  }

  /** The hint on failures with an error id; null if one of them was printed already. */
  synchronized @Nullable String hint(String errorId) {
    return idsOfFailures.contains(errorId) ? null : hint(errorId, strict);
  }

  static String hint(String errorId, boolean strict) {
    return ErrorId.ofWireName(errorId).map(id -> ErrorHints.suffix(id, strict)).orElse("");
  }

  private void say(String text) {
    messages.terminal().message("heapconv: " + text);
  }

  private static String line(BatchProgress progress, double seconds) {
    String soFar =
        String.format(
            Locale.ROOT,
            "%d/%d, %.1f MB/s, %d failed",
            progress.done(),
            progress.inputs(),
            progress.bytes() / seconds / 1e6,
            progress.failed());
    boolean known = progress.done() > 0 && progress.done() < progress.inputs();
    return known ? soFar + ", ETA " + duration(secondsLeft(progress, seconds)) : soFar;
  }

  /**
   * Estimated by inputs, which suits many small ones, and by bytes, which suits a few large ones:
   * whichever takes longer.
   */
  private static double secondsLeft(BatchProgress progress, double seconds) {
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

  @Override
  public void close() {
    if (line != null) {
      line.close();
    }
  }
}
