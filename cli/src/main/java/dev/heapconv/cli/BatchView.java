package dev.heapconv.cli;

import dev.heapconv.batch.BatchListener;
import dev.heapconv.batch.BatchProgress;
import dev.heapconv.batch.BatchResult;
import dev.heapconv.batch.ReadResult;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Notice;
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
  private final Terminal terminal;
  private final boolean strict;

  /** What to do if not all was done. */
  private final String again;

  private @Nullable ProgressLine line;
  private int failures;
  private int skipped;
  private final Set<String> idsOfFailures = new HashSet<>();

  /**
   * @param strict whether damage is an error because the command line says so
   * @param resumable whether another run can continue where this one ends
   */
  BatchView(MessageOptions messages, boolean strict, boolean resumable) {
    this.messages = messages;
    this.strict = strict;
    terminal = messages.terminal();
    again = "run the same command " + (resumable ? "with --resume" : "again");
  }

  @Override
  public void found(int inputs, int done, Supplier<BatchProgress> progress) {
    if (messages.wantsProgress() && done > 0) {
      terminal.message(inputs + " inputs, " + done + " of them already done");
    }
    line =
        ProgressLine.start(
            messages.wantsProgress(), terminal, seconds -> line(progress.get(), seconds));
  }

  @Override
  public void finished(ReadResult result, List<String> outputs) {
    if (result instanceof ReadResult.Failure failure) {
      fail(failure);
    } else if (messages.verbose()) {
      String made = outputs.isEmpty() ? "read" : String.join(", ", outputs);
      terminal.message(result.facts().name() + ": " + made);
    }
  }

  @Override
  public synchronized void skipped(ReadResult.Failure reason) {
    // Recordings are few beside other files, and one of them may have been meant.
    boolean isTold = reason.isOfOtherThings() && !messages.quiet() && skipped++ < FAILURES_TOLD;
    if (messages.verbose() || isTold) {
      terminal.message(reason.facts().name() + ": skipped: " + reason.message());
    }
  }

  @Override
  public void delayed(String input) {
    messages.note(
        input + ": not enough memory while other inputs are converted; will be converted alone");
  }

  @Override
  public void finishing() {
    if (messages.wantsProgress()) {
      terminal.message("writing the table");
    }
  }

  @Override
  public void notice(Notice notice) {
    messages.note("warning: " + messages.hints().message(notice));
  }

  private synchronized void fail(ReadResult.Failure failure) {
    failures++;
    if (messages.quiet()) {
      return;
    }
    if (messages.verbose() || failures <= FAILURES_TOLD) {
      terminal.message(failure.facts().name() + ": " + messages.hints().message(failure, strict));
      idsOfFailures.add(failure.error().wireName());
    } else if (failures == FAILURES_TOLD + 1) {
      terminal.message("more inputs failed; -v prints them all");
    }
  }

  /** Says that the process ends before all workers did. */
  void abandoned() {
    terminal.message("interrupted, with inputs abandoned; " + again + " to go on");
  }

  /**
   * Reports what became of the inputs, and returns the exit status that says so.
   *
   * @param see where to find more
   */
  int report(BatchResult result, String see) {
    if (result.isStopped()) {
      terminal.message(
          "interrupted; " + result.converted() + " converted; " + again + " to continue");
      return ExitStatus.INTERRUPTED;
    }
    result
        .failures()
        .forEach(
            (id, failures) ->
                terminal.message(
                    failures.count() + " failed with " + id + example(id, failures.example())));
    messages.note(
        result.converted()
            + " converted, "
            + result.kept()
            + " already done, "
            + result.failed()
            + " failed"
            + (result.skipped() == 0 ? "" : ", " + result.skipped() + " skipped (no heap profile)")
            + "; see "
            + see);
    if (result.isEmpty()) {
      terminal.message(
          "found no profile to convert; hidden files, and the output folder, are not" + " read");
      return ExitStatus.INPUT;
    }
    return result.failed() > 0 ? ExitStatus.SOME_INPUTS_FAILED : ExitStatus.OK;
  }

  /** One of the inputs that failed alike, with a hint; empty if one was printed already. */
  private synchronized String example(String errorId, String input) {
    return idsOfFailures.contains(errorId)
        ? ""
        : ", for example "
            + input
            + ErrorId.ofWireName(errorId).map(id -> messages.hints().suffix(id, strict)).orElse("");
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
