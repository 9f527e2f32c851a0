package dev.heapconv.show;

import dev.heapconv.io.TerminalText;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Notice;
import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.GateVerdict.Detectable;
import dev.heapconv.query.GateVerdict.Failure;
import dev.heapconv.query.GateVerdict.Outcome;
import dev.heapconv.query.HumanNumbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
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
   * A line that sums up, and one for each row that failed.
   *
   * @param mark begins the line of a row
   * @param name makes a name fit the output
   */
  public static List<String> lines(GateVerdict verdict, String mark, UnaryOperator<String> name) {
    List<String> lines = new ArrayList<>();
    lines.add(
        verdict.outcome()
            + (hasRemark(verdict) ? ", " : ": ")
            + TerminalText.printable(summary(verdict)));
    Map<String, String> failures = failures(verdict);
    failures.forEach(
        (row, growth) -> {
          if (lines.size() <= MAX_FAILURES) {
            lines.add(mark + (row.isEmpty() ? "total" : name.apply(row)) + ": " + growth);
          }
        });
    if (failures.size() > MAX_FAILURES) {
      lines.add(mark + "and " + (failures.size() - MAX_FAILURES) + " more");
    }
    return lines;
  }

  /** What was looked for, how much of it was found and could be, and why that may say little. */
  public static String summary(GateVerdict verdict) {
    String doubts = words(doubts(verdict));
    String sight = sight(verdict);
    return (verdict.outcome() == Outcome.INCONCLUSIVE
            ? doubts
            : hasRemark(verdict)
                ? "but " + words(unseen(verdict)) + ". " + found(verdict, "No")
                : found(verdict, "no") + (doubts.isEmpty() ? "" : "; " + doubts))
        + (sight.isEmpty() ? "" : ". " + sight);
  }

  /** Whether it passes although growth beyond a limit cannot be seen. */
  private static boolean hasRemark(GateVerdict verdict) {
    return verdict.outcome() == Outcome.PASS && !verdict.unseen().isEmpty();
  }

  private static String words(List<Notice> doubts) {
    return doubts.stream().map(Notice::message).collect(Collectors.joining("; "));
  }

  /** Why growth could have gone unnoticed, or be none. */
  static List<Notice> doubts(GateVerdict verdict) {
    List<Notice> doubts = new ArrayList<>(verdict.doubts());
    if (verdict.asked().strict()) {
      doubts.addAll(unseen(verdict));
    }
    return doubts;
  }

  /** For each limit, which growth cannot be seen that is more than it allows. */
  private static List<Notice> unseen(GateVerdict verdict) {
    Map<GateVerdict.Limit, StringJoiner> limits = new LinkedHashMap<>();
    Map<GateVerdict.Limit, String> allowed = new LinkedHashMap<>();
    for (Detectable each : verdict.unseen()) {
      GateVerdict.Limit limit = each.limit();
      limits
          .computeIfAbsent(limit, unused -> new StringJoiner(" and "))
          .add(
              (limit.isPercent()
                      ? HumanNumbers.percent(each.growth(), each.base())
                      : HumanNumbers.exact(each.growth(), each.isBytes()))
                  + (each.ofTotal() ? " in total" : row(each, " in ")));
      allowed.put(
          limit,
          limit.isPercent()
              ? HumanNumbers.significant(limit.max(), 15).toPlainString() + " %"
              : HumanNumbers.exact(limit.max(), each.isBytes()));
    }
    List<Notice> unseen = new ArrayList<>();
    limits.forEach(
        (limit, growth) ->
            unseen.add(
                Notice.of(
                    ErrorId.UNSEEN_GROWTH,
                    limit.view(),
                    growth.toString(),
                    allowed.getOrDefault(limit, ""))));
    return unseen;
  }

  private static String found(GateVerdict verdict, String none) {
    int failures = failures(verdict).size();
    StringJoiner limits = new StringJoiner(", ");
    for (GateVerdict.Limit limit : verdict.asked().limits()) {
      limits.add(limit.text());
    }
    return (failures == 0 ? none : failures)
        + (failures == 1 ? " regression" : " regressions")
        + " beyond "
        + limits
        + " and "
        + verdict.noise()
        + " (alpha "
        + HumanNumbers.probability(verdict.asked().alpha())
        + switch (verdict.tests()) {
          case 0 -> ", no tests)";
          case 1 -> ", 1 test)";
          default -> ", corrected for " + verdict.tests() + " tests)";
        };
  }

  /** What growth would have been found, as a sentence; empty if nothing is known of that. */
  private static String sight(GateVerdict verdict) {
    if (!verdict.detectable().isEmpty()
        && verdict.detectable().stream().allMatch(all -> all.growth() == 0)) {
      return "Any growth would have been found";
    }
    Map<String, Set<String>> byView = new LinkedHashMap<>();
    for (Detectable seen : verdict.detectable()) {
      byView
          .computeIfAbsent(seen.limit().view(), unused -> new LinkedHashSet<>())
          .add(detectable(seen));
    }
    StringJoiner views = new StringJoiner("; ");
    byView.forEach((view, parts) -> views.add(view + " " + String.join(" and ", parts)));
    return views.length() == 0 ? "" : "Detectable growth: " + views;
  }

  /** The row that is meant, by what it is chosen for. */
  private static String row(Detectable seen, String in) {
    String base = HumanNumbers.about(seen.base(), seen.isBytes());
    return in + (seen.limit().isPercent() ? "the largest row (" + base + ")" : "a row of " + base);
  }

  private static String detectable(Detectable seen) {
    String growth =
        seen.growth() > 0 ? "+" + HumanNumbers.percent(seen.growth(), seen.base()) : "any growth";
    String base = HumanNumbers.about(seen.base(), seen.isBytes());
    return growth
        + (seen.ofTotal()
            ? " of the total (" + base + ")"
            : seen.orMore() ? " of rows of " + base + " or more" : row(seen, " of "));
  }

  /** What is to be said of each row that failed, of all its views. */
  private static Map<String, String> failures(GateVerdict verdict) {
    Map<String, String> lines = new LinkedHashMap<>();
    for (Failure failure : verdict.failures()) {
      lines.merge(failure.name(), failure(failure), (one, other) -> one + "; " + other);
    }
    return lines;
  }

  private static String failure(Failure failure) {
    double base = failure.base().value();
    String relative = base > 0 ? "+" + HumanNumbers.percent(failure.difference(), base) : "new";
    return failure.limit().view()
        + " from "
        + HumanNumbers.graded(failure.base(), failure.isBytes())
        + " to "
        + HumanNumbers.graded(failure.changed(), failure.isBytes())
        + ", "
        + relative
        + " ("
        + probability(failure.p())
        + ")";
  }

  private static String probability(double p) {
    double least = HumanNumbers.MIN_PROBABILITY;
    return p == 0
        ? "certain"
        : (p < least ? "p < " : "p = ") + HumanNumbers.probability(Math.max(p, least));
  }

  /** Appends all of it to a document, if there is one. */
  public static void appendMarkdown(StringBuilder text, @Nullable GateVerdict verdict) {
    if (verdict == null) {
      return;
    }
    text.append("**").append(verdict.outcome());
    text.append(hasRemark(verdict) ? "**, " : "**: ");
    text.append(MarkdownText.escaped(summary(verdict))).append("\n\n");
    List<String> lines = lines(verdict, "- ", MarkdownText::code);
    for (String line : lines.subList(1, lines.size())) {
      text.append(line).append('\n');
    }
    text.append(lines.size() > 1 ? "\n" : "");
  }
}
