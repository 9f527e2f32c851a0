package dev.heapconv.model;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A problem in the data that did not stop the conversion.
 *
 * @param message one line for the user: what is wrong and what it means for the numbers
 */
public record Warning(ErrorId id, String message) {

  public Warning {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(message, "message");
  }

  /**
   * @param values for the placeholders in {@link ErrorId#text()}, in order
   */
  public static Warning of(ErrorId id, Object... values) {
    return new Warning(id, id.warning(values));
  }

  /** Whether some of them say that allocations are missing from the numbers. */
  public static boolean anyLoss(Iterable<Warning> warnings) {
    for (Warning warning : warnings) {
      if (warning.id.isLoss()) {
        return true;
      }
    }
    return false;
  }

  /** The same warning when several recordings are combined. */
  public Warning about(String recording) {
    return new Warning(id, recording + ": " + message);
  }

  /** Collects warnings in order of appearance, each once. */
  public static final class Warnings {

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
}
