package dev.heapconv.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of the rows of a {@link Result}, each with the ends of its interval if there are any.
 * Rows are the numbers of groups; {@link Result#TOTAL} is everything together.
 */
public abstract class Column {

  /** What the numbers are, and with how many decimals programs get them. */
  public enum Kind {
    COUNT(0, 0),
    BYTES(0, 0),
    /** From 0 to 100. */
    PERCENT(4, 4),
    /** A percentage of which JSON has all decimals. */
    SHARE(4, 6),
    DECIMAL(6, 6),
    /** 1 or 0. */
    FLAG(0, 0),
    /** Written as it is. */
    FACT(6, 17);

    private final int decimals;
    private final int jsonDecimals;

    Kind(int decimals, int jsonDecimals) {
      this.decimals = decimals;
      this.jsonDecimals = jsonDecimals;
    }

    /** Decimals in CSV and TSV. */
    public int decimals() {
      return decimals;
    }

    public int jsonDecimals() {
      return jsonDecimals;
    }
  }

  /** One of the numbers of an estimate. */
  public enum Bound {
    VALUE,
    LOW,
    HIGH;

    String suffix() {
      return this == VALUE ? "" : "_" + name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One number of each row, or a word.
   *
   * @param isWord whether it is the {@link Grade} of the number
   */
  public record Numbers(Column column, Bound bound, boolean isWord) {

    /** Names it in every output: {@code space_low}. */
    public String id() {
      return column.id + (isWord ? GRADE : bound.suffix());
    }

    /** Its name in its object in JSON. */
    public String name() {
      return isWord ? column.gradeName() : column.name(bound);
    }

    /** The number of a row; not finite if there is none. */
    public double of(int row) {
      return column.number(bound, row);
    }

    /** The word of a row; empty if there is none. */
    public String word(int row) {
      Grade grade = column.grade(row);
      return grade == null ? "" : grade.id();
    }
  }

  private static final String GRADE = "_grade";

  private final String id;
  private final String object;
  private final String name;
  private final Kind kind;
  private final boolean hasBounds;

  /**
   * @param id names the column in every output, such as {@code space_cum}
   * @param object the objects that hold it in JSON, such as {@code self/space}
   * @param name its name there
   * @param hasBounds whether there are intervals
   */
  Column(String id, String object, String name, Kind kind, boolean hasBounds) {
    this.id = id;
    this.object = object;
    this.name = name;
    this.kind = kind;
    this.hasBounds = hasBounds;
  }

  /** A column of which all rows are the same. */
  static Column fact(String object, String name, Kind kind, double fact) {
    return new Column(name, object, name, kind, false) {
      @Override
      public double number(Bound bound, int row) {
        return fact;
      }
    };
  }

  /** A number of a row; NaN if there is none, infinite if an interval is unknown. */
  public abstract double number(Bound bound, int row);

  public final double value(int row) {
    return number(Bound.VALUE, row);
  }

  final double low(int row) {
    return number(Bound.LOW, row);
  }

  final double high(int row) {
    return number(Bound.HIGH, row);
  }

  /** Whether the interval of a row is known and not a point. */
  public final boolean isUncertain(int row) {
    return high(row) < Double.POSITIVE_INFINITY && low(row) != high(row);
  }

  /** Whether there is no interval, though there should be one. */
  public final boolean isUnknown(int row) {
    return high(row) == Double.POSITIVE_INFINITY;
  }

  /** Whether numbers are estimates of one recording, which can be trusted more or less. */
  boolean isGraded() {
    return false;
  }

  /** How far a number can be trusted; null if that is unknown or nothing to ask. */
  final @Nullable Grade grade(int row) {
    double value = value(row);
    return !isGraded() || Double.isNaN(value) || !(high(row) < Double.POSITIVE_INFINITY)
        ? null
        : Grade.of(value, low(row), high(row));
  }

  /** What rows are sorted by in descending order. */
  double rank(Bound bound, int row) {
    double number = number(bound, row);
    return Double.isNaN(number) ? Double.NEGATIVE_INFINITY : number;
  }

  /** What the unit of a column of text must suit. */
  double size(int row) {
    return Math.abs(value(row));
  }

  /** Whether numbers are differences, which people see with their sign. */
  boolean isSigned() {
    return false;
  }

  /** Whether a row is a difference that is larger than the noise of sampling. */
  public boolean isBeyondNoise(int row) {
    return false;
  }

  /** The numbers of each row. */
  public final List<Numbers> numbers() {
    List<Numbers> numbers = new ArrayList<>();
    for (Bound bound : Bound.values()) {
      if (bound == Bound.VALUE || hasBounds) {
        numbers.add(new Numbers(this, bound, false));
      }
    }
    if (isGraded()) {
      numbers.add(new Numbers(this, Bound.VALUE, true));
    }
    return numbers;
  }

  /** The numbers of an id; null if there are none. */
  static @Nullable Numbers find(@Nullable String id, List<Column> columns) {
    for (Column column : columns) {
      for (Numbers numbers : column.numbers()) {
        if (numbers.id().equals(id) && !numbers.isWord()) {
          return numbers;
        }
      }
    }
    return null;
  }

  /** The objects that hold the column in JSON, separated by slashes. */
  public final String object() {
    return object;
  }

  /** The name of one of the numbers in its object. */
  String name(Bound bound) {
    return name + bound.suffix();
  }

  /** The name of the grades there. */
  String gradeName() {
    return name + GRADE;
  }

  public final Kind kind() {
    return kind;
  }

  final boolean isBytes() {
    return kind == Kind.BYTES;
  }
}
