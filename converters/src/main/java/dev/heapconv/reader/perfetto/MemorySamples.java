package dev.heapconv.reader.perfetto;

import dev.heapconv.model.Fact;
import dev.heapconv.model.Facts;
import dev.heapconv.proto.perfetto.ProcessStats;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

/** How much memory the processes of a machine had, as process_stats and smaps packets say. */
final class MemorySamples {

  /** A sample that is farther from a dump says nothing of it. */
  private static final long NEAR_NANOS = 10_000_000_000L;

  private static final long UNKNOWN = -1;

  /** What the samples of one process say. */
  private static final class OfProcess {
    final NearestSamples rss;
    final NearestSamples anonymous;
    final NearestSamples heap;

    // Counters that did not change are not written again.
    long lastRss = UNKNOWN;
    long lastAnonymous = UNKNOWN;
    long lastSwap;

    OfProcess(ClockTable clocks) {
      rss = new NearestSamples(clocks);
      anonymous = new NearestSamples(clocks);
      heap = new NearestSamples(clocks);
    }
  }

  private final ClockTable clocks;
  private final Long2ObjectOpenHashMap<OfProcess> processes = new Long2ObjectOpenHashMap<>();
  private final WireCursor child = new WireCursor();

  MemorySamples(ClockTable clocks) {
    this.clocks = clocks;
  }

  private OfProcess of(long pid) {
    OfProcess process = processes.get(pid);
    if (process == null) {
      process = new OfProcess(clocks);
      processes.put(pid, process);
    }
    return process;
  }

  /**
   * Reads a ProcessStats message.
   *
   * @param clock of {@code time}, by {@link ClockTable#key}
   */
  void addStats(WireCursor stats, long clock, long time) {
    while (stats.find(ProcessStats.PROCESSES_FIELD_NUMBER, child)) {
      long pid = UNKNOWN;
      long rss = UNKNOWN;
      long anonymous = UNKNOWN;
      long swap = UNKNOWN;
      for (int field; (field = child.nextField()) != 0; ) {
        switch (field) {
          case ProcessStats.Process.PID_FIELD_NUMBER -> pid = child.integer();
          case ProcessStats.Process.VM_RSS_KB_FIELD_NUMBER -> rss = kib(child.integer());
          case ProcessStats.Process.RSS_ANON_KB_FIELD_NUMBER -> anonymous = kib(child.integer());
          case ProcessStats.Process.VM_SWAP_KB_FIELD_NUMBER -> swap = kib(child.integer());
          default -> child.skip();
        }
      }
      if (pid > 0) {
        OfProcess process = of(pid);
        process.lastRss = rss >= 0 ? rss : process.lastRss;
        process.lastAnonymous = anonymous >= 0 ? anonymous : process.lastAnonymous;
        process.lastSwap = swap >= 0 ? swap : process.lastSwap;
        if (process.lastRss > 0) {
          process.rss.add(clock, time, process.lastRss, 0, 0);
        }
        if (process.lastAnonymous > 0) {
          process.anonymous.add(clock, time, process.lastAnonymous, process.lastSwap, 0);
        }
      }
    }
  }

  /** Reads a SmapsPacket message likewise. */
  void addSmaps(WireCursor smaps, long clock, long time) {
    SmapsSums sums = SmapsSums.of(smaps);
    OfProcess process = of(sums.pid);
    if (sums.rss > 0) {
      process.rss.add(clock, time, sums.rss, 0, 0);
    }
    if (sums.isHeapNamed && sums.heap > 0) {
      process.heap.add(clock, time, sums.heap, sums.heapSwapped, sums.all);
    }
  }

  /** A size on the wire in bytes; negative if it cannot be one. */
  static long kib(long number) {
    return number < 0 || number > Long.MAX_VALUE >> 20 ? UNKNOWN : number << 10;
  }

  /**
   * What a process had nearest to a time.
   *
   * @param time of a dump, on the profiler's clock
   */
  Facts at(long pid, long time) {
    OfProcess process = time > 0 ? processes.get(pid) : null;
    if (process == null) {
      return Facts.NONE;
    }
    NearestSamples.Sample rss = process.rss.nearest(time, NEAR_NANOS);
    NearestSamples.Sample anonymous = process.anonymous.nearest(time, NEAR_NANOS);
    NearestSamples.Sample heap = process.heap.nearest(time, NEAR_NANOS);
    if (heap != null && anonymous != null && heap.all() < anonymous.bytes() / 2) {
      // Android's runtime reads the smaps of a forked process, which shares the pages of its parent
      // instead of having them for itself.
      heap = null;
    }
    NearestSamples.Sample held = heap != null ? heap : anonymous;
    if (held == null && rss == null) {
      return Facts.NONE;
    }
    return Facts.ofMemory(
        rss == null ? Facts.UNKNOWN : rss.bytes(),
        heap != null ? Fact.HEAP : held != null ? Fact.ANONYMOUS : null,
        held == null ? 0 : held.bytes(),
        held == null ? 0 : held.swapped(),
        Math.max(rss == null ? 0 : rss.apart(time), held == null ? 0 : held.apart(time)));
  }
}
