package dev.heapconv.query;

import dev.heapconv.model.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of the rows of a {@link Result}, each with the ends of its interval if there are any.
 * Rows are the numbers of groups; {@link Result#TOTAL} is everything together.
 *
 * @param id names the values in every output
 * @param objects those that hold them in JSON, each in the one before
 * @param name of the values in there
 * @param view the view they are of; null for a number of everything that is of none
 * @param through whether rows count all stacks that pass through them
 * @param scale what the unit of a column of text must suit; null for the values
 */
public record ResultColumn(
    String id,
    List<String> objects,
    String name,
    Kind kind,
    @Nullable View view,
    boolean through,
    Part part,
    RowNumbers numbers,
    @Nullable IntToDoubleFunction scale) {

  /** What the numbers are, and with how many decimals programs get them. */
  public enum Kind {
    COUNT(0),
    BYTES(0),
    /** From 0 to 100. */
    PERCENT(4),
    DECIMAL(6),
    /** 1 or 0. */
    FLAG(0),
    /** From 0 to 1, with so many significant digits, as most that matter are small. */
    PROBABILITY(6),
    /** Written as it is in JSON. */
    FACT(6);

    private final int decimals;

    Kind(int decimals) {
      this.decimals = decimals;
    }

    public int decimals() {
      return decimals;
    }
  }

  /** One of the numbers of an estimate. */
  public enum Bound {
    VALUE,
    LOW,
    HIGH;

    String id() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Behind the name of a number, names this of it. */
    public String suffix() {
      return this == VALUE ? "" : "_" + id();
    }
  }

  /** What a column says of its view. */
  public enum Part {
    SUM,
    /** The share of the whole. */
    PERCENT,
    /** Recorded allocations behind the sum: the same for bytes and objects. */
    SAMPLES,
    BASE,
    NEW,
    DIFF,
    /** Whether a difference is larger than the noise of sampling, which ends where it is known. */
    BEYOND_NOISE,
    /** Whether the sizes of allocations differ by more than the noise of sampling. */
    SIZE_BEYOND_NOISE,
    /** Live at the first dump. */
    FIRST,
    /** The most that was live at one dump. */
    PEAK,
    /** Live at the last dump. */
    LAST,
    /**
     * Last minus first, per minute, or per dump without times; its interval: what really happened
     * in this run.
     */
    SLOPE,
    /**
     * Whether the group grew by more than what sampling, objects that come and go at random, its
     * own ups and downs, and filling up explain; no number where that cannot be told.
     */
    GROWS,
    /**
     * Share of false findings, from 0 to 1, among the groups with such a number or a smaller one,
     * if all of them were said to grow; {@link #GROWS} compares it with the level of the intervals.
     */
    FALSE_SHARE,
    /** Mean lifetime in seconds, by Little's law. */
    LIFETIME,
    /** Something that is not of a view. */
    FACT;

    String id() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it is an estimate, which has an interval. */
    boolean hasInterval() {
      return switch (this) {
        case SUM, DIFF, SLOPE, LIFETIME -> true;
        case PERCENT, SAMPLES, BASE, NEW, BEYOND_NOISE, SIZE_BEYOND_NOISE -> false;
        case FIRST, PEAK, LAST, GROWS, FALSE_SHARE, FACT -> false;
      };
    }

    private Kind kind(View view) {
      return switch (this) {
        case PERCENT -> Kind.PERCENT;
        case BEYOND_NOISE, SIZE_BEYOND_NOISE, GROWS -> Kind.FLAG;
        case SAMPLES -> Kind.COUNT;
        case FALSE_SHARE, LIFETIME -> Kind.DECIMAL;
        case SUM, BASE, NEW, DIFF, FIRST, PEAK, LAST, SLOPE, FACT ->
            view.isBytes() ? Kind.BYTES : Kind.COUNT;
      };
    }
  }

  /** The numbers of a column. */
  @FunctionalInterface
  public interface RowNumbers {

    /** A number of a row; NaN if there is none, infinite if an interval is unknown. */
    double of(Bound bound, int row);
  }

  /**
   * A column of a view.
   *
   * @param through whether rows count all stacks that pass through them
   * @param objects those that hold it in JSON, each in the one before: {@code self, space}
   */
  static ResultColumn of(
      View view, boolean through, Part part, List<String> objects, RowNumbers numbers) {
    String name = part == Part.SUM ? "value" : part.id();
    return new ResultColumn(
        id(view, through, part),
        objects,
        name,
        part.kind(view),
        view,
        through,
        part,
        numbers,
        null);
  }

  private static String id(View view, boolean through, Part part) {
    String samples = view.isLive() ? "samples" : "alloc_samples";
    return (part == Part.SAMPLES ? samples : view.name())
        + (through ? "_cum" : "")
        + (part == Part.SUM || part == Part.SAMPLES ? "" : "_" + part.id());
  }

  /**
   * A column that is of no view, and in JSON belongs to the row itself.
   *
   * @param part {@link Part#SUM} of an estimate, {@link Part#DIFF} of a change, which have
   *     intervals, or {@link Part#FACT}
   */
  public static ResultColumn of(String id, Kind kind, Part part, RowNumbers numbers) {
    return new ResultColumn(id, List.of(), id, kind, null, false, part, numbers, null);
  }

  /** A number of everything together. */
  static ResultColumn fact(String object, String name, Kind kind, double fact) {
    return new ResultColumn(
        name, List.of(object), name, kind, null, false, Part.FACT, (bound, row) -> fact, null);
  }

  /** The same column, for which text chooses a unit that suits other numbers, too. */
  ResultColumn scaledBy(IntToDoubleFunction other) {
    return new ResultColumn(id, objects, name, kind, view, through, part, numbers, other);
  }

  /** A column of a view; null if there is none. */
  static @Nullable ResultColumn find(
      List<ResultColumn> columns, View view, boolean through, Part part) {
    for (ResultColumn column : columns) {
      if (column.part == part && column.through == through && view.equals(column.view)) {
        return column;
      }
    }
    return null;
  }

  /** The field with an id, or a name in JSON, which is no word; null if there is none. */
  static @Nullable ColumnField field(String id, List<ResultColumn> columns) {
    for (ResultColumn column : columns) {
      for (ColumnField field : column.fields()) {
        if ((field.id().equals(id) || field.name().equals(id)) && !field.isWord()) {
          return field;
        }
      }
    }
    return null;
  }

  /** A number of a row; NaN if there is none, infinite if an interval is unknown. */
  public double number(Bound bound, int row) {
    return numbers.of(bound, row);
  }

  public double value(int row) {
    return numbers.of(Bound.VALUE, row);
  }

  public double low(int row) {
    return numbers.of(Bound.LOW, row);
  }

  public double high(int row) {
    return numbers.of(Bound.HIGH, row);
  }

  /** Whether the interval of a row is known and not a point. */
  public boolean isUncertain(int row) {
    return high(row) < Double.POSITIVE_INFINITY && low(row) != high(row);
  }

  /** Whether there is no interval, though there should be one. */
  public boolean isUnknown(int row) {
    return high(row) == Double.POSITIVE_INFINITY;
  }

  /** Of {@link Part#BEYOND_NOISE}: whether noise is known, and all that there is. */
  boolean isNoise(int row) {
    return value(row) != 1 && !isUnknown(row);
  }

  /** Whether numbers are estimates, which can be trusted more or less. */
  private boolean isGraded() {
    return (part == Part.SUM || part == Part.BASE || part == Part.NEW) && kind != Kind.PERCENT;
  }

  /** How far a number can be trusted; null if that is unknown or nothing to ask. */
  public @Nullable Grade grade(int row) {
    double value = value(row);
    return !isGraded() || Double.isNaN(value) || !(high(row) < Double.POSITIVE_INFINITY)
        ? null
        : Grade.of(value, low(row), high(row));
  }

  /** What rows are sorted by in descending order; changes count whatever their sign. */
  double rank(Bound bound, int row) {
    double number = number(bound, row);
    boolean ofChange = part == Part.SUM || part == Part.PERCENT || part == Part.DIFF;
    return Double.isNaN(number)
        ? Double.NEGATIVE_INFINITY
        : ofChange && bound == Bound.VALUE ? Math.abs(number) : number;
  }

  /** {@link #rank} of some rows. */
  double[] ranks(Bound bound, int[] rows) {
    double[] ranks = new double[rows.length];
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] = rank(bound, rows[i]);
    }
    return ranks;
  }

  /** What the unit of a column of text must suit. */
  public double size(int row) {
    return scale == null ? Math.abs(value(row)) : scale.applyAsDouble(row);
  }

  /** Whether numbers are differences, which people see with their sign. */
  public boolean isSigned() {
    return part == Part.DIFF || part == Part.SLOPE;
  }

  /** What programs get of each row. */
  public List<ColumnField> fields() {
    List<ColumnField> fields = new ArrayList<>();
    for (Bound bound : Bound.values()) {
      if (bound == Bound.VALUE || part.hasInterval()) {
        String suffix = bound.suffix();
        boolean alone = (part == Part.SUM || part == Part.DIFF) && bound != Bound.VALUE;
        String nameInObject = alone && !objects.isEmpty() ? bound.id() : name + suffix;
        fields.add(new ColumnField(this, bound, false, id + suffix, nameInObject));
      }
    }
    if (isGraded() && part == Part.SUM) {
      fields.add(
          new ColumnField(
              this, Bound.VALUE, true, id + "_grade", objects.isEmpty() ? id + "_grade" : "grade"));
    }
    return fields;
  }

  /**
   * What programs get of a column: a number of each row, or a word.
   *
   * @param isWord whether it is the {@link Grade} of the number
   * @param id names it in every output: {@code space_low}
   * @param name its name in its object in JSON
   */
  public record ColumnField(
      ResultColumn column, Bound bound, boolean isWord, String id, String name) {

    /** The number of a row; not finite if there is none. */
    public double number(int row) {
      return column.number(bound, row);
    }

    /** How the number of a row is rounded: an interval that is a point stays one. */
    public Bound rounding(int row) {
      return column.low(row) == column.high(row) ? Bound.VALUE : bound;
    }

    /** The word of a row; empty if there is none. */
    public String word(int row) {
      Grade grade = column.grade(row);
      return grade == null ? "" : grade.id();
    }
  }
}
