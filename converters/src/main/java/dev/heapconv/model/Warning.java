package dev.heapconv.model;

import java.util.Objects;

/**
 * A problem of the data that did not stop the conversion.
 *
 * @param id stable name in kebab-case, for programs: {@code truncated-trace}
 * @param message one line for a reader: what is wrong and what it means for the numbers
 */
public record Warning(String id, String message) {

  public Warning {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(message, "message");
  }

  /**
   * Own equals and hashCode: those of a record are linked at run time, which start-up would pay
   * for.
   */
  @Override
  public int hashCode() {
    return id.hashCode() * 31 + message.hashCode();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Warning warning
        && id.equals(warning.id)
        && message.equals(warning.message);
  }
}
