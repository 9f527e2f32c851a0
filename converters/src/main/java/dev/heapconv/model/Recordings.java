package dev.heapconv.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which recordings, processes and dumps are the same. No other class does: commands that
 * add up, compare or order several inputs ask here. The evidence is what files state, such as
 * names, pids and times. Any of it can be missing, and a missing fact neither joins two things nor
 * separates them.
 *
 * <ul>
 *   <li><b>Is it one heap?</b> {@link HeapId} answers by equality. Parts of the id compare heaps of
 *       several recordings, processes or runs.
 *   <li><b>Are these two processes?</b> {@link #areOthers} decides. If the system gave a pid to a
 *       second process, only the names show it; {@link #isPidReused} answers within a recording.
 *   <li><b>Do several files contain dumps of one process?</b> {@link #ofOneProcess} judges a pair,
 *       and {@link #keys} finds pairs among many files.
 *   <li><b>Do two dumps belong to one session, or to sessions that were, say, an hour apart?</b>
 *       {@link #areOfOneSession} compares their beginnings. A difference between two dumps asks
 *       {@link #areOfOneRun}, which tolerates more because it also requires the same name and pid.
 *   <li><b>Would a sum count live memory of one process at two times?</b> It would for dumps of one
 *       session, and for delta profiles whose files are numbered in the order of their times:
 *       {@link #isSeries}. {@link #mayBeOneProcess} judges what is likely but not proved, such as
 *       two sessions of one process.
 *   <li><b>Are live numbers of one time?</b> {@link #older} finds the heaps that were dumped last
 *       before the others were.
 *   <li><b>Did the program restart?</b> {@link #isReplaced} answers within a recording, and {@link
 *       #isRestart} for a recording that is compared with another. {@link #lastRuns} finds the runs
 *       that tables show together.
 *   <li><b>Is it the same recording twice?</b> {@link #areCopies} compares what both state, so a
 *       compressed file is a copy, and so is a file with added names or an output of this program.
 *       {@link Distinct} nevertheless counts two inputs as two recordings, because it is decided
 *       elsewhere whether they may be added up. Copies of the same bytes are also found before they
 *       are read: a batch compares the hashes of its inputs, a table of a fleet compares those of
 *       its recordings, and the Perfetto reader looks for packets that a trace has twice.
 * </ul>
 */
public final class Recordings {

  /** How strongly the evidence shows that dumps belong to one process, or must show it. */
  public enum Evidence {
    /** There is no evidence, or none is needed because the user states it. */
    NONE,
    /** The names are numbered, or no counter falls, and nothing in the dumps contradicts it. */
    LIKELY,
    /**
     * The content of the dumps shows it, or a profiler gave such names to the dumps of a process.
     */
    SURE
  }

  /** Clocks are adjusted by at most this much while heapprofd records. */
  static final long CLOCK_ERROR_NANOS = 100_000_000;

  /**
   * Making a dump takes time, so the beginnings of two dumps of one recording differ by up to this
   * much.
   */
  static final long SAME_START_NANOS = 1_000_000_000;

  /** Dumps of one request are at most this far apart: Perfetto's default time-out of a flush. */
  static final long SAME_DUMP_NANOS = 5_000_000_000L;

  /** Systems give at least this many numbers to processes before they start again. */
  private static final int PIDS = 32_768;

  /** Containers number their processes from 1, so many processes have a pid below this one. */
  private static final int MIN_PID = 100;

  /** By chance, a pid is equal in at most one of this many comparisons. */
  private static final int MIN_CHANCES = 20;

  /** With this many files, one in 120 orders agrees with another order by chance. */
  private static final int MIN_SERIES = 5;

  /**
   * Sums that differ by less than one part in this many may be those of copies, because rows are
   * rounded.
   */
  private static final double TOTALS_APART = 1e6;

  private Recordings() {}

  /** Whether two processes have different pids or different names, as far as both are known. */
  static boolean areOthers(Process one, Process other) {
    return one.pid() >= 0 && other.pid() >= 0 && one.pid() != other.pid()
        || areOthers(one.fullName(), other.fullName());
  }

  private static boolean areOthers(String one, String other) {
    return !one.isEmpty() && !other.isEmpty() && !one.equals(other);
  }

  /**
   * Whether two inputs have the same dump of the same heap. If both state its time, equal sums are
   * enough. Otherwise the rows must also be equal, because two containers may both have a process
   * 1. In that case the heap must also be sampled, because two runs of a program may allocate the
   * same. Inputs with one name are one input, which has a dump only once.
   *
   * @param dump one dump
   * @param other the other dump
   * @param inputs number of inputs among which they were found
   */
  public static boolean areCopies(DumpFacts dump, DumpFacts other, int inputs) {
    HeapInfo info = dump.info();
    HeapInfo with = other.info();
    if (dump.source().equals(other.source())) {
      return info.id().equals(with.id())
          && info.dump().number() == with.dump().number()
          && info.sampling().equals(with.sampling());
    }
    boolean areTimed = info.dump().timeNanos() > 0 && with.dump().timeNanos() > 0;
    boolean areNumbered = info.dump().of() > 1 && with.dump().of() > 1;
    return info.heap().equals(with.heap())
        && !areOthers(dump.process(), other.process())
        && !areOthers(dump.device(), other.device())
        && !(areTimed && info.dump().timeNanos() != with.dump().timeNanos())
        && !(areNumbered
            && (info.dump().number() != with.dump().number()
                || info.dump().of() != with.dump().of()))
        && !areNumberedByTool(dump, other)
        && dump.numbers().haveSameTotals(other.numbers())
        && (areTimed
            || !info.sampling().isComplete()
                && dump.numbers().haveSameRows(other.numbers(), inputs));
  }

  /** Whether a profiler gave them different numbers, as it does for dumps of one process. */
  private static boolean areNumberedByTool(DumpFacts dump, DumpFacts other) {
    DumpName name = dump.name();
    return name != null
        && name.isByTool()
        && dump.isNamedLike(other)
        && dump.number() != other.number();
  }

  /**
   * Returns keys for finding copies. Two dumps for which {@link #areCopies} holds have at least one
   * key in common.
   *
   * @param dump the dump
   */
  public static List<Object> copyKeys(DumpFacts dump) {
    HeapInfo info = dump.info();
    List<Object> keys = new ArrayList<>();
    keys.add(
        List.of("source", dump.source(), info.id().dump(info.dump().number()), info.sampling()));
    if (info.dump().timeNanos() > 0) {
      keys.add(List.of("time", info.dump().timeNanos(), info.id().inAnyRecording()));
    }
    dump.numbers()
        .totals()
        .forEach(
            (view, total) -> {
              for (int half = 0; half < 2 && total > 0; half++) {
                long about = ((long) (Math.log(total) * TOTALS_APART) + half) >> 1;
                keys.add(List.of("total", info.heap(), view, half, about));
              }
            });
    return keys;
  }

  /**
   * Returns keys for finding dumps of one process. Two dumps of which {@link #ofOneProcess} is sure
   * have at least one key in common, unless only their counters show it.
   *
   * @param dump the dump
   */
  public static List<Object> keys(DumpFacts dump) {
    HeapInfo info = dump.info();
    HeapId heap = info.id().inAnyRecording();
    List<Object> keys = new ArrayList<>();
    if (info.dump().beganNanos() > 0) {
      for (int half = 0; half < 2; half++) {
        long about = (info.dump().beganNanos() / CLOCK_ERROR_NANOS + half) >> 1;
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
    if (dump.isAlone() && info.pid() >= 0 && info.dump().timeNanos() == 0) {
      keys.add(List.of("dump", heap));
    }
    return keys;
  }

  /**
   * Returns the evidence that two dumps, each from another input, belong to one heap of one
   * process.
   *
   * @param dump one dump
   * @param other the other dump
   * @param inputs number of inputs among which they were found
   */
  public static Evidence ofOneProcess(DumpFacts dump, DumpFacts other, int inputs) {
    if (areContradictory(dump, other) || areOfTwoSessions(dump.info(), other.info())) {
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

  /**
   * Whether delta profiles, each with the live memory at its time, belong to one process: the
   * numbers in the names of their files have the order of their times.
   *
   * @param deltas delta profiles of files whose names differ only in a number
   */
  public static boolean isSeries(List<DumpFacts> deltas) {
    List<DumpFacts> sorted = new ArrayList<>(deltas);
    sorted.sort(Comparator.comparingLong(DumpFacts::number));
    for (int i = 1; i < sorted.size(); i++) {
      DumpFacts before = sorted.get(i - 1);
      if (before.number() == sorted.get(i).number()
          || areContradictory(before, sorted.get(i))
          || sorted.get(i).info().dump().timeNanos() - before.info().dump().timeNanos()
              <= SAME_DUMP_NANOS) {
        return false;
      }
    }
    return sorted.size() >= MIN_SERIES;
  }

  /**
   * Returns a key for delta profiles that {@link #isSeries} can judge together; null for other
   * dumps.
   *
   * @param dump the dump
   */
  public static @Nullable Object seriesKey(DumpFacts dump) {
    DumpName name = dump.name();
    return name == null || name.number() < 0 || !dump.isDelta()
        ? null
        : List.of("series", name.folder(), name.series(), dump.heap());
  }

  /**
   * Returns keys for finding dumps that may belong to one process. Two dumps for which {@link
   * #mayBeOneProcess} holds have at least one key in common, unless only their counters show it.
   *
   * @param dump the dump
   */
  public static List<Object> likelyKeys(DumpFacts dump) {
    DumpName name = dump.name();
    List<Object> keys = new ArrayList<>();
    if (name != null && name.number() >= 0) {
      keys.add(List.of("series", name.folder(), name.series(), dump.heap()));
    }
    if (dump.process().pid() >= MIN_PID) {
      keys.add(List.of("process", dump.heap()));
    }
    return keys;
  }

  /**
   * Whether two inputs are likely to have live memory of one process at two times, although nothing
   * proves it. Counters or delta profiles agree with the numbers in names, or name and pid are the
   * same. With many inputs, a common pid is no evidence, because some inputs have the same pid by
   * chance.
   *
   * @param dump one dump
   * @param other the other dump
   * @param inputs number of inputs among which they were found
   */
  public static boolean mayBeOneProcess(DumpFacts dump, DumpFacts other, int inputs) {
    HeapInfo info = dump.info();
    HeapInfo with = other.info();
    return dump.hasLive()
        && other.hasLive()
        && info.dump().timeNanos() > 0
        && with.dump().timeNanos() > 0
        && Math.abs(info.dump().timeNanos() - with.dump().timeNanos()) > SAME_DUMP_NANOS
        && !areContradictory(dump, other)
        && (isSameByPid(dump.process(), other.process(), inputs)
            || (dump.allocated() >= 0 || areInOrder(dump, other))
                && ofOneProcess(dump, other, inputs) != Evidence.NONE);
  }

  /**
   * Whether delta profiles, which have no counters that could fall, are numbered in the order of
   * their times.
   */
  private static boolean areInOrder(DumpFacts dump, DumpFacts other) {
    return dump.isDelta()
        && other.isDelta()
        && Long.compare(dump.number(), other.number())
            == Long.compare(dump.info().dump().timeNanos(), other.info().dump().timeNanos());
  }

  private static boolean isSameByPid(Process process, Process other, int inputs) {
    return process.pid() >= MIN_PID
        && !process.fullName().isEmpty()
        && process.equals(other)
        && (long) MIN_CHANCES * inputs * inputs <= PIDS;
  }

  /** Whether the counters of each dump began with a recording of its own. */
  private static boolean areOfTwoSessions(HeapInfo dump, HeapInfo other) {
    return countsFromRecording(dump)
        && countsFromRecording(other)
        && dump.dump().beganNanos() > 0
        && other.dump().beganNanos() > 0
        && Math.abs(dump.dump().beganNanos() - other.dump().beganNanos()) >= SAME_START_NANOS;
  }

  /** Whether they cannot belong to one process, or not to one heap. */
  private static boolean areContradictory(DumpFacts dump, DumpFacts other) {
    AddressSpace space = dump.space();
    AddressSpace otherSpace = other.space();
    DumpName name = dump.name();
    DumpName otherName = other.name();
    return dump.source().equals(other.source())
        || !DumpFacts.areOfDump(dump.info())
        || !DumpFacts.areOfDump(other.info())
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

  /** Compares files that this program has written, or other files with pids and numbers. */
  private static Evidence byNumbers(DumpFacts dump, DumpFacts other) {
    HeapInfo info = dump.info();
    HeapInfo with = other.info();
    return info.pid() >= 0
            && with.pid() >= 0
            && info.dump().number() != with.dump().number()
            && info.dump().timeNanos() == 0
            && with.dump().timeNanos() == 0
            && isRising(dump, other, info.dump().number() < with.dump().number())
        ? Evidence.SURE
        : Evidence.NONE;
  }

  private static Evidence byNames(DumpFacts dump, DumpFacts other) {
    DumpName name = dump.name();
    if (name == null
        || dump.number() < 0
        || other.number() < 0
        || dump.number() == other.number()
        || !dump.isNamedLike(other)
        || !isRising(dump, other, dump.number() < other.number())) {
      return Evidence.NONE;
    }
    return name.isByTool() ? Evidence.SURE : Evidence.LIKELY;
  }

  /** Whether no counter is lower in the later dump. */
  private static boolean isRising(DumpFacts dump, DumpFacts other, boolean isLater) {
    return isLater
        ? !other.counters().isBelow(dump.counters())
        : !dump.counters().isBelow(other.counters());
  }

  /**
   * Whether the counters begin with each recording, which identifies the process. heapprofd's
   * counters do so, even if it recorded everything. For other profilers that recorded everything, a
   * pid identifies the process as well.
   */
  static boolean countsFromRecording(HeapInfo info) {
    return info.pid() >= 0 && (info.sampling().isWeighted() || info.sampling().isComplete());
  }

  /** Compares counters. */
  private static Evidence byCounters(DumpFacts dump, DumpFacts later, int inputs) {
    HeapInfo info = dump.info();
    long end = later.info().dump().timeNanos();
    boolean isEarlier = info.dump().timeNanos() > end && end > 0;
    return isEarlier || countsFromRecording(info)
        ? Evidence.NONE
        : dump.counters().repeatedBy(later.counters(), inputs);
  }

  /**
   * Whether two dumps contain what was recorded from one moment on, until different moments. Their
   * beginnings must be equal. If the dumps state a pid and the later one has the higher number,
   * beginnings may differ by less than clocks are adjusted by.
   */
  static boolean areOfOneSession(HeapInfo dump, HeapInfo other) {
    long from = dump.dump().beganNanos();
    long begins = Math.abs(from - other.dump().beganNanos());
    int later = Long.compare(other.dump().timeNanos(), dump.dump().timeNanos());
    return from > 0
        && later != 0
        && (begins == 0
            || dump.pid() >= 0
                && begins < CLOCK_ERROR_NANOS
                && later == Integer.compare(other.dump().number(), dump.dump().number()));
  }

  /**
   * Whether two dumps have the same heap and the same process by name, and began together.
   *
   * @param dump one dump
   * @param other the other dump
   */
  public static boolean areOfOneRun(HeapInfo dump, HeapInfo other) {
    long start = dump.dump().timeNanos() - dump.dump().durationNanos();
    long otherStart = other.dump().timeNanos() - other.dump().durationNanos();
    return dump.dump().timeNanos() != 0
        && dump.id().inAnyRecording().equals(other.id().inAnyRecording())
        && dump.dump().of() == other.dump().of()
        && Math.abs(start - otherStart) < SAME_START_NANOS;
  }

  /**
   * Whether a program restarted in a recording, and did so less often or never in another
   * recording. If it only ran in several processes at once, none of them ended, and the result is
   * false.
   *
   * @param runs the last dump of a heap in each process of the program
   * @param others the same for the other recording
   */
  public static boolean isRestart(List<HeapInfo> runs, List<HeapInfo> others) {
    return runs.size() > others.size() && runs.stream().anyMatch(Recordings::hasEnded);
  }

  /**
   * Whether another process with the same name took the place of a process. Processes that run side
   * by side are dumped at the same times. All times are nanoseconds of one clock; 0 if unknown.
   *
   * @param lastDump time of the last dump of the process
   * @param start time when profiling of the other process began
   * @param firstDump time of the first dump of the other process
   */
  public static boolean isReplaced(long lastDump, long start, long firstDump) {
    return start > lastDump || firstDump - lastDump > SAME_DUMP_NANOS;
  }

  /**
   * Returns the last run of each program that restarted in a recording, by the processes that
   * ended. Processes of one name that live at the same time are not runs of one program.
   *
   * @param heaps the last dump of each heap
   */
  public static Map<Process, Process> lastRuns(Collection<HeapInfo> heaps) {
    Map<String, List<HeapInfo>> byName = new HashMap<>();
    for (HeapInfo heap : heaps) {
      if (!heap.process().isEmpty()) {
        byName.computeIfAbsent(heap.process(), unused -> new ArrayList<>()).add(heap);
      }
    }
    Map<Process, Process> lastRuns = new HashMap<>();
    for (List<HeapInfo> runs : byName.values()) {
      Set<Process> living = new HashSet<>();
      HeapInfo last = runs.get(0);
      for (HeapInfo run : runs) {
        if (!hasEnded(run)) {
          living.add(run.id().process());
        }
        boolean isLater = run.dump().timeNanos() > last.dump().timeNanos();
        last =
            hasEnded(run) == hasEnded(last) ? (isLater ? run : last) : hasEnded(run) ? last : run;
      }
      Process lastRun = last.id().process();
      for (HeapInfo run : runs) {
        Process process = run.id().process();
        if (living.size() <= 1 && !living.contains(process) && !process.equals(lastRun)) {
          lastRuns.put(process, lastRun);
        }
      }
    }
    return lastRuns;
  }

  private static boolean hasEnded(HeapInfo heap) {
    return heap.provenance().live() == Provenance.Live.ENDED;
  }

  /**
   * Whether the system gave the pid of a process that ended to another process. A process that
   * merely changes its name, as processes of Android do when they begin, does not disconnect in
   * between.
   *
   * @param name name of the process at the dump
   * @param laterName the last name of a process with this pid
   * @param disconnection time when a process with this pid disconnected from the profiler; 0 if
   *     never
   * @param dump time of a dump that may belong to the other process
   */
  public static boolean isPidReused(String name, String laterName, long disconnection, long dump) {
    return areOthers(name, laterName) && disconnection > 0 && dump > disconnection;
  }

  /**
   * Returns the heaps of a recording whose live numbers are of an earlier time than those of the
   * others, earliest first. A heap whose process ended is none of them, because nothing of it is
   * live, and neither is a peak, which has a time of its own.
   *
   * @param lasts the last dump of each heap that states what is live
   */
  public static List<HeapInfo> older(Collection<HeapInfo> lasts) {
    List<HeapInfo> moments = new ArrayList<>(lasts);
    moments.removeIf(
        info ->
            info.dump().timeNanos() == 0
                || info.provenance().live() != Provenance.Live.MOMENT
                    && info.provenance().live() != Provenance.Live.UNCOLLECTED);
    moments.sort((a, b) -> Long.compare(a.dump().timeNanos(), b.dump().timeNanos()));
    if (!moments.isEmpty()) {
      long newest = moments.get(moments.size() - 1).dump().timeNanos();
      moments.removeIf(info -> newest - info.dump().timeNanos() <= SAME_DUMP_NANOS);
    }
    return moments;
  }

  /** Separates the recordings of several profiles that have the same name and number. */
  public static final class Distinct {
    private final Set<Recording> known = new HashSet<>();

    /** For each source, how many recordings it may have. */
    private final Map<String, Integer> sessions = new HashMap<>();

    /** The recordings of the current profile, by their ids in the profile. */
    private final Map<Recording, Recording> own = new HashMap<>();

    /** Starts the next profile. */
    public void nextProfile() {
      own.clear();
    }

    /**
     * Returns the recording of a heap of the current profile, which differs from those of all other
     * profiles.
     *
     * @param info the heap
     */
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
