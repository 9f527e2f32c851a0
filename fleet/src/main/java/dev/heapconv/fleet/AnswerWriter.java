package dev.heapconv.fleet;

import dev.heapconv.Format;
import dev.heapconv.io.TerminalText;
import dev.heapconv.query.ShownColumn;
import dev.heapconv.query.ShownColumn.Form;
import dev.heapconv.show.DelimitedRenderer;
import dev.heapconv.show.JsonRenderer;
import dev.heapconv.show.MarkdownRenderer;
import dev.heapconv.show.MarkdownText;
import dev.heapconv.show.TableOptions;
import dev.heapconv.show.TextLayout;
import dev.heapconv.show.TextTable;
import dev.heapconv.show.VerdictText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.core.JsonGenerator;

/**
 * Writes the answer to a question to a fleet, in any format of tables or as a page of HTML.
 *
 * @param source name of the asked table, such as its folder
 * @param tool name and version of the program
 * @param options which rows to write and how many, beside the total and added-up rows, and the
 *     width of text
 */
public record AnswerWriter(FleetAnswer answer, String source, String tool, TableOptions options) {

  /** As many rows as a browser sorts at once. */
  public static final int ROWS_IN_BROWSER = 1000;

  /** Writes an answer in one format. */
  private interface AnswerFormat {
    void write(AnswerWriter writer, OutputStream out) throws IOException;
  }

  /** The formats that can hold answers. */
  private static final Map<Format, AnswerFormat> FORMATS =
      Map.of(
          Format.TEXT, (writer, out) -> write(writer.text(), out),
          Format.MARKDOWN, (writer, out) -> write(writer.markdown(), out),
          Format.HTML, (writer, out) -> write(writer.page(), out),
          Format.JSON, (writer, out) -> JsonRenderer.write(out, writer::writeJson),
          Format.CSV, (writer, out) -> writer.write(DelimitedRenderer.csv(), out),
          Format.TSV, (writer, out) -> writer.write(DelimitedRenderer.tsv(), out));

  /**
   * Writes the answer as UTF-8; does not close {@code out}.
   *
   * @throws IllegalArgumentException if the format cannot hold answers
   */
  public void write(Format format, OutputStream out) throws IOException {
    AnswerFormat writes = FORMATS.get(format);
    if (writes == null) {
      throw new IllegalArgumentException(format + " can hold no answers of fleets");
    }
    writes.write(this, out);
  }

  private void write(DelimitedRenderer renderer, OutputStream out) throws IOException {
    renderer.write(answer.answer(), rows(0), true, out);
  }

  private String page() throws IOException {
    return new AnswerPage(answer, rows(ROWS_IN_BROWSER)).html(source, tool);
  }

  private static void write(String text, OutputStream out) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /**
   * The rows to write.
   *
   * @param usual how many unless the options say; 0 for all
   */
  private int[] rows(int usual) {
    int limit = options.rows().limitOr(usual);
    Pattern filter = options.rows().filter();
    int[] left = {limit == 0 ? Integer.MAX_VALUE : limit};
    boolean isChosen = filter != null || options.rows().limitOr(-1) >= 0;
    return IntStream.range(0, answer.rows().size())
        .filter(i -> usual != TableOptions.ROWS_FOR_PEOPLE || isChosen || !answer.isUnchanged(i))
        .filter(
            i -> {
              SqlRow row = answer.rows().get(i);
              return !row.isRow()
                  || (filter == null || filter.matcher(row.text("name")).find()) && left[0]-- > 0;
            })
        .toArray();
  }

  private void writeJson(JsonGenerator json) {
    FleetQuestion question = answer.question();
    json.writeStringProperty("tool", tool);
    json.writeStringProperty("source", source);
    json.writeStringProperty("view", question.view());
    json.writeBooleanProperty("cumulative", question.cumulative());
    json.writeArrayPropertyStart("notes");
    answer.findings().summary().forEach(json::writeString);
    answer.findings().notes().forEach(json::writeString);
    json.writeEndArray();
    json.writeArrayPropertyStart("groups");
    for (FleetGroup group : answer.findings().groups()) {
      json.writeStartObject();
      json.writeNumberProperty("devices", group.devices());
      json.writeNumberProperty("recordings", group.recordings());
      json.writeNumberProperty("missing", group.missing());
      json.writeEndObject();
    }
    json.writeEndArray();
    FleetTrend trend = answer.findings().trend();
    if (trend != null) {
      json.writeObjectPropertyStart("trend");
      json.writeNumberProperty("days", trend.days());
      json.writeNumberProperty("per_day", trend.perDay());
      json.writeNumberProperty("low", trend.low());
      json.writeNumberProperty("high", trend.high());
      json.writeEndObject();
    }
    SplitCheck check = answer.findings().check();
    if (check != null) {
      json.writeObjectPropertyStart("check");
      json.writeBooleanProperty("sound", check.isSound());
      json.writeNumberProperty("splits", check.splits());
      json.writeArrayPropertyStart("kinds");
      for (SplitCheck.Kind kind : check.kinds()) {
        json.writeStartObject();
        json.writeStringProperty("together", kind.together());
        json.writeNumberProperty("units", Math.round(10 * kind.units()) / 10.0);
        json.writeNumberProperty("changed", kind.changed());
        json.writeNumberProperty("most", kind.most());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    JsonRenderer.writeVerdict(answer.answer().verdict(), json);
    JsonRenderer.writeRows(answer.answer(), rows(0), json);
  }

  /** Numbers side by side, and what rows are called behind them. */
  private String text() {
    int[] rows = rows(TableOptions.ROWS_FOR_PEOPLE);
    StringBuilder text = new StringBuilder();
    VerdictText.append(text, answer.answer().verdict(), options.width());
    for (String line : answer.findings().summary()) {
      TerminalText.appendWrapped(text, TerminalText.printable(line), options.width());
    }
    text.append(answer.findings().summary().isEmpty() ? "" : "\n");
    TextLayout layout = new TextLayout(options.width(), options.colour());
    layout.spareColumn("devices", answer.devices(rows), true, true);
    // How many devices there are, the first column says.
    TextTable.add(
        layout,
        answer.answer(),
        answer.shown().stream()
            .filter(column -> column.form() != Form.COUNT)
            .filter(column -> IntStream.of(rows).anyMatch(row -> column.column().value(row) != 0))
            .toList(),
        rows);
    layout.keepNamesDifferent();
    layout.appendTo(text);
    text.append('\n');
    for (String note : notes(answer, rows)) {
      TerminalText.appendWrapped(text, "note: " + TerminalText.printable(note), options.width());
    }
    return text.toString();
  }

  private String markdown() {
    int[] rows = rows(TableOptions.ROWS_FOR_PEOPLE);
    StringBuilder text = new StringBuilder();
    VerdictText.appendMarkdown(text, answer.answer().verdict());
    for (String line : answer.findings().summary()) {
      text.append(MarkdownText.escaped(line)).append("\n\n");
    }
    MarkdownRenderer.appendRows(text, answer.answer(), answer.shown(rows), true, rows);
    for (String note : notes(answer, rows)) {
      text.append('\n').append(MarkdownText.escaped(note)).append('\n');
    }
    return text.toString();
  }

  /** What to know of some of the rows. */
  static List<String> notes(FleetAnswer answer, int[] rows) {
    List<String> notes = new ArrayList<>();
    Set<Integer> seen = IntStream.of(rows).boxed().collect(Collectors.toSet());
    int[] left =
        IntStream.range(0, answer.rows().size()).filter(row -> !seen.contains(row)).toArray();
    long unchanged = IntStream.of(left).filter(answer::isUnchanged).count();
    addCount(notes, unchanged, " did not change by more than chance");
    addCount(notes, left.length - unchanged, " not shown");
    for (ShownColumn column : answer.shown()) {
      if (column.heading().equals(FleetFigures.HEAVY_TAIL)
          && IntStream.of(rows).anyMatch(row -> column.column().value(row) == 1)) {
        notes.add(
            "tail *: 2 % of the devices hold more than a third of the mean, whose interval may be"
                + " too narrow");
      }
    }
    notes.addAll(answer.findings().notes());
    return notes;
  }

  private static void addCount(List<String> notes, long rows, String what) {
    if (rows > 0) {
      notes.add(FleetAnswer.grouped(rows) + (rows == 1 ? " more row" : " more rows") + what);
    }
  }
}
