package dev.heapconv.writer.html;

import dev.heapconv.io.Json;
import dev.heapconv.io.MessageBuffer;
import dev.heapconv.io.TerminalText;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.Dictionary;
import dev.heapconv.model.DumpId;
import dev.heapconv.model.Effects;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Fact.Topic;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.View;
import dev.heapconv.query.AnswerText;
import dev.heapconv.query.AnswerText.Line;
import dev.heapconv.query.Comparison;
import dev.heapconv.query.EffectText;
import dev.heapconv.query.EstimateSums;
import dev.heapconv.query.Grade;
import dev.heapconv.query.ProcessShare;
import dev.heapconv.query.Reliability;
import dev.heapconv.query.StackSums;
import dev.heapconv.show.HeapText;
import dev.heapconv.show.Overview;
import dev.heapconv.show.Trust;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.writer.WriteOptions;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongRBTreeSet;
import it.unimi.dsi.fastutil.longs.LongSortedSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.io.output.CloseShieldOutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The data of a report, compressed, as base64: first blocks of numbers, each behind its length: the
 * tree of stacks and, for each heap, the node of each row, its size of allocations if the code of
 * the program states any, and the numbers of each view. They take most room and are kept nowhere.
 * Then JSON with facts, strings, totals and growth, and on a line of its own how many bytes it has.
 * Read by {@code data.js}.
 */
final class ReportData {

  private static final int BUFFER_BYTES = 64 << 10;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Of a dump that may have been sampled otherwise than any other. */
  private static final int NOT_ALIKE = -1;

  /** If heaps are several, the last one has everything. */
  private final EstimatedProfile profile;

  /** The heaps without that last one. */
  private final List<EstimatedHeap> separate;

  /** Heaps at their last dumps, each by itself. */
  private final List<EstimatedHeap> latest;

  /** All of them as one heap at each dump, with the heaps that it is of; empty if there is one. */
  private final IdentityHashMap<EstimatedHeap, List<EstimatedHeap>> together =
      new IdentityHashMap<>();

  /** The other heaps: those of one process at one dump. */
  private final Map<DumpId, List<EstimatedHeap>> ofProcess;

  /**
   * What is wrong with the numbers, or in doubt: of the last dump of each heap, and of earlier
   * ones.
   */
  private final Effects ofLastDumps;

  private final Effects ofEarlierDumps;

  private final ReportFacts.Subject subject;
  private final WriteOptions options;
  private final List<View> views;
  private final Dictionary<String> strings = new Dictionary<>();
  private final ReportTree tree;

  /** In the order in which the page has them. */
  private final Dictionary<HeapId> heapIds = new Dictionary<>();

  /** What heaps have in common that {@link Comparison} takes for one. */
  private final Dictionary<HeapId> programs = new Dictionary<>();

  private final Dictionary<Sampling> samplings = new Dictionary<>();

  /** The known sizes of allocations in bytes, in order; none in a difference. */
  private final long[] sizes;

  private ReportData(EstimatedProfile profile, ReportFacts.Subject subject, WriteOptions options) {
    this.subject = subject;
    List<EstimatedHeap> heaps = new ArrayList<>();
    profile.heaps().forEach(heap -> heaps.add(StackSums.of(List.of(heap))));
    this.separate = List.copyOf(heaps);
    this.ofProcess = heaps.stream().collect(Collectors.groupingBy(ReportData::processDump));
    this.ofLastDumps = profile.effects(false);
    this.ofEarlierDumps = profile.effects(true);
    this.latest = profile.withHeaps(separate).latestDumps();
    if (latest.size() > 1) {
      HeapId id = latest.get(0).info().withHeap(latest.size() + " heaps together").id();
      for (List<EstimatedHeap> parts : together(profile, heaps)) {
        EstimatedHeap sum = StackSums.of(parts);
        HeapInfo of = sum.info();
        HeapInfo info = new HeapInfo(id, of.dump(), of.sampling(), of.provenance());
        EstimatedHeap named = sum.with(info, sum.columns());
        heaps.add(named);
        together.put(named, parts);
      }
    }
    this.profile = profile.withHeaps(heaps);
    this.options = options;
    this.views = profile.views();
    this.tree = new ReportTree(this.profile, strings);
    this.sizes = subject.base() == null ? sizes(this.profile) : new long[0];
  }

  private static long[] sizes(EstimatedProfile profile) {
    LongSortedSet sizes = new LongRBTreeSet();
    for (EstimatedHeap heap : profile.heaps()) {
      for (int row = 0; row < heap.rows(); row++) {
        sizes.add(profile.stacks().allocationSize(heap.stack(row)));
      }
    }
    sizes.remove(0);
    return sizes.toLongArray();
  }

  private static DumpId processDump(EstimatedHeap heap) {
    return heap.info().id().ofProcess().dump(heap.info().dump().number());
  }

  /**
   * What is added up: the heaps of each side of a difference, and of each dump if all heaps have
   * the same dumps, or else of the last ones.
   */
  private List<List<EstimatedHeap>> together(EstimatedProfile all, List<EstimatedHeap> heaps) {
    Map<Integer, List<EstimatedHeap>> byDump =
        heaps.stream()
            .collect(
                Collectors.groupingBy(
                    heap -> heap.info().dump().number(), TreeMap::new, Collectors.toList()));
    boolean haveCommonDumps =
        subject.base() != null
            || byDump.size() > 1
                && heaps.stream().map(heap -> heap.info().dump().of()).distinct().count() == 1
                && heaps.size() == byDump.size() * (int) ids(heaps);
    List<List<EstimatedHeap>> together = new ArrayList<>();
    for (List<EstimatedHeap> side : haveCommonDumps ? byDump.values() : List.of(latest)) {
      List<EstimatedHeap> parts =
          subject.base() != null || !haveCommonDumps
              ? new ArrayList<>(side)
              : new ArrayList<>(all.withHeaps(side).latestDumps());
      // Of what a producer has scaled, no recorded allocations are known.
      parts.sort(Comparator.comparing(heap -> !heap.info().sampling().isScaled()));
      together.add(parts);
    }
    return together;
  }

  private static long ids(List<EstimatedHeap> heaps) {
    return heaps.stream().map(heap -> heap.info().id()).distinct().count();
  }

  /** Does not close {@code out}. */
  static void write(
      EstimatedProfile profile, ReportFacts.Subject subject, WriteOptions options, OutputStream out)
      throws IOException {
    OutputStream base64 = Base64.getEncoder().wrap(CloseShieldOutputStream.wrap(out));
    try (OutputStream data = new GZIPOutputStream(base64, BUFFER_BYTES)) {
      new ReportData(profile, subject, options).write(data);
    }
  }

  private void write(OutputStream out) throws IOException {
    MessageBuffer blocks = new MessageBuffer(out);
    tree.writeTo(blocks);
    ByteArrayOutputStream facts = new ByteArrayOutputStream();
    JsonFactory factory = new JsonFactory();
    try (JsonGenerator json =
        factory.createGenerator(ObjectWriteContext.empty(), facts, JsonEncoding.UTF8)) {
      json.writeStartObject();
      writeFacts(json);
      writeHeaps(json, blocks);
      writeTexts(json, "strings", strings.values());
      json.writeEndObject();
    }
    blocks.flush();
    facts.writeTo(out);
    out.write(("\n" + facts.size()).getBytes(StandardCharsets.US_ASCII));
  }

  private void writeFacts(JsonGenerator json) throws IOException {
    CaptureInfo capture = profile.capture();
    json.writeStringProperty("tool", options.tool());
    writeText(json, "source", subject.source());
    if (subject.base() == null) {
      json.writeNullProperty("base");
    } else {
      writeText(json, "base", subject.base());
    }
    writeText(json, "format", capture.format());
    writeText(json, "device", capture.device());
    writeText(json, "producer", capture.producer());
    json.writeStringProperty("confidence", ReportFacts.confidence(profile));
    writeOverview(json);
    writeTexts(json, "verdict", subject.verdict());
    json.writeStringProperty("outcome", subject.outcome());
    json.writeBooleanProperty("growthFirst", subject.growthFirst());
    json.writeNumberProperty("percentStep", Reliability.PERCENT_STEP);
    json.writeArrayPropertyStart("levels");
    for (Reliability.Level level : Reliability.Level.values()) {
      json.writeStartObject();
      json.writeStringProperty("kind", level.name().toLowerCase(Locale.ROOT));
      json.writeNumberProperty("from", level.from());
      json.writeStringProperty("word", Trust.word(level));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberProperty("maxSpan", Reliability.MAX_SPAN);
    json.writeNumberProperty("normalQuantile", profile.normalQuantile());
    json.writeNumberProperty("unseen", -Math.log((1 - profile.confidence()) / 2));
    json.writeNumberProperty("atEnd", Reliability.AT_END);
    json.writeNumberProperty("rounding", Reliability.ROUNDING);
    json.writeNumberProperty("plainFactor", Grade.PLAIN_FACTOR);
    json.writeNumberProperty("approximateSpan", Grade.APPROXIMATE_SPAN);
    writeTexts(json, "comments", profile.comments());
    writeTexts(json, "warnings", profile.notices().stream().map(Notice::message).toList());
    json.writeArrayPropertyStart("views");
    for (View view : views) {
      json.writeStartObject();
      writeText(json, "name", view.name());
      writeText(json, "unit", view.unit());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberProperty("view", Math.max(0, views.indexOf(subject.view())));
    if (sizes.length > 0) {
      json.writeName("sizes");
      json.writeArray(sizes, 0, sizes.length);
    }
  }

  /** What a terminal says above its table, as [label, text]. */
  private void writeOverview(JsonGenerator json) {
    List<Line> lines = new ArrayList<>();
    Overview overview = subject.overview();
    lines.add(new Line("", String.join("    ", overview.what(), overview.when()).strip()));
    lines.addAll(overview.lines(Integer.MAX_VALUE));
    Json.array(
        json,
        "overview",
        lines,
        line -> {
          json.writeStartArray();
          json.writeString(line.label());
          json.writeString(line.text());
          json.writeEndArray();
        });
  }

  private static void writeText(JsonGenerator json, String name, String text) {
    json.writeStringProperty(name, TerminalText.printable(text));
  }

  private static void writeTexts(JsonGenerator json, String name, List<String> texts) {
    Json.array(json, name, texts, text -> json.writeString(TerminalText.printable(text)));
  }

  private void writeHeaps(JsonGenerator json, MessageBuffer blocks) throws IOException {
    json.writeNumberProperty("startMillis", startMillis());
    json.writeArrayPropertyStart("heaps");
    options.progress().start((long) profile.heaps().size() * views.size());
    List<HeapSeries> heaps = HeapSeries.of(profile, tree::node);
    heaps.forEach(series -> heapIds.id(series.last().info().id()));
    for (HeapSeries series : heaps) {
      IntArrayList nodes = new IntArrayList();
      series.stacks().forEach((int stack) -> nodes.add(tree.node(stack)));
      ReportTree.write(nodes, blocks);
      if (sizes.length > 0) {
        writeSizes(series, blocks);
      }
      writeSeries(json, series, blocks);
    }
    json.writeEndArray();
  }

  /** Writes of each row which size its allocations have, from 1; 0 if that is not known. */
  private void writeSizes(HeapSeries series, MessageBuffer blocks) throws IOException {
    IntArrayList numbers = new IntArrayList();
    for (int stack : series.stacks()) {
      long size = profile.stacks().allocationSize(stack);
      numbers.add(size == 0 ? 0 : Arrays.binarySearch(sizes, size) + 1);
    }
    ReportTree.write(numbers, blocks);
  }

  /** When profiling began, or else the first dump was made: one time base for all heaps. */
  private long startMillis() {
    return profile.heaps().stream()
            .map(EstimatedHeap::info)
            .filter(info -> info.dump().timeNanos() > 0)
            .mapToLong(info -> info.dump().timeNanos() - info.dump().durationNanos())
            .min()
            .orElse(0)
        / NANOS_PER_MILLI;
  }

  private void writeSeries(JsonGenerator json, HeapSeries series, MessageBuffer blocks)
      throws IOException {
    HeapInfo info = series.last().info();
    boolean isSum = together.containsKey(series.last());
    json.writeStartObject();
    writeText(
        json,
        "process",
        isSum ? ReportFacts.processes(latest, "All ") : info.id().process().displayProgram());
    writeText(json, "heap", info.heap());
    json.writeBooleanProperty("isSum", isSum);
    json.writeNumberProperty("program", programs.id(info.id().ofProgram()));
    List<List<@Nullable EstimateSums>> totals =
        SeriesNumbers.write(series, views, options.progress(), blocks);
    json.writeNumberProperty("opens", opens(series));
    json.writeArrayPropertyStart("dumps");
    for (int dump = 0; dump < series.dumps().size(); dump++) {
      boolean isLast = dump == series.dumps().size() - 1;
      writeDump(
          json, series.dumps().get(dump), totals.get(dump), isLast ? ofLastDumps : ofEarlierDumps);
    }
    json.writeEndArray();
    if (subject.base() == null) {
      // Each heap grows by itself: it may be sampled in another way than the others.
      List<EstimatedHeap> growing = isSum ? separate : series.dumps();
      HeapGrowth.write(json, profile.withHeaps(growing), options.view(), strings);
    }
    json.writeEndObject();
  }

  /** The dump that is shown first: the one with most, of which the page says so, or the last. */
  private int opens(HeapSeries series) {
    int last = series.dumps().size() - 1;
    if (subject.peak() != null) {
      for (int dump = 0; dump < last; dump++) {
        if (series.dumps().get(dump).info().dump().number() == subject.peak().number()) {
          return dump;
        }
      }
    }
    return last;
  }

  private void writeDump(
      JsonGenerator json, EstimatedHeap dump, List<@Nullable EstimateSums> totals, Effects ofDump)
      throws IOException {
    HeapInfo info = dump.info();
    List<EstimatedHeap> parts = together.getOrDefault(dump, List.of(dump));
    List<HeapInfo> infos = parts.stream().map(EstimatedHeap::info).toList();
    // Heaps that do not have the same dumps have none together.
    boolean isOfOne = infos.stream().map(each -> each.dump().number()).distinct().count() == 1;
    json.writeStartObject();
    json.writeNumberProperty("dump", isOfOne ? info.dump().number() : 0);
    json.writeNumberProperty("dumps", info.dump().of());
    json.writeNumberProperty("timeMillis", isOfOne ? info.dump().timeNanos() / NANOS_PER_MILLI : 0);
    json.writeNumberProperty("seconds", isOfOne ? info.dump().durationNanos() / 1e9 : 0);
    Live live =
        infos.stream().map(each -> each.provenance().live()).reduce(Live::and).orElse(Live.MOMENT);
    Json.array(
        json, "names", views, view -> json.writeString(AnswerText.liveOrAllocated(view, live)));
    if (ofDump.isIncomplete()) {
      Json.array(json, "wrong", views, view -> json.writeString(EffectText.wrong(ofDump, view)));
    }
    json.writeNumberProperty("interval", info.samplingInterval());
    // Equal for dumps that were sampled alike.
    json.writeNumberProperty(
        "alike",
        Comparison.areSampledAlike(List.of(info)) ? samplings.id(info.sampling()) : NOT_ALIKE);
    if (together.containsKey(dump)) {
      writeParts(json, parts);
    }
    json.writeStringProperty(
        "scheme", distinct(infos, each -> each.sampling().scheme().wireName(), ", "));
    json.writeStringProperty(
        "sampling", distinct(infos, each -> HeapText.sampling(each, ofDump.isIncomplete()), "; "));
    List<ProcessShare> processes = ProcessShare.of(ofProcess(dump));
    json.writeArrayPropertyStart("facts");
    for (Topic topic : Topic.values()) {
      json.writeStartArray();
      json.writeString(topic.title());
      String facts = String.join("; ", HeapText.facts(topic, processes, infos));
      json.writeString(TerminalText.printable(facts));
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeBooleanProperty(
        "complete",
        ofDump.allowExact(latest.size() == 1) && infos.stream().allMatch(ReportFacts::isComplete));
    // An assumption about some heaps decides on the verdict of each, and limits the rows of all;
    // what was recorded completely has plain rows, even if that was assumed.
    boolean isSure =
        !ofDump.areDoubtful(latest.size() == 1)
            && infos.stream().allMatch(each -> each.provenance().sampling().isSure());
    Json.array(json, "sure", views, view -> json.writeBoolean(isSure && !ofDump.isWrong(view)));
    Json.array(
        json,
        "limited",
        views,
        view -> json.writeBoolean(Reliability.best(infos, ofDump, view) != Grade.PLAIN));
    json.writeArrayPropertyStart("totals");
    for (EstimateSums total : totals) {
      writeTotal(json, total);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Writes what was added up: which heaps, and which of the views each has in the sum. */
  private void writeParts(JsonGenerator json, List<EstimatedHeap> parts) {
    Json.array(
        json,
        "parts",
        parts,
        part -> {
          json.writeStartObject();
          json.writeNumberProperty("heap", heapIds.id(part.info().id()));
          Json.array(json, "has", views, view -> json.writeBoolean(part.column(view) != null));
          json.writeEndObject();
        });
  }

  /** All heaps of the process of a dump, at the same one; empty if that is not of one time. */
  private List<EstimatedHeap> ofProcess(EstimatedHeap dump) {
    if (subject.base() != null || dump.info().dump().facts().values().isEmpty()) {
      return List.of();
    }
    return together.containsKey(dump)
        ? together.get(dump)
        : ofProcess.getOrDefault(processDump(dump), List.of());
  }

  private static String distinct(
      List<HeapInfo> infos, Function<HeapInfo, String> fact, String separator) {
    return infos.stream().map(fact).distinct().collect(Collectors.joining(separator));
  }

  /** Value and interval; infinity becomes null, as does a view that is not there. */
  private static void writeTotal(JsonGenerator json, @Nullable EstimateSums total) {
    if (total == null) {
      json.writeNull();
      return;
    }
    json.writeStartArray();
    for (double number : new double[] {total.value(0), total.low(0), total.high(0)}) {
      if (Double.isInfinite(number)) {
        json.writeNull();
      } else {
        json.writeNumber(number);
      }
    }
    json.writeEndArray();
  }
}
