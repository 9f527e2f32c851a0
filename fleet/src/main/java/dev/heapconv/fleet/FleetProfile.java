package dev.heapconv.fleet;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.batch.FleetSink;
import dev.heapconv.batch.ReadResult;
import dev.heapconv.io.AtomicFile;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Recording;
import dev.heapconv.model.Remark;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.query.StackSums;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Adds up all profiles by stack, in memory. */
public final class FleetProfile implements FleetSink {

  private final Path file;
  private final Format format;
  private final FleetGrouping groupBy;
  private final WriteOptions options;
  private final int maxStacks;
  private final StackTable stacks = new StackTable();
  private final Map<String, Group> groups = new TreeMap<>();
  private int recordings;
  private double confidence = 0.95;

  /** What is added up as one heap, and how all of it was sampled. */
  private static final class Group {
    final StackSums sums = new StackSums(false);
    private @Nullable HeapInfo first;
    private Provenance provenance = Provenance.STATED;
    private boolean isAlike = true;

    /**
     * @param isSound whether no number is missing, nor rests on an assumption
     */
    void add(EstimatedHeap heap, boolean isSound) {
      HeapInfo info = heap.info();
      provenance = first == null ? info.provenance() : provenance.and(info.provenance());
      first = first == null ? info : first;
      isAlike &= isSound && info.sampling().equals(first.sampling());
      sums.add(heap);
    }

    /** Sums of samples that heapprofd took alike are what one recording would have. */
    HeapInfo sampled(HeapInfo info) {
      Sampling all = first == null ? Sampling.scaled(0) : first.sampling();
      return isAlike && (all.isWeighted() || all.isComplete())
          ? info.withSampling(all).withProvenance(provenance)
          : info;
    }
  }

  /**
   * @param file where to write the sum
   * @param maxStacks how many different stacks may be added up
   */
  public FleetProfile(
      Path file, Format format, FleetGrouping groupBy, WriteOptions options, int maxStacks) {
    this.file = file;
    this.format = format;
    this.groupBy = groupBy;
    this.options = options;
    this.maxStacks = maxStacks;
  }

  @Override
  public List<Path> files() {
    return List.of(file);
  }

  @Override
  public boolean isOfOrder() {
    return true;
  }

  @Override
  public boolean isSum() {
    return true;
  }

  @Override
  public synchronized void add(ReadResult result) throws IOException {
    if (!(result instanceof ReadResult.Recording recording)) {
      return;
    }
    EstimatedProfile profile = recording.profile();
    recordings++;
    confidence = profile.confidence();
    StackTable from = profile.stacks();
    IntUnaryOperator imported =
        from.mapped(stacks, frame -> FleetFrames.frame(from, frame, stacks));
    List<EstimatedHeap> heaps = profile.latestDumps();
    boolean isSound = profile.effects().allowExact(heaps.size() == 1);
    for (EstimatedHeap heap : heaps) {
      groups
          .computeIfAbsent(groupBy.group(profile, heap.info()), unused -> new Group())
          .add(heap.onStacks(imported), isSound);
    }
    if (stacks.stackCount() > maxStacks) {
      throw HeapConvException.output(ErrorId.TOO_MANY_STACKS, file.toString(), maxStacks);
    }
  }

  @Override
  public synchronized List<Notice> finish(AtomicFile.Guard guard) throws IOException {
    if (recordings == 0) {
      return List.of(Notice.of(ErrorId.NOTHING_ADDED_UP, file.toString()));
    }
    Set<View> views = new HashSet<>();
    groups.values().forEach(group -> views.addAll(group.sums.views()));
    List<EstimatedHeap> heaps = new ArrayList<>();
    List<View> present = View.ALL.stream().filter(views::contains).toList();
    groups.forEach((name, group) -> heaps.add(heap(name, group, present)));
    EstimatedProfile sum =
        new EstimatedProfile(
            new CaptureInfo("", "", "", ""),
            stacks,
            heaps,
            List.of(Remark.note("sum of " + recordings + " recordings")),
            confidence,
            List.of());
    AtomicFile.write(file, out -> HeapConv.write(sum, format, options, out), guard);
    return List.of();
  }

  private EstimatedHeap heap(String name, Group group, List<View> views) {
    HeapInfo info =
        HeapInfo.of(groupBy == FleetGrouping.HEAP ? name : "heap", Sampling.scaled(0))
            .withProcess(groupBy == FleetGrouping.PROCESS ? name : "")
            .withRecording(new Recording(name, 0));
    EstimatedHeap sum = group.sums.heap(group.sampled(info), views);
    boolean isLabelled = groupBy == FleetGrouping.BUILD || groupBy == FleetGrouping.PACKAGE_VERSION;
    return isLabelled
        ? sum.withLabels(
            Collections.nCopies(sum.rows(), List.of(new Label(groupBy.toString(), name, 0, ""))))
        : sum;
  }
}
