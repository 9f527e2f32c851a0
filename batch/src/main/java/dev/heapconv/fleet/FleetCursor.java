package dev.heapconv.fleet;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Rows, one after another, in the order of {@link FleetRow}. For one thread. */
@FunctionalInterface
public interface FleetCursor extends Closeable {

  /** The next row, which belongs to the caller from now on; null after the last. */
  @Nullable FleetRow next() throws IOException;

  /**
   * Combines rows of the same stack and group.
   *
   * @param sorted closed with the result
   */
  static FleetCursor combined(FleetCursor sorted) {
    return FleetMerge.adjacent(sorted);
  }

  /** Does nothing, unless something is open. */
  @Override
  default void close() throws IOException {}
}
