package dev.heapconv.query;

import dev.heapconv.query.NumberColumn.Kind;
import dev.heapconv.query.NumberColumn.Meta;
import java.util.ArrayList;
import java.util.List;

/**
 * A column as text and Markdown show it.
 *
 * @param heading may contain the name of a view, as recorded
 * @param form how cells show their numbers
 * @param dim whether the column matters less than the rest
 * @param ownUnits whether each cell chooses its own unit, for rows of very different sizes
 */
public record ShownColumn(
    String heading, Form form, NumberColumn column, boolean dim, boolean ownUnits) {

  /**
   * The text of a cell.
   *
   * @param certainty half the width of the interval, or its ends; empty if the number is exact or
   *     has no interval
   */
  public record Text(String value, String certainty) {

    /** Stands in cells without a number. */
    public static final String NOTHING = "-";

    private static Text of(String value) {
      return new Text(value, "");
    }

    @Override
    public String toString() {
      return certainty.isEmpty() ? value : value + " " + certainty;
    }
  }

  /** How a cell shows its number. */
  public enum Form {
    /** The value, marked by its {@link Grade}, with no more digits than the interval justifies. */
    VALUE {
      @Override
      Text text(Meta meta, Cell cell, NumberUnit unit) {
        return Text.of(number(meta, cell, cell.isUnknown(), unit));
      }
    },
    /** Like {@link #VALUE}, followed by the interval. */
    ESTIMATE {
      @Override
      Text text(Meta meta, Cell cell, NumberUnit unit) {
        return new Text(number(meta, cell, false, unit), certainty(meta, cell, unit));
      }
    },
    PERCENT {
      @Override
      Text text(Meta meta, Cell cell, NumberUnit unit) {
        return Text.of(HumanNumbers.percent(cell.value()));
      }
    },
    /** Like {@link #PERCENT}, of a part of a whole, which a terminal with room also draws. */
    SHARE {
      @Override
      Text text(Meta meta, Cell cell, NumberUnit unit) {
        return PERCENT.text(meta, cell, unit);
      }
    },
    PROBABILITY {
      @Override
      Text text(Meta meta, Cell cell, NumberUnit unit) {
        return Text.of(HumanNumbers.probability(cell.value()));
      }
    },
    /** All digits. */
    COUNT {
      @Override
      Text text(Meta meta, Cell cell, NumberUnit unit) {
        return Text.of(HumanNumbers.withSeparators(Math.round(cell.value())));
      }
    },
    DURATION {
      @Override
      Text text(Meta meta, Cell cell, NumberUnit unit) {
        return Text.of(cell.isNothing() ? "" : HumanNumbers.duration(cell.value()));
      }
    },
    /** A flag: {@code *} for 1, {@code ?} where it is unknown. */
    MARK {
      @Override
      Text text(Meta meta, Cell cell, NumberUnit unit) {
        boolean isOpen = cell.isNothing() && meta.kind() == Kind.OPEN_FLAG;
        return Text.of(cell.value() == 1 ? "*" : isOpen ? "?" : "");
      }
    },
    /** What changed: the number of allocations (1), their size (2), or both (3). */
    CHANGE {
      @Override
      Text text(Meta meta, Cell cell, NumberUnit unit) {
        return Text.of(CHANGES.get((int) cell.value()));
      }
    };

    private static final List<String> CHANGES = List.of("", "count", "size", "both");

    abstract Text text(Meta meta, Cell cell, NumberUnit unit);
  }

  public static ShownColumn of(String heading, Form form, NumberColumn column) {
    return new ShownColumn(heading, form, column, false, false);
  }

  public ShownColumn dimmed() {
    return new ShownColumn(heading, form, column, true, ownUnits);
  }

  public ShownColumn withOwnUnits() {
    return new ShownColumn(heading, form, column, dim, true);
  }

  /** Returns whether cells are words rather than numbers. */
  public boolean isText() {
    return form == Form.MARK || form == Form.CHANGE;
  }

  /** Returns a number by itself, with a unit of its own. */
  public Text cell(int row) {
    return text(row, column.at(row));
  }

  private Text text(int row, Cell cell) {
    return form.text(column.meta(), cell, unit(size(row, cell)));
  }

  /** Returns the cells of some rows, with one unit for all of them unless each has its own. */
  public List<Text> cells(int... rows) {
    List<Cell> cells = new ArrayList<>();
    double largest = 0;
    for (int row : rows) {
      Cell cell = column.at(row);
      cells.add(cell);
      largest = Math.max(largest, size(row, cell));
    }
    NumberUnit unit = unit(largest);
    List<Text> texts = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      Cell cell = cells.get(i);
      texts.add(ownUnits ? text(rows[i], cell) : form.text(column.meta(), cell, unit));
    }
    return texts;
  }

  /** What the unit must suit; 0 for nothing. */
  private double size(int row, Cell cell) {
    double size = column.size(row, cell);
    boolean isNone = size == 0 && cell.isUncertain();
    return isNone ? cell.high() : size > 0 ? size : 0;
  }

  private NumberUnit unit(double largest) {
    return NumberUnit.of(largest, column.meta().kind() == Kind.BYTES);
  }

  /**
   * @param isUnknown whether the interval says nothing of the digits
   */
  private static String number(Meta meta, Cell cell, boolean isUnknown, NumberUnit unit) {
    double value = cell.value();
    if (cell.isNothing()) {
      return Text.NOTHING;
    }
    boolean isAlone = isUnknown || Double.isNaN(cell.high());
    double low = isAlone ? value : cell.low();
    double high = isAlone ? value : cell.high();
    return (meta.isSigned() && value >= 0.5 ? "+" : "")
        + unit.graded(value, low, high, meta.grade(cell));
  }

  private static String certainty(Meta meta, Cell cell, NumberUnit unit) {
    double low = cell.low();
    double high = cell.high();
    Grade grade = meta.grade(cell);
    if (cell.isNothing() || low == high) {
      return "";
    }
    if (grade == null) {
      return cell.isUncertain() ? unit.interval(low, high, meta.isSigned()) : "";
    }
    if (grade == Grade.PLAIN) {
      double value = cell.value();
      double ratio = Math.max(high / value - 1, 1 - low / value);
      return "\u00b1" + (long) Math.ceil(100 * ratio) + " %";
    }
    return unit.range(low, high);
  }
}
