package dev.heapconv.table;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.query.Result;
import dev.heapconv.query.ResultColumn;
import dev.heapconv.query.ResultColumn.Kind;
import dev.heapconv.query.ResultField;
import dev.heapconv.select.GroupBy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * A column of a table for programs.
 *
 * @param id a stable name
 * @param isText whether cells are text that a recording may contain, not numbers
 * @param cells the cell of each row; empty if there is no value
 */
public record TableColumn(String id, boolean isText, IntFunction<String> cells) {

  String cell(int row) {
    return cells.apply(row);
  }

  /** All that programs get of numbers. */
  public static List<TableColumn> of(List<ResultColumn> numbers) {
    List<TableColumn> columns = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (ResultColumn column : numbers) {
      for (ResultField field : column.fields()) {
        if (ids.add(field.id())) {
          columns.add(new TableColumn(field.id(), field.isWord(), row -> cell(field, row)));
        }
      }
    }
    return columns;
  }

  /** The columns of a result: numbers, and what identifies a row. */
  static List<TableColumn> of(Result result) {
    List<TableColumn> columns = of(result.columns());
    GroupBy by = result.by();
    columns.add(new TableColumn(by.column(), true, result::name));
    if (by.isOfFunctions()) {
      columns.add(new TableColumn("library", true, result::library));
    }
    if (by == GroupBy.PEEK) {
      columns.add(new TableColumn("role", true, row -> result.neighbour(row).id()));
    }
    if (result.hasCalls()) {
      columns.add(new TableColumn("caller", true, row -> result.caller(row).name()));
    }
    if (by.isPartOfRecording()) {
      boolean ofDump = by == GroupBy.DUMP;
      columns.add(ofHeap("process_name", true, result, HeapInfo::process));
      columns.add(ofHeap("pid", false, result, heap -> heap.pid() < 0 ? "" : "" + heap.pid()));
      columns.add(ofHeap("heap_name", true, result, heap -> by.isOfHeap() ? heap.heap() : ""));
      columns.add(ofHeap("dump_number", false, result, heap -> ofDump ? "" + heap.dump() : ""));
      columns.add(
          ofHeap(
              "time_nanos",
              false,
              result,
              heap -> ofDump && heap.timeNanos() != 0 ? "" + heap.timeNanos() : ""));
    }
    return columns;
  }

  private static TableColumn ofHeap(
      String id, boolean isText, Result result, Function<HeapInfo, String> fact) {
    return new TableColumn(
        id,
        isText,
        row -> {
          HeapInfo heap = result.heap(row);
          return heap == null ? "" : fact.apply(heap);
        });
  }

  private static String cell(ResultField field, int row) {
    if (field.isWord()) {
      return field.word(row);
    }
    double number = field.number(row);
    Kind kind = field.column().kind();
    if (!Double.isFinite(number)) {
      return "";
    }
    if (kind == Kind.FLAG) {
      return Boolean.toString(number != 0);
    }
    if (kind == Kind.PROBABILITY) {
      return HumanNumbers.significant(number, kind.decimals()).toString();
    }
    return HumanNumbers.fixed(number, kind.decimals(), field.rounding(row));
  }
}
