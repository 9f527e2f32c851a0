package dev.heapconv.show;

import dev.heapconv.io.Json;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Fact.Topic;
import dev.heapconv.model.Facts;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.View;
import dev.heapconv.query.Answer;
import dev.heapconv.query.Answer.NameColumn;
import dev.heapconv.query.Cell;
import dev.heapconv.query.Cell.Bound;
import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.Grade;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.HumanNumbers;
import dev.heapconv.query.NumberColumn;
import dev.heapconv.query.NumberColumn.Kind;
import dev.heapconv.query.NumberColumn.Meta;
import dev.heapconv.query.ProcessShare;
import dev.heapconv.query.ProcessShare.Live;
import dev.heapconv.query.Reliability;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/**
 * Writes a table as JSON: one object with the heaps, totals and notes, and an array of rows, one
 * per line. Numbers are plain, with bytes and objects rounded to integers; unknown intervals are
 * left out. Non-ASCII characters are escaped, so that no name can control a terminal.
 */
public final class JsonRenderer implements TableRenderer {

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .highestNonEscapedChar('~')
          .build();

  @Override
  public void render(Table table, OutputStream out) throws IOException {
    write(
        out,
        json -> {
          writeHeader(table, json);
          writeReliability(table, json);
          Answer answer = table.answer();
          writeVerdict(answer.verdict(), json);
          if (table.by() != GroupBy.DUMP) {
            JsonObject.of(answer.totals()).write(Answer.TOTAL, json);
          }
          json.writeNumberProperty("matching", answer.rows().order().size());
          writeRows(answer, table.limited(table.listedRows(), 0), json);
        });
  }

  /** Writes an object and the end of its line; does not close {@code out}. */
  public static void write(OutputStream out, Consumer<JsonGenerator> content) throws IOException {
    try {
      write(JSON.createGenerator(ObjectWriteContext.empty(), out, JsonEncoding.UTF8), content);
    } catch (JacksonIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Likewise, to a writer that does not fail.
   *
   * @param pretty whether each property is a line
   */
  public static void print(PrintWriter out, boolean pretty, Consumer<JsonGenerator> content) {
    ObjectWriteContext context = pretty ? new Pretty() : ObjectWriteContext.empty();
    write(JSON.createGenerator(context, out), content);
  }

  private static final class Pretty extends ObjectWriteContext.Base {
    @Override
    public PrettyPrinter getPrettyPrinter() {
      return new DefaultPrettyPrinter();
    }
  }

  private static void write(JsonGenerator generator, Consumer<JsonGenerator> content) {
    try (JsonGenerator json = generator) {
      json.writeStartObject();
      content.accept(json);
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  private static void writeHeader(Table table, JsonGenerator json) {
    EstimatedProfile profile = table.profile();
    EstimatedProfile base = table.base();
    json.writeStringProperty("tool", table.tool());
    json.writeStringProperty("source", profile.capture().source());
    if (base != null) {
      json.writeStringProperty("base", base.capture().source());
    }
    json.writeStringProperty("by", table.by().id());
    if (table.by() == GroupBy.LABEL) {
      json.writeStringProperty("label", table.question().rows().label());
    }
    Pattern filter = table.question().rows().filter();
    if (filter != null) {
      json.writeStringProperty("filter", filter.pattern());
    }
    json.writeStringProperty("view", table.answer().view().name());
    json.writeBooleanProperty("cumulative", table.question().rows().showsCumulative());
    json.writeNumberProperty("confidence", profile.confidence());
    Json.array(json, "comments", profile.comments(), json::writeString);
    Json.writeNotices("warnings", profile.notices(), json);
    writeHeaps("heaps", table.infos(), json);
    writeProcesses(table.processes(), json);
    if (base != null) {
      writeHeaps("base_heaps", table.infos(base), json);
    }
  }

  private static void writeReliability(Table table, JsonGenerator json) {
    Trust trust = table.trust();
    Reliability reliability = trust.reliability();
    json.writeObjectPropertyStart("reliability");
    json.writeStringProperty("text", trust.text(false));
    json.writeBooleanProperty("incomplete", reliability.effects().isIncomplete());
    json.writeObjectPropertyStart("level");
    for (Reliability.OfView of : reliability.views()) {
      json.writeStringProperty(of.view().name(), of.level().name().toLowerCase(Locale.ROOT));
    }
    json.writeEndObject();
    json.writeObjectPropertyStart("within_2x");
    for (Reliability.OfView of : reliability.views()) {
      writeShare(of.view(), of.share(), json);
    }
    json.writeEndObject();
    json.writeObjectPropertyStart("total_within_2x");
    for (Reliability.OfView of : reliability.views()) {
      if (!Double.isNaN(of.ofTotal())) {
        writeShare(of.view(), of.ofTotal(), json);
      }
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void writeShare(View view, double share, JsonGenerator json) {
    json.writeNumberProperty(view.name(), Math.round(1e4 * share) / 1e4);
  }

  /** Writes what was judged, if anything was, as a property. */
  public static void writeVerdict(@Nullable GateVerdict verdict, JsonGenerator json) {
    if (verdict == null) {
      return;
    }
    json.writeObjectPropertyStart("verdict");
    json.writeStringProperty("outcome", verdict.outcome().name().toLowerCase(Locale.ROOT));
    json.writeBooleanProperty("passed", verdict.outcome() == GateVerdict.Outcome.PASS);
    json.writeBooleanProperty("unseen", !verdict.unseen().isEmpty());
    json.writeBooleanProperty("strict", verdict.asked().strict());
    Json.writeNotices("doubts", VerdictText.doubts(verdict), json);
    json.writeNumberProperty("alpha", verdict.asked().alpha());
    json.writeNumberProperty("tests", verdict.tests());
    Json.array(json, "limits", verdict.asked().limits(), limit -> json.writeString(limit.text()));
    json.writeArrayPropertyStart("failures");
    for (GateVerdict.Failure failure : verdict.failures()) {
      json.writeRaw('\n');
      json.writeStartObject();
      json.writeStringProperty("limit", failure.limit().text());
      json.writeBooleanProperty("total", failure.name().isEmpty());
      json.writeStringProperty("name", failure.name());
      json.writeNumberProperty("base", failure.base().rounded());
      json.writeNumberProperty("new", failure.changed().rounded());
      json.writeNumberProperty("diff", Math.round(failure.difference()));
      json.writeNumberProperty("p", failure.p());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("detectable");
    for (GateVerdict.Detectable growth : verdict.detectable()) {
      json.writeStartObject();
      json.writeStringProperty("limit", growth.limit().text());
      json.writeBooleanProperty("total", growth.ofTotal());
      json.writeNumberProperty("base", Math.round(growth.base()));
      json.writeNumberProperty("diff", Math.round(growth.growth()));
      json.writeNumberProperty("allowed", Math.round(growth.limit().allowed(growth.base())));
      json.writeBooleanProperty("unseen", growth.isUnseen());
      json.writeBooleanProperty("or_more", growth.orMore());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writeHeaps(String name, List<HeapInfo> heaps, JsonGenerator json) {
    json.writeArrayPropertyStart(name);
    for (HeapInfo info : heaps) {
      json.writeStartObject();
      json.writeStringProperty("process", info.process());
      json.writeNumberProperty("pid", info.pid());
      json.writeStringProperty("heap", info.heap());
      json.writeNumberProperty("dump", info.dump().number());
      json.writeNumberProperty("time_nanos", info.dump().timeNanos());
      json.writeNumberProperty("dumps", info.dump().of());
      json.writeNumberProperty("duration_nanos", info.dump().durationNanos());
      json.writeStringProperty("scheme", info.sampling().scheme().wireName());
      json.writeNumberProperty("sampling_interval", info.samplingInterval());
      json.writeNumberProperty("orig_sampling_interval", info.sampling().first());
      writeProvenance(info.provenance(), json);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Writes how much of its memory is explained, of processes of which that is known. */
  private static void writeProcesses(List<ProcessShare> processes, JsonGenerator json) {
    json.writeArrayPropertyStart("processes");
    for (ProcessShare process : processes) {
      json.writeStartObject();
      json.writeStringProperty("process", process.info().process());
      json.writeNumberProperty("pid", process.info().pid());
      writeFacts(process.facts(), EnumSet.allOf(Topic.class), json);
      if (!Double.isNaN(process.explained())) {
        Live live = process.live();
        json.writeNumberProperty("live", Math.round(live.value()));
        json.writeNumberProperty("live_low", Math.round(live.low()));
        if (live.high() < Double.POSITIVE_INFINITY) {
          json.writeNumberProperty("live_high", Math.round(live.high()));
        }
        json.writeNumberProperty("explained", Math.round(1e4 * process.explained()) / 1e4);
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Writes the facts of some topics as properties; what is unknown is not there. */
  public static void writeFacts(Facts facts, Set<Topic> topics, JsonGenerator json) {
    facts
        .values()
        .forEach(
            (fact, value) -> {
              if (topics.contains(fact.topic())) {
                json.writeNumberProperty(fact.id(), value);
              }
            });
  }

  /** Writes where facts come from as a property. */
  public static void writeProvenance(Provenance from, JsonGenerator json) {
    json.writeObjectPropertyStart("provenance");
    json.writeStringProperty("scheme", from.scheme().wireName());
    json.writeStringProperty("interval", from.interval().wireName());
    json.writeStringProperty("live", from.live().wireName());
    json.writeStringProperty("allocated", from.allocated().wireName());
    json.writeEndObject();
  }

  /** Writes some rows as a property. */
  public static void writeRows(Answer answer, int[] rows, JsonGenerator json) {
    json.writeArrayPropertyStart("rows");
    JsonObject numbers = JsonObject.of(answer.numbers());
    for (int row : rows) {
      json.writeRaw('\n');
      json.writeStartObject();
      for (NameColumn column : answer.names()) {
        if (!column.name().isEmpty()) {
          json.writeName(column.name());
          writeCell(column.cell(row), json);
        }
      }
      numbers.write(row, json);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeCell(Object cell, JsonGenerator json) {
    if (cell instanceof Long number) {
      json.writeNumber(number);
    } else if (cell instanceof List<?> lines) {
      json.writeStartArray();
      lines.forEach(line -> json.writeString(line.toString()));
      json.writeEndArray();
    } else {
      json.writeString(cell.toString());
    }
  }

  /** The columns of an object, and the objects in it. */
  static final class JsonObject {
    private final List<NumberColumn> columns = new ArrayList<>();
    private final Map<String, JsonObject> objects = new LinkedHashMap<>();

    /** Numbers in the objects that they belong to. */
    static JsonObject of(List<NumberColumn> columns) {
      JsonObject all = new JsonObject();
      for (NumberColumn column : columns) {
        JsonObject object = all;
        for (String name : column.meta().objects()) {
          object = object.objects.computeIfAbsent(name, unused -> new JsonObject());
        }
        object.columns.add(column);
      }
      return all;
    }

    /** Writes what is known of a row as properties. */
    void write(int row, JsonGenerator json) {
      write(columns.isEmpty() ? Cell.NOTHING : columns.get(0).at(row), row, json);
    }

    /**
     * @param first the cell of the first column
     */
    private void write(Cell first, int row, JsonGenerator json) {
      for (int i = 0; i < columns.size(); i++) {
        NumberColumn column = columns.get(i);
        write(column.meta(), i == 0 ? first : column.at(row), json);
      }
      objects.forEach(
          (name, object) -> {
            // A view that a row lacks has no object.
            List<NumberColumn> inner = object.columns;
            Cell cell = inner.isEmpty() ? Cell.NOTHING : inner.get(0).at(row);
            if (inner.isEmpty() || !cell.isNothing()) {
              json.writeObjectPropertyStart(name);
              object.write(cell, row, json);
              json.writeEndObject();
            }
          });
    }

    private static void write(Meta meta, Cell cell, JsonGenerator json) {
      write(meta, cell, Bound.VALUE, json);
      if (meta.hasEnds()) {
        write(meta, cell, Bound.LOW, json);
        write(meta, cell, Bound.HIGH, json);
      }
      Grade grade = meta.hasGrade() ? meta.grade(cell) : null;
      if (grade != null) {
        json.writeStringProperty(meta.gradeName(), grade.id());
      }
    }

    private static void write(Meta meta, Cell cell, Bound bound, JsonGenerator json) {
      double number = cell.number(bound);
      String name = meta.name(bound);
      if (!Double.isFinite(number)) {
        if (meta.kind() == Kind.OPEN_FLAG) {
          json.writeNullProperty(name);
        }
        return;
      }
      int decimals = meta.kind().decimals();
      Bound rounding = cell.rounding(bound);
      switch (meta.kind()) {
        case FLAG, OPEN_FLAG -> json.writeBooleanProperty(name, number != 0);
        case PROBABILITY ->
            json.writeNumberProperty(
                name, HumanNumbers.significant(number, decimals).doubleValue());
        case FACT -> json.writeNumberProperty(name, number);
        case COUNT, BYTES -> json.writeNumberProperty(name, HumanNumbers.rounded(number, rounding));
        case PERCENT, DECIMAL ->
            json.writeNumberProperty(
                name, Double.parseDouble(HumanNumbers.fixed(number, decimals, rounding)));
      }
    }
  }
}
