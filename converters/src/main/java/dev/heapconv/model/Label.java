package dev.heapconv.model;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A fact about the allocations of one row besides their stack, like a label of pprof: {@code bytes}
 * 16.
 *
 * @param key name of the label
 * @param text its text; null if it is a number
 * @param number its number; 0 if it is text
 * @param unit unit of the number; empty if unknown
 */
public record Label(String key, @Nullable String text, long number, String unit) {

  /** The key of the number of the allocating thread, as {@code perf_to_profile} writes it. */
  public static final String THREAD = "tid";

  /**
   * Keys by which producers distinguish the threads of a process, beginning with the most readable
   * one.
   */
  private static final List<String> THREADS =
      List.of("thread name", "thread_name", "thread", "thread id", "thread_id", THREAD);

  private static final List<String> PROCESSES =
      List.of("process name", "process_name", "process", "process id", "process_id", "pid");

  /** The key of Go, pprof and tcmalloc for the size of each object. */
  private static final String SIZE = "bytes";

  /**
   * The key of the sampling interval of a heap, where heaps of a pprof file have different ones.
   */
  private static final String INTERVAL = "sampling_interval";

  /**
   * The key of the time from the start of a recording to a dump, where a pprof file has several.
   */
  private static final String ELAPSED = "elapsed";

  /** The key of the number of a recording, where several in a pprof file have equal heaps. */
  private static final String RECORDING = "recording";

  private static final String NANOS = "nanoseconds";

  public Label {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(unit, "unit");
  }

  /**
   * Returns the label with the size of each object of a row.
   *
   * @param bytes the size in bytes
   */
  public static Label ofSize(long bytes) {
    return new Label(SIZE, null, bytes, SIZE);
  }

  /**
   * Whether this label is the size of each object of a row: a number of bytes that equals their
   * mean, up to the rounding of both.
   *
   * @param objects number of objects of the row
   * @param bytes number of bytes of the row
   */
  public boolean isSizeOf(double objects, double bytes) {
    boolean isSize =
        text == null && number > 0 && (key.equals(SIZE) || unit.equals(SIZE) || unit.equals("By"));
    return isSize
        && number <= (bytes + 1) / Math.max(0.5, objects - 0.5)
        && number >= (bytes - 0.5) / (objects + 1) - 1;
  }

  /** Whether this label has the form of {@link #ofSize}. */
  public boolean isSize() {
    return text == null && number > 0 && key.equals(SIZE) && unit.equals(SIZE);
  }

  /**
   * Returns the label with the sampling interval of a heap.
   *
   * @param bytes the interval in bytes
   */
  public static Label ofInterval(long bytes) {
    return new Label(INTERVAL, null, bytes, SIZE);
  }

  /** Whether this label has the form of {@link #ofInterval}. */
  public boolean isInterval() {
    return text == null && number > 0 && key.equals(INTERVAL) && unit.equals(SIZE);
  }

  /**
   * Returns the label with the time of a dump.
   *
   * @param nanos nanoseconds from the start of the recording to the dump
   */
  public static Label ofElapsed(long nanos) {
    return new Label(ELAPSED, null, nanos, NANOS);
  }

  /** Whether this label has the form of {@link #ofElapsed}. */
  public boolean isElapsed() {
    return text == null && number > 0 && key.equals(ELAPSED) && unit.equals(NANOS);
  }

  /**
   * Returns the label of a recording.
   *
   * @param number its number, from 1
   */
  public static Label ofRecording(int number) {
    return new Label(RECORDING, null, number, "");
  }

  /** Whether this label has the form of {@link #ofRecording}. */
  public boolean isRecording() {
    return text == null
        && number > 0
        && number < Integer.MAX_VALUE
        && key.equals(RECORDING)
        && unit.isEmpty();
  }

  /**
   * Returns the size of each object of a row in bytes.
   *
   * @param labels the labels of the row
   * @param objects number of objects of the row
   * @param bytes number of bytes of the row
   * @return 0 if no label states the size
   */
  public static long size(List<Label> labels, double objects, double bytes) {
    for (Label label : labels) {
      if (label.isSizeOf(objects, bytes)) {
        return label.number;
      }
    }
    return 0;
  }

  /**
   * Returns the value of the label with a key; null if there is none.
   *
   * @param labels the labels of a row
   * @param key name of the label
   */
  public static @Nullable String value(List<Label> labels, String key) {
    for (Label label : labels) {
      if (label.key.equals(key)) {
        return label.text == null ? label.number + label.unit : label.text;
      }
    }
    return null;
  }

  /**
   * Returns the allocating thread: its name, or else its number; null if unknown.
   *
   * @param labels the labels of a row
   */
  public static @Nullable String thread(List<Label> labels) {
    return first(labels, THREADS);
  }

  /**
   * Returns the allocating process: its name, or else its number; null if unknown.
   *
   * @param labels the labels of a row
   */
  public static @Nullable String process(List<Label> labels) {
    return first(labels, PROCESSES);
  }

  /**
   * Returns the number of the allocating process; -1 if unknown.
   *
   * @param labels the labels of a row
   */
  public static long pid(List<Label> labels) {
    return labels.stream()
        .filter(label -> label.text == null && label.number >= 0)
        .filter(label -> PROCESSES.contains(label.key.replace('.', ' ').toLowerCase(Locale.ROOT)))
        .mapToLong(Label::number)
        .findFirst()
        .orElse(-1);
  }

  private static @Nullable String first(List<Label> labels, List<String> keys) {
    for (String key : keys) {
      for (Label label : labels) {
        if (label.key.replace('.', ' ').equalsIgnoreCase(key)) {
          return label.text == null ? Long.toString(label.number) : label.text;
        }
      }
    }
    return null;
  }
}
