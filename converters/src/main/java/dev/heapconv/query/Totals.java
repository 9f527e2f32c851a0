package dev.heapconv.query;

import dev.heapconv.model.Column;
import dev.heapconv.model.Effects;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.query.Comparison.Compared;
import dev.heapconv.query.NumberColumn.Kind;
import dev.heapconv.query.NumberColumn.Meta;
import dev.heapconv.query.NumberColumn.Role;
import dev.heapconv.query.ShownColumn.Form;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the estimates, summed up by group.
 *
 * @param view the view to show; null for that of the sort order, or the profile's default
 * @param first number of rows whose numbers are needed, the first in order; 0 for all. More are
 *     added up where sorting or filtering needs them
 */
public record Totals(AggregateOptions rows, @Nullable View view, int first) implements Question {

  /** The share of the whole. */
  public static final String PERCENT = "percent";

  /** The recorded allocations behind the sum, which bytes and objects share. */
  public static final String SAMPLES = "samples";

  /** The column of the one size that all allocations of each row have, where it is known. */
  public static final String SIZE = "size";

  public Totals(AggregateOptions rows, @Nullable View view) {
    this(rows, view, 0);
  }

  /**
   * Sums up a profile.
   *
   * @param view the view to show; null for that of the sort order, or the profile's default
   * @throws HeapConvException if the profile has no such view, or none to sort by
   */
  public static Answer of(EstimatedProfile profile, AggregateOptions rows, @Nullable View view)
      throws HeapConvException {
    return new Totals(rows, view).ask(Subject.of(profile));
  }

  /** If everything has been freed, what was allocated is the next best answer. */
  @Override
  public Totals onPage(Subject subject, int usual) {
    boolean isAny = rows.sort() == null && view == null;
    return new Totals(rows, isAny ? firstView(subject.profile()) : view, rows.limitOr(usual));
  }

  private static @Nullable View firstView(EstimatedProfile profile) {
    for (EstimatedHeap heap : profile.latestDumps()) {
      Column live = heap.column(View.SPACE);
      if (live != null && live.total() != 0) {
        return null;
      }
    }
    return profile.views().contains(View.ALLOC_SPACE) ? View.ALLOC_SPACE : null;
  }

  @Override
  public Answer ask(Subject subject) throws HeapConvException {
    EstimatedProfile profile = LabelHeaps.of(subject.profile(), rows);
    View shown = view == null ? profile.defaultView() : view;
    Aggregation sums =
        isOfAll() || !isThere(profile, shown)
            ? Aggregation.of(profile, rows)
            : Aggregation.ofLargest(profile, rows, shown, first);
    Effects effects = effects(profile);
    List<NumberColumn> columns = columns(profile, effects, sums);
    RowOrder order =
        RowOrder.of(
            sums, columns, Meta.VALUE, view, profile.defaultView(), profile.capture().source());
    StackNames names = sums.groups().names();
    CallSummary calls =
        rows.by() != GroupBy.FUNCTION || names == null
            ? null
            : new CallSummary(profile, rows, order.view(), names, sums.groups()::contains);
    return new Answer(
        order.main(),
        RowNames.of(sums.groups(), rows, sums.sizes(), calls),
        columns,
        new Answer.Rows(order.rows(sums, columns, row -> false), sums.groups().others()),
        ofTotals(profile, effects, sums),
        calls,
        null);
  }

  private boolean isOfAll() {
    return first == 0
        || rows.sort() != null
        || rows.filter() != null
        || rows.showsCumulative()
        || rows.by() == GroupBy.PEEK
        || rows.by().isPartOfRecording();
  }

  private static boolean isThere(EstimatedProfile profile, View view) {
    for (EstimatedHeap heap : profile.latestDumps()) {
      if (heap.column(view) != null) {
        return true;
      }
    }
    return false;
  }

  /** All columns of rows, those of samples last. */
  private static List<NumberColumn> columns(
      EstimatedProfile profile, Effects effects, Aggregation sums) {
    List<NumberColumn> columns = new ArrayList<>();
    for (boolean samples : new boolean[] {false, true}) {
      for (int view = 0; view < sums.views().size(); view++) {
        add(profile, effects, sums, view, false, "self", samples, columns);
        if (sums.isCumulative()) {
          add(profile, effects, sums, view, true, "cum", samples, columns);
        }
      }
    }
    GroupSizes sizes = sums.sizes();
    if (sizes.isAny()) {
      columns.add(
          NumberColumn.of(
              Meta.of(SIZE, Kind.BYTES, Role.FACT),
              row -> sizes.of(row) > 0 ? Cell.of(sizes.of(row)) : Cell.NOTHING));
    }
    return columns;
  }

  /** The columns of everything together. */
  static List<NumberColumn> ofTotals(EstimatedProfile profile, Effects effects, Aggregation sums) {
    List<NumberColumn> columns = new ArrayList<>();
    for (int view = 0; view < sums.views().size(); view++) {
      for (boolean samples : new boolean[] {false, true}) {
        add(profile, effects, sums, view, false, "totals", samples, columns);
      }
    }
    return columns;
  }

  private static void add(
      EstimatedProfile profile,
      Effects effects,
      Aggregation sums,
      int view,
      boolean cumulative,
      String object,
      boolean samples,
      List<NumberColumn> to) {
    View of = sums.views().get(view);
    if (samples) {
      if (sums.hasSamples(view)) {
        String id = (of.isLive() ? SAMPLES : "alloc_samples") + (cumulative ? "_cum" : "");
        List<String> objects = List.of(object, of.name());
        to.add(
            NumberColumn.of(
                new Meta(id, objects, SAMPLES, Kind.COUNT, Role.SHARED, of, cumulative),
                row -> Cell.of(sums.of(cumulative, row).samples(row, of.isLive()))));
      }
      return;
    }
    SumColumn sum =
        new SumColumn(
            Meta.of(of, cumulative, Meta.VALUE, Kind.of(of), Role.ESTIMATE, object, of.name())
                .atBest(Reliability.best(profile, effects, of)),
            sums,
            view,
            Compared.NEW);
    double whole = sums.whole(view);
    to.add(sum);
    to.add(
        NumberColumn.of(
            Meta.of(of, cumulative, PERCENT, Kind.PERCENT, Role.FACT, object, of.name()),
            row -> whole > 0 ? Cell.of(100 * sum.value(row) / whole) : Cell.NOTHING));
  }

  @Override
  public int[] shown(Answer answer) {
    boolean isSearched = rows.filter() != null && rows.by() != GroupBy.PEEK;
    return isSearched || rows.by().isPartOfRecording()
        ? answer.order()
        : Arrays.stream(answer.order()).filter(row -> answer.main().value(row) != 0).toArray();
  }

  @Override
  public List<ShownColumn> columns(Answer answer) {
    View shown = answer.view();
    List<ShownColumn> columns = new ArrayList<>();
    columns.add(ShownColumn.of(shown.name(), Form.ESTIMATE, answer.main()));
    columns.add(ShownColumn.of("share", Form.SHARE, answer.get(shown, PERCENT)));
    NumberColumn self = answer.find(shown, false, PERCENT);
    if (self != null && rows.showsCumulative()) {
      columns.add(ShownColumn.of("self", Form.PERCENT, self).dimmed());
    }
    for (View other : answer.views()) {
      // The objects of the bytes that are shown, or the other way round.
      if (other.isLive() == shown.isLive() && other.isBytes() != shown.isBytes()) {
        columns.add(ShownColumn.of(other.name(), Form.ESTIMATE, answer.main(other)).dimmed());
      }
    }
    int[] all = shown(answer);
    for (View other : answer.views()) {
      // Heaps of which the shown view says nothing have numbers in this one.
      if (other.isLive() != shown.isLive()
          && other.isBytes() == shown.isBytes()
          && lacksSome(answer, all, other)) {
        columns.add(ShownColumn.of(other.name(), Form.ESTIMATE, answer.main(other)).dimmed());
      }
    }
    NumberColumn sizes = answer.find(SIZE);
    if (sizes != null && Arrays.stream(all).anyMatch(row -> !Double.isNaN(sizes.value(row)))) {
      columns.add(ShownColumn.of("size", Form.VALUE, sizes).dimmed().withOwnUnits());
    }
    return columns;
  }

  private static boolean lacksSome(Answer answer, int[] all, View other) {
    if (!View.ALL.contains(answer.view()) || !View.ALL.contains(other)) {
      return false;
    }
    NumberColumn known = answer.main(other);
    for (int row : all) {
      if (Double.isNaN(answer.main().value(row)) && known.value(row) > 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public AnswerText text(Answer answer) {
    return new TotalsText(rows, answer);
  }
}
