package dev.heapconv.io;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Items, one after another. For one thread.
 *
 * @param <T> type of the items
 */
@FunctionalInterface
public interface Cursor<T> extends Closeable {

  /** The next item, which belongs to the caller from now on; null after the last. */
  @Nullable T next() throws IOException;

  /** Does nothing, unless something is open. */
  @Override
  default void close() throws IOException {}
}
