package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.fleet.FleetAnswer;
import dev.heapconv.fleet.FleetAnswer.AnswerColumn;
import dev.heapconv.fleet.FleetAnswer.AnswerKind;
import dev.heapconv.fleet.FleetAnswer.AnswerRow;
import dev.heapconv.fleet.FleetAnswer.AnswerRowKind;
import dev.heapconv.table.HumanNumbers;
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

  void write(Format format, OutputStream out) throws IOException {
    if (format == Format.JSON) {
      writeJson(out);
      return;
    }
    String text =
        format == Format.CSV
            ? delimited(",", "\r\n")
            : format == Format.TSV ? delimited("\t", "\n") : forPeople(format == Format.MARKDOWN);
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private String delimited(String delimiter, String end) {
    StringJoiner lines = new StringJoiner(end, "", end);
    lines.add(
        answer.columns().stream().map(AnswerColumn::id).collect(Collectors.joining(delimiter)));
    for (AnswerRow row : rows) {
      StringJoiner line = new StringJoiner(delimiter);
      for (Object cell : row.cells()) {
        line.add(cell instanceof String name ? quoted(name, delimiter) : plain(cell));
      }
      lines.add(line.toString());
    }
    return lines.toString();
  }

  /** As in other tables: nothing that a spreadsheet evaluates. */
  private static String quoted(String name, String delimiter) {
    String safe = TerminalText.printable(name);
    if (!safe.isEmpty() && "=+-@\uff1d\uff0b\uff0d\uff20".indexOf(safe.charAt(0)) >= 0) {
      safe = "'" + safe;
    }
    return safe.contains(delimiter) || safe.contains("\"")
        ? "\"" + safe.replace("\"", "\"\"") + "\""
        : safe;
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

  /** Aligned columns of text, or a table in Markdown. */
  private String forPeople(boolean markdown) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(new ArrayList<>());
    rows.forEach(row -> lines.add(new ArrayList<>()));
    for (int i = 0; i < answer.columns().size(); i++) {
      AnswerColumn column = answer.columns().get(i);
      if (column.kind() == AnswerKind.NAME || SHOWN.contains(column.id())) {
        lines.get(0).add(column.id());
        for (int row = 0; row < rows.size(); row++) {
          lines.get(row + 1).add(cell(rows.get(row), i));
        }
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> line : lines) {
      text.append(markdown ? "| " + String.join(" | ", line) + " |" : aligned(line, lines));
      text.append(
          markdown && line == lines.get(0) ? "\n" + "|---".repeat(line.size()) + "|\n" : "\n");
    }
    answer.notes().forEach(note -> text.append('\n').append(note));
    return text.append(answer.notes().isEmpty() ? "" : "\n").toString();
  }

  private static String aligned(List<String> line, List<List<String>> lines) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < line.size(); i++) {
      int column = i;
      int width =
          lines.stream().mapToInt(each -> TerminalText.width(each.get(column))).max().orElse(0);
      String space = " ".repeat(width - TerminalText.width(line.get(i)));
      text.append(i == 0 ? line.get(i) + space : "  " + space + line.get(i));
    }
    return text.toString().stripTrailing();
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
