package dev.heapconv.writer;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Asked;
import dev.heapconv.query.Question;
import dev.heapconv.query.Subject;
import dev.heapconv.query.Totals;
import java.io.IOException;
import java.io.OutputStream;
import java.util.stream.Collectors;

/**
 * Writes one format, and says what the format can hold. Implementations are stateless, so one
 * instance can serve any number of profiles and threads.
 */
public interface Output {

  /**
   * Returns whether this output can answer a question. Any output can write the difference of two
   * profiles as a profile of what changed.
   *
   * @param question the question
   */
  boolean takes(Question question);

  /**
   * Writes the answer to a question. Equal questions to equal profiles give equal bytes.
   *
   * @param asked a question that this output {@link #takes}
   * @param options choices that the format leaves open
   * @param out receives the bytes; it stays open
   * @throws IOException if {@code out} cannot be written, or if the profiles do not have what the
   *     question asks for
   */
  void write(Asked asked, WriteOptions options, OutputStream out) throws IOException;

  /**
   * Writes a profile. A table or a page shows its totals. Equal profiles give equal bytes.
   *
   * @param profile the profile
   * @param options choices that the format leaves open
   * @param out receives the bytes; it stays open
   * @throws IOException if {@code out} cannot be written
   */
  default void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    Totals totals = new Totals(AggregateOptions.DEFAULT, options.view());
    write(new Asked(Subject.of(profile), totals), options, out);
  }

  /**
   * Names what this output leaves out of a profile because the format has no place for it, such as
   * a view of a heap.
   *
   * @param profile the profile
   * @param options the options for writing
   * @return a list for a warning; empty if the format can express everything that the options ask
   *     for
   */
  default String leftOut(EstimatedProfile profile, WriteOptions options) {
    return "";
  }

  /** Returns whether a terminal cannot show the format. */
  default boolean isBinary() {
    return false;
  }

  /** Returns whether the format can hold negative numbers, which profiles of changes have. */
  default boolean holdsNegatives() {
    return false;
  }

  /**
   * Returns whether the format shows how a heap changes from dump to dump, so it uses all dumps.
   */
  default boolean showsAllDumps() {
    return false;
  }

  /** Returns whether the format shows sums of heaps. Several dumps of one heap have no sum. */
  boolean isOfSums();

  /**
   * Implements {@link #leftOut} for a format with one view: it lists the heaps that do not have it.
   *
   * @param view the only view that the format shows
   * @param profile the profile
   */
  static String heapsWithout(View view, EstimatedProfile profile) {
    return profile.heaps().stream()
        .filter(heap -> heap.column(view) == null)
        .map(EstimatedHeap::info)
        .map(
            heap ->
                heap.heap()
                    + " of "
                    + heap.id().process().displayName()
                    + ", which has no "
                    + view.name())
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
