package dev.heapconv.writer.table;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of a table for columnar formats: the same columns, rows and numbers as in CSV, each
 * column of one type.
 */
public final class TypedTable {

  private final Table table;

  public TypedTable(Table table) {
    this.table = table;
  }

  /**
   * A column.
   *
   * @param id as in CSV
   * @param type of its values: {@link Long}, {@link Double}, {@link Boolean} or {@link String}
   */
  public record Column(String id, Class<?> type) {}

  /** The columns. */
  public List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    for (TableColumn column : table.columns(table.sections().get(0))) {
      columns.add(new Column(column.id(), type(column.kind())));
    }
    return columns;
  }

  private static Class<?> type(TableColumn.Kind kind) {
    return switch (kind) {
      case COUNT, BYTES, NUMBER -> Long.class;
      case PERCENT, DECIMAL -> Double.class;
      case FLAG -> Boolean.class;
      case TEXT -> String.class;
    };
  }

  /** The rows, with a value for each column; null where it is unknown. */
  public List<@Nullable Object[]> rows() {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Table.Section section : table.sections()) {
      List<TableColumn> columns = table.columns(section);
      for (int row : section.ranking().limited(section.ranking().rows(), 0)) {
        @Nullable Object[] values = new Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
          values[i] = value(columns.get(i).cell(row), columns.get(i).kind());
        }
        rows.add(values);
      }
    }
    return rows;
  }

  /** What a cell says, so that all formats say the same. */
  private static @Nullable Object value(String cell, TableColumn.Kind kind) {
    if (cell.isEmpty()) {
      return null;
    }
    return switch (kind) {
      case COUNT, BYTES, NUMBER -> Long.valueOf(cell);
      case PERCENT, DECIMAL -> Double.valueOf(cell);
      case FLAG -> Boolean.valueOf(cell);
      case TEXT -> cell;
    };
  }
}
