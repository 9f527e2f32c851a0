package dev.heapconv.reader.samplelog;

import dev.heapconv.io.LineReader;
import dev.heapconv.reader.RecordingBuilder;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The CSV form of the log: {@code # key=value} lines for headers, a line that names the columns,
 * and records. A stack is {@code leaf;caller;main}, quoted when it holds a comma or a quote.
 */
final class CsvLines extends LogSyntax {

  private static final List<String> DEFAULT_COLUMNS =
      List.of("op", "address", "size", "to_sample", "weight", "stack");

  private final LogNumber number = new LogNumber();
  private final StackTexts stacks;
  private final IntArrayList bounds = new IntArrayList();
  private String[] columns = {};

  /** By column, where its numbers belong; null for other cells. */
  private @Nullable LogField[] fields = {};

  private LogHeader.@Nullable Builder header;
  private long headerLine;

  private byte[] line = {};
  private int position;
  private int end;
  private int from;
  private int to;
  private byte @Nullable [] unquoted;

  CsvLines(LineReader lines, RecordingBuilder recording) {
    super(lines, recording);
    stacks = new StackTexts(recording, this::frame);
    columns(DEFAULT_COLUMNS);
  }

  private void columns(List<String> names) {
    columns = names.toArray(String[]::new);
    fields = names.stream().map(LogField::of).toArray(LogField[]::new);
  }

  /** Whether the line names the columns, which are used from then on. */
  private boolean namesColumns() {
    int start = position;
    nextCell();
    boolean names = cellText().equals("op") && position <= end;
    if (names) {
      List<String> cells = new ArrayList<>(List.of("op"));
      while (position <= end) {
        nextCell();
        cells.add(cellText());
      }
      columns(cells);
    }
    position = start;
    return names;
  }

  private String cellText() {
    return new String(cell(), from, to - from, StandardCharsets.UTF_8);
  }

  @Override
  void read(LineReader lines, LogBatch batch) {
    line = lines.bytes();
    position = lines.from();
    end = lines.to();
    if (position == end) {
      return;
    }
    if (line[position] == '#') {
      headerLine(lines, batch);
      return;
    }
    end(batch);
    if (!namesColumns()) {
      LogRecord record = batch.next();
      record.problem = record(record);
      batch.add(lines.number());
    }
  }

  private void headerLine(LineReader lines, LogBatch batch) {
    String text = lines.text().substring(1).strip();
    if (text.indexOf('\r') >= 0) {
      batch.next().problem = "lines end with a carriage return alone: end each with a line feed";
      batch.add(lines.number());
      return;
    }
    int equals = text.indexOf('=');
    if (equals < 0) {
      return;
    }
    // Spreadsheets fill up each line with empty cells.
    int end = text.length();
    while (text.charAt(end - 1) == ',' || text.charAt(end - 1) == ';') {
      end--;
    }
    String key = text.substring(0, equals).strip();
    String value = text.substring(equals + 1, end).strip();
    if (key.equals("heapconv")) {
      end(batch);
      header = new LogHeader.Builder();
      headerLine = lines.number();
      columns(DEFAULT_COLUMNS);
    }
    if (header != null) {
      header.set(key, value);
    } else if (LogHeader.KEYS.contains(key)) {
      batch.next().problem =
          "'" + key + "' is not in a header: that of another heap begins with # heapconv=1";
      batch.add(lines.number());
    }
  }

  /** A header ends before the next record, the next header, or the end of the log. */
  @Override
  void end(LogBatch batch) {
    if (header != null) {
      batch.next().header = header;
      batch.add(headerLine);
      header = null;
    }
  }

  /** Reads a record; returns the problem, or null. */
  private @Nullable String record(LogRecord record) {
    nextCell();
    if (from == to) {
      return "the line has no op";
    }
    LogField op = LogField.of(cell(), from, to);
    boolean dump = op == LogField.DUMP;
    if (LineReader.indexOf(cell(), from, to, ';') < to
        || LineReader.indexOf(cell(), from, to, '\t') < to) {
      return "cells are separated by commas, not by semicolons or tabs";
    }
    if (op == null
        || (!dump && op != LogField.ALLOC && op != LogField.FREE && op != LogField.TOTAL)) {
      return "the op is none of alloc, free, total and dump";
    }
    for (int column = 1; column < columns.length && position <= end; column++) {
      if (!nextCell()) {
        return "a quote in a cell in quotes is not doubled, or the last one is missing";
      }
      if (from == to) {
        continue;
      }
      byte[] cell = cell();
      LogField field = fields[column];
      if (columns[column].equals("stack")) {
        record.frames = stack(cell);
      } else if (columns[column].equals("address")) {
        if (op.isAddress() && !(number.hex(cell, from, to) && number.end() == to)) {
          return LogNumber.NO_ADDRESS;
        }
        if (op.isAddress()) {
          record.set(op, number.whole());
        }
      } else if (field != null
          && !(number.decimal(cell, from, to) && number.end() == to && record.set(field, number))) {
        if (field != LogField.TIME) {
          return field.mismatch();
        }
        record.lostTime = true;
      }
    }
    while (position <= end) {
      nextCell();
      if (from < to) {
        return "the line has more cells than columns: put a stack with commas in double quotes";
      }
    }
    if (dump || op == LogField.TOTAL) {
      record.set(op, 0);
    }
    return record.has(op) ? null : "the line has no address";
  }

  /**
   * Moves to the next cell, which is then in [from, to) of the line, or unquoted in a separate
   * array; false if its quotes are not those of a cell.
   */
  private boolean nextCell() {
    unquoted = null;
    position = afterBlanks(line, position, end);
    boolean isWell = true;
    if (position < end && line[position] == '"') {
      isWell = quotedCell();
    } else {
      from = position;
      to = LineReader.indexOf(line, position, end, ',');
      position = to + 1;
    }
    byte[] cell = cell();
    from = afterBlanks(cell, from, to);
    while (to > from && cell[to - 1] == ' ') {
      to--;
    }
    return isWell;
  }

  private static int afterBlanks(byte[] text, int from, int to) {
    int at = from;
    while (at < to && text[at] == ' ') {
      at++;
    }
    return at;
  }

  private byte[] cell() {
    return unquoted == null ? line : unquoted;
  }

  private boolean quotedCell() {
    byte[] text = new byte[end - position];
    int length = 0;
    boolean closed = false;
    int scan = position + 1;
    while (scan < end) {
      if (line[scan] == '"') {
        scan++;
        if (scan >= end || line[scan] != '"') {
          closed = scan >= end || line[scan] == ',';
          break;
        }
      }
      text[length++] = line[scan++];
    }
    unquoted = text;
    from = 0;
    to = length;
    position = LineReader.indexOf(line, scan, end, ',') + 1;
    return closed;
  }

  private int stack(byte[] cell) {
    int known = stacks.find(cell, from, to);
    if (known != NameTable.NONE) {
      return known;
    }
    bounds.clear();
    int end;
    for (int start = from; start <= to; start = end + 1) {
      end = LineReader.indexOf(cell, start, to, ';');
      bounds.add(start);
      bounds.add(end);
    }
    return stacks.stack(cell, from, to, bounds);
  }

  private int frame(byte[] cell, int from, int to) {
    return frame(new String(cell, from, to - from, StandardCharsets.UTF_8));
  }
}
