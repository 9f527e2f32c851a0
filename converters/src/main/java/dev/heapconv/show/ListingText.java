package dev.heapconv.show;

import dev.heapconv.io.TerminalText;
import dev.heapconv.model.View;
import dev.heapconv.query.LinePlace;
import dev.heapconv.query.Result;
import dev.heapconv.query.ResultColumn;
import dev.heapconv.query.ResultColumn.Part;
import dev.heapconv.show.ShownColumn.Form;
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
  private final Result functions;
  private final Result lines;
  private final SourceFiles sources;

  ListingText(
      StringBuilder text, TableOptions page, Result functions, Result lines, SourceFiles sources) {
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
    ResultText words = new ResultText(functions);
    for (int function : shown) {
      String name = functions.name(function);
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
    int left = functions.displayedRows().length - shown.length;
    if (shown.length == 0) {
      text.append("\n  no ").append(TerminalText.printable(words.nothing())).append('\n');
    } else if (left > 0) {
      text.append("\n  ").append(words.more(shown, left)).append('\n');
    }
    appendMissing(sources.missing());
  }

  private String sums(int function) {
    View view = functions.view();
    ResultColumn share = functions.get(view, Part.PERCENT);
    return "self "
        + estimate("", column(functions, false)).withOwnUnits().cell(function)
        + ", with callees "
        + estimate("", column(functions, true)).withOwnUnits().cell(function)
        + ", "
        + HumanNumbers.percent(share.value(function), 100);
  }

  private static ShownColumn estimate(String heading, ResultColumn column) {
    return ShownColumn.of(heading, Form.ESTIMATE, column);
  }

  private static ResultColumn column(Result result, boolean through) {
    return Objects.requireNonNull(result.find(result.view(), through, Part.SUM));
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
    for (boolean through : new boolean[] {false, true}) {
      ResultColumn numbers = of(column(lines, through), listed);
      int[] all = IntStream.range(0, listed.size()).toArray();
      TextTable.addNumbers(layout, estimate(through ? "cum" : "self", numbers), all);
    }
    layout.column("line", listed.stream().map(Listed::number).toList(), true, true);
    layout.names(isFound ? "source" : "", listed.stream().map(Listed::source).toList(), false);
    layout.appendTo(text);
  }

  /** The numbers of lines. */
  private static ResultColumn of(ResultColumn column, List<Listed> listed) {
    ResultColumn.RowNumbers numbers =
        (bound, at) -> {
          int row = listed.get(at).row;
          return row < 0 ? Double.NaN : column.number(bound, row);
        };
    return new ResultColumn(
        column.id(),
        column.objects(),
        column.name(),
        column.kind(),
        column.view(),
        column.through(),
        column.part(),
        numbers,
        null);
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
