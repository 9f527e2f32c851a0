package dev.heapconv.reader;

import dev.heapconv.model.Limits;
import dev.heapconv.model.Naming;
import dev.heapconv.model.Selection;
import java.util.List;
import java.util.Objects;

/**
 * How to read an input. Start with {@link #DEFAULT} and change what you need.
 *
 * @param selection the processes, heaps and dumps to read
 * @param given what the user states about the sampling
 * @param strict whether damage that could be skipped is an error
 * @param limits the limits for hostile input
 * @param namings symbolizers and deobfuscators that name the frames, in the order of their
 *     application
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

  /**
   * Reads all processes and heaps, tolerates damage, uses the default limits, and works in one
   * thread.
   */
  public static final ReadOptions DEFAULT =
      new ReadOptions(Selection.DEFAULT, 0, false, Limits.DEFAULT);

  /**
   * Creates options; the record describes its components.
   *
   * @throws IllegalArgumentException if {@code threads} is below 1
   */
  public ReadOptions {
    Objects.requireNonNull(selection, "selection");
    Objects.requireNonNull(given, "given");
    Objects.requireNonNull(limits, "limits");
    if (threads < 1) {
      throw new IllegalArgumentException("reading needs at least one thread");
    }
    namings = List.copyOf(namings);
  }

  /**
   * Creates options without namings, for one thread.
   *
   * @param selection the processes, heaps and dumps to read
   * @param samplingInterval mean sampling interval in bytes that the user states; 0 for none
   * @param strict whether damage that could be skipped is an error
   * @param limits the limits for hostile input
   * @throws IllegalArgumentException if the interval is negative
   */
  public ReadOptions(Selection selection, long samplingInterval, boolean strict, Limits limits) {
    this(selection, new GivenSampling(samplingInterval, null), strict, limits, List.of(), 1);
  }

  /** Returns these options with what the user states about the sampling. */
  public ReadOptions withGiven(GivenSampling other) {
    return new ReadOptions(selection, other, strict, limits, namings, threads);
  }

  /** Returns these options with another selection of processes, heaps and dumps. */
  public ReadOptions withSelection(Selection other) {
    return new ReadOptions(other, given, strict, limits, namings, threads);
  }

  /** Returns these options with other symbolizers and deobfuscators. */
  public ReadOptions withNamings(List<Naming> others) {
    return new ReadOptions(selection, given, strict, limits, others, threads);
  }

  /**
   * Returns these options with another number of threads.
   *
   * @param count how many threads may work on one input, at least 1
   */
  public ReadOptions withThreads(int count) {
    return new ReadOptions(selection, given, strict, limits, namings, count);
  }
}
