package dev.heapconv.show;

import dev.heapconv.model.View;
import dev.heapconv.query.Result;
import dev.heapconv.query.ResultColumn;
import dev.heapconv.query.ResultColumn.Part;
import dev.heapconv.show.ShownColumn.Form;
import dev.heapconv.unskew.growth.FillingUp;
import java.util.ArrayList;
import java.util.List;

/** The columns of a result for people, who see fewer numbers than programs. */
final class ShownColumns {

  private final Result result;
  private final View view;
  private final List<ShownColumn> columns = new ArrayList<>();

  private ShownColumns(Result result) {
    this.result = result;
    view = result.view();
  }

  static List<ShownColumn> of(Result result) {
    ShownColumns shown = new ShownColumns(result);
    switch (result.question()) {
      case TOTALS -> shown.addTotals();
      case DIFFERENCE -> shown.addDifference();
      case GROWTH -> shown.addGrowth();
    }
    return shown.columns;
  }

  private void add(String words, Form form, Part part) {
    columns.add(ShownColumn.of(words, form, result.get(view, part)));
  }

  private void addTotals() {
    columns.add(ShownColumn.of(view.name(), Form.ESTIMATE, result.main(view)));
    add("share", Form.PERCENT, Part.PERCENT);
    ResultColumn self = result.find(view, false, Part.PERCENT);
    if (self != null && result.isCumulative()) {
      columns.add(ShownColumn.of("self", Form.PERCENT, self).dimmed());
    }
    for (View other : result.views()) {
      // The objects of the bytes that are shown, or the other way round.
      if (other.isLive() == view.isLive() && other.isBytes() != view.isBytes()) {
        ResultColumn sum = result.main(other);
        columns.add(ShownColumn.of(other.name(), Form.ESTIMATE, sum).dimmed());
      }
    }
    for (View other : result.views()) {
      // Heaps of which the shown view says nothing have numbers in this one.
      if (other.isLive() != view.isLive()
          && other.isBytes() == view.isBytes()
          && lacksSome(other)) {
        columns.add(ShownColumn.of(other.name(), Form.ESTIMATE, result.main(other)).dimmed());
      }
    }
    addSizes();
  }

  /** The one size that all allocations of a row have, where the code of the program states it. */
  private void addSizes() {
    ResultColumn sizes = result.sizes();
    if (sizes == null) {
      return;
    }
    for (int row : result.displayedRows()) {
      if (!Double.isNaN(sizes.value(row))) {
        columns.add(ShownColumn.of("size", Form.VALUE, sizes).dimmed().withOwnUnits());
        return;
      }
    }
  }

  private boolean lacksSome(View other) {
    if (!View.ALL.contains(view) || !View.ALL.contains(other)) {
      return false;
    }
    for (int row : result.displayedRows()) {
      double known = result.main(other).value(row);
      if (Double.isNaN(result.main(view).value(row)) && known > 0) {
        return true;
      }
    }
    return false;
  }

  private void addDifference() {
    columns.add(ShownColumn.of("base", Form.VALUE, result.get(view, Part.BASE)).dimmed());
    columns.add(ShownColumn.of("new", Form.VALUE, result.get(view, Part.NEW)).dimmed());
    columns.add(ShownColumn.of(view.name(), Form.ESTIMATE, result.main(view)));
    add("beyond noise", Form.MARK, Part.BEYOND_NOISE);
    for (View of : result.views()) {
      ResultColumn sizes = result.find(of, result.isCumulative(), Part.SIZE_BEYOND_NOISE);
      if (sizes != null && of.isLive() == view.isLive()) {
        ResultColumn counts = result.get(of, Part.BEYOND_NOISE);
        columns.add(new ShownColumn("change", Form.CHANGE, counts, sizes, true, false));
      }
    }
  }

  private void addGrowth() {
    if (result.fact("dumps") >= FillingUp.FEWEST_DUMPS) {
      add("beyond noise", Form.MARK, Part.GROWS);
    }
    add(view.name() + (ResultText.isTimed(result) ? "/min" : "/dump"), Form.ESTIMATE, Part.SLOPE);
    add("first", Form.VALUE, Part.FIRST);
    add("last", Form.VALUE, Part.LAST);
    add("lifetime", Form.DURATION, Part.LIFETIME);
  }
}
