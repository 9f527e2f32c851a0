package dev.heapconv.table;

import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.GateVerdict.Failure;
import dev.heapconv.query.GateVerdict.Outcome;
import dev.heapconv.text.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A verdict in words: whether anything grew too much, and what. */
public final class VerdictText {

  /** As many failures as are worth reading; JSON has all. */
  private static final int MAX_FAILURES = 20;

  private VerdictText() {}

  /** The verdict for a terminal or log, a line each; empty without one. */
  public static List<String> lines(@Nullable GateVerdict verdict) {
    return verdict == null ? List.of() : lines(verdict, "  ", TerminalText::printable);
  }

  /** Appends it to a page of text, and a line between it and what follows, if there is one. */
  public static void append(StringBuilder text, @Nullable GateVerdict verdict, int width) {
    lines(verdict).forEach(line -> TerminalText.appendWrapped(text, line, width));
    text.append(verdict == null ? "" : "\n");
  }

  /**
   * A line that sums up, and one for each failure.
   *
   * @param mark begins the line of a failure
   * @param name makes a name fit the output
   */
  public static List<String> lines(GateVerdict verdict, String mark, UnaryOperator<String> name) {
    List<String> lines = new ArrayList<>();
    lines.add(verdict.outcome() + ": " + TerminalText.printable(summary(verdict)));
    List<Failure> failures = verdict.failures();
    for (int i = 0; i < Math.min(failures.size(), MAX_FAILURES); i++) {
      lines.add(mark + failure(failures.get(i), name));
    }
    if (failures.size() > MAX_FAILURES) {
      lines.add(mark + "and " + (failures.size() - MAX_FAILURES) + " more");
    }
    return lines;
  }

  /** What was looked for and how much of it was found, and why that may say little. */
  public static String summary(GateVerdict verdict) {
    String doubts = String.join("; ", verdict.doubts());
    return verdict.outcome() == Outcome.INCONCLUSIVE
        ? doubts
        : found(verdict) + (doubts.isEmpty() ? "" : "; " + doubts);
  }

  private static String found(GateVerdict verdict) {
    int failures = verdict.failures().size();
    StringJoiner limits = new StringJoiner(", ");
    for (GateVerdict.Limit limit : verdict.limits()) {
      limits.add(limit.text());
    }
    return (failures == 0 ? "no" : failures)
        + (failures == 1 ? " regression" : " regressions")
        + " beyond "
        + limits
        + " and "
        + verdict.noise()
        + " (alpha "
        + HumanNumbers.probability(verdict.alpha())
        + switch (verdict.tests()) {
          case 0 -> ", exact)";
          case 1 -> ", 1 test)";
          default -> ", corrected for " + verdict.tests() + " tests)";
        };
  }

  private static String failure(Failure failure, UnaryOperator<String> name) {
    double base = failure.base();
    String relative = base > 0 ? "+" + HumanNumbers.percent(failure.difference(), base) : "new";
    return (failure.name().isEmpty() ? "total" : name.apply(failure.name()))
        + ": "
        + failure.limit().view()
        + " from "
        + HumanNumbers.exact(base, failure.isBytes())
        + " to "
        + HumanNumbers.exact(failure.changed(), failure.isBytes())
        + ", "
        + relative
        + " ("
        + probability(failure.p())
        + ")";
  }

  private static String probability(double p) {
    double least = HumanNumbers.MIN_PROBABILITY;
    return p == 0
        ? "exact"
        : (p < least ? "p < " : "p = ") + HumanNumbers.probability(Math.max(p, least));
  }

  /** Appends all of it to a document, if there is one. */
  public static void appendMarkdown(StringBuilder text, @Nullable GateVerdict verdict) {
    if (verdict == null) {
      return;
    }
    text.append("**").append(verdict.outcome()).append("**: ");
    text.append(MarkdownText.escaped(summary(verdict))).append("\n\n");
    List<String> lines = lines(verdict, "- ", MarkdownText::code);
    for (String line : lines.subList(1, lines.size())) {
      text.append(line).append('\n');
    }
    text.append(lines.size() > 1 ? "\n" : "");
  }
}
