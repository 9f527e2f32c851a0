package dev.heapconv.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a recording says about the allocations of one row besides their stack, like pprof's labels:
 * {@code bytes} 16.
 *
 * @param key name of the label
 * @param text its text; null if it is a number
 * @param number its number; 0 if it is text
 * @param unit unit of the number; empty if unknown
 */
public record Label(String key, @Nullable String text, long number, String unit) {

  /** The key of the number of the thread that allocated, as {@code perf_to_profile} has it. */
  public static final String THREAD = "tid";

  public Label {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(unit, "unit");
  }
}
