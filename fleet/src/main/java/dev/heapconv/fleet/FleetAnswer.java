package dev.heapconv.fleet;

import dev.heapconv.query.Answer;
import dev.heapconv.query.Answer.NameColumn;
import dev.heapconv.query.Cell;
import dev.heapconv.query.Cell.Bound;
import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.NumberColumn;
import dev.heapconv.query.NumberColumn.Kind;
import dev.heapconv.query.NumberColumn.Meta;
import dev.heapconv.query.NumberColumn.Role;
import dev.heapconv.query.ShownColumn;
import dev.heapconv.query.ShownColumn.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a question to a fleet, whose rows are places in a list.
 *
 * @param answer the rows in the order in which to show them
 * @param rows by their numbers; their {@code kind} is {@code total}, {@code row}, or {@code other}
 *     for what too few devices have to be told apart
 * @param shown the columns that people see
 * @param findings what there is to say beside the rows
 */
public record FleetAnswer(
    FleetQuestion question,
    Answer answer,
    List<SqlRow> rows,
    List<ShownColumn> shown,
    FleetFindings findings) {

  public FleetAnswer {
    rows = List.copyOf(rows);
    shown = List.copyOf(shown);
  }

  /** Returns the same answer with a verdict. */
  public FleetAnswer withVerdict(GateVerdict verdict) {
    return new FleetAnswer(question, answer.with(verdict), rows, shown, findings);
  }

  /** Returns the same answer with one more note. */
  public FleetAnswer withNote(String note) {
    return new FleetAnswer(question, answer, rows, shown, findings.withNote(note));
  }

  /** A count as people read it. */
  static String grouped(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** How many devices have some rows, out of how many where these differ. */
  List<String> devices(int[] some) {
    boolean same = IntStream.of(some).mapToLong(i -> rows.get(i).count("n")).distinct().count() < 2;
    return IntStream.of(some)
        .mapToObj(rows::get)
        .map(
            row ->
                "%s%s (%d %%)"
                    .formatted(
                        grouped(row.count("k")),
                        same ? "" : " of " + grouped(row.count("n")),
                        Math.round(100 * row.number("k") / row.number("n"))))
        .toList();
  }

  /**
   * Whether a row does not answer what is asked: it did not change by more than chance, which
   * people only see if they ask for more rows.
   */
  boolean isUnchanged(int row) {
    return rows.get(row).number("changed") == 0 && !rows.get(row).isTotal();
  }

  /** The columns of {@link #shown} in which some of the rows say anything. */
  List<ShownColumn> shown(int[] some) {
    return shown.stream()
        .filter(column -> IntStream.of(some).anyMatch(row -> !column.cell(row).value().isEmpty()))
        .toList();
  }

  /** Puts an answer together, column by column. */
  static final class AnswerBuilder {
    private final FleetQuestion question;
    private final List<SqlRow> rows;
    private final String main;
    private final List<NumberColumn> columns = new ArrayList<>();
    private final List<ShownColumn> shown = new ArrayList<>();

    /**
     * @param main the id of the column that rows are about
     */
    AnswerBuilder(FleetQuestion question, List<SqlRow> rows, String main) {
      this.question = question;
      this.rows = rows;
      this.main = main;
    }

    /** Takes columns out of the rows; the ends of an interval are in {@code ID_low} and so on. */
    AnswerBuilder columns(Kind kind, Role role, String... ids) {
      for (String id : ids) {
        Meta meta = Meta.of(id, kind, role);
        columns.add(NumberColumn.of(meta, row -> cell(meta, rows.get(row))));
      }
      return this;
    }

    private static Cell cell(Meta meta, SqlRow row) {
      double value = row.number(meta.id());
      return meta.hasEnds()
          ? new Cell(value, row.number(meta.id(Bound.LOW)), row.number(meta.id(Bound.HIGH)))
          : Cell.of(value);
    }

    /** Like {@link #columns}, in the unit of the view; means of objects have decimals. */
    AnswerBuilder ofView(Role role, String... ids) {
      return columns(question.isOfBytes() ? Kind.BYTES : Kind.DECIMAL, role, ids);
    }

    /** Shows a column to people. */
    AnswerBuilder show(String heading, Form form, String id) {
      return show(ShownColumn.of(heading, form, column(id)));
    }

    /** Shows a number that programs need not get, because others say the same. */
    AnswerBuilder show(String heading, Form form, Kind kind, ToDoubleFunction<SqlRow> number) {
      NumberColumn column =
          NumberColumn.of(
              Meta.of(heading, kind, Role.FACT),
              row -> Cell.of(number.applyAsDouble(rows.get(row))));
      return show(ShownColumn.of(heading, form, column));
    }

    /** Shows one that matters less. */
    AnswerBuilder showDimmed(String heading, Form form, String id) {
      return show(ShownColumn.of(heading, form, column(id)).dimmed());
    }

    private AnswerBuilder show(ShownColumn column) {
      shown.add(column.withOwnUnits());
      return this;
    }

    private NumberColumn column(String id) {
      return columns.stream()
          .filter(column -> column.meta().id().equals(id))
          .findFirst()
          .orElseThrow();
    }

    FleetAnswer with(
        List<String> summary,
        List<String> notes,
        List<FleetGroup> groups,
        @Nullable FleetTrend trend,
        @Nullable SplitCheck check) {
      List<String> lines = new ArrayList<>(summary);
      if (trend != null) {
        lines.add(trend.text(question));
      }
      List<String> all = new ArrayList<>();
      for (int i = 0; i < groups.size(); i++) {
        if (groups.get(i).missing() > 0) {
          String which = i == 0 ? "of the first group " : "of the second group ";
          all.add(groups.get(i).text(question.view(), groups.size() == 1 ? "" : which));
        }
      }
      all.addAll(notes);
      return new FleetAnswer(
          question, answer(), rows, shown, new FleetFindings(lines, all, groups, trend, check));
    }

    private Answer answer() {
      List<NameColumn> names = new ArrayList<>();
      names.add(
          new NameColumn("", "kind", NameColumn.Kind.FACT, row -> rows.get(row).text("kind")));
      for (String by : question.by()) {
        int place = names.size() - 1;
        NameColumn.Kind kind =
            by.equals("function") ? NameColumn.Kind.FUNCTION : NameColumn.Kind.NAME;
        names.add(new NameColumn(by, by, kind, row -> question.names(rows.get(row)).get(place)));
      }
      List<Integer> order = IntStream.range(0, rows.size()).boxed().toList();
      return new Answer(
          column(main), names, columns, new Answer.Rows(order, 0), List.of(), null, null);
    }
  }
}
