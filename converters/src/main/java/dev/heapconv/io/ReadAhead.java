package dev.heapconv.io;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Items that another thread takes ahead from their source, so that making them and using them need
 * not wait for each other. A failure of the source arrives after the items before it.
 *
 * @param <T> type of the items
 */
public final class ReadAhead<T> implements Cursor<T> {

  /** Nobody waits for a thread that waits for standard input. */
  private static final int MAX_MILLIS_TO_END = 1000;

  /** What the other thread hands over: an item, or none at the end; then perhaps why. */
  private record Taken<T>(@Nullable T item, @Nullable Throwable failure) {}

  private final Cursor<? extends T> source;
  private final BlockingQueue<Taken<T>> taken;
  private final Thread thread;
  private @Nullable Taken<T> end;

  /**
   * Starts the other thread.
   *
   * @param source belongs to the other thread, which closes it when it ends
   * @param max how many items it may be ahead
   * @param name of the thread
   */
  public ReadAhead(Cursor<? extends T> source, int max, String name) {
    this.source = source;
    taken = new ArrayBlockingQueue<>(max);
    thread = new Thread(this::takeAll, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void takeAll() {
    try (source) {
      Taken<T> item;
      do {
        item = take();
        taken.put(item);
      } while (item.item != null);
    } catch (InterruptedException | IOException e) {
      // Nobody wants the rest.
    }
  }

  private Taken<T> take() {
    try {
      return new Taken<>(source.next(), null);
    } catch (IOException | RuntimeException | Error e) {
      return new Taken<>(null, e);
    }
  }

  @Override
  public @Nullable T next() throws IOException {
    try {
      Taken<T> next = end == null ? taken.take() : end;
      if (next.item == null) {
        end = next;
        rethrow(next.failure);
      }
      return next.item;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading");
    }
  }

  /** Throws what was caught on another thread; does nothing if that is null. */
  public static void rethrow(@Nullable Throwable failure) throws IOException {
    if (failure instanceof IOException problem) {
      throw problem;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  /** Ends the other thread. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(MAX_MILLIS_TO_END);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
