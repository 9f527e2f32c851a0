package dev.heapconv.cli;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Recordings.Evidence;
import dev.heapconv.query.GroupBy;
import org.jspecify.annotations.Nullable;

/** Whether inputs are dumps of one process, which form a series, or are to be added up. */
final class SeriesOptions extends OptionGroup {

  private final Argument<Boolean> series =
      flag(
          Heading.SELECTION,
          "--series",
          "The inputs are dumps of one process, one in each file, even if nothing in them shows"
              + " it. heapconv orders them by their times, or else by the numbers in their names.");

  private final Argument<Boolean> add =
      flag(
          Heading.SUMS,
          "--add",
          "Add up inputs, and processes of the same name. heapconv refuses dumps of one process"
              + " and copies of one recording unless you pass --add: their memory then counts"
              + " several times.");

  /** Of a command that always adds up. */
  static SeriesOptions ofSums() {
    SeriesOptions options = new SeriesOptions();
    options.leaveOut(options.series);
    return options;
  }

  /** Of a command that never does. */
  static SeriesOptions ofGrowth() {
    SeriesOptions options = new SeriesOptions();
    options.leaveOut(options.add);
    return options;
  }

  boolean adds() {
    return add.isGiven();
  }

  /** Refuses what makes no sense, for a table of such rows. */
  void check(GroupBy by, boolean lifetime) {
    if (adds() && (series.isGiven() || lifetime || by == GroupBy.DUMP)) {
      throw new UsageException(
          "--add makes one sum; omit "
              + (series.isGiven() ? "--series" : lifetime ? "--lifetime" : "--by dump"));
    }
    if (lifetime && series.isGiven()) {
      throw new UsageException("--lifetime is a series of its own; omit --series");
    }
  }

  /** Refuses to add up where there is no sum. */
  void needSum(boolean given, String other) {
    add.needs(given, other);
  }

  /**
   * What has to show that inputs are a series; null if they are to be added up.
   *
   * @param usual unless the command line says so
   */
  @Nullable Evidence needed(Evidence usual) {
    return adds() ? null : series.isGiven() ? Evidence.NONE : usual;
  }

  /**
   * Refuses a sum of dumps of one process, or of a recording and its copy, or warns of it, and of
   * what may be such dumps.
   *
   * @throws HeapConvException {@link ErrorId#REPEATED_DUMPS} or {@link ErrorId#SAME_RECORDING}
   */
  void check(EstimatedProfile sum, MessageOptions messages) throws HeapConvException {
    for (Notice notice : sum.notices()) {
      if (notice.id() == ErrorId.REPEATED_DUMPS || notice.id() == ErrorId.SAME_RECORDING) {
        if (!adds()) {
          throw HeapConvException.input(notice, "the sum");
        }
        messages.note("warning: " + notice.message());
      } else if (notice.id() == ErrorId.LIVE_OF_TWO_TIMES && !adds()) {
        messages.note(
            "warning: "
                + notice.message()
                + messages.hints().warningSuffix(ErrorId.LIVE_OF_TWO_TIMES));
      }
    }
  }
}
