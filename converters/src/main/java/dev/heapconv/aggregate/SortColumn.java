package dev.heapconv.aggregate;

import dev.heapconv.aggregate.Measure.Part;
import dev.heapconv.model.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column that groups are sorted by.
 *
 * @param part null for the names
 * @param ofItsOwnView whether it belongs to one view rather than to the one that is shown
 */
record SortColumn(Measure measure, @Nullable Part part, boolean ofItsOwnView) {

  /**
   * The column of an id; null when there is none.
   *
   * @param sums all of whose measures are known
   * @param shown the view that is shown
   */
  static @Nullable SortColumn of(String id, Ranking sums, View shown) {
    boolean through = sums.options().cumulative() || id.equals("cum");
    Measure main = through ? sums.cumulative(shown) : sums.self(shown);
    if (id.equals("name")) {
      return new SortColumn(main, null, false);
    }
    if (id.equals("self") || id.equals("cum")) {
      return new SortColumn(main, Part.VALUE, false);
    }
    if (id.equals("samples") && main.hasSamples()) {
      return new SortColumn(main, Part.SAMPLES, false);
    }
    SortColumn found = null;
    for (View view : sums.views()) {
      Measure cumulative = sums.cumulative(view);
      for (Measure measure : List.of(sums.self(view), cumulative)) {
        Part part = part(measure, sums.hasCumulative() ? id : id.replace("_cum", ""));
        if (part != null) {
          // Columns with the same id have equal numbers; take the last, which belongs to the bytes.
          found = new SortColumn(through ? cumulative : measure, part, true);
        }
      }
    }
    return found;
  }

  private static @Nullable Part part(Measure measure, String id) {
    for (Part part : measure.parts()) {
      if (measure.id(part).equals(id)) {
        return part;
      }
    }
    if (measure.isDifference() && measure.id(Part.VALUE).equals(id + "_diff")) {
      return Part.VALUE;
    }
    return measure.hasSamples() && measure.id(Part.SAMPLES).equals(id) ? Part.SAMPLES : null;
  }
}
