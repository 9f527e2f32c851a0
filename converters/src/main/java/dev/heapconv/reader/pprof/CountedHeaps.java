package dev.heapconv.reader.pprof;

import dev.heapconv.model.DumpId;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimateBasis.StatedCounts;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.Recording;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.reader.RecordingBuilder;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.samples.ScalingEvidence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Heaps of a file that counts samples beside the objects and bytes that were estimated from them,
 * as this program writes them. What else is known of a heap is the sampling interval T, if it is
 * stated; how samples were taken is told by the numbers:
 *
 * <ul>
 *   <li>Every allocation was recorded if T is 1 and each object is a sample.
 *   <li>heapprofd's bytes are whole intervals wherever allocations are small, and as it recorded
 *       them: with the numbers of samples, they are all that estimates are made from.
 *   <li>Other bytes are scaled, which T bounds the error of.
 * </ul>
 *
 * Without T, and where numbers refute it, nothing is known of errors.
 */
final class CountedHeaps {

  /** Heaps of one dump that the file tells apart and their facts do not. */
  private record Part(DumpId dump, Sampling sampling) {}

  private final PprofColumns columns;
  private final RecordingBuilder recording;
  private final Set<Part> parts = new HashSet<>();
  private final Set<String> unknown = new LinkedHashSet<>();

  CountedHeaps(PprofColumns columns, RecordingBuilder recording) {
    this.columns = columns;
    this.recording = recording;
  }

  /**
   * A heap with what its numbers show.
   *
   * @param interval T in bytes; 0 if it is not stated
   */
  RecordedHeap of(RecordedHeap heap, long interval) {
    Sides sides = new Sides(heap);
    boolean isKnown = interval > 0 && !heap.isDifference() && !sides.refute(interval);
    RecordedHeap known =
        !isKnown
            ? scaled(heap, 0, Evidence.UNKNOWN)
            : interval == 1
                ? heap.withInfo(heap.info().withSampling(Sampling.COMPLETE))
                : sides.areHits(interval)
                    ? weighted(heap, interval)
                    : scaled(
                        heap, interval, sides.areCounted() ? Evidence.STATED : Evidence.UNTESTED);
    if (!isKnown && heap.rows() > 0) {
      unknown.add(heap.info().heap());
    }
    return distinct(known);
  }

  /** Says of which heaps intervals are unknown. */
  void report() {
    if (!unknown.isEmpty()) {
      recording.notices().add(ErrorId.LOST_INTERVALS, String.join(", ", unknown));
    }
  }

  private RecordedHeap distinct(RecordedHeap heap) {
    HeapInfo info = heap.info();
    while (!parts.add(new Part(info.id().dump(info.dump().number()), info.sampling()))) {
      Recording other = info.id().recording();
      info = info.withRecording(new Recording(other.source(), other.session() + 1));
    }
    return heap.withInfo(info);
  }

  private static RecordedHeap scaled(RecordedHeap heap, long interval, Evidence evidence) {
    HeapInfo info = heap.info();
    return heap.withInfo(
        info.withSampling(Sampling.scaled(interval))
            .withProvenance(info.provenance().withSampling(Evidence.STATED, evidence)));
  }

  /** As heapprofd recorded it, beside the objects that were estimated from that. */
  private RecordedHeap weighted(RecordedHeap heap, long interval) {
    List<View> extras = new ArrayList<>(columns.extras());
    extras.removeAll(columns.counts());
    RecordedRows rows = RecordedRows.ofSums(extras);
    for (int row = 0; row < heap.rows(); row++) {
      List<Label> labels = withoutSizes(heap.stack(row), heap.labels(row));
      int added = rows.newRow(heap.stack(row), labels);
      rows.addAlloc(added, heap.samples(View.ALLOC_OBJECTS, row), heap.allocBytes(row));
      rows.addLive(added, heap.samples(View.OBJECTS, row), heap.liveBytes(row));
      for (int i = 0; i < extras.size(); i++) {
        rows.add(added, View.ALL.size() + i, heap.value(extras.get(i), row));
      }
    }
    return rows.heap(
        heap.info().withSampling(Sampling.weighted(interval)),
        heap.views(),
        new StatedCounts(heap.column(View.ALLOC_OBJECTS), heap.column(View.OBJECTS)));
  }

  /** Keeps the sizes that the code of the program stated with the stacks that they are of. */
  private List<Label> withoutSizes(int stack, List<Label> labels) {
    StackTable stacks = recording.stacks();
    List<Label> others = new ArrayList<>();
    for (Label label : labels) {
      if (label.isSize()) {
        stacks.setAllocationSize(stack, label.number());
      } else {
        others.add(label);
      }
    }
    return others;
  }

  /** The numbers of what was allocated, and of what is live. */
  private record Sides(RecordedHeap heap) {

    /** Whether each row with bytes has samples. */
    boolean areCounted() {
      return noRow((samples, objects, bytes) -> samples <= 0 && bytes > 0);
    }

    /**
     * Whether an interval of which one sample stands for less than it is refuted: objects that are
     * as many as samples were not estimated from these.
     */
    boolean refute(long interval) {
      return !noRow(
          (samples, objects, bytes) ->
              interval == 1
                  ? samples != objects
                  : samples == objects && samples > 0 && bytes / samples < interval);
    }

    boolean areHits(long interval) {
      ScalingEvidence evidence = new ScalingEvidence();
      return areCounted()
          && noRow(
              (samples, objects, bytes) -> {
                evidence.add(objects, bytes);
                return false;
              })
          && evidence.areHits(interval);
    }

    private boolean noRow(RowTest test) {
      for (int row = 0; row < heap.rows(); row++) {
        for (View view : List.of(View.ALLOC_OBJECTS, View.OBJECTS)) {
          boolean live = view.isLive();
          long objects = live ? heap.liveCount(row) : heap.allocCount(row);
          long bytes = live ? heap.liveBytes(row) : heap.allocBytes(row);
          if (heap.views().contains(view) && test.isTrue(heap.samples(view, row), objects, bytes)) {
            return false;
          }
        }
      }
      return true;
    }
  }

  @FunctionalInterface
  private interface RowTest {
    boolean isTrue(long samples, long objects, long bytes);
  }
}
