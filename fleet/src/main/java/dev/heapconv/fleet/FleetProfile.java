package dev.heapconv.fleet;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.batch.FleetSink;
import dev.heapconv.batch.ReadResult;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.Remark;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import dev.heapconv.output.AtomicFile;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.writer.WriteOptions;
import it.unimi.dsi.fastutil.ints.Int2IntLinkedOpenHashMap;
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

/** Adds up all profiles by stack, in memory. */
public final class FleetProfile implements FleetSink {

  private static final int VIEWS = View.ALL.size();

  private final Path file;
  private final Format format;
  private final FleetGrouping groupBy;
  private final WriteOptions options;
  private final int maxStacks;
  private final StackTable stacks = new StackTable();
  private final Map<String, Group> groups = new TreeMap<>();
  private final Set<View> views = new HashSet<>();
  private int recordings;
  private double confidence = 0.95;

  /** Sums of a group: of each stack the position among them, in units of {@link #VIEWS}. */
  private static final class Group {
    final Int2IntLinkedOpenHashMap positions = new Int2IntLinkedOpenHashMap();
    final EstimateSums sums = EstimateSums.ofOneStack(VIEWS);
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
      views.addAll(heap.views());
      Group group =
          groups.computeIfAbsent(groupBy.group(profile, heap.info()), unused -> new Group());
      for (int row = 0; row < heap.rows(); row++) {
        int stack = imported.applyAsInt(heap.stack(row));
        int at = group.positions.getOrDefault(stack, group.positions.size());
        group.positions.putIfAbsent(stack, at);
        for (int view = 0; view < VIEWS; view++) {
          Column column = heap.column(View.ALL.get(view));
          if (column != null) {
            group.sums.add(at * VIEWS + view, column, row);
          }
        }
      }
    }
    if (stacks.stackCount() > maxStacks) {
      throw HeapConvException.output(ErrorId.TOO_MANY_STACKS, file.toString(), maxStacks);
    }
  }

  @Override
  public synchronized List<Warning> finish(AtomicFile.Guard guard) throws IOException {
    List<View> present = View.ALL.stream().filter(views::contains).toList();
    List<EstimatedHeap> heaps = new ArrayList<>();
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

  private EstimatedHeap heap(String name, Group group, List<View> present) {
    int rows = group.positions.size();
    List<Column> columns = new ArrayList<>();
    for (View view : present) {
      Column.Builder column = new Column.Builder(rows);
      for (int row = 0; row < rows; row++) {
        column.set(row, group.sums.estimate(row * VIEWS + View.ALL.indexOf(view)));
      }
      columns.add(column.column());
    }
    List<List<Label>> labels =
        groupBy != FleetGrouping.BUILD && groupBy != FleetGrouping.PACKAGE_VERSION
            ? List.of()
            : Collections.nCopies(rows, List.of(new Label(groupBy.toString(), name, 0, "")));
    return new EstimatedHeap(
        HeapInfo.of(groupBy == FleetGrouping.HEAP ? name : "heap", Scheme.SCALED, 0)
            .withProcess(groupBy == FleetGrouping.PROCESS ? name : ""),
        present,
        group.positions.keySet().toIntArray(),
        columns,
        new long[rows],
        new long[rows],
        labels);
  }
}
