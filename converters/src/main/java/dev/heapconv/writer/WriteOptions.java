package dev.heapconv.writer;

import dev.heapconv.model.Progress;
import dev.heapconv.model.View;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Choices that the output formats leave open.
 *
 * @param tool name and version of this program, for formats that name their producer
 * @param view the view for formats that have only one, and the one shown first by others; null for
 *     the profile's default
 * @param allocatorFrames whether formats whose viewers cannot hide the allocator's own functions at
 *     the end of stacks keep them
 * @param threads how many threads may work on one output, at least 1; the output does not depend on
 *     it
 * @param progress is told how far an output of many dumps is
 */
public record WriteOptions(
    String tool, @Nullable View view, boolean allocatorFrames, int threads, Progress progress) {

  public WriteOptions {
    Objects.requireNonNull(tool, "tool");
    if (threads < 1) {
      throw new IllegalArgumentException("writing needs at least one thread");
    }
  }

  /** With one thread. */
  public WriteOptions(String tool, @Nullable View view, boolean allocatorFrames) {
    this(tool, view, allocatorFrames, 1, new Progress());
  }

  /** Without the allocator's functions, and with one thread. */
  public WriteOptions(String tool, @Nullable View view) {
    this(tool, view, false);
  }

  public WriteOptions withThreads(int count) {
    return new WriteOptions(tool, view, allocatorFrames, count, progress);
  }
}
