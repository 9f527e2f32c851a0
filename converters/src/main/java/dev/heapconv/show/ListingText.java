package dev.heapconv.show;

import dev.heapconv.io.TerminalText;
import dev.heapconv.query.Answer;
import dev.heapconv.query.AnswerText;
import dev.heapconv.query.Cell;
import dev.heapconv.query.HumanNumbers;
import dev.heapconv.query.LinePlace;
import dev.heapconv.query.NumberColumn;
import dev.heapconv.query.ShownColumn;
import dev.heapconv.query.ShownColumn.Form;
import dev.heapconv.query.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The source of functions as text, each line beside what it holds itself and with callees. */
final class ListingText {

  /** As many lines are shown before and after one that holds something. */
  private static final int CONTEXT = 3;

  /**
   * A line of a file.
   *
   * @param row what it holds; -1 for nothing
   */
  private record Listed(int row, String number, String source) {}

  private final StringBuilder text;
  private final TableOptions page;
  private final Table functions;
  private final Answer lines;
  private final SourceFiles sources;

  ListingText(
      StringBuilder text, TableOptions page, Table functions, Answer lines, SourceFiles sources) {
    this.text = text;
    this.page = page;
    this.functions = functions;
    this.lines = lines;
    this.sources = sources;
  }

  /**
   * Appends some functions.
   *
   * @param linesOf the lines of each, those of a file side by side and in order
   */
  void append(int[] shown, Map<String, List<Integer>> linesOf) {
    AnswerText words = functions.text();
    for (int function : shown) {
      String name = functions.answer().name(function);
      String title = TerminalText.printable(name);
      text.append('\n').append(TextStyle.BOLD.of(title, page.colour())).append('\n');
      text.append("  ").append(sums(function)).append('\n');
      Map<String, List<Integer>> files = new TreeMap<>();
      for (int row : linesOf.getOrDefault(name, List.of())) {
        String file = ListingWriter.place(lines, row).file();
        files.computeIfAbsent(file, unused -> new ArrayList<>()).add(row);
      }
      files.forEach(this::appendFile);
    }
    int left = functions.shownRows().length - shown.length;
    if (shown.length == 0) {
      text.append("\n  no ").append(TerminalText.printable(words.nothing())).append('\n');
    } else if (left > 0) {
      text.append("\n  ").append(words.more(shown, left)).append('\n');
    }
    appendMissing(sources.missing());
  }

  private String sums(int function) {
    Answer answer = functions.answer();
    NumberColumn share = answer.get(answer.view(), Totals.PERCENT);
    NumberColumn self = column(answer, false);
    NumberColumn cumulative = column(answer, true);
    if (isZero(cumulative.at(function))) {
      return "nothing, also in its callees";
    }
    return (isZero(self.at(function)) ? "nothing" : sum(self, function))
        + " itself, "
        + sum(cumulative, function)
        + " with callees ("
        + HumanNumbers.percent(share.value(function), 100)
        + ")";
  }

  private static boolean isZero(Cell sum) {
    return sum.value() == 0 && !sum.isUncertain();
  }

  private static String sum(NumberColumn column, int function) {
    return estimate("", column).withOwnUnits().cell(function).toString();
  }

  private static ShownColumn estimate(String heading, NumberColumn column) {
    return ShownColumn.of(heading, Form.ESTIMATE, column);
  }

  private static NumberColumn column(Answer answer, boolean cumulative) {
    String sum = answer.main().meta().name();
    return Objects.requireNonNull(answer.find(answer.view(), cumulative, sum));
  }

  private void appendFile(String file, List<Integer> rows) {
    List<String> source = sources.lines(file);
    boolean isFound = !source.isEmpty();
    List<Listed> listed = listed(source, rows);
    if (!file.isEmpty()) {
      text.append("  ").append(TextStyle.DIM.of(TerminalText.printable(file), page.colour()));
      text.append('\n');
    }
    TextLayout layout = new TextLayout(page.width(), page.colour());
    for (boolean cumulative : new boolean[] {false, true}) {
      NumberColumn ofLines = column(lines, cumulative);
      NumberColumn numbers =
          NumberColumn.of(
              ofLines.meta(),
              at -> listed.get(at).row < 0 ? Cell.NOTHING : ofLines.at(listed.get(at).row));
      int[] all = IntStream.range(0, listed.size()).toArray();
      TextTable.addNumbers(layout, estimate(cumulative ? "cum" : "self", numbers), all, cumulative);
    }
    layout.column("line", listed.stream().map(Listed::number).toList(), true, true);
    layout.names(isFound ? "source" : "", listed.stream().map(Listed::source).toList(), false);
    layout.appendTo(text);
  }

  /** The lines of a file to show: those that hold something, and where there is source, more. */
  private List<Listed> listed(List<String> source, List<Integer> rows) {
    List<Listed> listed = new ArrayList<>();
    int next = 1;
    for (int i = 0; i < rows.size(); i++) {
      LinePlace place = ListingWriter.place(lines, rows.get(i));
      int line = place.line();
      int from = Math.max(next, line - CONTEXT);
      if (from > next && next > 1 && next <= source.size()) {
        listed.add(new Listed(-1, "...", ""));
      }
      addContext(listed, source, from, line);
      boolean isThere = line > 0 && line <= source.size();
      String shown =
          isThere ? source.get(line - 1) : source.isEmpty() ? "" : "(the file has no such line)";
      String number = line == 0 ? "unknown" : Integer.toString(line);
      listed.add(new Listed(rows.get(i), number, TerminalText.printable(shown)));
      int end = i + 1 < rows.size() ? ListingWriter.place(lines, rows.get(i + 1)).line() : 0;
      next = end == 0 ? line + CONTEXT + 1 : Math.min(end, line + CONTEXT + 1);
      addContext(listed, source, line + 1, next);
    }
    return listed;
  }

  private static void addContext(List<Listed> listed, List<String> source, int from, int to) {
    for (int line = from; line < Math.min(to, source.size() + 1); line++) {
      String shown = TerminalText.printable(source.get(line - 1));
      listed.add(new Listed(-1, Integer.toString(line), shown));
    }
  }

  private void appendMissing(Set<String> missing) {
    if (missing.isEmpty()) {
      return;
    }
    String first = missing.iterator().next();
    String what =
        missing.size() == 1
            ? first + " was not found; say where it is"
            : missing.size() + " files were not found, such as " + first + "; say where they are";
    text.append('\n');
    String note = TerminalText.printable("note: " + what + sources.hint());
    TerminalText.appendWrapped(text, note, page.width());
  }
}
