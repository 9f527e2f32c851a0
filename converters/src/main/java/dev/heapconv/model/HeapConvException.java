package dev.heapconv.model;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An input that cannot be converted or an output that cannot be written. The message is one line
 * for a user: what is wrong and what to do about it; {@link #where()} says in which input or
 * output, with the position where that helps.
 */
public final class HeapConvException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Which end of the conversion failed. */
  public enum Kind {
    INPUT,
    OUTPUT
  }

  private final Kind kind;
  private final String id;
  private final String where;

  private HeapConvException(
      Kind kind, String id, String where, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.id = Objects.requireNonNull(id, "id");
    this.where = Objects.requireNonNull(where, "where");
  }

  /**
   * @param id stable name of the problem in kebab-case, for programs
   * @param where name of the input
   */
  public static HeapConvException input(String id, String where, String message) {
    return new HeapConvException(Kind.INPUT, id, where, message, null);
  }

  public static HeapConvException input(String id, String where, String message, Throwable cause) {
    return new HeapConvException(Kind.INPUT, id, where, message, cause);
  }

  /** As {@link #input}, of an output. */
  public static HeapConvException output(String id, String where, String message, Throwable cause) {
    return new HeapConvException(Kind.OUTPUT, id, where, message, cause);
  }

  public Kind kind() {
    return kind;
  }

  public String id() {
    return id;
  }

  public String where() {
    return where;
  }
}
