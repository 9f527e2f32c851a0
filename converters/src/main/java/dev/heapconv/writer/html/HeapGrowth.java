package dev.heapconv.writer.html;

import dev.heapconv.model.Dictionary;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Answer;
import dev.heapconv.query.Cell;
import dev.heapconv.query.Cell.Bound;
import dev.heapconv.query.Growth;
import dev.heapconv.query.NumberColumn;
import dev.heapconv.query.NumberColumn.Meta;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** What grows in a heap with several dumps, the likeliest leaks first. Read by {@code table.js}. */
final class HeapGrowth {

  /** As many functions are written; the page stays small. */
  private static final int MAX_ROWS = 200;

  private HeapGrowth() {}

  /**
   * Writes the property {@code growth}, unless the heap has a single dump or nothing is known of
   * what is live.
   *
   * @param dumps those of the heap
   * @param wanted what it is asked of if that is live; else bytes
   */
  static void write(
      JsonGenerator json, EstimatedProfile dumps, @Nullable View wanted, Dictionary<String> strings)
      throws HeapConvException {
    View view = view(dumps, wanted);
    if (!Growth.exists(dumps, view)) {
      return;
    }
    Answer growth = Growth.of(dumps, AggregateOptions.DEFAULT, view);
    int[] rows = growth.order();
    json.writeObjectPropertyStart("growth");
    json.writeNumberProperty("view", dumps.views().indexOf(view));
    json.writeNumberProperty("dumps", (int) growth.fact(Growth.DUMPS));
    json.writeBooleanProperty("timed", growth.fact(Growth.SECONDS) > 0);
    json.writeNumberProperty("falseShare", 1 - dumps.confidence());
    json.writeNumberProperty("functions", rows.length);
    json.writeArrayPropertyStart("rows");
    for (int row : growth.limited(rows, MAX_ROWS)) {
      json.writeStartObject();
      json.writeNumberProperty("name", strings.id(growth.name(row)));
      for (NumberColumn column : growth.numbers()) {
        Meta meta = column.meta();
        Cell cell = column.at(row);
        writeNumber(json, meta.name(Bound.VALUE), cell.value());
        if (meta.hasEnds()) {
          writeNumber(json, meta.name(Bound.LOW), cell.low());
          writeNumber(json, meta.name(Bound.HIGH), cell.high());
        }
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Fails with the reason if there is nothing that {@link #write} could write of any heap. */
  static void require(EstimatedProfile profile, @Nullable View wanted) throws HeapConvException {
    View view = view(profile, wanted);
    if (!Growth.exists(profile, view)) {
      Growth.of(profile, AggregateOptions.DEFAULT, view);
    }
  }

  private static View view(EstimatedProfile profile, @Nullable View wanted) {
    boolean areBytes = profile.views().contains(View.SPACE) && !View.OBJECTS.equals(wanted);
    return areBytes ? View.SPACE : View.OBJECTS;
  }

  /** With seven digits; leaves out what is unknown. */
  private static void writeNumber(JsonGenerator json, String name, double number) {
    if (Double.isFinite(number)) {
      json.writeNumberProperty(name, (float) number);
    }
  }
}
