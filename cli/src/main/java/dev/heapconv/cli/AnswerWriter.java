package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.fleet.FleetAnswer;
import dev.heapconv.fleet.FleetAnswer.AnswerColumn;
import dev.heapconv.fleet.FleetAnswer.AnswerKind;
import dev.heapconv.fleet.FleetAnswer.AnswerRow;
import dev.heapconv.fleet.FleetAnswer.AnswerRowKind;
import dev.heapconv.table.DelimitedText;
import dev.heapconv.table.HumanNumbers;
import dev.heapconv.table.MarkdownText;
import dev.heapconv.table.TextLayout;
import dev.heapconv.text.TerminalText;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/** Writes the answer to a question to a fleet. */
final class AnswerWriter {

  /** More digits would be those of the order in which an engine adds up. */
  private static final MathContext DIGITS = new MathContext(12);

  /** What people see beside the names. */
  private static final Set<String> SHOWN =
      Set.of("k", "n", "mean", "mean_a", "change", "percent", "q", "p50", "p95", "p95_a", "p95_b");

  private final FleetAnswer answer;
  private final List<AnswerRow> rows = new ArrayList<>();

  /**
   * @param limit how many rows to write, beside the total and what was added up
   */
  AnswerWriter(FleetAnswer answer, int limit) {
    this.answer = answer;
    int left = limit;
    for (AnswerRow row : answer.rows()) {
      if (row.kind() != AnswerRowKind.ROW || left-- > 0) {
        rows.add(row);
      }
    }
  }

  /**
   * @param width columns that text should fit
   */
  void write(Format format, int width, OutputStream out) throws IOException {
    if (format == Format.JSON) {
      writeJson(out);
      return;
    }
    String text =
        format == Format.CSV
            ? delimited(',', "\r\n")
            : format == Format.TSV
                ? delimited('\t', "\n")
                : format == Format.MARKDOWN ? markdown() : text(width);
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private String delimited(char delimiter, String end) {
    StringJoiner lines = new StringJoiner(end, "", end);
    lines.add(
        answer.columns().stream()
            .map(AnswerColumn::id)
            .collect(Collectors.joining(String.valueOf(delimiter))));
    for (AnswerRow row : rows) {
      StringJoiner line = new StringJoiner(String.valueOf(delimiter));
      for (Object cell : row.cells()) {
        line.add(cell instanceof String name ? DelimitedText.cell(name, delimiter) : plain(cell));
      }
      lines.add(line.toString());
    }
    return lines.toString();
  }

  private static String plain(@Nullable Object cell) {
    return cell instanceof Double number
        ? new BigDecimal(number).round(DIGITS).stripTrailingZeros().toPlainString()
        : cell == null ? "" : cell.toString();
  }

  private void writeJson(OutputStream out) {
    JsonFactory factory =
        JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
    try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartObject();
      json.writeArrayPropertyStart("notes");
      answer.notes().forEach(json::writeString);
      json.writeEndArray();
      json.writeArrayPropertyStart("rows");
      for (AnswerRow row : rows) {
        json.writeStartObject();
        json.writeStringProperty("kind", row.kind().name().toLowerCase(Locale.ROOT));
        for (int i = 0; i < row.cells().size(); i++) {
          Object cell = row.cells().get(i);
          json.writeName(answer.columns().get(i).id());
          if (cell instanceof String name) {
            json.writeString(name);
          } else if (cell instanceof Boolean flag) {
            json.writeBoolean(flag);
          } else if (cell == null) {
            json.writeNull();
          } else {
            json.writeNumber(new BigDecimal(plain(cell)));
          }
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  /** Numbers side by side, and what rows are called behind them. */
  private String text(int width) {
    TextLayout layout = new TextLayout(width, false);
    int names = 0;
    for (int i = 0; i < answer.columns().size(); i++) {
      AnswerColumn column = answer.columns().get(i);
      if (column.kind() == AnswerKind.NAME) {
        names++;
      } else if (SHOWN.contains(column.id())) {
        layout.column(column.id(), cells(i), true);
      }
    }
    for (int i = 0; i < names - 1; i++) {
      layout.column(answer.columns().get(i).id(), cells(i), false);
    }
    layout.names(answer.columns().get(names - 1).id(), cells(names - 1), true);
    StringBuilder text = new StringBuilder();
    layout.appendTo(text);
    text.append(answer.notes().isEmpty() ? "" : "\n");
    answer.notes().forEach(note -> TerminalText.appendWrapped(text, note, width));
    return text.toString();
  }

  private List<String> cells(int column) {
    return rows.stream().map(row -> cell(row, column)).toList();
  }

  private String markdown() {
    StringJoiner head = new StringJoiner(" | ", "| ", " |\n");
    StringJoiner rule = new StringJoiner("|", "|", "|\n");
    List<StringJoiner> lines = new ArrayList<>();
    rows.forEach(row -> lines.add(new StringJoiner(" | ", "| ", " |\n")));
    for (int i = 0; i < answer.columns().size(); i++) {
      AnswerColumn column = answer.columns().get(i);
      boolean isName = column.kind() == AnswerKind.NAME;
      if (isName || SHOWN.contains(column.id())) {
        head.add(column.id());
        rule.add(isName ? ":---" : "---:");
        for (int row = 0; row < lines.size(); row++) {
          String cell = cell(rows.get(row), i);
          lines.get(row).add(isName ? MarkdownText.code(cell) : cell);
        }
      }
    }
    StringBuilder text = new StringBuilder().append(head).append(rule);
    lines.forEach(text::append);
    answer.notes().forEach(note -> text.append('\n').append(note).append('\n'));
    return text.toString();
  }

  private String cell(AnswerRow row, int index) {
    AnswerColumn column = answer.columns().get(index);
    Object cell = row.cells().get(index);
    if (cell instanceof Double number) {
      boolean bytes = column.kind() == AnswerKind.BYTES;
      String text =
          switch (column.kind()) {
            case PERCENT -> HumanNumbers.percent(number, 100);
            case PROBABILITY -> String.format(Locale.ROOT, "%.2g", number);
            default -> HumanNumbers.exact(number, bytes);
          };
      boolean hasInterval = column.id().equals("mean") || column.id().equals("change");
      String marked = text + mark(row, column.id());
      return hasInterval && row.cells().get(index + 1) != null
          ? marked + " [%s, %s]".formatted(cell(row, index + 1), cell(row, index + 2))
          : marked;
    }
    return cell instanceof String name ? TerminalText.printable(name) : plain(cell);
  }

  /** Changes that are more than chance, and means that few devices make. */
  private String mark(AnswerRow row, String id) {
    boolean changed =
        id.equals("change") && Boolean.TRUE.equals(row.cells().get(answer.column("changed")));
    boolean heavy =
        id.equals("mean") && Boolean.TRUE.equals(row.cells().get(answer.column("heavy_tail")));
    return changed ? " *" : heavy ? " (heavy tail)" : "";
  }
}
