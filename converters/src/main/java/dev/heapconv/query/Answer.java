package dev.heapconv.query;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * What any question is answered with: rows in order, with columns of names and of numbers. All that
 * renderers know of rows is their numbers, by which columns know them.
 */
public interface Answer {

  /** What rows are called, and where they are. */
  List<NameColumn> names();

  /** The numbers of rows for programs. Several may have the same id: then they are equal. */
  List<ResultColumn> columns();

  /** Whether names come before numbers in tables for programs. */
  default boolean startsWithNames() {
    return false;
  }

  /**
   * What the rows of an answer are called, or where they are.
   *
   * @param id its heading in tables; empty if it is not for these
   * @param name in JSON; empty if it is not for that
   * @param cells of rows: a text, a {@link Long}, or texts in a list, as recorded
   */
  public record NameColumn(String id, String name, Kind kind, IntFunction<?> cells) {

    /** How a column is shown to people. */
    public enum Kind {
      /** Names of rows. */
      NAME,
      /** Names of rows that are functions, or stacks of them. */
      FUNCTION,
      /** Names of rows that are files, of which the end says most. */
      FILE,
      /** A word of ours beside the name. */
      ROLE,
      /** Where a function is. */
      LIBRARY,
      /** The line of the source that a row is, of whose file the end says most. */
      PLACE,
      /** The text of that line. */
      SOURCE,
      /** The function that calls it most, as a {@link Result.Caller}. */
      CALLER,
      /** Only programs get it. */
      FACT,
      /** Likewise, a number; negative if unknown. */
      NUMBER,
      /** Likewise, a number; 0 if unknown. */
      ORDINAL;

      /** Whether rows are called by it. */
      public boolean isName() {
        return this == NAME || this == FUNCTION || this == FILE;
      }
    }

    public Object cell(int row) {
      return cells.apply(row);
    }

    /** A cell as one text; empty where a number is unknown. */
    public String text(int row) {
      Object cell = cell(row);
      if (cell instanceof List<?> lines) {
        return lines.stream().map(Object::toString).collect(Collectors.joining(";"));
      }
      boolean isUnknown =
          cell instanceof Long number && (kind == Kind.ORDINAL ? number == 0 : number < 0);
      return isUnknown ? "" : cell.toString();
    }
  }
}
