package dev.heapconv.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a recording says of the allocations of one row beside their stack, as pprof's labels do:
 * {@code bytes} 16.
 *
 * @param key name of the label
 * @param text its text; null when it is a number
 * @param number its number; 0 when it is a text
 * @param unit unit of the number; empty when unknown
 */
public record Label(String key, @Nullable String text, long number, String unit) {

  public Label {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(unit, "unit");
  }
}
