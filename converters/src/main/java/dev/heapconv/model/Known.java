package dev.heapconv.model;

import dev.heapconv.model.Provenance.Evidence;
import java.util.Objects;

/**
 * A fact about a heap, and its source.
 *
 * @param <T> the type of the fact
 * @param value the fact
 * @param evidence where the fact is known from
 */
public record Known<T>(T value, Evidence evidence) {
  public Known {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(evidence, "evidence");
  }
}
