package dev.heapconv.writer.table;

import dev.heapconv.aggregate.AggregateOptions;
import java.util.Objects;

/**
 * What a table shows, and the page that text has to fit.
 *
 * @param rows which rows, in which order
 * @param width columns of the terminal or page
 * @param colour whether text may hold the escape sequences of a terminal
 */
public record TableOptions(AggregateOptions rows, int width, boolean colour) {

  /** The rows that people get when they do not say how many. */
  static final int ROWS_FOR_PEOPLE = 20;

  /** Columns of text when nothing is known of where it goes. */
  public static final int DEFAULT_WIDTH = 100;

  /** Functions by what they allocate themselves. */
  public static final TableOptions DEFAULT = of(AggregateOptions.DEFAULT);

  public TableOptions {
    Objects.requireNonNull(rows, "rows");
  }

  /** For a page of the default width. */
  public static TableOptions of(AggregateOptions rows) {
    return new TableOptions(rows, DEFAULT_WIDTH, false);
  }

  /** The same for a terminal. */
  public TableOptions withTerminal(int columns, boolean colours) {
    return new TableOptions(rows, columns, colours);
  }
}
