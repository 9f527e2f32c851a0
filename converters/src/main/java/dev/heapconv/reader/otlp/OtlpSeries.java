package dev.heapconv.reader.otlp;

import com.google.protobuf.ByteString;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.RecordedUnits;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.pprof.PprofColumns;
import dev.heapconv.reader.pprof.PprofScaling;
import dev.heapconv.unskew.Sampling;
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
 * @param own whether this program wrote them
 */
record OtlpSeries(
    OtlpProcess process, String heap, boolean own, List<OtlpPart> parts, Set<List<Object>> ids) {

  OtlpSeries(OtlpProcess process, String heap, boolean own) {
    this(process, heap, own, new ArrayList<>(), new HashSet<>());
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
  List<RecordedHeap> heaps(String name, ReadOptions options, Notices notices) throws IOException {
    List<View> types = parts.stream().map(OtlpPart::type).distinct().toList();
    PprofColumns columns =
        PprofColumns.of(
            "an OTLP profile", name, types, parts.get(0).periodType().name(), own, false);
    if (!own) {
      columns.warn(notices);
    }
    Collection<List<OtlpPart>> dumps = dumps(types, columns);
    OtlpNumbers numbers = new OtlpNumbers();
    List<RecordedHeap> heaps = new ArrayList<>();
    Map<View, Long> ends = Map.of();
    long interval = interval();
    for (List<OtlpPart> dump : dumps) {
      RecordedRows rows = RecordedRows.ofSums(columns.extras());
      Map<View, OtlpPart> views = new HashMap<>();
      Map<View, Long> endsBefore = ends;
      ends = new HashMap<>();
      for (OtlpPart part : dump) {
        int column = types.indexOf(part.type());
        part.addTo(rows, columns.view(column), columns.factor(column));
        View view = Objects.requireNonNull(columns.viewOrNull(column));
        views.put(view, part);
        ends.merge(part.type(), part.timeNanos(), Math::min);
        if (!own
            && !view.isLive()
            && part.follows(endsBefore.getOrDefault(part.type(), Long.MAX_VALUE))) {
          notices.add(ErrorId.DELTAS);
        }
      }
      List<View> present = columns.views().stream().filter(views::containsKey).toList();
      RecordedHeap heap = rows.heap(info(dump, interval, heaps.size() + 1, dumps.size()), present);
      heaps.add(heap);
      if (columns.areToTheByte()) {
        numbers.add(views, heap);
      }
    }
    PprofScaling scaling = scaling(numbers, columns, options, notices);
    return heaps.stream()
        .map(heap -> own ? own(heap, scaling) : scaled(heap, scaling, columns.extras()))
        .toList();
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
      OtlpNumbers numbers, PprofColumns columns, ReadOptions options, Notices notices) {
    boolean isMoment =
        !numbers.areDifference() && parts.stream().allMatch(part -> part.durationNanos() == 0);
    boolean hasLive = columns.views().stream().anyMatch(View::isLive);
    PprofScaling.Stated stated =
        new PprofScaling.Stated(
            interval(), numbers.haveSizes(), false, isMoment || !hasLive, columns.inPairs());
    if (!own) {
      return PprofScaling.of(numbers.scaling, stated, options.given(), notices);
    }
    return PprofScaling.ofOwn(interval() == 1 ? 1 : 0);
  }

  /** Of this program: how its numbers were made is stated only if all was recorded. */
  private static RecordedHeap own(RecordedHeap heap, PprofScaling scaling) {
    Provenance from = scaling.provenance(heap.isDifference(), false, true);
    Provenance provenance =
        scaling.sampling().isComplete()
            ? from
            : from.withSampling(Evidence.UNTESTED, Evidence.UNKNOWN);
    return heap.withInfo(heap.info().withProvenance(provenance));
  }

  /** A heap with what is known of how its numbers were made; if they are raw, as units. */
  private static RecordedHeap scaled(RecordedHeap heap, PprofScaling scaling, List<View> extras) {
    HeapInfo read = heap.info();
    boolean hasLive = heap.views().stream().anyMatch(View::isLive);
    HeapInfo info =
        read.withSampling(scaling.sampling())
            .withProvenance(
                scaling.provenance(heap.isDifference(), read.dump().durationNanos() > 0, hasLive));
    return scaling.ofUnits()
        ? heap.withInfo(info)
            .asUnits(RecordedUnits.UnitKind.PLAIN_SUM, scaling.sampling().interval(), extras)
        : scaling.on(heap).withInfo(info);
  }

  /** How sure numbers of this program are is lost: they may be sums, or as recorded. */
  private HeapInfo info(List<OtlpPart> ofDump, long interval, int dump, int dumps) {
    return HeapInfo.of(heap, Sampling.scaled(interval == 1 ? 1 : 0))
        .withProcess(process.pid, process.name)
        .withDump(dump, dumps)
        .withTimes(
            ofDump.stream().mapToLong(OtlpPart::timeNanos).max().orElse(0),
            ofDump.stream().mapToLong(OtlpPart::durationNanos).max().orElse(0));
  }
}
