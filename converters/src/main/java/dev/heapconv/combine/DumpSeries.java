package dev.heapconv.combine;

import dev.heapconv.model.Column;
import dev.heapconv.model.DumpFacts;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Recording;
import dev.heapconv.model.Recordings;
import dev.heapconv.model.Recordings.Evidence;
import dev.heapconv.model.Selection;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Recognises dumps of one process in a file each, of any format, by their {@link DumpFacts}. They
 * are one recording with several dumps, in the order of their times, or else of the numbers in
 * their names, or else as given. A sum of them counts the same memory several times.
 */
public final class DumpSeries {

  private static final ToLongFunction<DumpFacts> BY_NAMES = DumpFacts::number;

  /** What tells the order of dumps, from the surest on; negative values do not. */
  private static final List<ToLongFunction<DumpFacts>> ORDERS =
      List.of(
          dump -> dump.info().dump().timeNanos() > 0 ? dump.info().dump().timeNanos() : -1,
          BY_NAMES,
          DumpFacts::allocated,
          dump -> dump.info().dump().number());

  private record Member(EstimatedProfile file, List<DumpFacts> heaps) {
    private Member(EstimatedProfile file) {
      this(file, DumpFacts.of(file));
    }
  }

  private final List<Member> members;

  private DumpSeries(List<EstimatedProfile> files) {
    members = new ArrayList<>(files.stream().map(Member::new).toList());
    for (ToLongFunction<DumpFacts> order : ORDERS) {
      List<Member> sorted = new ArrayList<>(members);
      sorted.sort(Comparator.comparingLong(file -> order.applyAsLong(file.heaps.get(0))));
      if (byHeap(sorted).values().stream().allMatch(dumps -> isOrdered(dumps, order))) {
        members.clear();
        members.addAll(sorted);
        return;
      }
    }
  }

  private static boolean isOrdered(List<DumpFacts> dumps, ToLongFunction<DumpFacts> order) {
    long before = -1;
    for (DumpFacts dump : dumps) {
      long number = order.applyAsLong(dump);
      if (number <= before || order == BY_NAMES && !dump.isNamedLike(dumps.get(0))) {
        return false;
      }
      before = number;
    }
    return true;
  }

  private static Map<HeapId, List<DumpFacts>> byHeap(List<Member> members) {
    Map<HeapId, List<DumpFacts>> heaps = new LinkedHashMap<>();
    for (Member member : members) {
      for (DumpFacts dump : member.heaps) {
        heaps.computeIfAbsent(dump.heap(), unused -> new ArrayList<>()).add(dump);
      }
    }
    return heaps;
  }

  /** Whether a profile can be a dump of a series: it has one dump of each heap, and no other. */
  public static boolean canContain(EstimatedProfile profile) {
    Set<HeapId> heaps = new HashSet<>();
    return !profile.heaps().isEmpty()
        && profile.heaps().stream()
            .map(EstimatedHeap::info)
            .allMatch(info -> DumpFacts.areOfDump(info) && heaps.add(info.id().inAnyRecording()));
  }

  /**
   * The files as one recording with their dumps; null if they are not of one process, nor of
   * several with a series each.
   *
   * @param files at least one, each with all of its dumps
   */
  public static @Nullable EstimatedProfile of(List<EstimatedProfile> files, Evidence needed) {
    if (!files.stream().allMatch(DumpSeries::canContain)) {
      return null;
    }
    DumpSeries series = new DumpSeries(files);
    Map<HeapId, List<DumpFacts>> heaps = byHeap(series.members);
    boolean several = false;
    for (List<DumpFacts> dumps : heaps.values()) {
      several |= dumps.size() > 1;
      for (int i = 1; i < dumps.size(); i++) {
        if (Recordings.ofOneProcess(dumps.get(i), dumps.get(i - 1), 2).compareTo(needed) < 0) {
          return null;
        }
      }
    }
    return several ? Concatenation.ofDumps(series.numbered(heaps)) : null;
  }

  private List<EstimatedProfile> numbered(Map<HeapId, List<DumpFacts>> heaps) {
    Map<HeapId, Integer> numbers = new HashMap<>();
    List<EstimatedProfile> numbered = new ArrayList<>();
    Recording series =
        new Recording(members.get(0).file.capture().source(), 0)
            .on(members.get(0).file.capture().device());
    for (Member member : members) {
      member.heaps.forEach(dump -> numbers.merge(dump.heap(), 1, Integer::sum));
      numbered.add(
          member.file.withInfos(
              info -> {
                HeapId heap = info.id().inAnyRecording();
                return info.withRecording(series)
                    .withDump(
                        numbers.getOrDefault(heap, 1), heaps.getOrDefault(heap, List.of()).size());
              }));
    }
    return numbered;
  }

  /**
   * The warning that inputs of a sum are the same recording; null if none are. Takes a time that is
   * linear in their number.
   */
  public static @Nullable Notice copied(List<DumpFacts> inputs) {
    Map<Object, DumpFacts> known = new HashMap<>();
    for (DumpFacts input : inputs) {
      for (Object key : Recordings.copyKeys(input)) {
        DumpFacts first = known.putIfAbsent(key, input);
        if (first != null && Recordings.areCopies(first, input, inputs.size())) {
          return Notice.of(ErrorId.SAME_RECORDING, first.source() + " and " + input.source());
        }
      }
    }
    return null;
  }

  /** The profiles without those of which another one has all dumps. */
  public static List<EstimatedProfile> withoutCopies(List<EstimatedProfile> files) {
    List<Member> kept = new ArrayList<>();
    List<Member> bestFirst = new ArrayList<>(files.stream().map(Member::new).toList());
    bestFirst.sort(
        Comparator.comparingInt((Member file) -> -file.heaps.size())
            .thenComparingLong(file -> -namedFrames(file.file.stacks())));
    for (Member file : bestFirst) {
      if (kept.stream().noneMatch(other -> isPart(file, other, files.size()))) {
        kept.add(file);
      }
    }
    List<EstimatedProfile> keptFiles = kept.stream().map(Member::file).toList();
    return files.stream().filter(keptFiles::contains).toList();
  }

  private static boolean isPart(Member file, Member of, int inputs) {
    return !file.heaps.isEmpty()
        && file.heaps.stream()
            .allMatch(
                dump ->
                    of.heaps.stream().anyMatch(each -> Recordings.areCopies(dump, each, inputs)));
  }

  private static long namedFrames(StackTable stacks) {
    return IntStream.range(0, stacks.frameCount())
        .filter(frame -> !stacks.lines(frame).isEmpty())
        .count();
  }

  /**
   * The warning that some of the inputs of a sum are dumps of one process; null if none are. Takes
   * a time that is linear in their number.
   */
  public static @Nullable Notice repeated(List<DumpFacts> inputs) {
    Map<Object, Integer> last = new HashMap<>();
    Long2IntOpenHashMap cells = new Long2IntOpenHashMap();
    cells.defaultReturnValue(-1);
    int[] firsts = new int[inputs.size()];
    int found = Integer.MAX_VALUE;
    for (int i = 0; i < firsts.length; i++) {
      DumpFacts input = inputs.get(i);
      firsts[i] = i;
      Set<Integer> candidates = new HashSet<>();
      for (Object key : Recordings.keys(input)) {
        candidates.add(last.getOrDefault(key, -1));
        last.put(key, i);
      }
      candidates.add(likest(input, cells, i));
      for (int other : candidates) {
        if (other >= 0
            && Recordings.ofOneProcess(input, inputs.get(other), firsts.length) == Evidence.SURE) {
          firsts[i] = Math.min(firsts[i], firsts[other]);
          found = Math.min(found, firsts[i]);
        }
      }
    }
    if (found == Integer.MAX_VALUE) {
      return repeatedDeltas(inputs);
    }
    List<DumpFacts> series = new ArrayList<>();
    for (int i = found; i < firsts.length; i++) {
      if (firsts[i] == found) {
        series.add(inputs.get(i));
      }
    }
    return Notice.of(ErrorId.REPEATED_DUMPS, names(series));
  }

  private static @Nullable Notice repeatedDeltas(List<DumpFacts> inputs) {
    Map<Object, List<DumpFacts>> deltas = new LinkedHashMap<>();
    for (DumpFacts input : inputs) {
      Object key = Recordings.seriesKey(input);
      if (key != null) {
        deltas.computeIfAbsent(key, unused -> new ArrayList<>()).add(input);
      }
    }
    for (List<DumpFacts> series : deltas.values()) {
      if (Recordings.isSeries(series)) {
        return Notice.of(ErrorId.REPEATED_DUMPS, names(series));
      }
    }
    return null;
  }

  /**
   * The warning that some of the inputs of a sum may have live memory of one process at two times;
   * null if none are likely to.
   */
  public static @Nullable Notice doubted(List<DumpFacts> inputs) {
    Map<Object, DumpFacts> last = new HashMap<>();
    for (DumpFacts input : inputs) {
      for (Object key : Recordings.likelyKeys(input)) {
        DumpFacts before = last.put(key, input);
        if (before != null && Recordings.mayBeOneProcess(before, input, inputs.size())) {
          return Notice.of(ErrorId.LIVE_OF_TWO_TIMES, before.source() + " and " + input.source());
        }
      }
    }
    return null;
  }

  /** The last input that has most of the counters; -1 if none has any. */
  private static int likest(DumpFacts dump, Long2IntOpenHashMap cells, int input) {
    Int2IntOpenHashMap shared = new Int2IntOpenHashMap();
    for (long cell : dump.cells()) {
      int other = cells.put(cell, input);
      if (other >= 0) {
        shared.addTo(other, 1);
      }
    }
    return shared.int2IntEntrySet().stream()
        .max(
            Comparator.comparingInt(Int2IntMap.Entry::getIntValue)
                .thenComparingInt(Int2IntMap.Entry::getIntKey))
        .map(Int2IntMap.Entry::getIntKey)
        .orElse(-1);
  }

  private static String names(List<DumpFacts> series) {
    for (ToLongFunction<DumpFacts> order : ORDERS) {
      List<DumpFacts> sorted = new ArrayList<>(series);
      sorted.sort(Comparator.comparingLong(order));
      if (isOrdered(sorted, order)) {
        series.clear();
        series.addAll(sorted);
        break;
      }
    }
    String first = series.get(0).source();
    String last = series.get(series.size() - 1).source();
    return series.size() == 2
        ? first + " and " + last
        : first + " to " + Mapping.baseName(last) + ", " + series.size() + " files,";
  }

  /**
   * Only some dumps of a series.
   *
   * @throws HeapConvException {@link dev.heapconv.model.ErrorId#NO_SUCH_DUMP}
   */
  public static EstimatedProfile selected(EstimatedProfile series, DumpSelector choice)
      throws HeapConvException {
    Map<HeapId, EstimatedHeap> usual = new HashMap<>();
    for (EstimatedHeap heap : series.heaps()) {
      usual.merge(
          heap.info().id(),
          heap,
          (one, next) ->
              choice instanceof DumpSelector.Max && live(next) <= live(one) ? one : next);
    }
    Selection selection = new Selection(List.of(), List.of(), choice);
    List<EstimatedHeap> taken = new ArrayList<>();
    for (EstimatedHeap heap : series.heaps()) {
      HeapInfo info = heap.info();
      boolean byNumber = choice instanceof DumpSelector.Number;
      if (DumpSelector.takes(choice, info.dump().number())
          || !byNumber && heap.equals(usual.get(info.id()))) {
        taken.add(heap.withInfo(selection.chosen(info)));
      }
    }
    if (taken.isEmpty()) {
      throw selection.noSuchDump(series.capture().source(), series.dumps());
    }
    return series.withHeaps(taken);
  }

  private static double live(EstimatedHeap heap) {
    Column bytes = heap.column(View.SPACE);
    return bytes == null ? 0 : bytes.total();
  }
}
