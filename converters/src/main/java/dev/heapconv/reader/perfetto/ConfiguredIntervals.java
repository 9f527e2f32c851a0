package dev.heapconv.reader.perfetto;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.Process;
import dev.heapconv.proto.perfetto.HeapprofdConfig;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The sampling intervals that the configuration of a trace states: each data source of heapprofd
 * has one for its processes, and may have another for some of their heaps.
 */
final class ConfiguredIntervals {

  /** One data source; its heaps have the intervals at the same places, or else its interval. */
  private static final class DataSource {
    private long interval;
    private final List<String> processes = new ArrayList<>(1);
    private final List<Long> pids = new ArrayList<>(0);
    private final List<String> heaps = new ArrayList<>(0);
    private final List<Long> intervals = new ArrayList<>(0);

    boolean names(Process process) {
      return pids.contains(process.pid())
          || processes.stream().anyMatch(pattern -> fits(pattern, process));
    }

    private static boolean fits(String pattern, Process process) {
      String regex = Pattern.quote(pattern).replace("*", "\\E.*\\Q");
      return !process.name().isEmpty()
          && (process.name().matches(regex) || Mapping.baseName(process.name()).matches(regex));
    }

    long interval(String heap) {
      int place = heaps.indexOf(heap);
      return place >= 0 && place < intervals.size() ? intervals.get(place) : interval;
    }
  }

  private final List<DataSource> sources = new ArrayList<>(1);
  private final Set<String> processes = new LinkedHashSet<>();

  /**
   * Reads a HeapprofdConfig message.
   *
   * @return whether it asks for peaks (dump_at_max)
   */
  boolean add(WireCursor config) {
    DataSource source = new DataSource();
    sources.add(source);
    boolean dumpsAtMax = false;
    for (int field; (field = config.nextField()) != 0; ) {
      switch (field) {
        case HeapprofdConfig.SAMPLING_INTERVAL_BYTES_FIELD_NUMBER ->
            source.interval = Math.max(0, config.integer());
        case HeapprofdConfig.PROCESS_CMDLINE_FIELD_NUMBER -> {
          String name = config.text();
          source.processes.add(name);
          processes.add(name);
        }
        case HeapprofdConfig.PID_FIELD_NUMBER -> source.pids.add(config.integer());
        case HeapprofdConfig.HEAPS_FIELD_NUMBER -> source.heaps.add(config.text());
        case HeapprofdConfig.HEAP_SAMPLING_INTERVALS_FIELD_NUMBER ->
            source.intervals.add(Math.max(0, config.integer()));
        case HeapprofdConfig.DUMP_AT_MAX_FIELD_NUMBER -> dumpsAtMax = config.bool();
        default -> config.skip();
      }
    }
    return dumpsAtMax;
  }

  /** The names by which processes are requested, patterns among them. */
  Set<String> processes() {
    return processes;
  }

  /**
   * That of a heap in bytes; 0 if it is not stated, or if data sources with different ones may have
   * profiled it.
   */
  long of(Process process, String heap) {
    List<Long> intervals =
        sources.stream()
            .filter(source -> source.names(process))
            .map(source -> source.interval(heap))
            .distinct()
            .toList();
    if (intervals.isEmpty()) {
      return of(heap);
    }
    return intervals.size() == 1 ? intervals.get(0) : 0;
  }

  /** That of all heaps of a name in bytes; 0 if it is not stated, or not the same for all. */
  long of(String heap) {
    List<Long> intervals =
        sources.stream().map(source -> source.interval(heap)).distinct().toList();
    return intervals.size() == 1 ? intervals.get(0) : 0;
  }
}
