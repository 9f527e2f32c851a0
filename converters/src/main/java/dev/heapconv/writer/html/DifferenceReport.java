package dev.heapconv.writer.html;

import dev.heapconv.aggregate.Comparison;
import dev.heapconv.aggregate.Comparison.Compared;
import dev.heapconv.aggregate.FrameNames;
import dev.heapconv.aggregate.StackNames;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import dev.heapconv.output.Ids;
import dev.heapconv.query.Difference;
import dev.heapconv.table.Table;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.SerializableString;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes the report of a difference, which works offline in a browser: a red and blue flame graph
 * of the stacks without the allocator's functions, and the table that is given. Read by {@code
 * difference.js}.
 */
public final class DifferenceReport {

  private final Table table;
  private final Comparison comparison;
  private final JsonGenerator json;
  private final List<View> views;
  private final Ids<String> strings = new Ids<>();
  private final StackNames names = new StackNames(false);

  /** The tree of all heaps, of a parent and a name: node 0 is the root, before all callees. */
  private final PairIds nodes = new PairIds();

  private DifferenceReport(Table table, Comparison comparison, JsonGenerator json) {
    this.table = table;
    this.comparison = comparison;
    this.json = json;
    views = table.result().views();
    names.over(comparison.difference().stacks());
    nodes.id(-1, strings.id("all"));
  }

  /**
   * Does not close {@code out}.
   *
   * @param table of the same profiles as {@code comparison}, which is by stack
   */
  public static void write(Table table, Comparison comparison, OutputStream out)
      throws IOException {
    // The page is passed on to others: only names of files.
    String title =
        FrameNames.baseName(table.header().base())
            + " (base) and "
            + FrameNames.baseName(table.header().source())
            + " (new)";
    PageTemplate.write("difference.html", title, data -> writeData(table, comparison, data), out);
  }

  private static void writeData(Table table, Comparison comparison, OutputStream out) {
    JsonFactory factory =
        JsonFactory.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .characterEscapes(new ScriptSafe())
            .build();
    try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), out)) {
      new DifferenceReport(table, comparison, json).write();
    }
  }

  private void write() {
    json.writeStartObject();
    writeFacts();
    writeRows(Difference.of(table.result()));
    json.writeArrayPropertyStart("heaps");
    for (int heap = 0; heap < comparison.difference().heaps().size(); heap++) {
      writeHeap(heap);
    }
    json.writeEndArray();
    // Filled while the heaps were written.
    writeInts("nodeParent", nodes.first);
    writeInts("nodeName", nodes.second);
    ReportData.writeTexts(json, "strings", strings.values());
    json.writeEndObject();
  }

  private void writeFacts() {
    writeText("tool", table.header().tool());
    writeText("source", FrameNames.baseName(table.header().source()));
    writeText("base", FrameNames.baseName(table.header().base()));
    json.writeNumberProperty("confidence", table.header().confidence());
    ReportData.writeTexts(json, "comments", table.header().comments());
    ReportData.writeTexts(
        json, "warnings", table.header().warnings().stream().map(Warning::message).toList());
    ReportData.writeTexts(json, "verdict", table.verdictLines());
    json.writeArrayPropertyStart("views");
    for (View view : views) {
      json.writeStartObject();
      writeText("name", view.name());
      writeText("unit", view.unit());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberProperty("view", views.indexOf(table.result().view()));
    writeText("by", table.result().by().id());
  }

  private void writeRows(Difference difference) {
    json.writeArrayPropertyStart("rows");
    for (int row : difference.limited(difference.rows(), 0)) {
      json.writeStartObject();
      writeText("name", difference.name(row));
      writeText("library", difference.library(row));
      json.writeArrayPropertyStart("views");
      for (View view : views) {
        json.writeStartArray();
        for (double number : difference.numbers(view, row)) {
          writeNumber(number);
        }
        json.writeEndArray();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeHeap(int index) {
    EstimatedHeap heap = comparison.difference().heaps().get(index);
    json.writeStartObject();
    writeText("process", heap.info().process());
    writeText("heap", heap.info().heap());
    StackTable stacks = comparison.difference().stacks();
    json.writeArrayPropertyStart("nodes");
    for (int row = 0; row < heap.rows(); row++) {
      json.writeNumber(node(stacks.frames(heap.stack(row))));
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("views");
    for (View view : views) {
      Column base = comparison.column(index, view, Compared.BASE);
      Column changed = comparison.column(index, view, Compared.NEW);
      Column noise = comparison.column(index, view, Compared.NOISE);
      if (base == null || changed == null || noise == null) {
        json.writeNull();
        continue;
      }
      json.writeStartObject();
      writeNumbers("base", heap.rows(), base::value);
      writeNumbers("new", heap.rows(), changed::value);
      // Half-widths, which add up in quadrature.
      writeNumbers("lower", heap.rows(), row -> noise.value(row) - noise.low(row));
      writeNumbers("upper", heap.rows(), row -> noise.high(row) - noise.value(row));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** The node of the innermost function; adds missing nodes. */
  private int node(int[] frames) {
    int[] functions = names.of(frames);
    int node = 0;
    for (int i = functions.length - 1; i >= 0; i--) {
      node = nodes.id(node, strings.id(names.name(functions[i])));
    }
    return node;
  }

  private void writeText(String name, String text) {
    ReportData.writeText(json, name, text);
  }

  private void writeNumbers(String name, int rows, IntToDoubleFunction numbers) {
    json.writeArrayPropertyStart(name);
    for (int row = 0; row < rows; row++) {
      writeNumber(numbers.applyAsDouble(row));
    }
    json.writeEndArray();
  }

  /** What is unknown becomes null. */
  private void writeNumber(double number) {
    if (Double.isFinite(number)) {
      json.writeNumber(Math.round(number));
    } else {
      json.writeNull();
    }
  }

  private void writeInts(String name, IntArrayList numbers) {
    json.writeArrayPropertyStart(name);
    numbers.forEach((int number) -> json.writeNumber(number));
    json.writeEndArray();
  }

  /** Escapes characters that would end a script element; JSON does not use them outside strings. */
  private static final class ScriptSafe extends CharacterEscapes {

    private static final long serialVersionUID = 1L;

    private static final int[] ASCII = asciiEscapes();

    private static int[] asciiEscapes() {
      int[] escapes = standardAsciiEscapesForJSON();
      for (char c : "<>&".toCharArray()) {
        escapes[c] = ESCAPE_STANDARD;
      }
      return escapes;
    }

    @Override
    public int[] getEscapeCodesForAscii() {
      return ASCII.clone();
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int c) {
      return null;
    }
  }
}
