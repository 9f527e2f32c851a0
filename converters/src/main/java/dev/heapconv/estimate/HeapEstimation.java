package dev.heapconv.estimate;

import dev.heapconv.model.Effects;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimateBasis;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Remark;
import dev.heapconv.model.Remark.Topic;
import dev.heapconv.model.StackTable;
import dev.heapconv.query.TrimmedStacks;
import dev.heapconv.unskew.samples.Intervals;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Estimates the heaps of one profile, each by its {@link HeapEstimator}, and collects how. */
final class HeapEstimation {

  private final UnskewSetup setup;
  private final SharedUnskewers unskewers;
  private final StackTable stacks;
  private final Effects effects;
  private final boolean isDoubtful;
  private final SizeKnowledge knowledge;
  private final TrimmedStacks written;
  private final Set<Remark> remarks = new LinkedHashSet<>();
  private final Notices notices = new Notices();
  private final SmallerIntervals smaller = new SmallerIntervals();

  /**
   * The recording that was estimated last, which the next table may be of, too. Its evidence takes
   * much memory, and there can be a hundred thousand of them.
   */
  private @Nullable WeightedEstimation recording;

  private final int[] numberOfStack;

  /** Its place among recordings that tell about the sizes of its stacks; null if it is alone. */
  private final PooledRecordings.@Nullable Member member;

  /** The estimates of tables, and where the sizes of their rows are known from. */
  private final Map<Object, EstimatedHeap> tables = new HashMap<>();

  private final Map<Object, byte[]> sources = new HashMap<>();

  HeapEstimation(
      UnskewSetup setup,
      SharedUnskewers unskewers,
      RecordedProfile recorded,
      PooledRecordings.@Nullable Member member) {
    this.member = member;
    this.setup = setup;
    this.unskewers = unskewers;
    stacks = recorded.stacks();
    numberOfStack = new int[stacks.stackCount()];
    knowledge = new SizeKnowledge(setup.sizes() != null);
    effects = recorded.effects();
    isDoubtful = effects.areDoubtful(recorded.latestDumps().size() == 1);
    // Nobody asks what the profiler did when it recorded an allocation.
    written = new TrimmedStacks(stacks, true);
  }

  /** How the estimates are computed. */
  Set<Remark> remarks() {
    String shares = sizeKnowledge();
    if (!shares.isEmpty()) {
      remarks.add(new Remark(setup.sizes() == null ? Topic.SIZES : Topic.REFERENCE_SIZES, shares));
    }
    return remarks;
  }

  /** What the numbers show against what is known of them. */
  List<Notice> notices() {
    return notices.list();
  }

  static boolean isGiven(HeapInfo info) {
    return info.provenance().interval() == Evidence.TOLD;
  }

  UnskewSetup setup() {
    return setup;
  }

  StackTable stacks() {
    return stacks;
  }

  Intervals intervals() {
    return Intervals.of(setup.confidence());
  }

  /** The level of the intervals, for the end of a {@link #method}. */
  String level() {
    return "; " + EstimatedProfile.percent(setup.confidence()) + " % intervals";
  }

  boolean isIncomplete() {
    return effects.isIncomplete();
  }

  boolean isDoubtful() {
    return isDoubtful;
  }

  void remark(Remark remark) {
    remarks.add(remark);
  }

  void note(String text) {
    remark(Remark.note(text));
  }

  void method(String text) {
    remark(new Remark(Topic.METHOD, "scheme " + text));
  }

  void notice(ErrorId id, Object... values) {
    notices.add(id, values);
  }

  /**
   * Takes where the sizes of the rows of a dictionary are known from.
   *
   * @param ofRows ordinals of {@link SizeKnowledge.KnowledgeSource}
   */
  void know(RecordedHeap dictionary, byte[] ofRows) {
    sources.put(dictionary.dictionaryKey(), ofRows);
  }

  /** How much of the estimates comes from which knowledge of sizes; empty if none was needed. */
  String sizeKnowledge() {
    return knowledge.text();
  }

  /**
   * By the scheme of a heap, unless it was estimated before, or is not to be. A row that several
   * dumps have is estimated once.
   */
  EstimatedHeap estimate(RecordedHeap recorded) {
    RecordedHeap dump = smaller.shown(recorded);
    if (dump != recorded && isGiven(recorded.info())) {
      notices.add(
          ErrorId.REFUTED_GIVEN_INTERVAL,
          recorded.info().samplingInterval(),
          dump.info().sampling().first());
    }
    // If the recording does not tell the sizes of stacks, the stacks of the dump do.
    boolean isAlone =
        dump.info().sampling().isWeighted() && dump.basis() == EstimateBasis.Sums.PLAIN;
    RecordedHeap heap = isAlone ? dump.gathered() : dump;
    Object key = heap.dictionaryKey();
    EstimatedHeap table =
        tables.computeIfAbsent(
            key, unused -> estimateRows(heap.dictionary()).onStacks(this::written));
    byte[] ofRows = sources.get(key);
    RecordedSums sums = new RecordedSums(heap);
    for (int row = 0; ofRows != null && row < heap.rows(); row++) {
      knowledge.add(ofRows[heap.code(row)], sums.allocBytes(row));
    }
    return heap.estimatedFrom(table);
  }

  /** The stack as it is written, of which the same sizes are known. */
  private int written(int stack) {
    int trimmed = written.of(stack);
    long size = stacks.allocationSize(stack);
    if (trimmed != stack && size > 0) {
      stacks.setAllocationSize(trimmed, size);
    }
    return trimmed;
  }

  /** The estimates of all rows, of which those of each heap are some. */
  Collection<EstimatedHeap> tables() {
    return tables.values();
  }

  private EstimatedHeap estimateRows(RecordedHeap heap) {
    return HeapEstimator.of(heap, setup).estimate(heap, this);
  }

  /** What the recording of a heap tells of the sizes of its stacks. */
  WeightedEstimation weighted(RecordedHeap heap, HeapInfo info) {
    if (recording == null || !recording.isOf(heap)) {
      WeightedEstimation pooled = member == null ? null : member.estimation(heap, numberOfStack);
      recording =
          pooled == null
              ? WeightedEstimation.alone(
                  heap, stacks, unskewers.get(info.sampling()), setup, numberOfStack)
              : pooled;
      if (recording.refutedSizes() > 0) {
        notices.add(ErrorId.REFUTED_CODE_SIZES, recording.refutedSizes());
      }
    }
    return recording;
  }
}
