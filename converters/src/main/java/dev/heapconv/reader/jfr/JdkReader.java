package dev.heapconv.reader.jfr;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedObject;
import org.jspecify.annotations.Nullable;

/** What the JDK's own reader says of an event, whichever version of the event it is. */
final class JdkReader {

  private static final String ITS_PACKAGES = "jdk.jfr.";
  private static final String OURS = "dev.heapconv.";

  private JdkReader() {}

  /** A whole number; another one if this version of the event has no such field. */
  static long number(RecordedObject of, String field, long absent) {
    return of.hasField(field) ? of.getLong(field) : absent;
  }

  /** A text; empty if there is none. */
  static String text(RecordedObject of, String field) {
    String text = of.hasField(field) ? of.getString(field) : "";
    return text == null ? "" : text;
  }

  /** What a field refers to; null if there is no such field, or nothing of this kind in it. */
  static <T> @Nullable T value(RecordedObject of, String field, Class<T> kind) {
    Object value = of.hasField(field) ? of.getValue(field) : null;
    return kind.isInstance(value) ? kind.cast(value) : null;
  }

  /** A time in nanoseconds since 1970. */
  static long nanos(Instant time) {
    return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
  }

  /**
   * Whether the JDK's reader failed, which answers damage with any exception or error; all else is
   * a problem of this program. Where it fails often, the JVM leaves out the stack; and its lists
   * may hold something else than they say.
   */
  static boolean isSourceOf(Throwable failure) {
    if (failure instanceof OutOfMemoryError) {
      return false;
    }
    if (failure instanceof ClassCastException) {
      return true;
    }
    StackTraceElement[] stack = failure.getStackTrace();
    for (StackTraceElement caller : stack) {
      if (caller.getClassName().startsWith(ITS_PACKAGES)) {
        return true;
      }
      if (caller.getClassName().startsWith(OURS)) {
        return false;
      }
    }
    return stack.length == 0;
  }
}
