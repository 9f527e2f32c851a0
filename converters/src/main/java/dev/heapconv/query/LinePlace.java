package dev.heapconv.query;

/**
 * The place of a line of source.
 *
 * @param file as recorded; may be empty
 * @param line from 1; 0 when unknown
 */
public record LinePlace(String file, int line) {

  /** Where no line is known. */
  static final LinePlace UNKNOWN = new LinePlace("", 0);

  /** {@code file:line}; empty when unknown. */
  @Override
  public String toString() {
    return line == 0 ? "" : file + ":" + line;
  }
}
