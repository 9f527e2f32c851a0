package dev.heapconv.spark;

import dev.heapconv.thread.Cursor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** What Spark takes in place of a cursor; failures are unchecked. */
final class CursorIterator<T> implements Iterator<T> {

  private final Cursor<T> cursor;
  private @Nullable T ahead;

  CursorIterator(Cursor<T> cursor) {
    this.cursor = cursor;
  }

  @Override
  public boolean hasNext() {
    try {
      ahead = ahead == null ? cursor.next() : ahead;
      return ahead != null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public T next() {
    T next = hasNext() ? ahead : null;
    if (next == null) {
      throw new NoSuchElementException();
    }
    ahead = null;
    return next;
  }
}
