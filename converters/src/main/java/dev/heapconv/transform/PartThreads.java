package dev.heapconv.transform;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Works on the parts of a heap with several threads, of which the caller's is one. */
final class PartThreads {

  /** What is done with a part, by any thread. */
  interface Task {
    void run(int part);
  }

  private final int parts;
  private final Task task;
  private final AtomicInteger next = new AtomicInteger();
  private volatile @Nullable Throwable failure;

  private PartThreads(int parts, Task task) {
    this.parts = parts;
    this.task = task;
  }

  /**
   * Returns when all parts are done.
   *
   * @param threads maximum number of concurrent threads, at least 1
   */
  static void run(int parts, int threads, Task task) {
    new PartThreads(parts, task).run(Math.min(threads, parts));
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
    others.forEach(PartThreads::join);
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  private void work() {
    try {
      for (int part; failure == null && (part = next.getAndIncrement()) < parts; ) {
        task.run(part);
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
