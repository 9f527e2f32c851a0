package dev.heapconv.table;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.query.Column;
import dev.heapconv.query.HumanNumbers;
import dev.heapconv.query.Result;
import dev.heapconv.select.GroupBy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A column of a table for programs: a stable id, a type, and a cell in each row. */
abstract sealed class TableColumn {

  private final String id;
  private final Class<?> type;

  private TableColumn(String id, Class<?> type) {
    this.id = id;
    this.type = type;
  }

  final String id() {
    return id;
  }

  /** Of the values: {@link Long}, {@link Double}, {@link Boolean} or {@link String}. */
  final Class<?> type() {
    return type;
  }

  /** The cell of a row; empty if there is no value. */
  abstract String cell(int row);

  /** What a cell says, so that all formats say the same; null if there is no value. */
  final @Nullable Object value(int row) {
    String cell = cell(row);
    if (cell.isEmpty()) {
      return null;
    }
    if (type == Long.class) {
      return Long.valueOf(cell);
    }
    return type == Double.class
        ? Double.valueOf(cell)
        : type == Boolean.class ? Boolean.valueOf(cell) : cell;
  }

  /** The columns of a section: numbers, and what identifies a row. */
  static List<TableColumn> of(Table.Section section, boolean grouped) {
    List<TableColumn> columns = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (Column column : section.result().columns()) {
      for (Column.Numbers numbers : column.numbers()) {
        if (ids.add(numbers.id())) {
          columns.add(new OfNumbers(numbers));
        }
      }
    }
    GroupBy by = section.result().by();
    for (Fact fact : Fact.values()) {
      boolean present =
          switch (fact) {
            case GROUP -> grouped;
            case NAME -> true;
            case LIBRARY -> by == GroupBy.FUNCTION;
            default -> by.isPartOfRecording();
          };
      if (present) {
        columns.add(new OfRow(section, fact));
      }
    }
    return columns;
  }

  private static final class OfNumbers extends TableColumn {
    private final Column.Numbers numbers;
    private final int decimals;

    OfNumbers(Column.Numbers numbers) {
      super(numbers.id(), numbers.isWord() ? String.class : type(numbers.column().kind()));
      this.numbers = numbers;
      decimals = numbers.column().kind().decimals();
    }

    private static Class<?> type(Column.Kind kind) {
      return kind == Column.Kind.FLAG
          ? Boolean.class
          : kind.decimals() > 0 ? Double.class : Long.class;
    }

    @Override
    String cell(int row) {
      if (numbers.isWord()) {
        return numbers.word(row);
      }
      double number = numbers.of(row);
      if (!Double.isFinite(number)) {
        return "";
      }
      if (type() == Boolean.class) {
        return Boolean.toString(number != 0);
      }
      return decimals > 0
          ? HumanNumbers.fixed(number, decimals, numbers.bound())
          : Long.toString(HumanNumbers.rounded(number, numbers.bound()));
    }
  }

  /** What identifies a row. */
  private enum Fact {
    /** The group of recordings that a row belongs to. */
    GROUP,
    /** The name of the row; the column's id is that of the grouping. */
    NAME,
    LIBRARY,
    PROCESS_NAME,
    PID,
    HEAP_NAME,
    DUMP_NUMBER,
    TIME_NANOS
  }

  private static final class OfRow extends TableColumn {
    private final String group;
    private final Result result;
    private final Fact fact;

    OfRow(Table.Section section, Fact fact) {
      super(
          fact == Fact.NAME ? section.result().by().id() : fact.name().toLowerCase(Locale.ROOT),
          fact.compareTo(Fact.DUMP_NUMBER) >= 0 || fact == Fact.PID ? Long.class : String.class);
      group = section.group();
      result = section.result();
      this.fact = fact;
    }

    @Override
    String cell(int row) {
      HeapInfo heap = result.heap(row);
      return switch (fact) {
        case GROUP -> group;
        case NAME -> result.name(row);
        case LIBRARY -> result.library(row);
        default -> heap == null ? "" : ofHeap(heap);
      };
    }

    private String ofHeap(HeapInfo heap) {
      boolean ofDump = result.by() == GroupBy.DUMP;
      return switch (fact) {
        case PROCESS_NAME -> heap.process();
        case PID -> heap.pid() < 0 ? "" : Long.toString(heap.pid());
        case HEAP_NAME -> result.by() == GroupBy.PROCESS ? "" : heap.heap();
        case DUMP_NUMBER -> ofDump ? Integer.toString(heap.dump()) : "";
        case TIME_NANOS -> ofDump && heap.timeNanos() != 0 ? Long.toString(heap.timeNanos()) : "";
        case GROUP, NAME, LIBRARY -> "";
      };
    }
  }
}
