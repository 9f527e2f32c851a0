package dev.heapconv.query;

import java.io.Serializable;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What to sum up, and which of the groups to show in which order.
 *
 * @param grouping what to group by
 * @param sort id of the column that orders the groups, as in CSV, or {@code name}, {@code self},
 *     {@code cum}; null for the view that is shown, or for dumps the order of the recording. Names
 *     sort from a to z, numbers in descending order
 * @param cumulative whether groups count the stacks that pass through them, not only those that end
 *     in them
 * @param limit maximum number of groups to show, 0 for all, also those of a difference that differ
 *     by no more than the noise of sampling; {@link #DEFAULT_LIMIT} leaves it to the format
 * @param filter shows only groups whose name it matches; null for all. Percentages stay relative to
 *     the whole. For {@link GroupBy#PEEK} the functions to peek at
 */
public record AggregateOptions(
    Grouping grouping,
    @Nullable String sort,
    boolean cumulative,
    int limit,
    @Nullable Pattern filter)
    implements Serializable {

  /**
   * What groups are.
   *
   * @param label key of the labels of {@link GroupBy#LABEL}; empty for others
   */
  public record Grouping(GroupBy by, String label) implements Serializable {

    /** A group is a function. */
    public static final Grouping FUNCTIONS = new Grouping(GroupBy.FUNCTION, "");

    public Grouping {
      Objects.requireNonNull(by, "by");
      Objects.requireNonNull(label, "label");
    }
  }

  /** As many groups as suit the format: all of them for programs, a screenful for people. */
  public static final int DEFAULT_LIMIT = -1;

  /** Functions by their self values. */
  public static final AggregateOptions DEFAULT =
      new AggregateOptions(Grouping.FUNCTIONS, null, false, DEFAULT_LIMIT, null);

  public AggregateOptions {
    Objects.requireNonNull(grouping, "grouping");
    if (limit < DEFAULT_LIMIT) {
      throw new IllegalArgumentException("the limit is negative");
    }
  }

  /** Returns what to group by. */
  public GroupBy by() {
    return grouping.by();
  }

  /** Key of the labels of {@link GroupBy#LABEL}; empty for others. */
  public String label() {
    return grouping.label();
  }

  /** Groups by something; labels keep their key. */
  public AggregateOptions withBy(GroupBy other) {
    return withGrouping(new Grouping(other, other == GroupBy.LABEL ? label() : ""));
  }

  /** Groups by the labels with a key. */
  public AggregateOptions byLabel(String key) {
    return withGrouping(new Grouping(GroupBy.LABEL, key));
  }

  private AggregateOptions withGrouping(Grouping other) {
    return new AggregateOptions(other, sort, cumulative, limit, filter);
  }

  public AggregateOptions withSort(@Nullable String other) {
    return new AggregateOptions(grouping, other, cumulative, limit, filter);
  }

  public AggregateOptions withCumulative(boolean other) {
    return new AggregateOptions(grouping, sort, other, limit, filter);
  }

  public AggregateOptions withLimit(int other) {
    return new AggregateOptions(grouping, sort, cumulative, other, filter);
  }

  public AggregateOptions withFilter(@Nullable Pattern other) {
    return new AggregateOptions(grouping, sort, cumulative, limit, other);
  }

  /** Returns whether groups can count the stacks that pass through them, and do. */
  public boolean showsCumulative() {
    return cumulative && by().isCumulative();
  }

  /** Returns the limit; {@code usual} if left to the format. */
  public int limitOr(int usual) {
    return limit == DEFAULT_LIMIT ? usual : limit;
  }
}
