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
import java.util.stream.IntStream;

/** Adds up all profiles by stack, in memory. */
public final class FleetProfile implements FleetSink {

  private final Path file;
  private final Format format;
  private final FleetGrouping groupBy;
  private final WriteOptions options;
  private final int maxStacks;
  private final StackTable stacks = new StackTable();
  private final Map<String, StackSums> groups = new TreeMap<>();
  private int recordings;
  private double confidence = 0.95;

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
    for (EstimatedHeap heap : profile.latestDumps()) {
      groups
          .computeIfAbsent(groupBy.group(profile, heap.info()), unused -> new StackSums(false))
          .add(heap.onStacks(imported));
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
    groups.values().forEach(group -> views.addAll(group.views()));
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

  private EstimatedHeap heap(String name, StackSums group, List<View> views) {
    HeapInfo info =
        HeapInfo.of(groupBy == FleetGrouping.HEAP ? name : "heap", Sampling.scaled(0))
            .withProcess(groupBy == FleetGrouping.PROCESS ? name : "")
            .withRecording(new Recording(name, 0));
    EstimatedHeap sum = group.heap(info, views);
    int rows = sum.rows();
    boolean isLabelled = groupBy == FleetGrouping.BUILD || groupBy == FleetGrouping.PACKAGE_VERSION;
    return new EstimatedHeap(
        info,
        views,
        IntStream.range(0, rows).map(sum::stack).toArray(),
        sum.columns(),
        // What was recorded at different intervals says nothing together.
        new long[rows],
        new long[rows],
        isLabelled
            ? Collections.nCopies(rows, List.of(new Label(groupBy.toString(), name, 0, "")))
            : List.of());
  }
}
