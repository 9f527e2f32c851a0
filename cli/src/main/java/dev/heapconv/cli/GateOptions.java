package dev.heapconv.cli;

import dev.heapconv.query.GateVerdict;
import dev.heapconv.show.VerdictText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How much may grow, for commands that compare. */
final class GateOptions extends OptionGroup {

  /** How often the same program may fail. */
  static final double ALPHA = 0.01;

  private final Argument<List<GateVerdict.Limit>> limits =
      values(
          GrowthLimits::limit,
          option(
              Heading.GATE,
              "--fail-on VIEW>LIMIT",
              "Exit with status 6 if a row or the total grew by more than LIMIT and by more than"
                  + " the noise: space>5%%, space>10MB, objects>1000; total:space>1%% checks only"
                  + " the total. May be repeated. Status 7 if growth could have gone unnoticed, as"
                  + " in an incomplete recording or with too few devices; with --strict also if"
                  + " growth by LIMIT is too small to be seen."));

  private final Argument<Double> alpha =
      value(
          Quantities::level,
          Heading.GATE,
          "--alpha ALPHA",
          "Chance of a false alarm if nothing grew (default: " + ALPHA + ").");

  /** Whether anything is to be judged. */
  boolean isGiven() {
    return limits.isGiven();
  }

  /** Refuses what has no effect where only the gate tests rows. */
  void check() {
    alpha.needs(isGiven(), "--fail-on");
  }

  List<GateVerdict.Limit> limits() {
    return limits.valueOr(List.of());
  }

  double alpha() {
    return alpha.valueOr(ALPHA);
  }

  /**
   * Says a verdict, unless the output does, and returns the exit status.
   *
   * @param verdict null if nothing was judged
   */
  static int report(@Nullable GateVerdict verdict, boolean isInOutput, Terminal terminal) {
    if (verdict == null) {
      return ExitStatus.OK;
    }
    if (!isInOutput) {
      String program = "heapconv: ";
      for (String line : VerdictText.lines(verdict)) {
        terminal.line(program + line);
        program = "";
      }
    }
    return switch (verdict.outcome()) {
      case PASS -> ExitStatus.OK;
      case FAIL -> ExitStatus.GROWN;
      case INCONCLUSIVE -> ExitStatus.INCONCLUSIVE;
    };
  }
}
