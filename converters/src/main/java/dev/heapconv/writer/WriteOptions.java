package dev.heapconv.writer;

import dev.heapconv.model.Progress;
import dev.heapconv.model.View;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Choices that the output formats leave open.
 *
 * @param tool name and version of your program, for formats that name their producer
 * @param view the only view for formats that have one, and the view that the other formats show
 *     first; null for the profile's default
 * @param threads how many threads may work on one output, at least 1; the output does not depend on
 *     it
 * @param progress receives the progress of an output of many dumps
 */
public record WriteOptions(String tool, @Nullable View view, int threads, Progress progress) {

  /**
   * Creates options; the record describes its components.
   *
   * @throws IllegalArgumentException if {@code threads} is below 1
   */
  public WriteOptions {
    Objects.requireNonNull(tool, "tool");
    if (threads < 1) {
      throw new IllegalArgumentException("writing needs at least one thread");
    }
  }

  /**
   * Creates options for one thread.
   *
   * @param tool name and version of your program
   * @param view the view to show; null for the profile's default
   */
  public WriteOptions(String tool, @Nullable View view) {
    this(tool, view, 1, new Progress());
  }

  /**
   * Returns these options with another number of threads.
   *
   * @param count how many threads may work on one output, at least 1
   */
  public WriteOptions withThreads(int count) {
    return new WriteOptions(tool, view, count, progress);
  }
}
