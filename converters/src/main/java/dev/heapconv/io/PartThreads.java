package dev.heapconv.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Works on the parts of something with several threads, of which the caller's is one. */
public final class PartThreads {

  /** What is done with a part. */
  @FunctionalInterface
  public interface PartTask {
    /**
     * @param thread number of the thread, from 0; calls with the same one never overlap
     * @param part from 0
     */
    void run(int thread, int part) throws IOException;
  }

  private final int parts;
  private final PartTask task;
  private final AtomicInteger next = new AtomicInteger();
  private volatile @Nullable Throwable failure;

  private PartThreads(int parts, PartTask task) {
    this.parts = parts;
    this.task = task;
  }

  /**
   * Returns when all parts are done, or rethrows what a task throws; then not all are done.
   *
   * @param threads maximum number of concurrent threads, at least 1
   * @param name what the names of the other threads begin with
   */
  public static void run(int parts, int threads, String name, PartTask task) throws IOException {
    new PartThreads(parts, task).run(Math.min(threads, parts), name);
  }

  private void run(int threads, String name) throws IOException {
    List<Thread> others = new ArrayList<>();
    for (int i = 1; i < threads; i++) {
      int number = i;
      Thread thread = new Thread(() -> work(number), name + "-" + number);
      thread.setDaemon(true);
      thread.start();
      others.add(thread);
    }
    work(0);
    join(others);
    ReadAhead.rethrow(failure);
  }

  private void work(int thread) {
    try {
      for (int part; failure == null && (part = next.getAndIncrement()) < parts; ) {
        task.run(thread, part);
      }
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
    }
  }

  /** Waits until all threads have ended; an interruption is noticed afterwards. */
  private static void join(List<Thread> threads) {
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
