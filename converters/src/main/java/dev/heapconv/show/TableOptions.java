package dev.heapconv.show;

import dev.heapconv.query.AggregateOptions;
import java.util.Objects;

/**
 * What a table shows, and the page that text must fit.
 *
 * @param rows which rows, in which order
 * @param width columns of the terminal or page
 * @param colour whether text may contain terminal escape sequences
 * @param bars whether text draws shares where there is room, as a terminal has it
 * @param hints what to do next
 * @param notices whether text has the warnings of the profile
 * @param tree which calls are shown instead of rows; {@link Tree#NONE} for rows
 */
public record TableOptions(
    AggregateOptions rows,
    int width,
    boolean colour,
    boolean bars,
    Hints hints,
    boolean notices,
    Tree tree) {

  /**
   * Which calls are shown.
   *
   * @param percent share of the memory from which a call is shown, in percent
   * @param paths how many of the heaviest paths are shown of these calls
   */
  public record Tree(double percent, int paths) {

    /** No calls, but rows. */
    static final Tree NONE = new Tree(0, 0);
  }

  /**
   * What a reader can do next, in the words of the program that shows the table.
   *
   * @param noise how to see differences that are no larger than noise, for the line in their place;
   *     empty for no hint
   * @param sizes how to know the sizes of allocations better, for objects that are only known
   *     roughly; empty for no hint
   * @param code before the name of a binary, how to know them from its code
   */
  public record Hints(String noise, String sizes, String code) {

    /** Hints that name no program. */
    static final Hints USUAL = new Hints("", Trust.SIZES_HINT, Trust.CODE_HINT);

    public Hints {
      Objects.requireNonNull(noise, "noise");
      Objects.requireNonNull(sizes, "sizes");
      Objects.requireNonNull(code, "code");
    }
  }

  /** The default number of rows in text. */
  public static final int ROWS_FOR_PEOPLE = 20;

  /** The default number of functions in text, which leaves room for the paths below them. */
  public static final int FUNCTIONS_FOR_PEOPLE = 12;

  /** The default number of stacks in text, which take several lines each. */
  public static final int STACKS_FOR_PEOPLE = 10;

  /** The page width if the destination is unknown. */
  public static final int DEFAULT_WIDTH = 100;

  /** Functions by their self values. */
  public static final TableOptions DEFAULT = of(AggregateOptions.DEFAULT);

  public TableOptions {
    Objects.requireNonNull(rows, "rows");
    Objects.requireNonNull(hints, "hints");
  }

  /** Options for a page of the default width. */
  public static TableOptions of(AggregateOptions rows) {
    return new TableOptions(rows, DEFAULT_WIDTH, false, false, Hints.USUAL, true, Tree.NONE);
  }

  /** The same options for a page of a width. */
  public TableOptions withPage(int columns, boolean colours) {
    return new TableOptions(rows, columns, colours, bars, hints, notices, tree);
  }

  /** The same options for a terminal. */
  public TableOptions withBars() {
    return new TableOptions(rows, width, colour, true, hints, notices, tree);
  }

  /** The same options for a program that has hints of its own, and shows warnings elsewhere. */
  public TableOptions withHints(String noise, String sizes, String code) {
    return new TableOptions(rows, width, colour, bars, new Hints(noise, sizes, code), false, tree);
  }

  /** The same options for calls instead of rows: the heaviest paths, from a share in percent on. */
  public TableOptions withTree(double percent, int paths) {
    return new TableOptions(rows, width, colour, bars, hints, notices, new Tree(percent, paths));
  }
}
