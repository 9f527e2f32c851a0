package dev.heapconv.model;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/**
 * Thrown if an input cannot be converted or an output cannot be written. The message is one line
 * for the user; {@link #where()} names the input or output.
 */
public final class HeapConvException extends IOException {

  private static final long serialVersionUID = 1L;

  private final ErrorId id;
  private final String where;
  private final boolean output;

  private HeapConvException(ErrorId id, String where, boolean output, String message) {
    // Names from a recording may contain any character.
    super(message.replace('\n', ' ').replace('\r', ' '));
    this.id = id;
    this.where = Objects.requireNonNull(where, "where");
    this.output = output;
  }

  /**
   * Creates the error of an input.
   *
   * @param id the error
   * @param where name of the input
   * @param values values for the placeholders in {@link ErrorId#text()}, in order
   */
  public static HeapConvException input(ErrorId id, String where, Object... values) {
    return new HeapConvException(id, where, false, id.error(values));
  }

  /**
   * Creates an error from a notice that must not be ignored.
   *
   * @param notice the notice
   * @param where name of the input
   */
  public static HeapConvException input(Notice notice, String where) {
    return new HeapConvException(notice.id(), where, false, notice.error());
  }

  /**
   * Creates the error of an output.
   *
   * @param id the error
   * @param where name of the output
   * @param values values for the placeholders in {@link ErrorId#text()}, in order
   */
  public static HeapConvException output(ErrorId id, String where, Object... values) {
    return new HeapConvException(id, where, true, id.error(values));
  }

  /**
   * Returns the error of an input that cannot be read. If the cause is a {@code HeapConvException},
   * it is the result.
   *
   * @param where name of the input
   * @param e the cause
   */
  public static HeapConvException unreadable(String where, IOException e) {
    if (e instanceof HeapConvException known) {
      return known;
    }
    HeapConvException unreadable =
        e instanceof NoSuchFileException
            ? input(ErrorId.NO_SUCH_FILE, where)
            : e instanceof AccessDeniedException
                ? HeapConvException.input(ErrorId.PERMISSION_DENIED, where)
                : input(ErrorId.UNREADABLE, where, reason(e));
    return unreadable.causedBy(e);
  }

  /**
   * Returns the error of an output that cannot be written.
   *
   * @param where name of the output
   * @param e the cause
   */
  public static HeapConvException unwritable(String where, IOException e) {
    return output(ErrorId.CANNOT_WRITE, where, reason(e)).causedBy(e);
  }

  /**
   * Returns the message of an exception, or its kind if it has no message.
   *
   * @param e the exception
   */
  public static String reason(Throwable e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }

  /**
   * Returns the same problem with a different name of the input or output.
   *
   * @param name the name
   */
  public HeapConvException at(String name) {
    return new HeapConvException(id, name, output, reason(this)).causedBy(this);
  }

  /**
   * Sets the cause and returns this exception.
   *
   * @param cause the cause
   */
  public HeapConvException causedBy(Throwable cause) {
    initCause(cause);
    return this;
  }

  /** Returns the kind of the error. */
  public ErrorId id() {
    return id;
  }

  /** Returns the name of the input or output. */
  public String where() {
    return where;
  }

  /** Whether an output could not be written. Otherwise an input could not be converted. */
  public boolean isOfOutput() {
    return output;
  }
}
