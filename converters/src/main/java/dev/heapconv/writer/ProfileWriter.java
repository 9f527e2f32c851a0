package dev.heapconv.writer;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import java.io.IOException;
import java.io.OutputStream;
import java.util.stream.Collectors;

/**
 * Writes one format. Implementations are stateless, so one instance can serve any number of
 * profiles and threads.
 */
public interface ProfileWriter {

  /**
   * Writes a profile. Equal profiles give equal bytes.
   *
   * @param profile the profile
   * @param options choices that the format leaves open
   * @param out receives the bytes; it stays open
   * @throws IOException if {@code out} cannot be written
   */
  void write(EstimatedProfile profile, WriteOptions options, OutputStream out) throws IOException;

  /**
   * Names what {@link #write} leaves out because the format has no place for it, such as a view of
   * a heap.
   *
   * @param profile the profile
   * @param options the options for {@link #write}
   * @return a list for a warning; empty if the format can express everything that the options ask
   *     for
   */
  default String leftOut(EstimatedProfile profile, WriteOptions options) {
    return "";
  }

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
