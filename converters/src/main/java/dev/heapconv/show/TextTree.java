package dev.heapconv.show;

import dev.heapconv.io.TerminalText;
import dev.heapconv.query.Answer;
import dev.heapconv.query.HumanNumbers;
import java.util.List;

/** Calls as lines of text with what they hold, those of a function below it. */
final class TextTree {

  private static final String ARROW = " > ";
  private static final String ELLIPSIS = "\u2026";
  private static final String CUT = ELLIPSIS + ARROW;

  /** As wide as any share, and the gap behind it. */
  private static final int SHARE = 8;

  /** As wide as any number of bytes, and the gap behind it. */
  private static final int VALUE = 11;

  /** Names of the deepest calls have at least this width. */
  private static final int MIN_NAME_WIDTH = 24;

  private final StringBuilder out;
  private final int width;
  private final boolean colour;
  private final boolean bytes;
  private final boolean rough;

  TextTree(StringBuilder out, Answer answer, int width, boolean colour) {
    this.out = out;
    this.width = width;
    this.colour = colour;
    bytes = answer.view().isBytes();
    rough = !bytes && answer.total(answer.view()).at(Answer.TOTAL).isUncertain();
  }

  void append(List<Answer.Call> calls) {
    for (Answer.Call call : calls) {
      append(call, "", "");
    }
  }

  /**
   * @param branch what leads from the caller to the call
   * @param under what leads to the calls below it
   */
  private void append(Answer.Call call, String branch, String under) {
    String share = HumanNumbers.percent(call.percent(), 100);
    String value =
        rough ? HumanNumbers.rough(call.value()) : HumanNumbers.exact(call.value(), bytes);
    int indent = Math.min(branch.length(), Math.max(0, width - SHARE - VALUE - MIN_NAME_WIDTH));
    out.append(" ".repeat(Math.max(0, SHARE - 1 - share.length()))).append(share);
    out.append(" ".repeat(Math.max(1, VALUE - value.length()))).append(value).append("  ");
    out.append(TextStyle.DIM.of(branch.substring(branch.length() - indent), colour));
    out.append(path(call, width - SHARE - VALUE - 1 - indent)).append('\n');
    for (int i = 0; i < call.callees().size(); i++) {
      boolean last = i == call.callees().size() - 1;
      append(
          call.callees().get(i),
          under + (last ? "\u2514\u2500 " : "\u251c\u2500 "),
          under + (last ? "   " : "\u2502  "));
    }
  }

  /** As much of a path as fits, from its end: the last functions say most. */
  private static String path(Answer.Call call, int width) {
    String end = call.goesOn() ? ARROW + ELLIPSIS : "";
    int room = width - end.length();
    String text = "";
    for (int i = call.path().size() - 1; i >= 0; i--) {
      String name = NameFitting.brief(TerminalText.printable(call.path().get(i)));
      String longer = text.isEmpty() ? name : name + ARROW + text;
      if (TerminalText.width(longer) + (i > 0 ? CUT.length() : 0) > room) {
        return (text.isEmpty() ? NameFitting.function(name, room) : CUT + text) + end;
      }
      text = longer;
    }
    return text + end;
  }
}
