package dev.heapconv.model;

import org.jspecify.annotations.Nullable;

/**
 * Which entries of a dictionary the rows of something have: a code for each row. Rows with equal
 * codes have equal values. Dictionaries are arrays of values by code, and each is kept once however
 * many rows, dumps or columns refer to it. Immutable.
 */
public final class Codes {

  private final int rows;

  /** Null if the code of each row is its number. */
  private final int @Nullable [] codes;

  private Codes(int rows, int @Nullable [] codes) {
    this.rows = rows;
    this.codes = codes;
  }

  /** Codes of rows that are the entries of a dictionary, each once and in its order. */
  public static Codes ofDictionary(int entries) {
    return new Codes(entries, null);
  }

  /**
   * Codes of rows that refer to a dictionary in any order.
   *
   * @param codes one for each row; taken without copying
   */
  public static Codes of(int[] codes) {
    return new Codes(codes.length, codes);
  }

  /** How many rows there are. */
  public int rows() {
    return rows;
  }

  /** The code of a row. */
  public int code(int row) {
    return codes == null ? row : codes[row];
  }

  /** Whether the rows are the entries of the dictionary, in its order. */
  public boolean areDictionary() {
    return codes == null;
  }

  /** Codes of some of these rows: row i of the result is row {@code some.code(i)} of these. */
  public Codes gather(Codes some) {
    if (codes == null || some.codes == null && some.rows == rows) {
      return codes == null ? some : this;
    }
    int[] gathered = new int[some.rows];
    for (int i = 0; i < gathered.length; i++) {
      gathered[i] = codes[some.code(i)];
    }
    return of(gathered);
  }
}
