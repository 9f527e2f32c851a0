package dev.heapconv.query;

import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Sums up the growth of groups over the dumps of each heap. Heaps may have been dumped at different
 * times: slopes and rates are those of each heap between its own first and last dump, and add up.
 */
final class GrowthSums {

  /** Of a minute: without times, what is said of minutes is said of dumps. */
  private static final long NANOS_BETWEEN_DUMPS = 60_000_000_000L;

  private final StackTable stacks;
  private final Groups groups;
  private final AggregateOptions options;
  private final View view;
  private final View allocated;
  private final double z;
  private final boolean timed;
  private final long[] times;
  private final int singleDumps;

  /** By group, after that of everything. */
  private final List<RowGrowth> rows = new ArrayList<>();

  /**
   * How many objects a sample of each stack of this heap stands for; 0 where each dump says so
   * itself. Each dump guesses the sizes that its samples do not tell, and they must be the same in
   * all of them: otherwise differences are those of the guesses. The last dump has most to go by.
   */
  private Int2DoubleOpenHashMap weights = new Int2DoubleOpenHashMap();

  /** Of the stacks of the heap that is being added, {@link Answer#TOTAL} and their groups. */
  private Int2ObjectOpenHashMap<int[]> groupsOf = new Int2ObjectOpenHashMap<>();

  /**
   * @param groups may know groups already; gets those of all dumps
   * @param view {@link View#SPACE} or {@link View#OBJECTS}
   * @throws HeapConvException {@link ErrorId#NO_GROWTH} without a heap with two dumps
   */
  GrowthSums(EstimatedProfile profile, Groups groups, AggregateOptions options, View view)
      throws HeapConvException {
    stacks = profile.stacks();
    this.groups = groups;
    this.options = options;
    this.view = view;
    allocated = view.isBytes() ? View.ALLOC_SPACE : View.ALLOC_OBJECTS;
    z = profile.normalQuantile();
    timed = isTimed(profile);
    groups.over(stacks);
    Map<HeapId, NavigableMap<Long, EstimatedHeap>> series = series(profile, view);
    int heaps = series.size();
    series.values().removeIf(dumps -> dumps.size() < 2);
    if (series.isEmpty()) {
      throw HeapConvException.input(
          ErrorId.NO_GROWTH, profile.capture().source(), reason(profile, heaps));
    }
    singleDumps = heaps - series.size();
    TreeSet<Long> all = new TreeSet<>();
    series.values().forEach(dumps -> all.addAll(dumps.keySet()));
    times = all.stream().mapToLong(Long::longValue).toArray();
    for (NavigableMap<Long, EstimatedHeap> dumps : series.values()) {
      // What a sample of a stack stands for is that of all its rows, which labels may tell apart.
      add(
          dumps.values().stream()
              .map(dump -> StackSums.of(List.of(dump)))
              .toArray(EstimatedHeap[]::new));
    }
    row(groups.count() - 1);
  }

  /** The growth of a group, or {@link Answer#TOTAL}. */
  RowGrowth row(int group) {
    while (rows.size() <= group + 1) {
      rows.add(new RowGrowth(times.length));
    }
    return rows.get(group + 1);
  }

  /** The different times of dumps, in nanoseconds; without times, dumps are a minute apart. */
  long[] times() {
    return times;
  }

  /** Seconds from the first dump to the last; NaN if dumps have no times. */
  double seconds() {
    return !timed ? Double.NaN : (times[times.length - 1] - times[0]) / 1e9;
  }

  /** How many heaps were left out because they have a single dump. */
  int singleDumps() {
    return singleDumps;
  }

  /** Whether a heap has two dumps with a view, at different times. */
  static boolean exist(EstimatedProfile profile, View view) {
    return series(profile, view).values().stream().anyMatch(dumps -> dumps.size() > 1);
  }

  private static Map<HeapId, NavigableMap<Long, EstimatedHeap>> series(
      EstimatedProfile profile, View view) {
    boolean timed = isTimed(profile);
    Map<HeapId, NavigableMap<Long, EstimatedHeap>> series = new LinkedHashMap<>();
    for (EstimatedHeap heap : profile.heaps()) {
      if (heap.column(view) != null) {
        // Dumps at the same time are one: nothing happened between them.
        series
            .computeIfAbsent(heap.info().id(), unused -> new TreeMap<>())
            .put(time(heap.info(), timed), heap);
      }
    }
    return series;
  }

  private static String reason(EstimatedProfile profile, int heaps) {
    if (heaps == 0) {
      return "the recording does not say what is live";
    }
    for (EstimatedHeap heap : profile.heaps()) {
      if (heap.info().dump().number() != profile.heaps().get(0).info().dump().number()) {
        return "the dumps of each heap have the same time";
      }
    }
    return profile.heaps().get(0).info().dump().of() > 1
        ? "only one dump of each heap was selected"
        : "there is only one dump of each heap";
  }

  private static boolean isTimed(EstimatedProfile profile) {
    return profile.heaps().stream().anyMatch(heap -> time(heap.info(), true) != 0);
  }

  private static long time(HeapInfo info, boolean timed) {
    if (!timed) {
      return info.dump().number() * NANOS_BETWEEN_DUMPS;
    }
    return info.dump().timeNanos() != 0 ? info.dump().timeNanos() : info.dump().durationNanos();
  }

  private long time(EstimatedHeap heap) {
    return time(heap.info(), timed);
  }

  /** Adds the dumps of a heap, in the order of time. */
  private void add(EstimatedHeap[] heaps) {
    groupsOf = new Int2ObjectOpenHashMap<>();
    weights = weights(heaps[heaps.length - 1]);
    long begin = time(heaps[0]);
    long end = time(heaps[heaps.length - 1]);
    for (int i = 0; i < heaps.length; i++) {
      long before = time(heaps[Math.max(0, i - 1)]);
      long after = time(heaps[Math.min(i + 1, heaps.length - 1)]);
      double share = (after - before) / 2.0 / (end - begin);
      int from = i == 0 ? 0 : Arrays.binarySearch(times, time(heaps[i]));
      int until = i == heaps.length - 1 ? times.length : Arrays.binarySearch(times, after);
      addLive(heaps[i], from, until, share);
    }
    addEnds(heaps[0], heaps[heaps.length - 1], (end - begin) / 1e9);
  }

  private Int2DoubleOpenHashMap weights(EstimatedHeap lastDump) {
    Int2DoubleOpenHashMap found = new Int2DoubleOpenHashMap();
    for (int i = 0; i < lastDump.rows() && !view.isBytes(); i++) {
      SampleNoise noise = SampleNoise.of(lastDump, i, view, allocated, z);
      if (noise.dependsOnModel()) {
        found.put(lastDump.stack(i), noise.weight());
      }
    }
    return found;
  }

  /** The number of a row of a dump, of which there are so many samples. */
  private double value(EstimatedHeap heap, Column column, int row, long samples) {
    double weight = view.isBytes() ? 0 : weights.get(heap.stack(row));
    return weight > 0 ? weight * samples : column.value(row);
  }

  private void addLive(EstimatedHeap heap, int from, int until, double share) {
    Column column = Objects.requireNonNull(heap.column(view));
    for (int i = 0; i < heap.rows(); i++) {
      double value = value(heap, column, i, heap.recordedLive(i));
      if (value != 0) {
        for (int group : groupsOf(heap, i)) {
          row(group).addLive(value, from, until, share);
        }
      }
    }
  }

  private int[] groupsOf(EstimatedHeap heap, int row) {
    int stack = heap.stack(row);
    int[] known = groupsOf.get(stack);
    if (known == null) {
      int count = groups.collect(heap.info(), stack);
      known = new int[1 + (options.cumulative() ? count : 1)];
      known[0] = Answer.TOTAL;
      for (int i = 1; i < known.length; i++) {
        known[i] = groups.found(i - 1);
      }
      groupsOf.put(stack, known);
    }
    return known;
  }

  /** What one dump says of a stack. */
  private static final class OfStack {
    static final OfStack NOTHING = new OfStack();

    double live;
    double allocs;
    long liveSamples;
    long allocSamples;
  }

  /** What one dump says of the stacks, by their ids. */
  private final class GrowthSide {

    private final Int2ObjectOpenHashMap<OfStack> all = new Int2ObjectOpenHashMap<>();

    GrowthSide(EstimatedHeap heap) {
      Column ofLive = Objects.requireNonNull(heap.column(view));
      Column ofAllocs = heap.column(allocated);
      for (int i = 0; i < heap.rows(); i++) {
        OfStack sums = all.computeIfAbsent(heap.stack(i), unused -> new OfStack());
        sums.live += value(heap, ofLive, i, heap.recordedLive(i));
        sums.allocs += ofAllocs == null ? 0 : value(heap, ofAllocs, i, heap.recordedAlloc(i));
        sums.liveSamples += heap.recordedLive(i);
        sums.allocSamples += heap.recordedAlloc(i);
      }
    }

    OfStack of(int stack) {
      return all.getOrDefault(stack, OfStack.NOTHING);
    }

    /** Whether its counters go on from those of another dump: Fuchsia's begin anew. */
    boolean countsOn(GrowthSide before) {
      return before.all.int2ObjectEntrySet().stream()
          .allMatch(sums -> of(sums.getIntKey()).allocSamples >= sums.getValue().allocSamples);
    }
  }

  private void addEnds(EstimatedHeap firstDump, EstimatedHeap lastDump, double seconds) {
    GrowthSide first = new GrowthSide(firstDump);
    GrowthSide last = new GrowthSide(lastDump);
    boolean counts = firstDump.column(allocated) != null && last.countsOn(first);
    IntOpenHashSet done = new IntOpenHashSet();
    // The last dump first: its estimates are the best ones.
    for (EstimatedHeap heap : List.of(lastDump, firstDump)) {
      for (int i = 0; i < heap.rows(); i++) {
        int stack = heap.stack(i);
        if (done.add(stack)) {
          addEnds(first.of(stack), last.of(stack), heap, i, seconds, counts);
        }
      }
    }
  }

  private void addEnds(
      OfStack first, OfStack last, EstimatedHeap heap, int row, double seconds, boolean hasAllocs) {
    SampleNoise noise = SampleNoise.of(heap, row, view, allocated, z);
    double minutes = seconds / 60;
    double slope = (last.live - first.live) / minutes;
    long firstSamples = first.liveSamples;
    long lastSamples = last.liveSamples;
    double allocs = Math.max(0, last.allocs - first.allocs);
    long samples = Math.max(0, last.allocSamples - first.allocSamples);
    long freed = hasAllocs ? firstSamples + samples - lastSamples : Long.MAX_VALUE;
    for (int group : groupsOf(heap, row)) {
      RowGrowth to = row(group);
      to.addEnds(first.live, last.live, minutes, noise.variance() * firstSamples);
      if (hasAllocs) {
        to.addRate(allocs / seconds, noise.variance() * samples / (seconds * seconds));
      }
      if (!noise.known()) {
        to.change().addUnknown();
        continue;
      }
      double variance = noise.variance() / (minutes * minutes);
      to.change().add(firstSamples, lastSamples, freed, noise.weight() / minutes, variance);
      to.change()
          .addModelError(
              slope > 0 ? slope * noise.below() : -slope * noise.above(),
              slope > 0 ? slope * noise.above() : -slope * noise.below());
    }
  }
}
