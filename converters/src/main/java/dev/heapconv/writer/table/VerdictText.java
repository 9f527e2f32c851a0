package dev.heapconv.writer.table;

import dev.heapconv.aggregate.GateVerdict;
import dev.heapconv.aggregate.GateVerdict.Failure;
import dev.heapconv.aggregate.GrowthLimit;
import dev.heapconv.aggregate.Measure;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;

/** A verdict in words: whether anything grew too much, and what. */
final class VerdictText {

  /** As many failures as are worth reading; JSON has all. */
  static final int SHOWN = 20;

  private static final double LEAST_SHOWN = 1e-6;

  private VerdictText() {}

  /** {@code PASS} or {@code FAIL}. */
  static String word(GateVerdict verdict) {
    return verdict.isPassed() ? "PASS" : "FAIL";
  }

  /** What was looked for and how much of it was found. */
  static String summary(GateVerdict verdict) {
    int failures = verdict.failures().size();
    StringJoiner limits = new StringJoiner(", ");
    for (GrowthLimit limit : verdict.limits()) {
      limits.add(limit.text());
    }
    String found =
        failures == 0
            ? "no growth exceeds"
            : failures == 1 ? "1 case of growth exceeds" : failures + " cases of growth exceed";
    return found
        + " both the limit ("
        + limits
        + ") and the sampling noise (alpha "
        + number(verdict.alpha())
        + ", "
        + switch (verdict.tests()) {
          case 0 -> "nothing to test)";
          case 1 -> "1 test)";
          default -> "corrected for " + verdict.tests() + " tests)";
        };
  }

  /**
   * A failure in a line.
   *
   * @param name makes a name fit the output
   */
  static String failure(Failure failure, UnaryOperator<String> name) {
    double base = failure.measure().number(Measure.Part.BASE, failure.row());
    String relative =
        base > 0
            ? " (" + HumanNumbers.percent(failure.measure().value(failure.row()), base) + " more)"
            : " (new)";
    return (failure.name().isEmpty() ? "total" : name.apply(failure.name()))
        + ": "
        + failure.limit().view()
        + " from "
        + Cells.base(failure.measure(), failure.row())
        + " to "
        + Cells.changed(failure.measure(), failure.row())
        + relative
        + ", "
        + probability(failure.p());
  }

  private static String probability(double p) {
    if (p == 0) {
      return "certain";
    }
    return p < LEAST_SHOWN ? "p < " + number(LEAST_SHOWN) : "p = " + number(p);
  }

  private static String number(double p) {
    return new BigDecimal(p).round(new MathContext(2)).stripTrailingZeros().toPlainString();
  }
}
