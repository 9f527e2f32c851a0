package dev.heapconv.model;

import dev.heapconv.model.Provenance.Evidence;
import java.util.Objects;

/** A fact about a heap, and where it is known from. */
public record Known<T>(T value, Evidence evidence) {
  public Known {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(evidence, "evidence");
  }
}
