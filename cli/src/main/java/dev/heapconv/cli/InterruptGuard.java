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

  private static final long PATIENCE_SECONDS = 8;

  private final CountDownLatch finished = new CountDownLatch(1);
  private Thread hook;

  private InterruptGuard() {}

  static InterruptGuard install(Batch batch, TemporaryFiles files, Terminal terminal) {
    InterruptGuard guard = new InterruptGuard();
    guard.hook =
        new Thread(
            () -> {
              batch.stop();
              try {
                if (!guard.finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                  terminal.message(
                      "heapconv: interrupted before running conversions had finished; run the same"
                          + " command with --resume to continue");
                }
              } catch (InterruptedException e) {
                // The process ends at once; --resume copes with that too.
              }
              files.delete();
            },
            "interrupt");
    Runtime.getRuntime().addShutdownHook(guard.hook);
    return guard;
  }

  /** The batch has ended and printed its result. */
  void finished() {
    finished.countDown();
    TemporaryFiles.removeHook(hook);
  }
}
