package dev.heapconv.reader.otlp;

import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning.Warnings;
import dev.heapconv.proto.otlp.Profile;
import dev.heapconv.reader.pprof.PprofColumns;
import dev.heapconv.unskew.Scheme;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The profiles of one heap of one process: those of different types at one time are one dump. */
final class OtlpSeries {

  /** One profile. */
  static final class Part {
    private final View type;
    private final long timeNanos;
    private final long durationNanos;
    private final String periodType;
    private final long interval;

    /** What orders dumps: their number or their time. */
    private final long order;

    private final IntArrayList stacks = new IntArrayList();
    private final List<List<Label>> labels = new ArrayList<>();
    private final LongArrayList values = new LongArrayList();

    /**
     * @param type with its unit
     * @param dump number of the dump; 0 if unknown
     */
    Part(View type, Profile profile, long dump, String periodType, String periodUnit) {
      this.type = type;
      this.periodType = periodType;
      durationNanos = Math.max(0, profile.getDurationNano());
      // It begins at its time, and heaps are dumped at its end.
      timeNanos = Math.max(0, profile.getTimeUnixNano() + durationNanos);
      interval = periodUnit.equals("bytes") ? Math.max(0, profile.getPeriod()) : 0;
      order = dump > 0 ? dump : timeNanos;
    }

    void add(int stack, List<Label> itsLabels, long value) {
      stacks.add(stack);
      labels.add(itsLabels);
      values.add(value);
    }
  }

  private static final List<String> PROCESS_NAMES =
      List.of("process.executable.name", "process.executable.path", "service.name");

  private final List<Label> resource;
  private final String heap;
  private final boolean own;
  private final List<Part> parts = new ArrayList<>();

  /**
   * @param resource attributes of the process
   * @param own whether this program wrote it
   */
  OtlpSeries(List<Label> resource, String heap, boolean own) {
    this.resource = resource;
    this.heap = heap;
    this.own = own;
  }

  void add(Part part) {
    parts.add(part);
  }

  /**
   * Its dumps.
   *
   * @param name of the input
   * @throws HeapConvException if none of its types is one of memory
   */
  List<RecordedHeap> heaps(String name, Warnings warnings) throws HeapConvException {
    List<View> types = parts.stream().map(part -> part.type).distinct().toList();
    PprofColumns columns =
        PprofColumns.of("an OTLP profile", name, types, parts.get(0).periodType, own, false);
    if (!own) {
      columns.warnOfSamples(warnings);
    }
    List<Part> ofMemory =
        parts.stream().filter(part -> columns.view(types.indexOf(part.type)) >= 0).toList();
    List<Long> orders = orders(ofMemory);
    List<RecordedHeap> heaps = new ArrayList<>();
    for (int dump = 1; dump <= orders.size(); dump++) {
      long order = orders.get(dump - 1);
      List<Part> ofDump =
          orders.size() == 1
              ? ofMemory
              : ofMemory.stream().filter(part -> part.order == order).toList();
      heaps.add(heap(ofDump, dump, orders.size(), types, columns));
    }
    return heaps;
  }

  /** Where no type has several times, types were only not taken at exactly the same time. */
  private static List<Long> orders(List<Part> parts) {
    Map<View, Set<Long>> ofType = new HashMap<>();
    Set<Long> all = new TreeSet<>();
    for (Part part : parts) {
      ofType.computeIfAbsent(part.type, unused -> new TreeSet<>()).add(part.order);
      all.add(part.order);
    }
    boolean several = ofType.values().stream().anyMatch(orders -> orders.size() > 1);
    return several ? List.copyOf(all) : List.of(0L);
  }

  private RecordedHeap heap(
      List<Part> ofDump, int dump, int dumps, List<View> types, PprofColumns columns) {
    RecordedRows rows = RecordedRows.ofSums(columns.extras());
    Set<View> present = new LinkedHashSet<>();
    Set<Long> intervals = new LinkedHashSet<>();
    long time = 0;
    long duration = 0;
    for (Part part : ofDump) {
      int type = types.indexOf(part.type);
      View view = columns.viewOrNull(type);
      if (view != null) {
        present.add(view);
        addTo(rows, part, columns.view(type));
      }
      intervals.add(part.interval);
      time = Math.max(time, part.timeNanos);
      duration = Math.max(duration, part.durationNanos);
    }
    long interval = intervals.size() == 1 ? intervals.iterator().next() : 0;
    boolean exact = interval == 1;
    // How sure numbers of this program are is lost: they may be sums, or as recorded.
    long known = own && !exact ? 0 : interval;
    List<View> views = columns.views().stream().filter(present::contains).toList();
    return rows.heap(
        new HeapInfo(
            pid(),
            process(),
            heap,
            dump,
            dumps,
            time,
            duration,
            exact ? Scheme.EXACT : Scheme.SCALED,
            known,
            known),
        views);
  }

  /**
   * @param place of its view, as {@link PprofColumns#view} has it
   */
  private static void addTo(RecordedRows rows, Part part, int place) {
    for (int i = 0; i < part.values.size(); i++) {
      int row = rows.row(part.stacks.getInt(i), part.labels.get(i));
      long value = part.values.getLong(i);
      switch (place) {
        case 0 -> rows.addAlloc(row, value, 0);
        case 1 -> rows.addAlloc(row, 0, value);
        case 2 -> rows.addLive(row, value, 0);
        case 3 -> rows.addLive(row, 0, value);
        default -> rows.addExtra(row, place - View.ALL.size(), value);
      }
    }
  }

  private String process() {
    for (String key : PROCESS_NAMES) {
      for (Label label : resource) {
        if (label.key().equals(key) && label.text() != null) {
          return label.text();
        }
      }
    }
    return "";
  }

  private long pid() {
    for (Label label : resource) {
      if (label.key().equals("process.pid") && label.text() == null && label.number() >= 0) {
        return label.number();
      }
    }
    return -1;
  }
}
