package dev.heapconv.cli;

import dev.heapconv.fleet.AnswerWriter;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.GroupBy;
import dev.heapconv.show.TableOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/**
 * Options of every command that writes a table: what each row is, which rows to show, and their
 * order.
 */
final class RowOptions extends OptionGroup {

  private static final String COLUMNS =
      "function, library, process, heap, package, version_name, version_code, build, date, device,"
          + " labels.KEY; several with commas";

  /** How the command line names a label to group by, before its key. */
  private static final String LABEL = "label:";

  /** How many rows are shown usually, for help. */
  static final String STACKS_OR_OTHERS =
      TableOptions.STACKS_FOR_PEOPLE
          + " stacks or "
          + TableOptions.ROWS_FOR_PEOPLE
          + " other rows; "
          + TableOptions.ROWS_FOR_PEOPLE
          + " in md";

  private static final By FUNCTION = new By(GroupBy.FUNCTION, "", GroupBy.FUNCTION.id());

  /**
   * What rows are.
   *
   * @param group null if only tables of fleets can have such rows
   * @param label the key of the label for rows of labels
   * @param text as the command line says it
   */
  private record By(@Nullable GroupBy group, String label, String text) {}

  /** Whether rows may be those of columns, which only the table knows. */
  private boolean takesColumns;

  private final List<GroupBy> groups = new ArrayList<>(List.of(GroupBy.values()));

  {
    // Needs an expression, so that it is an option of its own.
    groups.remove(GroupBy.PEEK);
  }

  private final Argument<By> by;

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
              + " CSV output that has numbers, such as space_cum or objects_low (default: the"
              + " selected view).");

  /** Of a table with the rows of a recording. */
  RowOptions() {
    this("in text " + STACKS_OR_OTHERS + "; otherwise all");
  }

  /**
   * @param usualLimit how many rows are shown usually, for help
   */
  RowOptions(String usualLimit) {
    this(usualLimit, "--by WHAT", "Group rows by: ${COMPLETION-CANDIDATES} (default: function).");
  }

  private RowOptions(String usualLimit, String usage, String ofBy) {
    by = first(value(this::parse, () -> ids().iterator(), Heading.TABLE, usage, ofBy));
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

  /** Of a command whose rows are those of tables of fleets. */
  static RowOptions ofFleets() {
    RowOptions options =
        new RowOptions(
            TableOptions.ROWS_FOR_PEOPLE
                + " in text and md, "
                + AnswerWriter.ROWS_IN_BROWSER
                + " in html, otherwise all",
            "--by COLUMN,...",
            "Group rows by: " + COLUMNS + " (default: function).");
    options.groups.clear();
    options.takesColumns = true;
    options.leaveOut(options.sort);
    return options;
  }

  /** Of a command whose rows may be those of tables of fleets instead. */
  static RowOptions orOfFleets(String usualLimit) {
    RowOptions options =
        new RowOptions(
            usualLimit,
            "--by WHAT",
            "Group rows by: ${COMPLETION-CANDIDATES} (default: function). Tables of fleets: "
                + COLUMNS
                + ".");
    options.takesColumns = true;
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
        return new By(group, text.substring(LABEL.length()), text);
      }
      if (group != GroupBy.LABEL && group.id().equalsIgnoreCase(text)) {
        return new By(group, "", text);
      }
    }
    if (takesColumns) {
      return new By(null, "", text);
    }
    throw new TypeConversionException(notOne(text));
  }

  private String notOne(String text) {
    return "expected " + String.join(", ", ids()) + " but was '" + text + "'";
  }

  private GroupBy by() {
    By what = by.valueOr(FUNCTION);
    if (what.group == null) {
      // As the parser says it of commands that no table can follow.
      throw new CommandLine.ParameterException(
          by.command().commandLine(),
          "Invalid value for option '" + by.name() + "': " + notOne(what.text));
    }
    return what.group;
  }

  /** The columns of a table of a fleet that rows are grouped by. */
  List<String> groupColumns() {
    return List.of(by.valueOr(FUNCTION).text.split(",", -1));
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
    String label = by.valueOr(FUNCTION).label;
    AggregateOptions rows = ofColumns();
    return (label.isEmpty() ? rows.withBy(by()) : rows.byLabel(label)).withSort(sort.value());
  }

  /** Likewise, whatever rows are. */
  AggregateOptions ofColumns() {
    return AggregateOptions.DEFAULT
        .withCumulative(isCumulative())
        .withLimit(limit.valueOr(AggregateOptions.DEFAULT_LIMIT))
        .withFilter(filter.value());
  }
}
