package dev.heapconv.reader.perfetto;

import dev.heapconv.proto.perfetto.TracePacket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Counts the kinds of packets in a trace, to describe what it contains besides heap profiles. */
final class ContentSummary {

  private static final int KINDS = 256;

  private final long[] packets = new long[KINDS];
  private long total;

  /** Stack samples that are not of a heap, by what they are. */
  private final Map<String, Long> otherSamples = new LinkedHashMap<>();

  void count(int kind) {
    total++;
    if (kind > 0 && kind < KINDS) {
      packets[kind]++;
    }
  }

  /** The contents of the trace, for a message. */
  String describe() {
    if (total == 0) {
      return "no packets";
    }
    List<String> parts = new ArrayList<>();
    add(parts, TracePacket.FTRACE_EVENTS_FIELD_NUMBER, "ftrace packet");
    addProfiles(parts);
    add(parts, TracePacket.TRACK_EVENT_FIELD_NUMBER, "track event");
    add(parts, TracePacket.CHROME_EVENTS_FIELD_NUMBER, "Chrome event packet");
    add(parts, TracePacket.PROCESS_STATS_FIELD_NUMBER, "process statistics packet");
    add(parts, TracePacket.SMAPS_PACKET_FIELD_NUMBER, "smaps packet");
    add(parts, TracePacket.MODULE_SYMBOLS_FIELD_NUMBER, "symbol packet");
    if (parts.isEmpty()) {
      return total == 1 ? "one packet of another kind" : total + " packets of other kinds";
    }
    return joined(parts);
  }

  /** How many packets list allocations and frees without stacks. */
  long streamed() {
    return packets[TracePacket.STREAMING_ALLOCATION_FIELD_NUMBER]
        + packets[TracePacket.STREAMING_FREE_FIELD_NUMBER];
  }

  /**
   * Counts a stack sample that is not of a heap.
   *
   * @param counter what was sampled, such as {@code wall-time}
   * @param source the profiler; empty if unknown
   */
  void addOtherSample(String counter, String unit, String source) {
    String profiler = source.isEmpty() ? "" : " by " + source;
    otherSamples.merge(counter + profiler + " in " + unit, 1L, Long::sum);
  }

  boolean hasOtherSamples() {
    return !otherSamples.isEmpty();
  }

  /** The profiles in the trace that are not read, for a message; empty if there are none. */
  String otherProfiles() {
    List<String> parts = new ArrayList<>();
    addProfiles(parts);
    return parts.isEmpty() ? "" : joined(parts);
  }

  private void addProfiles(List<String> parts) {
    add(parts, TracePacket.PERF_SAMPLE_FIELD_NUMBER, "perf sample");
    otherSamples.forEach((what, n) -> add(parts, n, "stack sample", " of " + what));
    add(parts, TracePacket.JAVA_HEAP_GRAPH_FIELD_NUMBER, "Java heap graph packet");
    add(parts, TracePacket.STREAMING_PROFILE_PACKET_FIELD_NUMBER, "CPU profile packet");
  }

  private static String joined(List<String> parts) {
    int last = parts.size() - 1;
    return last == 0
        ? parts.get(0)
        : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
  }

  private void add(List<String> parts, int kind, String name) {
    add(parts, packets[kind], name, "");
  }

  private static void add(List<String> parts, long n, String name, String what) {
    if (n > 0) {
      parts.add(String.format(Locale.ROOT, "%,d %s%s%s", n, name, n == 1 ? "" : "s", what));
    }
  }
}
