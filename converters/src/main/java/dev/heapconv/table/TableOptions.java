package dev.heapconv.table;

import dev.heapconv.select.AggregateOptions;
import java.util.Objects;

/**
 * What a table shows, and the page that text must fit.
 *
 * @param rows which rows, in which order
 * @param width columns of the terminal or page
 * @param colour whether text may contain terminal escape sequences
 * @param noiseHint how to see differences that are no larger than noise, for the line in their
 *     place; empty for no hint
 */
public record TableOptions(AggregateOptions rows, int width, boolean colour, String noiseHint) {

  /** The default number of rows in text. */
  static final int ROWS_FOR_PEOPLE = 20;

  /** The page width if the destination is unknown. */
  public static final int DEFAULT_WIDTH = 100;

  /** Functions by their self values. */
  public static final TableOptions DEFAULT = of(AggregateOptions.DEFAULT);

  public TableOptions {
    Objects.requireNonNull(rows, "rows");
    Objects.requireNonNull(noiseHint, "noiseHint");
  }

  /** Options for a page of the default width. */
  public static TableOptions of(AggregateOptions rows) {
    return new TableOptions(rows, DEFAULT_WIDTH, false, "");
  }

  /** The same options for a terminal. */
  public TableOptions withTerminal(int columns, boolean colours) {
    return new TableOptions(rows, columns, colours, noiseHint);
  }

  /** The same options with a hint. */
  public TableOptions withNoiseHint(String other) {
    return new TableOptions(rows, width, colour, other);
  }
}
