package dev.heapconv.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Warnings in the order in which they came up, each once. */
public final class Warnings {

  private final Set<Warning> warnings = new LinkedHashSet<>();

  public void add(String id, String message) {
    warnings.add(new Warning(id, message));
  }

  public void addAll(Warnings others) {
    warnings.addAll(others.warnings);
  }

  public List<Warning> list() {
    return Collections.unmodifiableList(new ArrayList<>(warnings));
  }

  public boolean isEmpty() {
    return warnings.isEmpty();
  }
}
