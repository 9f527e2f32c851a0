package dev.heapconv.fleet;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a table says of inputs, or of devices: a heading, and a line for each. */
public final class FleetLabels implements Serializable {

  static final String INPUT = "input";
  static final String DEVICE = "device";
  static final String DATE = "date";

  /** No labels. */
  public static final FleetLabels NONE = new FleetLabels("", "");

  private final String key;
  private final String source;
  private final HashMap<String, Map<String, String>> lines = new HashMap<>();

  private FleetLabels(String key, String source) {
    this.key = key;
    this.source = source;
  }

  /**
   * Reads a CSV file. The first column is {@code input} or {@code device}.
   *
   * @param source what messages call it
   * @throws HeapConvException {@link ErrorId#BAD_LABELS}
   */
  public static FleetLabels read(DuckDbTables engine, Path file, String source) throws IOException {
    if (!Files.isReadable(file)) {
      throw HeapConvException.unreadable(source, new NoSuchFileException(source));
    }
    String csv =
        "read_csv("
            + DuckDbTables.quoted(file, "")
            + ", header = true, all_varchar = true, hive_partitioning = false)";
    try {
      List<String> header = new ArrayList<>();
      for (SqlRow column : engine.rows("DESCRIBE SELECT * FROM " + csv)) {
        header.add(column.text("column_name"));
      }
      return of(header, engine.rows("SELECT * FROM " + csv), source);
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
    FleetLabels labels = new FleetLabels(key, source);
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
        case DATE -> LocalDate.parse(value);
        case FleetOrigin.VERSION_CODE -> Long.parseLong(value);
        case FleetOrigin.WEIGHT -> {
          if (!(Double.parseDouble(value) >= 0) || Double.isInfinite(Double.parseDouble(value))) {
            throw new NumberFormatException(value);
          }
        }
        default -> {}
      }
    } catch (NumberFormatException | DateTimeParseException e) {
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
}
