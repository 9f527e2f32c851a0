package dev.heapconv.cli;

import dev.heapconv.batch.Batch;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Gives a batch time to end cleanly when the process is asked to stop, by Ctrl-C or a system
 * shutdown. Incomplete temporary files are deleted only after that: deleting them earlier would
 * make outputs fail while the batch does not yet know that it has to stop.
 */
final class InterruptGuard {

  /** All of it ends within a second, and this is not all. */
  private static final long PATIENCE_MILLIS = 300;

  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook;

  private InterruptGuard(Batch batch, TemporaryFiles files, BatchView view) {
    hook = new Thread(() -> end(batch, files, view), "interrupt");
  }

  static InterruptGuard install(Batch batch, TemporaryFiles files, BatchView view) {
    InterruptGuard guard = new InterruptGuard(batch, files, view);
    Runtime.getRuntime().addShutdownHook(guard.hook);
    return guard;
  }

  private void end(Batch batch, TemporaryFiles files, BatchView view) {
    batch.stop();
    try {
      if (!finished.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
        view.abandoned();
      }
    } catch (InterruptedException e) {
      // Then it ends at once; --resume copes with that as well.
    }
    files.delete();
    TemporaryFiles.deleteCopies();
  }

  /** The batch has ended and printed its result. */
  void finished() {
    finished.countDown();
    TemporaryFiles.removeHook(hook);
  }
}
