package dev.heapconv.reader.jfr;

import dev.heapconv.model.HeapConvException;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import jdk.jfr.consumer.RecordedObject;
import org.jspecify.annotations.Nullable;

/** Asks the JDK's own reader, which answers damage with any exception or error, at any question. */
final class JdkReader {

  /** The JDK's reader failed: a problem of the recording, as opposed to one of this program. */
  static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failure(Throwable cause) {
      super(HeapConvException.reason(cause).strip(), cause);
    }
  }

  /** A question that may fail with an exception. */
  interface Question<T> {
    T ask() throws Exception;
  }

  private JdkReader() {}

  /**
   * The answer to a question that asks nothing but the JDK's reader.
   *
   * @throws Failure if it fails, unless for lack of memory or of its module
   */
  @SuppressWarnings("PMD.AvoidCatchingThrowable")
  static <T> T ask(Question<T> question) {
    try {
      return question.ask();
    } catch (OutOfMemoryError | StackOverflowError | LinkageError e) {
      throw e;
    } catch (Throwable e) {
      throw new Failure(e);
    }
  }

  /** A whole number; another one if this version of the event has no such field. */
  static long number(RecordedObject of, String field, long absent) {
    return ask(() -> of.hasField(field) ? of.getLong(field) : absent);
  }

  /** A text; empty if there is none. */
  static String text(RecordedObject of, String field) {
    String text = ask(() -> of.hasField(field) ? of.getString(field) : "");
    return text == null ? "" : text;
  }

  /** What a field refers to; null if there is no such field, or nothing in it. */
  static <T> @Nullable T value(RecordedObject of, String field) {
    return ask(() -> of.hasField(field)) ? ask(() -> of.<T>getValue(field)) : null;
  }

  /** A time in nanoseconds since 1970. */
  static long nanos(Supplier<Instant> time) {
    Instant at = ask(time::get);
    return TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano();
  }
}
