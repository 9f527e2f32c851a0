package dev.heapconv.reader;

import dev.heapconv.model.Known;
import dev.heapconv.model.Limits;
import dev.heapconv.model.Naming;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.select.Selection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How to read an input.
 *
 * @param samplingInterval the sampling interval in bytes that overrides the recorded one; 0 for
 *     none
 * @param scaled whether the numbers of a profile are scaled, if it does not show that; null if
 *     unknown
 * @param strict whether damage that could be skipped is an error
 * @param namings what names the frames of recordings, in this order
 * @param threads how many threads may work on one input, at least 1; the result does not depend on
 *     it
 */
public record ReadOptions(
    Selection selection,
    long samplingInterval,
    @Nullable Boolean scaled,
    boolean strict,
    Limits limits,
    List<Naming> namings,
    int threads) {

  public static final ReadOptions DEFAULT =
      new ReadOptions(Selection.DEFAULT, 0, false, Limits.DEFAULT);

  public ReadOptions {
    Objects.requireNonNull(selection, "selection");
    Objects.requireNonNull(limits, "limits");
    if (samplingInterval < 0) {
      throw new IllegalArgumentException("the sampling interval is negative");
    }
    if (threads < 1) {
      throw new IllegalArgumentException("reading needs at least one thread");
    }
    namings = List.copyOf(namings);
  }

  /** For recordings whose frames keep the names they have, read by one thread. */
  public ReadOptions(Selection selection, long samplingInterval, boolean strict, Limits limits) {
    this(selection, samplingInterval, null, strict, limits, List.of(), 1);
  }

  /**
   * The sampling interval of a heap. The one that the user gives replaces any other.
   *
   * @param found in bytes, what the recording says; 0 if it says nothing
   * @param evidence for that
   */
  public Known<Long> interval(long found, Evidence evidence) {
    return samplingInterval > 0
        ? new Known<>(samplingInterval, Evidence.TOLD)
        : new Known<>(found, evidence);
  }

  public ReadOptions withScaled(@Nullable Boolean other) {
    return new ReadOptions(selection, samplingInterval, other, strict, limits, namings, threads);
  }

  public ReadOptions withSelection(Selection other) {
    return new ReadOptions(other, samplingInterval, scaled, strict, limits, namings, threads);
  }

  public ReadOptions withNamings(List<Naming> others) {
    return new ReadOptions(selection, samplingInterval, scaled, strict, limits, others, threads);
  }

  public ReadOptions withThreads(int count) {
    return new ReadOptions(selection, samplingInterval, scaled, strict, limits, namings, count);
  }
}
