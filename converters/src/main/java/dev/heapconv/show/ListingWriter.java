package dev.heapconv.show;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Answer;
import dev.heapconv.query.Answer.NameColumn;
import dev.heapconv.query.Asked;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.LinePlace;
import dev.heapconv.query.Subject;
import dev.heapconv.query.Totals;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the lines of some functions beside their sums, as pprof's {@code -list}: as text the
 * source around them, in other formats a table of these lines.
 */
public final class ListingWriter implements ProfileWriter {

  /** The default number of functions in text. */
  private static final int FUNCTIONS = 10;

  private final String format;
  private final TableOptions page;
  private final SourceFiles sources;

  /**
   * @param format id of a format of tables
   * @param page its filter finds the functions, its limit is of them
   */
  public ListingWriter(String format, TableOptions page, SourceFiles sources) {
    this.format = format;
    this.page = page;
    this.sources = sources;
  }

  @Override
  public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    TableRenderer renderer = TableRenderer.of(format, page);
    boolean isText = renderer.isScreen();
    Subject subject = Subject.of(profile);
    AggregateOptions rows = page.rows().withCumulative(true);
    Asked ofFunctions =
        new Asked(subject, new Totals(rows.withBy(GroupBy.FUNCTION), options.view()));
    Table functions = Table.of(options.tool(), isText ? ofFunctions.onPage(0) : ofFunctions);
    AggregateOptions ofLines = rows.withBy(GroupBy.LINE).withFilter(null).withLimit(0);
    Asked asked = new Asked(subject, new Totals(ofLines, functions.answer().view()));
    Table lines = Table.of(options.tool(), asked);
    int[] shown = functions.limited(functions.shownRows(), isText ? FUNCTIONS : 0);
    Map<String, List<Integer>> linesOf = linesOf(lines.answer());
    if (isText) {
      StringBuilder text = new StringBuilder();
      new TextHeader(lines, page.width(), page.colour()).appendTo(text, page.hints());
      new ListingText(text, page, functions, lines.answer(), sources).append(shown, linesOf);
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
      return;
    }
    List<Integer> listed = new ArrayList<>();
    for (int function : shown) {
      listed.addAll(linesOf.getOrDefault(functions.answer().name(function), List.of()));
    }
    NameColumn source =
        new NameColumn(
            "source", "source", NameColumn.Kind.SOURCE, row -> source(place(lines.answer(), row)));
    renderer.render(lines.with(lines.answer().with(listed, source)), out);
  }

  /** The lines of each function, by its name. */
  private static Map<String, List<Integer>> linesOf(Answer lines) {
    Map<String, List<Integer>> linesOf = new HashMap<>();
    for (int row : lines.rows().order()) {
      String function = cell(lines, "function", row).toString();
      linesOf.computeIfAbsent(function, unused -> new ArrayList<>()).add(row);
    }
    Comparator<Integer> byFile = Comparator.comparing(row -> place(lines, row).file());
    for (List<Integer> rows : linesOf.values()) {
      rows.sort(byFile.thenComparing(row -> place(lines, row).line()));
    }
    return linesOf;
  }

  static LinePlace place(Answer lines, int row) {
    return (LinePlace) cell(lines, GroupBy.LINE.column(), row);
  }

  private static Object cell(Answer lines, String column, int row) {
    return lines.names().stream()
        .filter(name -> name.id().equals(column))
        .findFirst()
        .orElseThrow()
        .cell(row);
  }

  private String source(LinePlace place) {
    List<String> text = sources.lines(place.file());
    return place.line() > 0 && place.line() <= text.size() ? text.get(place.line() - 1) : "";
  }
}
