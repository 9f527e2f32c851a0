package dev.heapconv.reader.otlp;

import com.google.protobuf.ByteString;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning.Warnings;
import dev.heapconv.reader.pprof.PprofColumns;
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
  List<RecordedHeap> heaps(String name, Warnings warnings) throws IOException {
    List<View> types = parts.stream().map(OtlpPart::type).distinct().toList();
    PprofColumns columns =
        PprofColumns.of(
            "an OTLP profile", name, types, parts.get(0).periodType().name(), own, false);
    if (!own) {
      columns.warnOfSamples(warnings);
    }
    NavigableMap<Long, List<OtlpPart>> dumps = new TreeMap<>();
    Map<View, Set<Long>> orders = new HashMap<>();
    for (OtlpPart part : parts) {
      if (columns.viewOrNull(types.indexOf(part.type())) != null) {
        dumps.computeIfAbsent(part.order(), unused -> new ArrayList<>()).add(part);
        orders.computeIfAbsent(part.type(), unused -> new HashSet<>()).add(part.order());
      }
    }
    Collection<List<OtlpPart>> inOrder =
        orders.values().stream().allMatch(times -> times.size() == 1)
            // No type has two times: they were only not taken at exactly the same.
            ? List.of(dumps.values().stream().flatMap(List::stream).toList())
            : dumps.values();
    List<RecordedHeap> heaps = new ArrayList<>();
    List<OtlpPart> before = List.of();
    for (List<OtlpPart> dump : inOrder) {
      RecordedRows rows = RecordedRows.ofSums(columns.extras());
      Set<View> views = new HashSet<>();
      for (OtlpPart part : dump) {
        int column = types.indexOf(part.type());
        part.addTo(rows, columns.view(column));
        View view = Objects.requireNonNull(columns.viewOrNull(column));
        views.add(view);
        if (!own && !view.isLive() && before.stream().anyMatch(part::follows)) {
          warnings.add(ErrorId.DELTAS);
        }
      }
      before = dump;
      heaps.add(
          rows.heap(
              info(dump, heaps.size() + 1, inOrder.size()),
              columns.views().stream().filter(views::contains).toList()));
    }
    return heaps;
  }

  private HeapInfo info(List<OtlpPart> ofDump, int dump, int dumps) {
    List<Long> intervals = ofDump.stream().map(OtlpPart::interval).distinct().toList();
    boolean isExact = intervals.equals(List.of(1L));
    // How sure numbers of this program are is lost: they may be sums, or as recorded.
    long interval = intervals.size() > 1 || (own && !isExact) ? 0 : intervals.get(0);
    return new HeapInfo(
        Math.max(-1, OtlpTables.number(resource, "process.pid", -1)),
        process(),
        heap,
        dump,
        dumps,
        ofDump.stream().mapToLong(OtlpPart::timeNanos).max().orElse(0),
        ofDump.stream().mapToLong(OtlpPart::durationNanos).max().orElse(0),
        isExact ? Scheme.EXACT : Scheme.SCALED,
        interval,
        interval);
  }

  private String process() {
    return PROCESS_NAMES.stream()
        .map(key -> OtlpTables.text(resource, key))
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse("");
  }
}
