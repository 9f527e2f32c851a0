package dev.heapconv.writer;

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
 */
public record WriteOptions(String tool, @Nullable View view, boolean allocatorFrames) {

  public WriteOptions {
    Objects.requireNonNull(tool, "tool");
  }

  /** Without the allocator's functions. */
  public WriteOptions(String tool, @Nullable View view) {
    this(tool, view, false);
  }
}
