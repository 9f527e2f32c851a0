package dev.heapconv.writer;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.query.Asked;
import dev.heapconv.query.Question;
import dev.heapconv.query.Totals;
import java.io.IOException;
import java.io.OutputStream;

/** Writes whole profiles. The tools that read the format sum them up. */
@FunctionalInterface
public interface ProfileWriter extends Output {

  /**
   * Writes a profile. Equal profiles give equal bytes.
   *
   * @param profile the profile
   * @param options choices that the format leaves open
   * @param out receives the bytes; it stays open
   * @throws IOException if {@code out} cannot be written
   */
  @Override
  void write(EstimatedProfile profile, WriteOptions options, OutputStream out) throws IOException;

  @Override
  default boolean takes(Question question) {
    return question instanceof Totals;
  }

  /** Whole profiles keep heaps and dumps apart. */
  @Override
  default boolean isOfSums() {
    return false;
  }

  @Override
  default void write(Asked asked, WriteOptions options, OutputStream out) throws IOException {
    write(asked.subject().profile(), options, out);
  }
}
