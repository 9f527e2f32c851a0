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
  private final Thread hook;

  private InterruptGuard(Batch batch, TemporaryFiles files, Terminal terminal) {
    hook = new Thread(() -> end(batch, files, terminal), "interrupt");
  }

  static InterruptGuard install(Batch batch, TemporaryFiles files, Terminal terminal) {
    InterruptGuard guard = new InterruptGuard(batch, files, terminal);
    Runtime.getRuntime().addShutdownHook(guard.hook);
    return guard;
  }

  private void end(Batch batch, TemporaryFiles files, Terminal terminal) {
    batch.stop();
    try {
      if (!finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        terminal.message(
            "heapconv: interrupted, with inputs abandoned; run the same command with"
                + " --resume to go on");
      }
    } catch (InterruptedException e) {
      // Then it ends at once; --resume copes with that as well.
    }
    files.delete();
  }

  /** The batch has ended and has said all it has to say. */
  void finished() {
    finished.countDown();
    TemporaryFiles.removeHook(hook);
  }
}
