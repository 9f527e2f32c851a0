package dev.heapconv.reader.otlp;

import com.google.protobuf.ByteString;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning.Warnings;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.pprof.PprofColumns;
import dev.heapconv.reader.pprof.PprofScaling;
import dev.heapconv.unskew.Scheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * The profiles of one heap of one process: those of different types at one time are one dump.
 *
 * @param resource attributes of the process
 * @param own whether this program wrote them
 */
record OtlpSeries(
    List<Label> resource, String heap, boolean own, List<OtlpPart> parts, Set<List<Object>> ids) {

  private static final List<String> PROCESS_NAMES =
      List.of("process.executable.name", "process.executable.path", "service.name");

  OtlpSeries(List<Label> resource, String heap, boolean own) {
    this(resource, heap, own, new ArrayList<>(), new HashSet<>());
  }

  /** Adds a profile, unless it was exported before: exports are repeated until they succeed. */
  void add(OtlpPart part) {
    ByteString id = part.profile().getProfileId();
    if (id.isEmpty() || ids.add(List.of(id, part.type(), part.order()))) {
      parts.add(part);
    }
  }

  /**
   * Its dumps.
   *
   * @param name of the input
   * @throws dev.heapconv.model.HeapConvException if none of its types is one of memory
   */
  List<RecordedHeap> heaps(String name, ReadOptions options, Warnings warnings) throws IOException {
    List<View> types = parts.stream().map(OtlpPart::type).distinct().toList();
    PprofColumns columns =
        PprofColumns.of(
            "an OTLP profile", name, types, parts.get(0).periodType().name(), own, false);
    if (!own) {
      columns.warn(warnings);
    }
    Collection<List<OtlpPart>> dumps = dumps(types, columns);
    OtlpNumbers numbers = new OtlpNumbers();
    List<RecordedHeap> heaps = new ArrayList<>();
    List<OtlpPart> before = List.of();
    for (List<OtlpPart> dump : dumps) {
      RecordedRows rows = RecordedRows.ofSums(columns.extras());
      Map<View, OtlpPart> views = new HashMap<>();
      for (OtlpPart part : dump) {
        int column = types.indexOf(part.type());
        part.addTo(rows, columns.view(column), columns.factor(column));
        View view = Objects.requireNonNull(columns.viewOrNull(column));
        views.put(view, part);
        if (!own && !view.isLive() && before.stream().anyMatch(part::follows)) {
          warnings.add(ErrorId.DELTAS);
        }
      }
      before = dump;
      List<View> present = columns.views().stream().filter(views::containsKey).toList();
      RecordedHeap heap = rows.heap(info(dump, heaps.size() + 1, dumps.size()), present);
      heaps.add(heap);
      if (columns.areToTheByte()) {
        numbers.add(views, heap);
      }
    }
    PprofScaling scaling = scaling(numbers, columns, options, warnings);
    return own
        ? heaps
        : heaps.stream().map(heap -> scaled(heap, scaling, columns.extras())).toList();
  }

  /** Its profiles by the time of their dump. */
  private Collection<List<OtlpPart>> dumps(List<View> types, PprofColumns columns) {
    NavigableMap<Long, List<OtlpPart>> dumps = new TreeMap<>();
    Map<View, Set<Long>> orders = new HashMap<>();
    for (OtlpPart part : parts) {
      if (columns.viewOrNull(types.indexOf(part.type())) != null) {
        dumps.computeIfAbsent(part.order(), unused -> new ArrayList<>()).add(part);
        orders.computeIfAbsent(part.type(), unused -> new HashSet<>()).add(part.order());
      }
    }
    return orders.values().stream().allMatch(times -> times.size() == 1)
        // No type has two times: they were only not taken at exactly the same.
        ? List.of(dumps.values().stream().flatMap(List::stream).toList())
        : dumps.values();
  }

  private long interval() {
    List<Long> intervals = parts.stream().map(OtlpPart::interval).distinct().toList();
    return intervals.size() > 1 ? 0 : intervals.get(0);
  }

  private PprofScaling scaling(
      OtlpNumbers numbers, PprofColumns columns, ReadOptions options, Warnings warnings) {
    boolean isMoment =
        !numbers.areDifference() && parts.stream().allMatch(part -> part.durationNanos() == 0);
    boolean hasLive = columns.views().stream().anyMatch(View::isLive);
    PprofScaling.Stated stated =
        new PprofScaling.Stated(
            interval(), numbers.haveSizes(), isMoment || !hasLive, columns.inPairs());
    if (!own) {
      return PprofScaling.of(numbers.scaling, stated, options, warnings);
    }
    if (options.samplingInterval() > 0) {
      warnings.add(ErrorId.INTERVAL_IGNORED);
    }
    return PprofScaling.ofOwn(interval() == 1 ? 1 : 0);
  }

  /** A heap with what is known of how its numbers were made; if they are raw, as units. */
  private static RecordedHeap scaled(RecordedHeap heap, PprofScaling scaling, List<View> extras) {
    HeapInfo read = heap.info();
    boolean hasLive = heap.views().stream().anyMatch(View::isLive);
    HeapInfo info =
        new HeapInfo(
                read.pid(),
                read.process(),
                read.heap(),
                read.dump(),
                read.dumps(),
                read.timeNanos(),
                read.durationNanos(),
                scaling.scheme(),
                scaling.interval(),
                scaling.interval())
            .withProvenance(
                scaling.provenance(heap.isDifference(), read.durationNanos() > 0, hasLive));
    if (!scaling.ofUnits()) {
      return scaling.on(heap).withInfo(info);
    }
    RecordedRows units =
        RecordedRows.ofUnits(RecordedRows.UnitKind.PLAIN_SUM, scaling.interval(), extras);
    for (int row = 0; row < heap.rows(); row++) {
      int unit = units.newRow(heap.stack(row), heap.labels(row));
      units.addAlloc(unit, heap.allocCount(row), heap.allocBytes(row));
      units.addLive(unit, heap.liveCount(row), heap.liveBytes(row));
      for (int i = 0; i < extras.size(); i++) {
        units.add(unit, View.ALL.size() + i, heap.value(extras.get(i), row));
      }
    }
    return units.heap(info, heap.views());
  }

  /** How sure numbers of this program are is lost: they may be sums, or as recorded. */
  private HeapInfo info(List<OtlpPart> ofDump, int dump, int dumps) {
    boolean isExact = interval() == 1;
    return new HeapInfo(
        Math.max(-1, OtlpTables.number(resource, "process.pid", -1)),
        process(),
        heap,
        dump,
        dumps,
        ofDump.stream().mapToLong(OtlpPart::timeNanos).max().orElse(0),
        ofDump.stream().mapToLong(OtlpPart::durationNanos).max().orElse(0),
        isExact ? Scheme.EXACT : Scheme.SCALED,
        isExact ? 1 : 0,
        isExact ? 1 : 0);
  }

  private String process() {
    return PROCESS_NAMES.stream()
        .map(key -> OtlpTables.text(resource, key))
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse("");
  }
}
