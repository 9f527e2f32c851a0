package dev.heapconv.writer.html;

import dev.heapconv.aggregate.AggregateOptions;
import dev.heapconv.aggregate.Growth;
import dev.heapconv.aggregate.Ranking;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.writer.Ids;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/**
 * What grows in a heap with several dumps, the likeliest leaks first. Read by {@code growth.js}.
 */
final class HeapGrowth {

  /** As many functions are written; the page stays small. */
  private static final int MAX_ROWS = 200;

  private HeapGrowth() {}

  /**
   * Writes the property {@code growth}, unless the heap has a single dump or nothing is known of
   * what is live.
   *
   * @param dumps those of the heap
   */
  static void write(JsonGenerator json, EstimatedProfile dumps, Ids<String> strings)
      throws HeapConvException {
    View view = dumps.views().contains(View.SPACE) ? View.SPACE : View.OBJECTS;
    if (!Ranking.hasGrowth(dumps, view)) {
      return;
    }
    Ranking ranking = Ranking.ofGrowth(dumps, AggregateOptions.DEFAULT, view);
    Growth growth = ranking.growth();
    if (growth == null) {
      return;
    }
    json.writeObjectPropertyStart("growth");
    json.writeNumberProperty("view", dumps.views().indexOf(view));
    json.writeNumberProperty("dumps", growth.dumps());
    json.writeNumberProperty("falseShare", growth.falseShare());
    json.writeNumberProperty("functions", ranking.rows().length);
    json.writeArrayPropertyStart("rows");
    for (int row : ranking.limited(ranking.rows(), MAX_ROWS)) {
      json.writeStartObject();
      json.writeNumberProperty("name", strings.id(ranking.name(row)));
      for (Growth.Part part : Growth.Part.values()) {
        writeNumber(json, part.name().toLowerCase(Locale.ROOT), growth.number(part, row));
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** With seven digits; leaves out what is unknown. */
  private static void writeNumber(JsonGenerator json, String name, double number) {
    if (Double.isFinite(number)) {
      json.writeNumberProperty(name, (float) number);
    }
  }
}
