package dev.heapconv.demangle;

import org.jspecify.annotations.Nullable;

/** The two-letter operator codes of the Itanium ABI. */
final class Operators {
  private Operators() {}

  /**
   * How the operator is written, with a trailing space if its operand must be separated; null if
   * there is no such operator.
   */
  static @Nullable String name(char first, char second) {
    switch (first) {
      case 'a':
        return pick(second, "a&&", "d&", "n&", "N&=", "S=", "wco_await ");
      case 'c':
        return pick(second, "l()", "m,", "o~");
      case 'd':
        return pick(second, "adelete[] ", "e*", "ldelete ", "s.*", "t.", "v/", "V/=");
      case 'e':
        return pick(second, "o^", "O^=", "q==");
      case 'g':
        return pick(second, "e>=", "t>");
      case 'i':
        return pick(second, "x[]");
      case 'l':
        return pick(second, "e<=", "s<<", "S<<=", "t<");
      case 'm':
        return pick(second, "i-", "I-=", "l*", "L*=", "m--");
      case 'n':
        return pick(second, "anew[]", "e!=", "g-", "t!", "wnew");
      case 'o':
        return pick(second, "o||", "r|", "R|=");
      case 'p':
        return pick(second, "l+", "L+=", "m->*", "p++", "s+", "t->");
      case 'q':
        return pick(second, "u?");
      case 'r':
        return pick(second, "m%", "M%=", "s>>", "S>>=");
      case 's':
        return pick(second, "s<=>");
      default:
        return null;
    }
  }

  /** Operators between two operands in an expression; the others have their own rules. */
  static boolean isBinary(char first, char second, String name) {
    boolean sign =
        (first == 'n' && second == 'g')
            || (first == 'd' && second == 'e')
            || (first == 'p' && second == 's');
    if (sign) {
      return false; // -, * and + also have a form with one operand, ng, de and ps
    }
    switch (name) {
      case "~",
      "!",
      "++",
      "--",
      "()",
      "[]",
      "?",
      "new",
      "new[]",
      "delete ",
      "delete[] ",
      "co_await ",
      ".",
      "->":
        return false;
      default:
        return true;
    }
  }

  /** Each choice is the second letter followed by the operator. */
  private static @Nullable String pick(char second, String... choices) {
    for (String choice : choices) {
      if (choice.charAt(0) == second) {
        return choice.substring(1);
      }
    }
    return null;
  }
}
