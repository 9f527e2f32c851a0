package dev.heapconv.reader.perfetto;

import static dev.heapconv.testing.TraceBuilder.heap;

import dev.heapconv.fixtures.RecordedText.Row;
import dev.heapconv.proto.perfetto.InternedData;
import dev.heapconv.proto.perfetto.ProfilePacket;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.testing.TraceBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A program and its profiler: before a dump the profiler forgets the stacks whose allocations were
 * all freed at the dump before and that did nothing since. Their next allocation gets new counters,
 * under a new id or the old one.
 *
 * <p>The last two stacks have the contents of the first two, as the profiler may tell apart what a
 * trace does not. It never forgets them: of two stacks of one content that are both freed and of
 * which one returns, nothing tells which.
 */
final class ProfilerModel {

  static final String[] HEAPS = {"libc.malloc", "arena", "pool", "cache"};

  /** Between the times of two dumps. */
  static final long STEP = 1000;

  static final int STACKS = 6;
  private static final int CONTENTS = 4;

  /**
   * How the profiler writes.
   *
   * @param inline with all definitions in each dump, as Android 10 does
   * @param definitionsLast whether these follow the samples
   * @param renumbers whether stacks have other ids in each generation
   * @param reuses whether these are ids that had other meanings before
   * @param ownTimes whether each heap of a dump has a time of its own
   * @param heaps how many heaps there are
   */
  record Style(
      boolean inline,
      boolean definitionsLast,
      boolean renumbers,
      boolean reuses,
      boolean ownTimes,
      int heaps) {}

  /**
   * A dump.
   *
   * @param before the first packet of the dump before
   * @param begin its first packet
   * @param end the packet after its last
   * @param truth what the program did, by heap and stack
   * @param counters what the profiler still knows of it
   */
  record Dump(
      int before,
      int begin,
      int end,
      List<Map<String, Row>> truth,
      List<Map<String, Row>> counters) {}

  /** The counters that heapprofd keeps of a stack, until it forgets it. */
  private static final class Counters {
    long iid;
    long allocCount;
    long allocBytes;
    long freeCount;
    long freeBytes;
    boolean changed;

    Row row() {
      return new Row(allocCount, allocBytes, allocCount - freeCount, allocBytes - freeBytes);
    }
  }

  final TraceBuilder trace = new TraceBuilder().clocks(1, 1, 4, 1);

  /** How many of its packets are needed to see how it uses ids. */
  int first;

  /** By their times. */
  final Map<Long, Dump> dumps = new TreeMap<>();

  private final TraceBuilder.Sequence sequence = trace.sequence(3);
  private final Style style;
  private final List<Map<Integer, Counters>> counters = new ArrayList<>();
  private final List<Map<String, Row>> truth = new ArrayList<>();
  private final Map<Integer, Long> firstIids = new HashMap<>();
  private long nextIid = 1000;
  private long time = STEP;
  private int begin;
  private int generations;

  ProfilerModel(Style style) {
    this.style = style;
    for (int heap = 0; heap < style.heaps; heap++) {
      counters.add(new TreeMap<>());
      truth.add(new TreeMap<>());
      for (int stack = CONTENTS; stack < STACKS; stack++) {
        allocate(heap, stack, 1, true);
      }
    }
    if (style.reuses) {
      dump(false);
      clearIncrementalState();
      dump(false);
    }
    // The clocks, by whose times the dumps are found, are needed as well.
    first = trace.packets().size();
  }

  int heaps() {
    return style.heaps;
  }

  boolean reusesInternedIds() {
    return style.reuses && !style.inline;
  }

  private static String[] frames(int stack) {
    return new String[] {"main", "f" + stack % CONTENTS};
  }

  private static String name(int stack) {
    return String.join(";", frames(stack));
  }

  void allocate(int heap, int stack, long size, boolean newIid) {
    Counters counter =
        counters
            .get(heap)
            .computeIfAbsent(
                stack,
                key -> {
                  Counters fresh = new Counters();
                  fresh.iid =
                      newIid || !firstIids.containsKey(stack) ? nextIid++ : firstIids.get(stack);
                  firstIids.putIfAbsent(stack, fresh.iid);
                  if (!style.inline) {
                    sequence.stackAs(fresh.iid, frames(stack));
                  }
                  return fresh;
                });
    counter.allocCount++;
    counter.allocBytes += size;
    counter.changed = true;
    truth.get(heap).merge(name(stack), new Row(1, size, 1, size), Row::plus);
  }

  /** Frees all that a stack has allocated, or all but the first byte if it is never forgotten. */
  void free(int heap, int stack) {
    Counters counter = counters.get(heap).get(stack);
    int kept = stack < CONTENTS ? 0 : 1;
    if (counter != null && counter.freeCount < counter.allocCount - kept) {
      Row before = counter.row();
      counter.freeCount = counter.allocCount - kept;
      counter.freeBytes = counter.allocBytes - kept;
      counter.changed = true;
      Row freed = new Row(0, 0, kept - before.liveCount(), kept - before.liveBytes());
      truth.get(heap).merge(name(stack), freed, Row::plus);
    }
  }

  void clearIncrementalState() {
    if (!style.inline) {
      sequence.clearIncrementalState();
      defineAll();
    }
  }

  private void defineAll() {
    firstIids.keySet().removeIf(stack -> style.renumbers);
    generations++;
    if (style.reuses) {
      nextIid = 1;
      sequence.reuseIds();
    }
    for (Map<Integer, Counters> ofHeap : counters) {
      List<Integer> order = new ArrayList<>(ofHeap.keySet());
      Collections.rotate(order, style.reuses ? generations : 0);
      for (int stack : order) {
        Counters counter = Objects.requireNonNull(ofHeap.get(stack));
        if (style.renumbers) {
          counter.iid = nextIid++;
          firstIids.putIfAbsent(stack, counter.iid);
        }
        sequence.stackAs(counter.iid, frames(stack));
      }
    }
  }

  void dump(boolean inPieces) {
    int before = begin;
    begin = trace.packets().size();
    time += STEP;
    for (Map<Integer, Counters> ofHeap : counters) {
      ofHeap
          .values()
          .removeIf(counter -> counter.freeCount == counter.allocCount && !counter.changed);
    }
    if (style.inline) {
      sequence.forget();
      defineAll();
    }
    InternedData definitions = sequence.pending().build();
    if (style.inline) {
      sequence.forget();
    } else if (inPieces) {
      sequence.flush();
    }
    if (style.inline && !style.definitionsLast) {
      define(definitions, inPieces);
    }
    List<Map<String, Row>> known = new ArrayList<>();
    for (int heap = 0; heap < style.heaps; heap++) {
      TraceBuilder.Heap samples = heap(100, HEAPS[heap], time(heap));
      Map<String, Row> rows = new TreeMap<>();
      for (Map.Entry<Integer, Counters> entry : counters.get(heap).entrySet()) {
        Counters counter = entry.getValue();
        samples.row(
            counter.iid,
            counter.allocCount,
            counter.allocBytes,
            counter.freeCount,
            counter.freeBytes);
        if (inPieces) {
          sequence.continued(samples);
          other(inPieces);
          samples = heap(100, HEAPS[heap], time(heap));
        }
        counter.changed = false;
        rows.merge(name(entry.getKey()), counter.row(), Row::plus);
      }
      sequence.continued(samples);
      known.add(rows);
    }
    if (style.inline && style.definitionsLast) {
      define(definitions, inPieces);
    }
    sequence.dump();
    List<Map<String, Row>> done = new ArrayList<>();
    truth.forEach(rows -> done.add(new TreeMap<>(rows)));
    dumps.put(time, new Dump(before, begin, trace.packets().size(), done, known));
  }

  private long time(int heap) {
    return time + (style.ownTimes ? heap : 0);
  }

  /** A packet that is not of the profiler. */
  private void other(boolean isThere) {
    if (isThere) {
      trace.packet(sequence.next());
    }
  }

  private boolean isOfProfile(int packet) {
    return trace.packets().get(packet).hasProfilePacket()
        || trace.packets().get(packet).hasInternedData();
  }

  /**
   * Whether nothing of a dump was lost, nothing of the one before that leaves doubt where it
   * begins, and none of its definitions; if ids are used again, nothing since its generation began
   * that may have ended it.
   *
   * @param lost by packet
   */
  boolean isComplete(Dump dump, boolean[] lost) {
    boolean isDefined = true;
    for (int i = 0; i < dump.end(); i++) {
      TracePacket packet = trace.packets().get(i);
      if (lost[i] && i >= dump.before() && isOfProfile(i)) {
        return false;
      } else if (packet.getSequenceFlags() == 1) {
        isDefined = !lost[i];
      } else if (lost[i] && (packet.hasInternedData() || style.reuses && !isInsideADump(i, lost))) {
        isDefined = false;
      }
    }
    return isDefined || style.inline;
  }

  /** Whether packets show that a dump went on where one was lost. */
  private boolean isInsideADump(int packet, boolean[] lost) {
    for (Dump dump : dumps.values()) {
      if (packet >= dump.begin() && packet < dump.end()) {
        Set<String> heaps = heaps(dump.begin(), packet, lost);
        heaps.retainAll(heaps(packet, dump.end(), lost));
        return !heaps.isEmpty();
      }
    }
    return false;
  }

  /** The heaps that packets have which were not lost. */
  private Set<String> heaps(int from, int to, boolean[] lost) {
    Set<String> heaps = new TreeSet<>();
    for (int i = from; i < to; i++) {
      if (!lost[i]) {
        trace
            .packets()
            .get(i)
            .getProfilePacket()
            .getProcessDumpsList()
            .forEach(heap -> heaps.add(heap.getHeapName()));
      }
    }
    return heaps;
  }

  private void define(InternedData definitions, boolean inPieces) {
    ProfilePacket.Builder packet = sequence.profile().setContinued(true);
    packet.addAllStrings(definitions.getFunctionNamesList());
    packet = inPieces ? sent(packet) : packet;
    packet.addAllFrames(definitions.getFramesList());
    packet = inPieces ? sent(packet) : packet;
    packet.addAllCallstacks(definitions.getCallstacksList());
    trace.packet(sequence.next().setProfilePacket(packet));
  }

  /** The packet after one that is sent. */
  private ProfilePacket.Builder sent(ProfilePacket.Builder packet) {
    trace.packet(sequence.next().setProfilePacket(packet));
    return sequence.profile().setContinued(true);
  }
}
