package dev.heapconv.fleet;

import dev.heapconv.query.Answer;
import dev.heapconv.query.Answer.NameColumn;
import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.ResultColumn;
import dev.heapconv.query.ResultColumn.Kind;
import dev.heapconv.query.ResultColumn.Part;
import dev.heapconv.show.ShownColumn;
import dev.heapconv.show.ShownColumn.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a question to a fleet, whose rows are places in a list.
 *
 * @param rows in the order in which to show them; their {@code kind} is {@code total}, {@code row},
 *     or {@code other} for what too few devices have to be told apart
 * @param shown those that people see
 * @param summary the answer in words, and how many devices it is about: a line each
 * @param notes what to know of the numbers, a sentence each
 * @param groups how much there is to know of each group of recordings that is asked
 * @param trend of rows that are days; null if there is none
 * @param check of a comparison; null if it is none
 * @param verdict whether what changed is allowed; null if that was not asked
 */
public record FleetAnswer(
    FleetQuestion question,
    List<SqlRow> rows,
    List<ResultColumn> columns,
    List<ShownColumn> shown,
    List<String> summary,
    List<String> notes,
    List<FleetGroup> groups,
    @Nullable FleetTrend trend,
    @Nullable SplitCheck check,
    @Nullable GateVerdict verdict)
    implements Answer {

  public FleetAnswer {
    rows = List.copyOf(rows);
    columns = List.copyOf(columns);
    shown = List.copyOf(shown);
    summary = List.copyOf(summary);
    notes = List.copyOf(notes);
    groups = List.copyOf(groups);
  }

  /** The same answer with a verdict. */
  public FleetAnswer withVerdict(GateVerdict other) {
    return new FleetAnswer(
        question, rows, columns, shown, summary, notes, groups, trend, check, other);
  }

  /** The same answer, of a comparison. */
  FleetAnswer withCheck(SplitCheck other) {
    return new FleetAnswer(
        question, rows, columns, shown, summary, notes, groups, trend, other, verdict);
  }

  /** The same answer with one more thing to know. */
  public FleetAnswer withNote(String note) {
    List<String> more = new ArrayList<>(notes);
    more.add(note);
    return new FleetAnswer(
        question, rows, columns, shown, summary, more, groups, trend, check, verdict);
  }

  @Override
  public List<NameColumn> names() {
    List<NameColumn> names = new ArrayList<>();
    names.add(new NameColumn("", "kind", NameColumn.Kind.FACT, row -> rows.get(row).text("kind")));
    for (int i = 0; i < question.by().size(); i++) {
      int place = i;
      String by = question.by().get(i);
      NameColumn.Kind kind =
          by.equals("function") ? NameColumn.Kind.FUNCTION : NameColumn.Kind.NAME;
      names.add(new NameColumn(by, by, kind, row -> question.names(rows.get(row)).get(place)));
    }
    return names;
  }

  @Override
  public boolean startsWithNames() {
    return true;
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
    private final List<ResultColumn> columns = new ArrayList<>();
    private final List<ShownColumn> shown = new ArrayList<>();

    AnswerBuilder(FleetQuestion question, List<SqlRow> rows) {
      this.question = question;
      this.rows = rows;
    }

    /** Takes columns out of the rows; the ends of an interval are in {@code ID_low} and so on. */
    AnswerBuilder columns(Kind kind, Part part, String... ids) {
      for (String id : ids) {
        columns.add(
            ResultColumn.of(
                id, kind, part, (bound, row) -> rows.get(row).number(id + bound.suffix())));
      }
      return this;
    }

    /** Like {@link #columns}, in the unit of the view; means of objects have decimals. */
    AnswerBuilder ofView(Part part, String... ids) {
      return columns(question.isOfBytes() ? Kind.BYTES : Kind.DECIMAL, part, ids);
    }

    /** Shows a column to people. */
    AnswerBuilder show(String heading, Form form, String id) {
      return show(ShownColumn.of(heading, form, column(id)));
    }

    /** Shows a number that programs need not get, because others say the same. */
    AnswerBuilder show(String heading, Form form, Kind kind, ToDoubleFunction<SqlRow> number) {
      ResultColumn column =
          ResultColumn.of(
              heading, kind, Part.FACT, (bound, row) -> number.applyAsDouble(rows.get(row)));
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

    private ResultColumn column(String id) {
      return columns.stream().filter(column -> column.id().equals(id)).findFirst().orElseThrow();
    }

    FleetAnswer with(
        List<String> summary,
        List<String> notes,
        List<FleetGroup> groups,
        @Nullable FleetTrend trend) {
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
      return new FleetAnswer(question, rows, columns, shown, lines, all, groups, trend, null, null);
    }
  }
}
