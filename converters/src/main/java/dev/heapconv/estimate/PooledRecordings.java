package dev.heapconv.estimate;

import dev.heapconv.model.EstimateBasis.DumpCells;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.StackTable;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.sizes.SiteFacts;
import dev.heapconv.unskew.sizes.SizesElsewhere;
import dev.heapconv.unskew.sizes.StackCells;
import dev.heapconv.unskew.sizes.WeightedUnskewer;
import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What several recordings tell together about the sizes of their stacks. A stack has one law of
 * sizes in all recordings of a program with the same sampling, so that its cells in all of them are
 * one evidence; those with another tell which sizes are likely. Stacks are the same if their code
 * is: addresses in libraries of the same build ids, or else functions of libraries of the same
 * names. Not thread-safe.
 */
final class PooledRecordings {

  private static final Mapping NO_LIBRARY = new Mapping("", "");

  /** So that the order in which recordings are read does not matter. */
  private static final Comparator<Sampling> ORDER =
      Comparator.comparingLong(Sampling::interval).thenComparingLong(Sampling::cutoff);

  private final UnskewSetup setup;
  private final SharedUnskewers unskewers;
  private final WeightedEstimation.Facts facts;

  /** Those of all recordings, with frames that do not depend on where a library was loaded. */
  private final StackTable stacks = new StackTable();

  /** Of each program and sampling. */
  private final Map<HeapId, Map<Sampling, Pool>> pools = new HashMap<>();

  /** The recordings of one program with one sampling. */
  private static final class Pool {
    final WeightedUnskewer unskewer;
    final Int2IntOpenHashMap numbers = new Int2IntOpenHashMap();
    final List<StackCells> cells = new ArrayList<>();
    final List<SiteFacts> facts = new ArrayList<>();
    int recordings;
    WeightedEstimation.@Nullable Laws laws;

    Pool(WeightedUnskewer unskewer) {
      this.unskewer = unskewer;
      numbers.defaultReturnValue(-1);
    }

    void add(StackEvidence evidence, IntUnaryOperator pooled, WeightedEstimation.Facts known) {
      recordings++;
      for (int i = 0; i < evidence.stacks.length; i++) {
        int stack = evidence.stacks[i];
        int number = numbers.putIfAbsent(pooled.applyAsInt(stack), cells.size());
        if (number < 0) {
          number = cells.size();
          cells.add(unskewer.cells());
          facts.add(known.of(stack));
        }
        cells.get(number).add(evidence.cells[i]);
      }
    }

    /**
     * The laws of the stacks of all recordings that were added.
     *
     * @param ofProgram the pools of its program, this one among them
     */
    WeightedEstimation.Laws laws(Collection<Pool> ofProgram) {
      if (laws == null) {
        SiteFacts[] known = facts.toArray(new SiteFacts[0]);
        int others = 0;
        for (Pool other : ofProgram) {
          if (other != this) {
            others += other.recordings;
            tell(known, other);
          }
        }
        laws =
            new WeightedEstimation.Laws(
                unskewer, cells.toArray(new StackCells[0]), known, recordings, others);
      }
      return laws;
    }

    /** Adds what recordings with another sampling tell of the stacks. */
    private void tell(SiteFacts[] known, Pool other) {
      StackCells[] there = new StackCells[known.length];
      for (Int2IntMap.Entry stack : numbers.int2IntEntrySet()) {
        int number = other.numbers.get(stack.getIntKey());
        there[stack.getIntValue()] = number < 0 ? null : other.cells.get(number);
      }
      SizesElsewhere[] sizes = other.unskewer.sizes(there);
      for (int i = 0; i < known.length; i++) {
        known[i] = known[i].and(sizes[i]);
      }
    }
  }

  PooledRecordings(UnskewSetup setup, SharedUnskewers unskewers) {
    this.setup = setup;
    this.unskewers = unskewers;
    facts = new WeightedEstimation.Facts(setup);
  }

  /** Whether anything in a profile can tell about, or be told by, other recordings. */
  static boolean canContain(RecordedProfile profile, UnskewSetup setup) {
    for (RecordedHeap heap : profile.heaps()) {
      if (HeapEstimator.of(heap, setup) instanceof WeightsEstimator) {
        return true;
      }
    }
    return false;
  }

  /**
   * Adds a recording that none of the others is a copy or a part of.
   *
   * @return its place among them, to be asked once all are added
   */
  Member add(RecordedProfile profile) {
    Member member = new Member(profile);
    facts.over(profile.stacks());
    Set<Object> added = new HashSet<>();
    SmallerIntervals smaller = new SmallerIntervals();
    for (RecordedHeap recorded : profile.heaps()) {
      RecordedHeap heap = smaller.shown(recorded);
      if (member.canBePooled(heap) && added.add(StackEvidence.recording(heap))) {
        Pool pool =
            ofProgram(heap)
                .computeIfAbsent(
                    heap.info().sampling(), sampling -> new Pool(unskewers.get(sampling)));
        pool.add(StackEvidence.of(heap, pool.unskewer), member.pooled, facts);
      }
    }
    return member;
  }

  private Map<Sampling, Pool> ofProgram(RecordedHeap heap) {
    return pools.computeIfAbsent(heap.info().id().inAnyRun(), program -> new TreeMap<>(ORDER));
  }

  /** What is in one of the recordings. */
  final class Member {

    /** The stacks of the profile among those of all. */
    final IntUnaryOperator pooled;

    /** Heaps with several dumps, which hold the same allocations. */
    private final Set<HeapId> repeated = new HashSet<>();

    Member(RecordedProfile profile) {
      StackTable own = profile.stacks();
      pooled = own.mapped(stacks, frame -> codeOf(own, frame));
      Set<HeapId> heaps = new HashSet<>();
      for (RecordedHeap heap : profile.heaps()) {
        if (!heaps.add(heap.info().id())) {
          repeated.add(heap.info().id());
        }
      }
    }

    /** If the interval grew, each recording has its own mixture of intervals. */
    private boolean canBePooled(RecordedHeap heap) {
      HeapInfo info = heap.info();
      return HeapEstimator.of(heap, setup) instanceof WeightsEstimator
          && !info.sampling().hasSlowedDown()
          && (heap.basis() instanceof DumpCells || !repeated.contains(info.id()));
    }

    /**
     * The estimation of a heap; null if no other recording tells anything about it.
     *
     * @param numberOf for the ids of all stacks; those of the recording are written
     */
    @Nullable WeightedEstimation estimation(RecordedHeap heap, int[] numberOf) {
      Map<Sampling, Pool> ofProgram = ofProgram(heap);
      Pool pool = canBePooled(heap) ? ofProgram.get(heap.info().sampling()) : null;
      if (pool == null || pool.recordings == 1 && ofProgram.size() == 1) {
        return null;
      }
      StackEvidence evidence = StackEvidence.of(heap, pool.unskewer);
      int[] numbers = new int[evidence.stacks.length];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = pool.numbers.get(pooled.applyAsInt(evidence.stacks[i]));
      }
      return new WeightedEstimation(evidence, pool.laws(ofProgram.values()), numbers, numberOf);
    }
  }

  /** The frame of the same code, wherever its library was loaded or installed. */
  private int codeOf(StackTable own, int frame) {
    int mapping = own.frameMapping(frame);
    Mapping library = mapping == StackTable.NO_MAPPING ? NO_LIBRARY : own.mapping(mapping);
    boolean isNamed = !own.lines(frame).get(0).function().isEmpty();
    return stacks.addFrame(
        stacks.addMapping(new Mapping(library.baseName(), library.buildId())),
        library.buildId().isEmpty() && isNamed ? 0 : own.frameRelPc(frame),
        own.lines(frame));
  }
}
