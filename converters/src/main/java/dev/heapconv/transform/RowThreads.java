package dev.heapconv.transform;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Processes the rows of a heap on several threads, including the caller's. */
final class RowThreads {

  /** The number of rows that justifies using another thread. */
  private static final int CHUNK_ROWS = 2048;

  /** Processes rows {@code from} (inclusive) to {@code to} (exclusive) on any thread. */
  interface Task {
    void run(int from, int to);
  }

  private final int rows;
  private final Task task;
  private final AtomicInteger nextChunk = new AtomicInteger();
  private volatile Throwable failure;

  private RowThreads(int rows, Task task) {
    this.rows = rows;
    this.task = task;
  }

  /**
   * Returns when all rows are done.
   *
   * @param threads maximum number of concurrent threads, at least 1
   */
  static void run(int rows, int threads, Task task) {
    if (threads == 1 || rows <= CHUNK_ROWS) {
      task.run(0, rows);
    } else {
      new RowThreads(rows, task).run(Math.min(threads, chunks(rows)));
    }
  }

  private static int chunks(int rows) {
    return (rows + CHUNK_ROWS - 1) / CHUNK_ROWS;
  }

  private void run(int threads) {
    List<Thread> others = new ArrayList<>();
    for (int i = 1; i < threads; i++) {
      Thread thread = new Thread(this::work, "unskewing-" + i);
      thread.setDaemon(true);
      thread.start();
      others.add(thread);
    }
    work();
    others.forEach(RowThreads::join);
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  private void work() {
    try {
      for (int chunk; failure == null && (chunk = nextChunk.getAndIncrement()) < chunks(rows); ) {
        int from = chunk * CHUNK_ROWS;
        task.run(from, Math.min(rows, from + CHUNK_ROWS));
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
