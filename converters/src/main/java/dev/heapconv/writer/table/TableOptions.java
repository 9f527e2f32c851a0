package dev.heapconv.writer.table;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * What a table shows.
 *
 * @param by what a row stands for
 * @param sort the column that orders the rows; null for the view of the table, or the recording's
 *     order of dumps
 * @param cumulative whether rows are about the stacks they stand in rather than the stacks that end
 *     in them
 * @param limit most rows to show, 0 for all; {@link #DEFAULT_LIMIT} leaves it to the format
 * @param filter shows only rows in whose name it is found; null for all. Percentages stay those of
 *     the whole
 * @param allocatorFrames whether the allocator's own functions at the end of the stacks are shown
 * @param width columns of the terminal or page that text has to fit
 * @param colour whether text may hold the escape sequences of a terminal
 */
public record TableOptions(
    GroupBy by,
    SortKey sort,
    boolean cumulative,
    int limit,
    Pattern filter,
    boolean allocatorFrames,
    int width,
    boolean colour) {

  /** As many rows as suit the format: all of them where programs read, a screen where people do. */
  public static final int DEFAULT_LIMIT = -1;

  /** The rows that people get when they do not say how many. */
  static final int ROWS_FOR_PEOPLE = 20;

  /** Columns of text when nothing is known of where it goes. */
  public static final int DEFAULT_WIDTH = 100;

  /** Functions by what they allocate themselves. */
  public static final TableOptions DEFAULT =
      new TableOptions(
          GroupBy.FUNCTION, null, false, DEFAULT_LIMIT, null, false, DEFAULT_WIDTH, false);

  public TableOptions {
    Objects.requireNonNull(by, "by");
    if (limit < DEFAULT_LIMIT) {
      throw new IllegalArgumentException("the limit is negative");
    }
  }

  public TableOptions withBy(GroupBy other) {
    return new TableOptions(other, sort, cumulative, limit, filter, allocatorFrames, width, colour);
  }

  public TableOptions withSort(SortKey other) {
    return new TableOptions(by, other, cumulative, limit, filter, allocatorFrames, width, colour);
  }

  public TableOptions withCumulative(boolean other) {
    return new TableOptions(by, sort, other, limit, filter, allocatorFrames, width, colour);
  }

  public TableOptions withLimit(int other) {
    return new TableOptions(by, sort, cumulative, other, filter, allocatorFrames, width, colour);
  }

  public TableOptions withFilter(Pattern other) {
    return new TableOptions(by, sort, cumulative, limit, other, allocatorFrames, width, colour);
  }

  public TableOptions withAllocatorFrames(boolean other) {
    return new TableOptions(by, sort, cumulative, limit, filter, other, width, colour);
  }

  /** The same for a terminal. */
  public TableOptions withTerminal(int columns, boolean colours) {
    return new TableOptions(by, sort, cumulative, limit, filter, allocatorFrames, columns, colours);
  }

  /** How many of {@code rows} to show where {@code usual} suits the format. */
  int rowsOf(int rows, int usual) {
    int most = limit == DEFAULT_LIMIT ? usual : limit;
    return most == 0 ? rows : Math.min(rows, most);
  }
}
