package dev.heapconv.cli;

import dev.heapconv.batch.Batch;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Gives a batch time to end cleanly when the program is told to end: by Ctrl-C, or by a machine
 * that shuts down. What is not complete even then is deleted after that, and not before: an output
 * must not fail for want of its temporary file while the batch does not know that it is to end.
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
                      "heapconv: interrupted, with inputs abandoned; run the same command with"
                          + " --resume to go on");
                }
              } catch (InterruptedException e) {
                // Then it ends at once; --resume copes with that as well.
              }
              files.delete();
            },
            "interrupt");
    Runtime.getRuntime().addShutdownHook(guard.hook);
    return guard;
  }

  /** The batch has ended and has said all it has to say. */
  void finished() {
    finished.countDown();
    TemporaryFiles.removeHook(hook);
  }
}
