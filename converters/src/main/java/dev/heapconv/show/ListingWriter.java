package dev.heapconv.show;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Answer.NameColumn;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.LinePlace;
import dev.heapconv.query.Result;
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
    View view = options.view();
    AggregateOptions rows = page.rows().withCumulative(true);
    Result functions =
        Totals.of(
            profile,
            rows.withBy(GroupBy.FUNCTION),
            isText && view == null ? TableWriter.firstView(profile) : view);
    AggregateOptions ofLines = rows.withBy(GroupBy.LINE).withFilter(null).withLimit(0);
    Result lines = Totals.of(profile, ofLines, functions.view());
    int[] shown = functions.limited(functions.displayedRows(), isText ? FUNCTIONS : 0);
    Map<String, List<Integer>> linesOf = linesOf(lines);
    if (isText) {
      StringBuilder text = new StringBuilder();
      Table table = new Table(options.tool(), profile, lines);
      new TextHeader(table, page.width(), page.colour())
          .appendTo(text, page.sizesHint(), page.codeHint());
      new ListingText(text, page, functions, lines, sources).append(shown, linesOf);
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
      return;
    }
    List<Integer> listed = new ArrayList<>();
    for (int function : shown) {
      listed.addAll(linesOf.getOrDefault(functions.name(function), List.of()));
    }
    List<NameColumn> names = new ArrayList<>(lines.names());
    names.add(
        new NameColumn(
            "source", "source", NameColumn.Kind.SOURCE, row -> source(place(lines, row))));
    Result result =
        new Result(
            lines.question(),
            lines.options(),
            lines.view(),
            listed,
            0,
            names,
            lines.columns(),
            lines.totals(),
            null);
    renderer.render(new Table(options.tool(), profile, result), out);
  }

  /** The lines of each function, by its name. */
  private static Map<String, List<Integer>> linesOf(Result lines) {
    Map<String, List<Integer>> linesOf = new HashMap<>();
    for (int row : lines.order()) {
      String function = cell(lines, "function", row).toString();
      linesOf.computeIfAbsent(function, unused -> new ArrayList<>()).add(row);
    }
    Comparator<Integer> byFile = Comparator.comparing(row -> place(lines, row).file());
    for (List<Integer> rows : linesOf.values()) {
      rows.sort(byFile.thenComparing(row -> place(lines, row).line()));
    }
    return linesOf;
  }

  static LinePlace place(Result lines, int row) {
    return (LinePlace) cell(lines, GroupBy.LINE.column(), row);
  }

  private static Object cell(Result lines, String column, int row) {
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
