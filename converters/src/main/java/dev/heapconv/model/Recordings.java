package dev.heapconv.model;

import dev.heapconv.unskew.Scheme;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which recordings, processes and dumps are the same: the only class that decides it. Whoever adds
 * up, compares or orders what several inputs have asks here. All of it is about names, numbers and
 * times that files state, and none of these is certain, so that each question has an answer for
 * what is not known.
 *
 * <table>
 * <caption>The questions</caption>
 * <tr><td>Are two heaps one?</td><td>{@link HeapId}, and its projections across recordings</td></tr>
 * <tr><td>Are these two processes?</td><td>{@link #areOthers}; a pid that the system gave to a
 *     second process is told by its name only</td></tr>
 * <tr><td>Are these dumps of one process, a file each?</td><td>{@link #ofOneProcess}, for inputs
 *     that {@link #keys} brings together</td></tr>
 * <tr><td>Are these dumps of one session, or of two that were an hour apart?</td><td>{@link
 *     #areOfOneSession} by the begin of both</td></tr>
 * <tr><td>Is a difference one between two dumps of a recording?</td><td>{@link
 *     #areOfOneRun}</td></tr>
 * <tr><td>Did a program begin anew?</td><td>{@link #isReplaced} within a recording, {@link
 *     #isRestart} in one of two</td></tr>
 * <tr><td>Is it the same recording twice?</td><td>{@link Distinct}: two inputs never are, whatever
 *     they are called. A batch finds copies of a file by the hashes of their contents, and the
 *     Perfetto reader what a trace has twice by the times of its packets: these are about bytes, and
 *     no recording of theirs gets here.</td></tr>
 * </table>
 */
public final class Recordings {

  /** What has to show, or shows, that dumps are of one process. */
  public enum Evidence {
    /** Nothing: somebody says so. */
    NONE,
    /** Their names are numbered, or no counter falls, and nothing in them speaks against it. */
    LIKELY,
    /** What is in them, or names that profilers give to the dumps of a process. */
    SURE
  }

  /** What clocks are set by while heapprofd records. */
  static final long CLOCK_ERROR_NANOS = 100_000_000;

  /** Making a dump takes time. */
  static final long SAME_START_NANOS = 1_000_000_000;

  /** Dumps of one request are at most this far apart: Perfetto's default time-out of a flush. */
  static final long SAME_DUMP_NANOS = 5_000_000_000L;

  private Recordings() {}

  /** Whether two processes differ in a pid or in a name that both have. */
  static boolean areOthers(Process one, Process other) {
    return one.pid() >= 0 && other.pid() >= 0 && one.pid() != other.pid()
        || areOthers(one.fullName(), other.fullName());
  }

  private static boolean areOthers(String one, String other) {
    return !one.isEmpty() && !other.isEmpty() && !one.equals(other);
  }

  /**
   * What dumps of one process have in common, at least one of these, beside what counters show: so
   * that those of many inputs find each other.
   */
  public static List<Object> keys(DumpFacts dump) {
    HeapInfo info = dump.info();
    HeapId heap = info.id().inAnyRecording();
    List<Object> keys = new ArrayList<>();
    if (info.beganNanos() > 0) {
      for (int half = 0; half < 2; half++) {
        long about = (info.beganNanos() / CLOCK_ERROR_NANOS + half) >> 1;
        keys.add(List.of("begin", half, about, heap));
      }
    }
    if (dump.space() != null) {
      keys.add(List.of("space", info.heap(), dump.space()));
    }
    DumpName name = dump.name();
    if (dump.isAlone() && name != null && name.isByTool() && name.number() >= 0) {
      keys.add(List.of("name", name.folder(), name.series(), heap.inAnyRun()));
    }
    if (dump.isAlone() && info.pid() >= 0 && info.timeNanos() == 0) {
      keys.add(List.of("dump", heap));
    }
    return keys;
  }

  /**
   * What shows that two dumps, each from another input, are of one heap of one process.
   *
   * @param inputs among how many they were found
   */
  public static Evidence ofOneProcess(DumpFacts dump, DumpFacts other, int inputs) {
    if (areContradictory(dump, other)) {
      return Evidence.NONE;
    }
    if (areOfOneSession(dump.info(), other.info())
        || dump.space() != null && dump.space().equals(other.space())) {
      return Evidence.SURE;
    }
    if (!dump.isAlone() || !other.isAlone()) {
      return Evidence.NONE;
    }
    return Collections.max(
        List.of(
            byNumbers(dump, other),
            byNames(dump, other),
            byCounters(dump, other, inputs),
            byCounters(other, dump, inputs)));
  }

  /** Whether they cannot be of one process, or not of one heap. */
  private static boolean areContradictory(DumpFacts dump, DumpFacts other) {
    AddressSpace space = dump.space();
    AddressSpace otherSpace = other.space();
    DumpName name = dump.name();
    DumpName otherName = other.name();
    return dump.source().equals(other.source()) // Said where inputs are named.
        || !dump.info().heap().equals(other.info().heap())
        || areOthers(dump.process(), other.process())
        || areOthers(dump.device(), other.device())
        || space != null
            && otherSpace != null
            && space.path().equals(otherSpace.path())
            && space.start() != otherSpace.start()
        || name != null
            && otherName != null
            && name.isByTool()
            && otherName.isByTool()
            && !name.series().equals(otherName.series());
  }

  /** Of files that this program has written, or others with pids and numbers. */
  private static Evidence byNumbers(DumpFacts dump, DumpFacts other) {
    HeapInfo info = dump.info();
    HeapInfo with = other.info();
    return info.pid() >= 0
            && info.dump() != with.dump()
            && info.timeNanos() == 0
            && with.timeNanos() == 0
            && isRising(dump, other, info.dump() < with.dump())
        ? Evidence.SURE
        : Evidence.NONE;
  }

  private static Evidence byNames(DumpFacts dump, DumpFacts other) {
    DumpName name = dump.name();
    if (name == null
        || name.number() < 0
        || dump.number() == other.number()
        || !dump.isNamedLike(other)
        || !isRising(dump, other, dump.number() < other.number())) {
      return Evidence.NONE;
    }
    return name.isByTool() ? Evidence.SURE : Evidence.LIKELY;
  }

  /** Whether no counter is lower in the later one. */
  private static boolean isRising(DumpFacts dump, DumpFacts other, boolean isLater) {
    return isLater
        ? !other.counters().isBelow(dump.counters())
        : !dump.counters().isBelow(other.counters());
  }

  /** By counters. Those of heapprofd begin with each recording, which says whose it is. */
  private static Evidence byCounters(DumpFacts dump, DumpFacts later, int inputs) {
    HeapInfo info = dump.info();
    long end = later.info().timeNanos();
    boolean isEarlier = info.timeNanos() > end && end > 0;
    boolean isRecording = info.scheme() == Scheme.WEIGHTED && info.pid() >= 0;
    return isEarlier || isRecording
        ? Evidence.NONE
        : dump.counters().repeatedBy(later.counters(), inputs);
  }

  /**
   * Whether two dumps of heaps of one name have what was recorded since one moment, until different
   * ones. With pids, a later number at a later time bears a clock that was set in between.
   */
  static boolean areOfOneSession(HeapInfo dump, HeapInfo other) {
    long from = dump.beganNanos();
    long begins = Math.abs(from - other.beganNanos());
    int later = Long.compare(other.timeNanos(), dump.timeNanos());
    return from > 0
        && later != 0
        && (begins == 0
            || dump.pid() >= 0
                && begins < CLOCK_ERROR_NANOS
                && later == Integer.compare(other.dump(), dump.dump()));
  }

  /** Whether two dumps are of one heap of one recording, as its times say, too. */
  public static boolean areOfOneRun(HeapInfo dump, HeapInfo other) {
    long start = dump.timeNanos() - dump.durationNanos();
    long otherStart = other.timeNanos() - other.durationNanos();
    return dump.timeNanos() != 0
        && dump.id().inAnyRecording().equals(other.id().inAnyRecording())
        && dump.dumps() == other.dumps()
        && Math.abs(start - otherStart) < SAME_START_NANOS;
  }

  /**
   * Whether a program began anew in a recording and not, or less often, in another: one that only
   * ran in several processes at once has none that ended.
   *
   * @param runs a heap in each of its processes, at the last dump
   * @param others likewise, in the recording that it is compared with
   */
  public static boolean isRestart(List<HeapInfo> runs, List<HeapInfo> others) {
    return runs.size() > others.size()
        && runs.stream().anyMatch(run -> run.provenance().live() == Provenance.Live.ENDED);
  }

  /**
   * Whether another process of the same name took the place of one. Processes that run side by side
   * are dumped at the same times. All times are of one clock, in nanoseconds; 0 when unknown.
   *
   * @param lastDump when it was last dumped
   * @param start when profiling of the other one began
   * @param firstDump when the other one was first dumped
   */
  public static boolean isReplaced(long lastDump, long start, long firstDump) {
    return start > lastDump || firstDump - lastDump > SAME_DUMP_NANOS;
  }

  /** The recordings of some profiles: where two have the same one, it is two. */
  public static final class Distinct {
    private final Set<Recording> known = new HashSet<>();

    /** By source, how many recordings of it there may be. */
    private final Map<String, Integer> sessions = new HashMap<>();

    /** Those of the current profile, by their names there. */
    private final Map<Recording, Recording> own = new HashMap<>();

    /** What follows is of another profile. */
    public void nextProfile() {
      own.clear();
    }

    /** The recording that a heap of the current profile is of among those of all. */
    public Recording of(HeapInfo info) {
      return own.computeIfAbsent(info.id().recording(), this::unknown);
    }

    private Recording unknown(Recording recording) {
      int session = sessions.getOrDefault(recording.source(), 0);
      Recording other =
          known.contains(recording)
              ? new Recording(recording.source(), session, recording.device())
              : recording;
      sessions.put(other.source(), Math.max(session, other.session() + 1));
      known.add(other);
      return other;
    }
  }
}
