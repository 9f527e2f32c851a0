package dev.heapconv.cli;

import dev.heapconv.input.InputSource;
import dev.heapconv.io.TerminalText;
import dev.heapconv.model.Progress;
import java.util.List;
import java.util.Locale;

/**
 * What a line of progress says until the estimates of all inputs are known.
 *
 * @param naming knows what symbols are being looked for
 * @param estimating of the newest input
 */
record ReadingStep(List<NamedInput> inputs, NamingOptions naming, Progress estimating)
    implements ProgressLine.Step {

  @Override
  public String text(double seconds) {
    String names = naming.busyWith();
    if (!names.isEmpty()) {
      return TerminalText.printable(names);
    }
    double share = estimating.share();
    if (share > 0 && share < 1) {
      return ProgressLine.text("estimating", estimating);
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
    return text(read, sizeKnown ? size : -1, seconds);
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
      return "read %.0f MB, working: ".formatted(size / 1e6) + BatchView.duration(seconds);
    }
    return read == 0
        ? done + rate
        : done + rate + ", ETA " + BatchView.duration(seconds * (size - read) / read);
  }
}
