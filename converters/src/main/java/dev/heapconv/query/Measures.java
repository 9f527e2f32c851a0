package dev.heapconv.query;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.query.Column.Bound;
import dev.heapconv.query.ViewColumn.Part;
import dev.heapconv.select.AggregateOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The columns of sums: for each view those of the self values, and any cumulative ones. */
final class Measures {

  private static final List<Part> OF_DIFFERENCE = List.of(Part.BASE, Part.NEW, Part.DIFF);

  private final Aggregation sums;
  private final AggregateOptions options;

  /** By view; the first column of a difference is the base, of estimates the sum. */
  private final List<List<ViewColumn>> self;

  private final List<List<ViewColumn>> cumulative;

  Measures(Aggregation sums) {
    this.sums = sums;
    options = sums.options();
    self = columns(false, "self");
    cumulative = options.by().isCumulative() ? columns(true, "cum") : self;
  }

  private List<List<ViewColumn>> columns(boolean through, String object) {
    List<List<ViewColumn>> columns = new ArrayList<>();
    for (int view = 0; view < sums.views().size(); view++) {
      List<ViewColumn> ofView = new ArrayList<>();
      for (Part part : parts(view)) {
        ofView.add(new ViewColumn(sums, through, view, part, object));
      }
      columns.add(ofView);
    }
    return columns;
  }

  private List<Part> parts(int view) {
    List<Part> parts = new ArrayList<>();
    if (!sums.isDifference()) {
      parts.addAll(List.of(Part.SUM, Part.PERCENT));
    } else {
      parts.addAll(OF_DIFFERENCE);
      parts.add(Part.BEYOND_NOISE);
      if (isOfObjects(sums.views().get(view))) {
        parts.add(Part.SIZE_BEYOND_NOISE);
      }
    }
    if (sums.hasSamples(view)) {
      parts.add(Part.SAMPLES);
    }
    return parts;
  }

  static boolean isOfObjects(View view) {
    return View.ALL.contains(view) && !view.isBytes();
  }

  /** All columns for programs, those of samples last. */
  List<Column> all() {
    List<Column> all = new ArrayList<>();
    for (boolean samples : new boolean[] {false, true}) {
      for (int view = 0; view < self.size(); view++) {
        add(self.get(view), samples, all);
        if (cumulative != self) {
          add(cumulative.get(view), samples, all);
        }
      }
    }
    return all;
  }

  private static void add(List<ViewColumn> columns, boolean samples, List<Column> to) {
    for (ViewColumn column : columns) {
      if ((column.part() == Part.SAMPLES) == samples) {
        to.add(column);
      }
    }
  }

  /** The columns of everything together. */
  List<Column> totals() {
    List<Column> totals = new ArrayList<>();
    for (List<ViewColumn> ofView : columns(false, "totals")) {
      totals.addAll(ofView);
    }
    return totals;
  }

  /**
   * A column of a view; null if there is none.
   *
   * @param through whether groups count all stacks that pass through them
   */
  @Nullable ViewColumn find(View view, boolean through, Part part) {
    for (ViewColumn column : (through ? cumulative : self).get(sums.views().indexOf(view))) {
      if (column.part() == part) {
        return column;
      }
    }
    return null;
  }

  /** Like {@link #find} for a column that there is. */
  ViewColumn get(View view, boolean through, Part part) {
    ViewColumn column = find(view, through, part);
    if (column == null) {
      throw new IllegalArgumentException("no " + part + " of " + view);
    }
    return column;
  }

  /** The sum of a view, or the difference of two. */
  ViewColumn main(View view, boolean through) {
    return get(view, through, sums.isDifference() ? Part.DIFF : Part.SUM);
  }

  /**
   * What groups are sorted by.
   *
   * @param column null for the names
   * @param view the view to show
   */
  record Sort(@Nullable ViewColumn column, Bound bound, View view) {}

  /**
   * The column that the options sort by, and the view to show.
   *
   * @param wanted the view to show; null for that of the sort order
   * @param usual the view to show if the sort order does not determine one
   * @param source name of the input, for errors
   */
  Sort sort(@Nullable View wanted, View usual, String source) throws HeapConvException {
    if (wanted != null && !sums.views().contains(wanted)) {
      throw HeapConvException.input(ErrorId.NO_SUCH_VIEW, source, wanted.name(), viewNames());
    }
    String id = options.sort() == null ? "self" : options.sort();
    View shown = wanted == null ? usual : wanted;
    boolean through = options.cumulative() || id.equals("cum");
    if (id.equals("name")) {
      return new Sort(null, Bound.VALUE, shown);
    }
    if (id.equals("self") || id.equals("cum")) {
      return new Sort(main(shown, through), Bound.VALUE, shown);
    }
    ViewColumn samples = id.equals("samples") ? find(shown, through, Part.SAMPLES) : null;
    if (samples != null) {
      return new Sort(samples, Bound.VALUE, shown);
    }
    Sort found = null;
    for (Column column : all()) {
      for (Column.Numbers numbers : column.numbers()) {
        if (column instanceof ViewColumn own && is(id, numbers, own)) {
          // Columns with the same id have equal numbers; take the last, which is of the bytes.
          ViewColumn sorting = through ? get(own.view(), true, own.part()) : own;
          found = new Sort(sorting, numbers.bound(), wanted == null ? own.view() : wanted);
        }
      }
    }
    if (found == null) {
      throw HeapConvException.input(ErrorId.NO_SUCH_COLUMN, source, id, viewNames());
    }
    return found;
  }

  private boolean is(String id, Column.Numbers numbers, ViewColumn column) {
    boolean difference = column.part() == Part.DIFF && numbers.bound() == Bound.VALUE;
    String known = cumulative == self ? id.replace("_cum", "") : id;
    return !numbers.isWord() && numbers.id().equals(known)
        || difference && numbers.id().equals(known + "_diff");
  }

  /** Names of the views, for errors. */
  String viewNames() {
    StringJoiner names = new StringJoiner(", ");
    sums.views().forEach(view -> names.add(view.name()));
    return names.toString();
  }
}
