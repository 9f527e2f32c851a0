package dev.heapconv.fleet;

import static java.util.stream.Collectors.joining;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A table of labels: a heading, and a line for each input or device. */
public final class FleetLabels implements Serializable {

  static final String INPUT = "input";
  static final String DEVICE = "device";
  static final String DATE = "date";

  /** No labels. */
  public static final FleetLabels NONE = new FleetLabels(List.of(""), "");

  private final String key;
  private final String source;
  private final ArrayList<String> header;
  private final HashMap<String, Map<String, String>> lines = new HashMap<>();

  private FleetLabels(List<String> header, String source) {
    this.header = new ArrayList<>(header);
    this.key = header.get(0);
    this.source = source;
  }

  /**
   * Reads a CSV file. The first column is {@code input} or {@code device}.
   *
   * @param source name of the file in messages
   * @throws HeapConvException {@link ErrorId#BAD_LABELS}
   */
  public static FleetLabels read(DuckDbTables engine, Path file, String source) throws IOException {
    if (!Files.isReadable(file)) {
      throw HeapConvException.unreadable(source, new NoSuchFileException(source));
    }
    try {
      engine.keep(
          "labels",
          "SELECT * FROM read_csv("
              + DuckDbTables.quoted(file, "")
              + ", header = true, all_varchar = true, hive_partitioning = false, delim = ',',"
              + " quote = '\"', escape = '\"', comment = '')");
      List<String> header = new ArrayList<>();
      for (SqlRow column : engine.rows("DESCRIBE labels")) {
        header.add(column.text("column_name"));
      }
      return of(header, engine.rows("SELECT * FROM labels"), source);
    } catch (HeapConvException e) {
      throw e;
    } catch (IOException e) {
      throw bad(source, HeapConvException.reason(e));
    }
  }

  /**
   * @param header names of the columns
   * @param rows their values
   * @param source name of the file
   */
  private static FleetLabels of(List<String> header, List<SqlRow> rows, String source)
      throws HeapConvException {
    String key = header.get(0);
    if (!key.equals(INPUT) && !key.equals(DEVICE)) {
      throw bad(source, "the first column must be input or device, not '" + key + "'");
    }
    FleetLabels labels = new FleetLabels(header, source);
    for (SqlRow row : rows) {
      Map<String, String> line = new LinkedHashMap<>();
      for (String column : header) {
        if (row.values().get(column) instanceof String value && !value.isEmpty()) {
          check(column, value, source);
          line.put(column, value);
        }
      }
      if (labels.lines.put(line.getOrDefault(key, ""), line) != null) {
        throw bad(source, "two lines of " + line.get(key));
      }
    }
    return labels;
  }

  private static void check(String column, String value, String source) throws HeapConvException {
    try {
      switch (column) {
        case DATE -> FleetOrigins.day(value);
        case FleetOrigin.VERSION_CODE -> Long.parseLong(value);
        case FleetOrigin.WEIGHT -> {
          if (!(Double.parseDouble(value) >= 0) || Double.isInfinite(Double.parseDouble(value))) {
            throw new NumberFormatException(value);
          }
        }
        default -> {}
      }
    } catch (NumberFormatException | DateTimeException e) {
      throw bad(source, "'" + value + "' is no " + column.replace('_', ' '));
    }
  }

  private static HeapConvException bad(String source, String problem) {
    return HeapConvException.input(ErrorId.BAD_LABELS, source, problem);
  }

  /** The name of the file. */
  String source() {
    return source;
  }

  /** How many lines there are. */
  int size() {
    return lines.size();
  }

  /** The labels of an input, by its path or by its file name; empty if it has none. */
  Map<String, String> ofInput(String input) {
    Map<String, String> line = key.equals(INPUT) ? lines.get(input) : Map.of();
    return line == null
        ? lines.getOrDefault(input.substring(input.lastIndexOf('/') + 1), Map.of())
        : line;
  }

  /** The labels of a device; empty if it has none. */
  Map<String, String> ofDevice(String device) {
    return key.equals(DEVICE) ? lines.getOrDefault(device, Map.of()) : Map.of();
  }

  /**
   * Joins the labels to open tables, as if these had been written with them. The engine must have
   * read the labels.
   *
   * @param sides names of the tables in the engine
   * @return a sentence that says how many recordings or devices have labels
   * @throws HeapConvException {@link ErrorId#UNUSED_LABELS} if none has
   */
  public String join(DuckDbTables engine, List<String> sides) throws IOException {
    // As for batches: the path of an input, or else its name.
    String name =
        key.equals(DEVICE)
            ? "device"
            : "CASE WHEN recording IN (SELECT input FROM labels) THEN recording ELSE"
                + " regexp_extract(recording, '[^/]*$') END";
    String columns =
        header.stream()
            .map(column -> ", nullif(labels.%1$s, '') AS %1$s".formatted(label(column)))
            .collect(joining());
    List<String> all = new ArrayList<>();
    for (String side : sides) {
      engine.keep(
          side + "_labels",
          ("SELECT named.recording AS \"of recording\"%s FROM (SELECT DISTINCT recording, %s AS"
                  + " name FROM %s_recordings) AS named JOIN labels ON labels.%s = named.name")
              .formatted(columns, name, side, key));
      all.add(
          ("SELECT stored.%s AS name, \"of recording\" FROM %s_recordings AS stored LEFT JOIN"
                  + " %s_labels ON stored.recording = \"of recording\"")
              .formatted(key.equals(DEVICE) ? "device" : "recording", side, side));
    }
    String counts =
        "SELECT count(DISTINCT name) AS asked, count(DISTINCT name) FILTER (\"of recording\" IS NOT"
            + " NULL) AS labelled, min(name) AS example FROM (%s)";
    SqlRow found = engine.rows(counts.formatted(String.join(" UNION ALL ", all))).get(0);
    if (found.count("labelled") == 0) {
      throw HeapConvException.input(ErrorId.UNUSED_LABELS, source, size(), found.text("example"));
    }
    for (String side : sides) {
      for (FleetTable table : List.of(FleetTable.RECORDINGS, FleetTable.FUNCTIONS)) {
        List<String> replaced = replaced(table);
        if (!replaced.isEmpty()) {
          engine.join(side + "_" + table.folder(), side + "_labels", replaced);
        }
      }
    }
    return "labels of %s: %s of %s %ss have some"
        .formatted(
            source,
            FleetAnswer.grouped(found.count("labelled")),
            FleetAnswer.grouped(found.count("asked")),
            key.equals(DEVICE) ? "device" : "recording");
  }

  private static String label(String column) {
    return '"' + column.replace("\"", "\"\"") + '"';
  }

  /** The columns of a table that labels say more of, in SQL. */
  private List<String> replaced(FleetTable table) {
    List<String> columns = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (String column : header) {
      String type =
          column.equals(DATE)
              ? "DATE"
              : table.columns().stream()
                  .filter(known -> known.name().equals(column))
                  .map(known -> known.type().sql())
                  .findFirst()
                  .orElse(null);
      String stored = DuckDbTables.quoted(column);
      if (!FleetOrigin.COLUMNS.contains(column)) {
        others.add(
            "%s: coalesce(label.%s, stored.labels[%s])".formatted(stored, label(column), stored));
      } else if (type != null) {
        columns.add(
            "coalesce(CAST(label.%1$s AS %2$s), stored.%1$s) AS %1$s".formatted(column, type));
      }
    }
    if (!others.isEmpty()) {
      columns.add("map_concat(stored.labels, MAP {" + String.join(", ", others) + "}) AS labels");
    }
    return columns;
  }
}
