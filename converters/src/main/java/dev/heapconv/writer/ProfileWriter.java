package dev.heapconv.writer;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import java.io.IOException;
import java.io.OutputStream;
import java.util.stream.Collectors;

/**
 * Writes one format. Implementations are stateless: one instance can serve any number of profiles
 * and threads.
 */
public interface ProfileWriter {

  /**
   * Writes a profile; equal profiles produce equal bytes. Does not close {@code out}.
   *
   * @param options choices that the format leaves open
   */
  void write(EstimatedProfile profile, WriteOptions options, OutputStream out) throws IOException;

  /**
   * Names what {@link #write} leaves out because the format has no place for it, such as a view of
   * a heap; empty if it writes all that the options ask for.
   */
  default String leftOut(EstimatedProfile profile, WriteOptions options) {
    return "";
  }

  /** {@link #leftOut} of a format that has one view: the heaps without it. */
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
