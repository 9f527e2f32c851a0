package dev.heapconv.reader;

import dev.heapconv.model.Limits;
import dev.heapconv.model.Naming;
import dev.heapconv.model.Selection;
import java.util.List;
import java.util.Objects;

/**
 * How to read an input.
 *
 * @param given what the user gives of how heaps were sampled
 * @param strict whether damage that could be skipped is an error
 * @param namings what names the frames of recordings, in this order
 * @param threads how many threads may work on one input, at least 1; the result does not depend on
 *     it
 */
public record ReadOptions(
    Selection selection,
    GivenSampling given,
    boolean strict,
    Limits limits,
    List<Naming> namings,
    int threads) {

  public static final ReadOptions DEFAULT =
      new ReadOptions(Selection.DEFAULT, 0, false, Limits.DEFAULT);

  public ReadOptions {
    Objects.requireNonNull(selection, "selection");
    Objects.requireNonNull(given, "given");
    Objects.requireNonNull(limits, "limits");
    if (threads < 1) {
      throw new IllegalArgumentException("reading needs at least one thread");
    }
    namings = List.copyOf(namings);
  }

  /** For recordings whose frames keep the names they have, read by one thread. */
  public ReadOptions(Selection selection, long samplingInterval, boolean strict, Limits limits) {
    this(selection, new GivenSampling(samplingInterval, null), strict, limits, List.of(), 1);
  }

  public ReadOptions withGiven(GivenSampling other) {
    return new ReadOptions(selection, other, strict, limits, namings, threads);
  }

  public ReadOptions withSelection(Selection other) {
    return new ReadOptions(other, given, strict, limits, namings, threads);
  }

  public ReadOptions withNamings(List<Naming> others) {
    return new ReadOptions(selection, given, strict, limits, others, threads);
  }

  public ReadOptions withThreads(int count) {
    return new ReadOptions(selection, given, strict, limits, namings, count);
  }
}
