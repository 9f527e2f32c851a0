package dev.heapconv.cli;

import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.GroupBy;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/**
 * Options of every command that writes a table: what each row is, which rows to show, and their
 * order.
 */
final class RowOptions extends OptionGroup {

  /** How the command line names a label to group by, before its key. */
  private static final String LABEL = "label:";

  /** What rows are, with the key of the label for those of labels. */
  private record By(GroupBy group, String label) {}

  private final List<GroupBy> groups = new ArrayList<>(List.of(GroupBy.values()));

  {
    // Needs an expression, so that it is an option of its own.
    groups.remove(GroupBy.PEEK);
  }

  private final Argument<By> by =
      value(
          this::parse,
          () -> ids().iterator(),
          Heading.TABLE,
          "--by WHAT",
          "Group rows by: ${COMPLETION-CANDIDATES} (default: function).");

  private final Argument<Boolean> cumulative =
      flag(
          Heading.TABLE,
          "--cum",
          "Include what the callees of each function, line, library or file allocated, not only"
              + " itself.");

  private final Argument<Integer> limit;

  private final Argument<Pattern> filter =
      pattern(
          Heading.TABLE,
          "--filter REGEX",
          "Show only rows whose name contains a match; the name of a stack is its functions joined"
              + " by semicolons.");

  private final Argument<String> sort =
      text(
          columns(),
          Heading.TABLE,
          "--sort COLUMN",
          "Sort rows by a view such as alloc_space, by name, by samples, or by any column of the"
              + " CSV output, such as space_cum or objects_low (default: the selected view).");

  /** Of a table with the rows of a recording. */
  RowOptions() {
    this("in text 10 stacks or 20 other rows; 20 in md; otherwise all");
  }

  /**
   * @param usualLimit how many rows are shown usually, for help
   */
  RowOptions(String usualLimit) {
    limit =
        value(
            Quantities::rows,
            Heading.TABLE,
            "--limit -n N",
            "Show at most N rows, or all with 0 (default: " + usualLimit + ").");
  }

  /** Columns that every table may have, for completion. */
  private static List<String> columns() {
    List<String> columns = new ArrayList<>(List.of("name", "self", "cum", "samples"));
    columns.addAll(OutputOptions.viewNames());
    return columns;
  }

  /** Of a command that has rows of its own. */
  static RowOptions ofFleets() {
    RowOptions options = new RowOptions("20 in text and md, 1000 in html, otherwise all");
    options.leaveOut(options.by, options.sort);
    return options;
  }

  /** Of a command whose rows cannot be these. */
  RowOptions without(GroupBy group) {
    groups.remove(group);
    return this;
  }

  private List<String> ids() {
    return groups.stream()
        .map(group -> group == GroupBy.LABEL ? LABEL + "NAME" : group.id())
        .toList();
  }

  private By parse(String text) {
    for (GroupBy group : groups) {
      if (group == GroupBy.LABEL && text.startsWith(LABEL) && text.length() > LABEL.length()) {
        return new By(group, text.substring(LABEL.length()));
      }
      if (group != GroupBy.LABEL && group.id().equalsIgnoreCase(text)) {
        return new By(group, "");
      }
    }
    throw new TypeConversionException(
        "expected " + String.join(", ", ids()) + " but was '" + text + "'");
  }

  private GroupBy by() {
    return by.valueOr(new By(GroupBy.FUNCTION, "")).group;
  }

  boolean isCumulative() {
    return cumulative.isGiven();
  }

  private List<Argument<?>> options() {
    return List.of(cumulative, limit, filter, by, sort);
  }

  /** Whether no option chooses rows. */
  boolean areUsual() {
    return options().stream().noneMatch(Argument::isGiven);
  }

  /** Whether an option says what rows are, or which to show; any number will do. */
  boolean choose() {
    return by.isGiven() || isCumulative() || filter.isGiven();
  }

  /** Likewise, or in which order. */
  boolean chooseOrOrder() {
    return choose() || sort.isGiven();
  }

  /**
   * Refuses these options where they have no effect.
   *
   * @param remedy what to do to give them one
   * @throws UsageException if any was given
   */
  void refuse(String remedy) {
    options().forEach(option -> option.refuse("applies to tables only; " + remedy));
  }

  /** Refuses all but the number of rows, beside an option that shows rows of its own. */
  void refuseOrder(String other) {
    options().stream()
        .filter(option -> option != limit)
        .forEach(option -> option.refuse("has no effect on " + other + "; omit one of them"));
  }

  /** Whether the number of rows is chosen. */
  boolean isLimited() {
    return limit.isGiven();
  }

  AggregateOptions rows() {
    if (isCumulative() && !by().isCumulative()) {
      throw new UsageException("--cum can only be used with --by function, line, library or file");
    }
    String label = by.valueOr(new By(GroupBy.FUNCTION, "")).label;
    AggregateOptions rows = AggregateOptions.DEFAULT;
    return (label.isEmpty() ? rows.withBy(by()) : rows.byLabel(label))
        .withSort(sort.value())
        .withCumulative(isCumulative())
        .withLimit(limit.valueOr(AggregateOptions.DEFAULT_LIMIT))
        .withFilter(filter.value());
  }
}
