package dev.heapconv.cli;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warning;

/** Whether what looks like dumps of one process may be added up. */
final class SumOption extends OptionGroup {

  private final Flag add =
      flag(
          Heading.SUMS,
          "--add",
          "Add up inputs even if they look like dumps of one process, whose memory then counts"
              + " several times.");

  boolean isSet() {
    return add.isSet();
  }

  /**
   * Refuses a sum of dumps of one process, or warns of it.
   *
   * @throws HeapConvException {@link ErrorId#REPEATED_DUMPS}
   */
  void check(EstimatedProfile sum, MessageOptions messages) throws HeapConvException {
    for (Warning warning : sum.warnings()) {
      if (warning.id() == ErrorId.REPEATED_DUMPS && !add.isSet()) {
        throw HeapConvException.input(warning, "the sum");
      } else if (warning.id() == ErrorId.REPEATED_DUMPS && !messages.quiet()) {
        messages.terminal().message("heapconv: warning: " + warning.message());
      }
    }
  }
}
