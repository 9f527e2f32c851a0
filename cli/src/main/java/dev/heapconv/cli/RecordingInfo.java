package dev.heapconv.cli;

import dev.heapconv.code.CodeSizes;
import dev.heapconv.io.Json;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.DumpSummary;
import dev.heapconv.model.Fact;
import dev.heapconv.model.Fact.Place;
import dev.heapconv.model.Fact.Topic;
import dev.heapconv.model.Facts;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.View;
import dev.heapconv.query.HumanNumbers;
import dev.heapconv.show.HeapText;
import dev.heapconv.show.JsonRenderer;
import dev.heapconv.symbols.ModuleSymbols;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/**
 * What a recording contains.
 *
 * @param unnamed the binaries with functions that have no names
 * @param sizes what the code of the program tells of the sizes of allocations
 */
record RecordingInfo(
    RecordedProfile profile, List<ModuleSymbols> unnamed, List<CodeSizes.CodeShare> sizes) {

  private static final int MAX_BINARIES = 12;

  /** Reasons for less than this are left to programs. */
  private static final double LEAST_SHARE = 0.005;

  /** For programs: all facts. */
  void write(JsonGenerator json) {
    CaptureInfo capture = profile.capture();
    json.writeStartObject();
    json.writeStringProperty("input", capture.source());
    json.writeStringProperty("format", capture.format());
    json.writeStringProperty("device", capture.device());
    json.writeStringProperty("recorded_by", capture.producer());
    Json.array(json, "dumps", profile.dumps(), dump -> write(dump, json));
    json.writeArrayPropertyStart("unnamed");
    for (ModuleSymbols module : unnamed) {
      json.writeStartObject();
      json.writeStringProperty("path", module.path());
      json.writeStringProperty("build_id", module.buildId());
      json.writeNumberProperty("frames", module.frames());
      json.writeNumberProperty("bytes", Math.round(module.bytes()));
      json.writeNumberProperty("share", module.share());
      json.writeStringProperty("symbols", module.file());
      json.writeStringProperty("reason", module.reason());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("sizes");
    for (CodeSizes.CodeShare size : sizes) {
      json.writeStartObject();
      json.writeStringProperty("source", size.reason() == null ? "code" : "inferred");
      json.writeNumberProperty("share", size.share());
      if (size.reason() != null) {
        json.writeStringProperty("reason", size.reason().wireName());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    Json.array(json, "notes", profile.comments(), json::writeString);
    Json.writeNotices("warnings", profile.notices(), json);
    json.writeEndObject();
  }

  private static void write(DumpSummary dump, JsonGenerator json) {
    HeapInfo info = dump.info();
    json.writeStartObject();
    json.writeStringProperty("process", info.process());
    json.writeNumberProperty("pid", info.pid());
    json.writeStringProperty("heap", info.heap());
    json.writeNumberProperty("dump", info.dump().number());
    json.writeNumberProperty("dumps", info.dump().of());
    json.writeNumberProperty("time_nanos", info.dump().timeNanos());
    json.writeNumberProperty("duration_nanos", info.dump().durationNanos());
    json.writeStringProperty("scheme", info.sampling().scheme().wireName());
    json.writeNumberProperty("sampling_interval", info.samplingInterval());
    json.writeNumberProperty("orig_sampling_interval", info.sampling().first());
    json.writeNumberProperty("cutoff", info.sampling().cutoff());
    JsonRenderer.writeProvenance(info.provenance(), json);
    Facts facts = info.dump().facts();
    for (Topic topic : Topic.values()) {
      if (facts.has(topic)) {
        json.writeObjectPropertyStart(topic.wireName());
        JsonRenderer.writeFacts(facts, Set.of(topic), json);
        json.writeEndObject();
      }
    }
    json.writeNumberProperty("stacks", dump.stacks());
    json.writeObjectPropertyStart("recorded");
    for (int i = 0; i < dump.views().size(); i++) {
      json.writeNumberProperty(dump.views().get(i).name(), dump.totals().get(i));
    }
    json.writeEndObject();
    if (!dump.findings().isEmpty()) {
      json.writeObjectPropertyStart("findings");
      dump.findings().forEach((name, found) -> Json.writeValue(name, found, json));
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  /**
   * For people.
   *
   * @param width number of columns that tables should fit
   */
  List<String> lines(int width) {
    List<String> lines = new ArrayList<>();
    CaptureInfo capture = profile.capture();
    lines.add(capture.source() + ": " + capture.format());
    if (!capture.device().isEmpty()) {
      lines.add("  device       " + capture.device());
    }
    if (!capture.producer().isEmpty()) {
      lines.add("  recorded by  " + capture.producer());
    }
    int nodes = profile.stacks().stackCount();
    lines.add("  stacks       " + nodes + " nodes, " + profile.stacks().frameCount() + " frames");
    Map<String, List<DumpSummary>> heaps = new LinkedHashMap<>();
    for (DumpSummary dump : profile.dumps()) {
      String heap = dump.info().id().process().displayName() + ", heap " + dump.info().heap();
      heaps.computeIfAbsent(heap, unused -> new ArrayList<>()).add(dump);
    }
    heaps.forEach(
        (heap, dumps) -> {
          lines.add("");
          lines.add("  " + heap);
          addDumps(lines, dumps, width);
        });
    if (!unnamed.isEmpty()) {
      lines.add("");
      addUnnamed(lines);
    }
    if (!sizes.isEmpty()) {
      lines.add("");
      lines.add("  what the code says of the sizes of allocations, by share of the bytes");
    }
    for (CodeSizes.CodeShare size : sizes) {
      if (size.reason() == null || size.share() >= LEAST_SHARE) {
        lines.add(
            String.format(Locale.ROOT, "    %5.1f %%  ", 100 * size.share())
                + (size.reason() == null
                    ? "each has one size, which the code states"
                    : size.reason().words()));
      }
    }
    profile.comments().forEach(comment -> lines.add("  note: " + comment));
    profile.notices().forEach(notice -> lines.add("  warning: " + ErrorHints.ALL.message(notice)));
    return lines;
  }

  private static void addDumps(List<String> lines, List<DumpSummary> dumps, int width) {
    DumpSummary last = dumps.get(dumps.size() - 1);
    HeapInfo info = last.info();
    lines.add("    " + HeapText.scheme(info));
    Live live = info.provenance().live();
    if (live != Live.MOMENT) {
      lines.add("    live numbers: " + live.wireName());
    }
    lines.add(
        info.sampling().scheme().isPassThrough()
            ? "    totals as recorded"
            : "    totals as recorded; counts are numbers of samples");
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of("dump", "time", "after", "stacks"));
    // The last dump has all views; one at the peak may have the live ones alone.
    last.views().forEach(view -> header.add(view.name()));
    List<Fact> facts = facts(dumps);
    facts.forEach(fact -> header.add(fact.id()));
    rows.add(header);
    for (DumpSummary dump : dumps) {
      List<String> row = row(dump, last.views());
      Facts known = dump.info().dump().facts();
      facts.forEach(fact -> row.add(known.values().containsKey(fact) ? value(fact, known) : "-"));
      rows.add(row);
    }
    addAligned(lines, rows, width);
    last.findings()
        .forEach((name, found) -> lines.add("    " + name.replace('_', ' ') + ": " + text(found)));
  }

  private static String text(Object found) {
    if (found instanceof Boolean is) {
      return is ? "yes" : "no";
    }
    return found instanceof Double number
        ? String.format(Locale.ROOT, "%.3f", number)
        : found.toString();
  }

  /** The facts that have a column: of each topic that is known, with the parts that are. */
  private static List<Fact> facts(List<DumpSummary> dumps) {
    List<Facts> all = dumps.stream().map(dump -> dump.info().dump().facts()).toList();
    List<Fact> columns = new ArrayList<>();
    for (Fact fact : Fact.values()) {
      boolean isColumn =
          switch (fact.place()) {
            case CLAUSE -> all.stream().anyMatch(known -> known.has(fact.topic()));
            case PART -> all.stream().anyMatch(known -> known.values().containsKey(fact));
            case MORE, ASIDE -> false;
          };
      if (isColumn) {
        columns.add(fact);
      }
    }
    return columns;
  }

  private static String value(Fact fact, Facts known) {
    return Long.toString(fact.place() == Place.PART ? known.whole() : known.get(fact));
  }

  private static List<String> row(DumpSummary dump, List<View> views) {
    HeapInfo info = dump.info();
    List<String> row = new ArrayList<>();
    row.add(Integer.toString(info.dump().number()));
    row.add(info.dump().timeNanos() == 0 ? "-" : info.dump().displayTime(ChronoUnit.MILLIS));
    row.add(
        info.dump().durationNanos() == 0 ? "-" : HumanNumbers.seconds(info.dump().durationNanos()));
    row.add(Integer.toString(dump.stacks()));
    for (View view : views) {
      int at = dump.views().indexOf(view);
      row.add(at < 0 ? "-" : Long.toString(dump.totals().get(at)));
    }
    return row;
  }

  /** Columns that do not fit follow below, behind the first column again. */
  private static void addAligned(List<String> lines, List<List<String>> rows, int width) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    int to;
    for (int from = 1; from < widths.length; from = to) {
      int end = "    ".length() + widths[0];
      for (to = from; to < widths.length && (to == from || end + 2 + widths[to] <= width); to++) {
        end += 2 + widths[to];
      }
      for (List<String> row : rows) {
        StringBuilder line = new StringBuilder("    ").append(padded(row.get(0), widths[0]));
        for (int i = from; i < to; i++) {
          line.append("  ").append(padded(row.get(i), widths[i]));
        }
        lines.add(line.toString());
      }
    }
  }

  private static String padded(String cell, int width) {
    return " ".repeat(width - cell.length()) + cell;
  }

  private void addUnnamed(List<String> lines) {
    lines.add("  binaries with functions that have no name, by their share of the bytes");
    boolean anyFits = false;
    for (ModuleSymbols module : unnamed.subList(0, Math.min(unnamed.size(), MAX_BINARIES))) {
      String id = module.buildId().isEmpty() ? "no build id" : "build id " + module.buildId();
      lines.add(
          String.format(Locale.ROOT, "    %5.1f %%  ", 100 * module.share())
              + (module.path().isEmpty() ? "(no path)" : module.path())
              + ", "
              + module.frames()
              + (module.frames() == 1 ? " address, " : " addresses, ")
              + id);
      boolean fits = !module.file().isEmpty();
      anyFits |= fits;
      if (fits || !module.reason().isEmpty()) {
        lines.add(" ".repeat(13) + (fits ? "symbols: " + module.file() : module.reason()));
      }
    }
    if (unnamed.size() > MAX_BINARIES) {
      lines.add("    and " + (unnamed.size() - MAX_BINARIES) + " more");
    }
    if (!anyFits) {
      lines.add("    to symbolize: --symbols PATH, with binaries that are not stripped");
    }
  }
}
