package dev.heapconv.model;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects warnings in order of appearance, each once. */
public final class Warnings {

  private final Set<Warning> warnings = new LinkedHashSet<>();

  /**
   * @param values for the placeholders in {@link ErrorId#text()}, in order
   */
  public void add(ErrorId id, Object... values) {
    warnings.add(Warning.of(id, values));
  }

  public void add(Warning warning) {
    warnings.add(warning);
  }

  public List<Warning> list() {
    return List.copyOf(warnings);
  }
}
