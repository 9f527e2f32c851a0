package dev.heapconv.table;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.query.Result;
import dev.heapconv.query.ResultColumn;
import dev.heapconv.query.ResultField;
import dev.heapconv.select.GroupBy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table for programs.
 *
 * @param id a stable name
 * @param type of the values: {@link Long}, {@link Double}, {@link Boolean} or {@link String}
 * @param decimals of the values, if they are {@link Double}
 * @param values the value of each row; null if there is none
 */
record TableColumn(String id, Class<?> type, int decimals, IntFunction<@Nullable Object> values) {

  @Nullable Object value(int row) {
    return values.apply(row);
  }

  /** The value of a row as text; empty if there is none. */
  String cell(int row) {
    Object value = value(row);
    if (value == null) {
      return "";
    }
    return value instanceof Double number ? HumanNumbers.fixed(number, decimals) : value.toString();
  }

  /** The columns of a section: numbers, and what identifies a row. */
  static List<TableColumn> of(Table.Section section, boolean grouped) {
    List<TableColumn> columns = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (ResultColumn column : section.result().columns()) {
      for (ResultField field : column.fields()) {
        if (ids.add(field.id())) {
          columns.add(of(field));
        }
      }
    }
    Result result = section.result();
    GroupBy by = result.by();
    if (grouped) {
      columns.add(text("group", row -> section.group()));
    }
    columns.add(text(by.id(), result::name));
    if (by == GroupBy.FUNCTION) {
      columns.add(text("library", result::library));
    }
    if (by.isPartOfRecording()) {
      boolean ofDump = by == GroupBy.DUMP;
      columns.add(text("process_name", of(result, HeapInfo::process)));
      columns.add(number("pid", of(result, heap -> heap.pid() < 0 ? null : heap.pid())));
      columns.add(
          text("heap_name", of(result, heap -> by == GroupBy.PROCESS ? null : heap.heap())));
      columns.add(number("dump_number", of(result, heap -> ofDump ? (long) heap.dump() : null)));
      columns.add(
          number(
              "time_nanos",
              of(result, heap -> ofDump && heap.timeNanos() != 0 ? heap.timeNanos() : null)));
    }
    return columns;
  }

  private static TableColumn text(String id, IntFunction<@Nullable Object> values) {
    return new TableColumn(id, String.class, 0, values);
  }

  private static TableColumn number(String id, IntFunction<@Nullable Object> values) {
    return new TableColumn(id, Long.class, 0, values);
  }

  private static IntFunction<@Nullable Object> of(
      Result result, Function<HeapInfo, @Nullable Object> fact) {
    return row -> {
      HeapInfo heap = result.heap(row);
      return heap == null ? null : fact.apply(heap);
    };
  }

  private static TableColumn of(ResultField field) {
    ResultColumn.Kind kind = field.column().kind();
    if (field.isWord()) {
      return text(field.id(), row -> field.word(row).isEmpty() ? null : field.word(row));
    }
    Class<?> type =
        kind == ResultColumn.Kind.FLAG
            ? Boolean.class
            : kind.decimals() > 0 ? Double.class : Long.class;
    return new TableColumn(field.id(), type, kind.decimals(), row -> value(field, kind, row));
  }

  private static @Nullable Object value(ResultField field, ResultColumn.Kind kind, int row) {
    double number = field.number(row);
    if (!Double.isFinite(number)) {
      return null;
    }
    if (kind == ResultColumn.Kind.FLAG) {
      return number != 0;
    }
    if (kind.decimals() == 0) {
      return HumanNumbers.rounded(number, field.bound());
    }
    double factor = Math.pow(10, kind.decimals());
    if (Math.abs(number) * factor >= Long.MAX_VALUE) {
      return number;
    }
    return HumanNumbers.rounded(number * factor, field.bound()) / factor;
  }
}
