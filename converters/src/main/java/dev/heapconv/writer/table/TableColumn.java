package dev.heapconv.writer.table;

import dev.heapconv.aggregate.DeviceFigures;
import dev.heapconv.aggregate.GroupBy;
import dev.heapconv.aggregate.Growth;
import dev.heapconv.aggregate.Measure;
import dev.heapconv.aggregate.Measure.Part;
import dev.heapconv.aggregate.Ranking;
import dev.heapconv.model.HeapInfo;
import java.util.List;
import java.util.Locale;

/** A column of a table for programs: a stable id, a kind, and a cell in each row. */
sealed interface TableColumn {

  /** The kind of a column's cells. */
  enum Kind {
    /** Objects or samples, rounded to an integer. */
    COUNT,
    /** Bytes, rounded to an integer. */
    BYTES,
    /** A share from 0 to 100, with four decimals. */
    PERCENT,
    /** A number that may be small, with six decimals. */
    DECIMAL,
    /** Any other integer. */
    NUMBER,
    /** {@code true} or {@code false}. */
    FLAG,
    /** Any text, as recorded. */
    TEXT
  }

  /** Of the parts of a second, or of a probability. */
  int DECIMALS = 6;

  String id();

  Kind kind();

  /** The cell of a row; empty if there is no value. */
  String cell(int row);

  /** A number of a measure. */
  record OfMeasure(Measure measure, Part part) implements TableColumn {
    @Override
    public String id() {
      return measure.id(part);
    }

    @Override
    public Kind kind() {
      return switch (part) {
        case PERCENT -> Kind.PERCENT;
        case BEYOND_NOISE, SIZE_BEYOND_NOISE -> Kind.FLAG;
        case SAMPLES -> Kind.COUNT;
        default -> measure.view().isBytes() ? Kind.BYTES : Kind.COUNT;
      };
    }

    @Override
    public String cell(int row) {
      double number = measure.number(part, row);
      if (Double.isNaN(number) || (part != Part.SAMPLES && !measure.has(row))) {
        return "";
      }
      return switch (kind()) {
        case PERCENT -> HumanNumbers.fixed(number, 4);
        case FLAG -> Boolean.toString(number != 0);
        default -> Long.toString(Math.round(number));
      };
    }
  }

  /** A number of the growth of rows. */
  record OfGrowth(Growth growth, Growth.Part part) implements TableColumn {
    @Override
    public String id() {
      return growth.id(part);
    }

    @Override
    public Kind kind() {
      return switch (part) {
        case GROWS -> Kind.FLAG;
        case FALSE_SHARE, LIFETIME, LIFETIME_LOW, LIFETIME_HIGH -> Kind.DECIMAL;
        default -> growth.view().isBytes() ? Kind.BYTES : Kind.COUNT;
      };
    }

    @Override
    public String cell(int row) {
      double number = growth.number(part, row);
      if (!Double.isFinite(number)) {
        return "";
      }
      return switch (kind()) {
        case FLAG -> Boolean.toString(number != 0);
        case DECIMAL -> HumanNumbers.fixed(number, DECIMALS);
        default -> Long.toString(Math.round(number));
      };
    }
  }

  /** A number of the devices of a fleet. */
  record OfDevices(DeviceFigures figures, DeviceFigures.Column column) implements TableColumn {
    @Override
    public String id() {
      return column.id();
    }

    @Override
    public Kind kind() {
      return switch (column.part()) {
        case DEVICES -> Kind.COUNT;
        case DEVICES_PERCENT, DEVICES_PERCENT_LOW, DEVICES_PERCENT_HIGH -> Kind.PERCENT;
        case MEAN, MEAN_LOW, MEAN_HIGH, P50, P95 ->
            column.view() != null && column.view().isBytes() ? Kind.BYTES : Kind.DECIMAL;
      };
    }

    @Override
    public String cell(int row) {
      double number = figures.number(column, row);
      if (Double.isNaN(number)) {
        return "";
      }
      return switch (kind()) {
        case PERCENT -> HumanNumbers.fixed(number, 4);
        case DECIMAL -> HumanNumbers.fixed(number, DECIMALS);
        default -> Long.toString(Math.round(number));
      };
    }
  }

  /** A column that identifies a row. */
  enum Fact {
    /** The group of recordings that a row belongs to. */
    GROUP,
    /** The name of the row; the column's id is that of the grouping. */
    NAME,
    LIBRARY,
    PROCESS_NAME,
    PID,
    HEAP_NAME,
    DUMP_NUMBER,
    TIME_NANOS;

    /** For parts of a recording. */
    static final List<Fact> OF_HEAPS =
        List.of(PROCESS_NAME, PID, HEAP_NAME, DUMP_NUMBER, TIME_NANOS);
  }

  /** What is known about a row besides its numbers. */
  record OfRow(Table.Section section, Fact fact) implements TableColumn {
    @Override
    public String id() {
      return fact == Fact.NAME ? section.ranking().by().id() : fact.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public Kind kind() {
      return switch (fact) {
        case PID, DUMP_NUMBER, TIME_NANOS -> Kind.NUMBER;
        default -> Kind.TEXT;
      };
    }

    @Override
    public String cell(int row) {
      Ranking ranking = section.ranking();
      HeapInfo heap = ranking.heap(row);
      return switch (fact) {
        case GROUP -> section.group();
        case NAME -> ranking.name(row);
        case LIBRARY -> ranking.library(row);
        case PROCESS_NAME, PID, HEAP_NAME, DUMP_NUMBER, TIME_NANOS ->
            heap == null ? "" : ofHeap(heap, ranking.by());
      };
    }

    private String ofHeap(HeapInfo heap, GroupBy by) {
      boolean ofDump = by == GroupBy.DUMP;
      return switch (fact) {
        case PROCESS_NAME -> heap.process();
        case PID -> heap.pid() < 0 ? "" : Long.toString(heap.pid());
        case HEAP_NAME -> by == GroupBy.PROCESS ? "" : heap.heap();
        case DUMP_NUMBER -> ofDump ? Integer.toString(heap.dump()) : "";
        case TIME_NANOS -> ofDump && heap.timeNanos() != 0 ? Long.toString(heap.timeNanos()) : "";
        case GROUP, NAME, LIBRARY -> "";
      };
    }
  }
}
