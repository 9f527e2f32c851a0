package dev.heapconv.select;

/** Which dumps of a heap to convert. */
public sealed interface DumpSelector {

  DumpSelector FIRST = new Number(1);
  DumpSelector LAST = new Last();
  DumpSelector ALL = new All();
  DumpSelector MAX = new Max();

  /** Whether a dump, numbered from 1, is chosen whatever the other dumps of its heap are. */
  static boolean takes(DumpSelector choice, int dump) {
    return choice instanceof All || (choice instanceof Number exact && exact.number() == dump);
  }

  /** The last dump: the totals since profiling began. */
  record Last() implements DumpSelector {
    /**
     * Written out, as in all of them: the parser uses it, and a record's own is linked at run time.
     */
    @Override
    public String toString() {
      return "last";
    }
  }

  /** Every dump. */
  record All() implements DumpSelector {
    @Override
    public String toString() {
      return "all";
    }
  }

  /** The peak of each heap: its dump with the most live bytes. */
  record Max() implements DumpSelector {
    @Override
    public String toString() {
      return "max";
    }
  }

  /**
   * @param number a dump, from 1
   */
  record Number(int number) implements DumpSelector {
    public Number {
      if (number < 1) {
        throw new IllegalArgumentException("dumps are numbered from 1");
      }
    }

    @Override
    public String toString() {
      return Integer.toString(number);
    }
  }

  /**
   * Reads {@code last}, {@code first}, {@code all}, {@code max} or a number.
   *
   * @throws IllegalArgumentException if it is none of these, with a message for the user
   */
  static DumpSelector parse(String text) {
    return switch (text) {
      case "last" -> LAST;
      case "first" -> FIRST;
      case "all" -> ALL;
      case "max" -> MAX;
      default -> {
        try {
          yield new Number(Integer.parseInt(text));
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(
              "invalid dump '" + text + "': use last, first, all, max or a number from 1", e);
        }
      }
    };
  }
}
