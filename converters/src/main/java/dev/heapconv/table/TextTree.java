package dev.heapconv.table;

import dev.heapconv.query.Result;
import dev.heapconv.text.TerminalText;
import java.util.List;

/** Calls as lines of text, those of a branch below the function that makes them. */
final class TextTree {

  /** As wide as any share, and the gap behind it. */
  private static final int SHARE = 8;

  /** Names of the deepest calls have at least this width. */
  private static final int MIN_NAME_WIDTH = 24;

  private TextTree() {}

  static void append(StringBuilder out, List<Result.Call> calls, int width) {
    for (Result.Call call : calls) {
      String share = call.left() > 0 ? "" : HumanNumbers.percent(call.percent(), 100);
      int indent = Math.min(2 * call.depth(), Math.max(0, width - SHARE - MIN_NAME_WIDTH));
      String name =
          call.left() > 0
              ? "\u2026 " + call.left() + " calls"
              : NameFitting.function(
                  TerminalText.printable(call.function()), width - SHARE - indent);
      out.append(" ".repeat(SHARE - 2 - share.length())).append(share).append("  ");
      out.append(" ".repeat(indent)).append(name).append('\n');
    }
  }
}
