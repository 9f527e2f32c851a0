package dev.heapconv.batch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.concurrent.Semaphore;

/** Shares out memory to conversions, in order, so that large inputs do not starve. */
final class MemoryBudget {

  private static final int MEBIBYTE = 1 << 20;

  /** What every conversion needs: buffers and tables of the estimator. */
  private static final int BASE = 8;

  /**
   * Memory grows with distinct stacks, which are a part of the bytes of a trace, and a smaller part
   * of large traces.
   */
  private static final int PER_BYTE = 2;

  /** Traces shrink to about a tenth when they are compressed. */
  private static final int PER_COMPRESSED_BYTE = 20;

  /** Below this size, compression is ignored. */
  private static final int SMALL_BYTES = 256 << 10;

  /** Mebibytes. */
  private final int all;

  private final Semaphore left;

  MemoryBudget(long bytes) {
    all = (int) Math.max(1, Math.min(bytes / MEBIBYTE, Integer.MAX_VALUE));
    left = new Semaphore(all, true);
  }

  /** Runs a task once there is as much memory as the conversion of an input is expected to need. */
  void run(BatchInput input, Runnable task) {
    long size = input.size();
    long factor = size > SMALL_BYTES && isCompressed(input) ? PER_COMPRESSED_BYTE : PER_BYTE;
    run((int) Math.min(all, BASE + size * factor / MEBIBYTE), task);
  }

  /** Runs a task while no other does. */
  void runAlone(Runnable task) {
    run(all, task);
  }

  private void run(int mebibytes, Runnable task) {
    left.acquireUninterruptibly(mebibytes);
    try {
      task.run();
    } finally {
      left.release(mebibytes);
    }
  }

  private static boolean isCompressed(BatchInput input) {
    try (InputStream in = Files.newInputStream(input.path())) {
      int first = in.read();
      int second = in.read();
      return (first == 0x1f && second == 0x8b)
          || (first == 0x28 && second == 0xb5)
          || (first == 'P' && second == 'K');
    } catch (IOException e) {
      return false;
    }
  }
}
