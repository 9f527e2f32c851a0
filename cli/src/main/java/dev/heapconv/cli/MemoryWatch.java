package dev.heapconv.cli;

import com.sun.management.OperatingSystemMXBean;
import dev.heapconv.model.ErrorId;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Ends the program when nearly all its time goes into collecting garbage. The serial collector has
 * no such limit: shortly before memory runs out, it would go on for minutes.
 */
final class MemoryWatch {

  private static final long MILLIS_BETWEEN_LOOKS = 500;

  /** The part of the memory in use from which collections are looked at, which takes a while. */
  private static final double NEARLY_FULL = 0.8;

  /** One collection of a large heap takes seconds; this many in a row help nobody. */
  private static final int MIN_COLLECTIONS = 10;

  private static final double MAX_SHARE_OF_TIME = 0.9;

  /** Made while there is memory. Java 21 and newer would say that they could not log the end. */
  private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

  /** For when there is not even memory for a message. */
  private static final byte[] SHORT =
      "heapconv: out of memory; give Java more memory with HEAPCONV_JAVA_OPTS=-XmxSIZE\n"
          .getBytes(StandardCharsets.US_ASCII);

  private static final AtomicBoolean REPORTED = new AtomicBoolean();

  /** Set free when memory is full: to ask for the memory of the machine takes some. */
  private static final AtomicReference<byte[]> RESERVE = new AtomicReference<>(new byte[1 << 20]);

  private MemoryWatch() {}

  /** Begins to watch until the program ends. */
  static void start(Terminal terminal) {
    Thread thread = new Thread(() -> watch(terminal), "memory");
    thread.setDaemon(true);
    thread.start();
  }

  private static void watch(Terminal terminal) {
    Runtime memory = Runtime.getRuntime();
    long begin = System.nanoTime();
    long collections = 0;
    long millis = 0;
    double share = 0;
    try {
      while (share < MAX_SHARE_OF_TIME) {
        Thread.sleep(MILLIS_BETWEEN_LOOKS);
        if (memory.totalMemory() - memory.freeMemory() > NEARLY_FULL * memory.maxMemory()) {
          long count = 0;
          long time = 0;
          for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
            count += each.getCollectionCount();
            time += each.getCollectionTime();
          }
          if (count >= collections + MIN_COLLECTIONS) {
            long now = System.nanoTime();
            share = (time - millis) * 1e6 / (now - begin);
            begin = now;
            collections = count;
            millis = time;
          }
        }
      }
    } catch (InterruptedException e) {
      return;
    } catch (Throwable e) {
      // Where memory is nearly full, that is why looking fails, too.
    }
    try {
      report(terminal);
      System.setErr(NOWHERE);
    } finally {
      System.exit(ExitStatus.INTERNAL_ERROR);
    }
  }

  /** Says that there is not enough memory, once: several threads may notice. */
  static void report(Terminal terminal) {
    if (!REPORTED.getAndSet(true)) {
      RESERVE.set(new byte[0]);
      try {
        terminal.line(outOfMemory());
      } catch (OutOfMemoryError e) {
        System.err.write(SHORT, 0, SHORT.length);
      }
    }
  }

  /** Gives Java most of the memory of this machine or container, in whole GiB. */
  static String option() {
    long bytes = 0;
    try {
      bytes = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    } catch (Error e) {
      // If memory is full, looking at it also fails.
    }
    return option(bytes);
  }

  /**
   * @param bytes memory of the machine; 0 if unknown
   */
  static String option(long bytes) {
    long most = bytes / 5 * 4 >> 30;
    return most < 1
        ? "-XmxSIZE"
        : "-Xmx" + most + "g (this machine has " + (bytes + (1 << 29) >> 30) + " GiB)";
  }

  static String outOfMemory() {
    return "heapconv: out of memory" + ErrorHints.ALL.suffix(ErrorId.OUT_OF_MEMORY);
  }
}
