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
    // Names from a recording may contain anything.
    super(message.replace('\n', ' ').replace('\r', ' '));
    this.id = id;
    this.where = Objects.requireNonNull(where, "where");
    this.output = output;
  }

  /**
   * @param where name of the input
   * @param values for the placeholders in {@link ErrorId#text()}, in order
   */
  public static HeapConvException input(ErrorId id, String where, Object... values) {
    return new HeapConvException(id, where, false, id.error(values));
  }

  /** A notice of what must not be done without a decision. */
  public static HeapConvException input(Notice notice, String where) {
    return new HeapConvException(notice.id(), where, false, notice.error());
  }

  /** Like {@link #input}, for an output. */
  public static HeapConvException output(ErrorId id, String where, Object... values) {
    return new HeapConvException(id, where, true, id.error(values));
  }

  /** Why an input cannot be read, which an exception may say itself. */
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

  /** The error of an output that cannot be written. */
  public static HeapConvException unwritable(String where, IOException e) {
    return output(ErrorId.CANNOT_WRITE, where, reason(e)).causedBy(e);
  }

  /** What an exception says of its cause; its kind when it says nothing. */
  public static String reason(Throwable e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }

  /** The same problem under another name of the input or output. */
  public HeapConvException at(String name) {
    return new HeapConvException(id, name, output, reason(this)).causedBy(this);
  }

  /** The same exception with a cause. */
  public HeapConvException causedBy(Throwable cause) {
    initCause(cause);
    return this;
  }

  public ErrorId id() {
    return id;
  }

  public String where() {
    return where;
  }

  /** Whether an output could not be written; otherwise an input could not be converted. */
  public boolean isOfOutput() {
    return output;
  }
}
