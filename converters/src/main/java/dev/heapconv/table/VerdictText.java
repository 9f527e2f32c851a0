package dev.heapconv.table;

import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.GateVerdict.Failure;
import dev.heapconv.query.GateVerdict.Outcome;
import dev.heapconv.text.TerminalText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;

/** A verdict in words: whether anything grew too much, and what. */
final class VerdictText {

  /** As many failures as are worth reading; JSON has all. */
  private static final int MAX_FAILURES = 20;

  private static final double MIN_PROBABILITY = 1e-6;

  private VerdictText() {}

  /**
   * A line that sums up, and one for each failure.
   *
   * @param mark begins the line of a failure
   * @param name makes a name fit the output
   */
  static List<String> lines(GateVerdict verdict, String mark, UnaryOperator<String> name) {
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
  static String summary(GateVerdict verdict) {
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
        + " and sampling noise (alpha "
        + number(verdict.alpha())
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
    if (p == 0) {
      return "exact";
    }
    return p < MIN_PROBABILITY ? "p < " + number(MIN_PROBABILITY) : "p = " + number(p);
  }

  private static String number(double p) {
    return new BigDecimal(p).round(new MathContext(2)).stripTrailingZeros().toPlainString();
  }
}
