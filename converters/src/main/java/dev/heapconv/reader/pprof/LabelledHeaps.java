package dev.heapconv.reader.pprof;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedUnits.UnitKind;
import dev.heapconv.model.Recording;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.reader.RecordingBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The heaps of a file of any program, as labels tell that name a heap. */
final class LabelledHeaps {

  /** By how much producers that scale stacks may be off. */
  private static final double LEAST_OF_LIVE = 0.9;

  /** Rounding changes numbers by less than one part in so many. */
  private static final long ROUNDING = 1000;

  private final PprofContent content;
  private final PprofColumns columns;
  private final PprofScaling scaling;
  private final PprofHeap unlabelled;
  private final Map<PprofHeap, PprofRows> rows = new LinkedHashMap<>();

  /**
   * How long after the start of the recording each was dumped in nanoseconds, where labels tell.
   */
  private final Map<PprofHeap, Long> elapsed = new HashMap<>();

  /**
   * @param unlabelled that of samples without such labels
   */
  LabelledHeaps(
      PprofContent content, PprofColumns columns, PprofScaling scaling, PprofHeap unlabelled) {
    this.content = content;
    this.columns = columns;
    this.scaling = scaling;
    this.unlabelled = unlabelled;
  }

  void add(int stack, Sample sample) {
    List<Label> others = new ArrayList<>();
    PprofRows ofHeap = rows(heap(sample, others));
    long[] values = ofHeap.values(sample);
    if (columns.counts().isEmpty()) {
      ofHeap.add(stack, others, values);
    } else {
      // Estimates of two stacks are not those of one with the sum of their samples.
      ofHeap.addRow(stack, others, values);
    }
  }

  private PprofRows rows(PprofHeap heap) {
    return rows.computeIfAbsent(heap, unused -> new PprofRows(columns, scaling, unit()));
  }

  private UnitKind unit() {
    return content.isHeappy() ? UnitKind.RESTARTED : UnitKind.PLAIN_SUM;
  }

  private PprofHeap heap(Sample sample, List<Label> others) {
    boolean labelled = sample.getLabelList().stream().anyMatch(content::isOfHeap);
    String process = labelled ? "" : unlabelled.process();
    long pid = unlabelled.pid();
    String heap = unlabelled.heap();
    int dump = 1;
    int recording = 0;
    long interval = 0;
    long after = 0;
    for (Label label : content.labels(sample)) {
      String text = label.text();
      if (labelled && label.key().equals("process") && text != null) {
        process = text;
      } else if (labelled && label.key().equals("heap") && text != null) {
        heap = text;
      } else if (labelled && label.key().equals("pid") && text == null && label.number() >= 0) {
        pid = label.number();
      } else if (labelled && label.key().equals("dump") && text == null) {
        dump = (int) Math.max(1, Math.min(Integer.MAX_VALUE, label.number()));
      } else if (labelled && label.isRecording()) {
        recording = (int) label.number();
      } else if (labelled && label.isInterval()) {
        interval = label.number();
      } else if (labelled && label.isElapsed()) {
        after = label.number();
      } else {
        others.add(label);
      }
    }
    PprofHeap found = new PprofHeap(process, pid, heap, dump, recording, interval);
    elapsed.merge(found, after, Math::max);
    return found;
  }

  /** At least one, after all samples have been added. */
  Collection<PprofRows> rows() {
    if (rows.isEmpty()) {
      rows(unlabelled);
    }
    return rows.values();
  }

  /** Adds the heaps to a recording. */
  void heaps(RecordingBuilder recording) {
    Map<PprofHeap, Integer> dumps = new HashMap<>();
    rows.keySet().forEach(heap -> dumps.merge(heap.at(0), heap.dump(), Math::max));
    long last = elapsed.values().stream().mapToLong(Long::longValue).max().orElse(0);
    CountedHeaps counted = new CountedHeaps(columns, recording);
    rows.forEach(
        (heap, ofHeap) -> {
          int count = dumps.getOrDefault(heap.at(0), heap.dump());
          RecordedHeap recorded = recorded(heap, ofHeap, count, last, recording.name());
          recording.heap(
              columns.counts().isEmpty()
                  ? scaling.on(recorded)
                  : counted.of(
                      recorded, heap.interval() > 0 ? heap.interval() : content.interval()));
        });
    counted.report();
  }

  private RecordedHeap recorded(
      PprofHeap heap, PprofRows ofHeap, int dumps, long last, String name) {
    long after = elapsed.getOrDefault(heap, 0L);
    // The time of the file is that of the last dump.
    boolean isTimed = after > 0 && content.timeNanos > last - after;
    HeapInfo info =
        HeapInfo.of(heap.heap(), scaling.sampling())
            .withProcess(heap.pid(), heap.process())
            .withRecording(new Recording(name, Math.max(0, heap.recording() - 1)))
            .withDump(heap.dump(), dumps)
            .withTimes(
                Math.max(0, isTimed ? content.timeNanos - last + after : content.timeNanos),
                after > 0 ? after : content.durationNanos);
    RecordedHeap recorded = ofHeap.heap(info, recordedViews(ofHeap.heap(info)));
    boolean hasLive = recorded.views().stream().anyMatch(View::isLive);
    Provenance provenance =
        isDelta(recorded)
            ? scaling.provenance(false, true, false)
            : scaling.provenance(recorded.isDifference(), content.isOverTime, hasLive);
    return recorded.withInfo(info.withProvenance(provenance));
  }

  /**
   * Whether what is live is that of a moment, and what was allocated that of a stretch before it:
   * some stack has more live than was allocated then. No sum since the beginning shows this, nor
   * does the difference of two such profiles, scaled or not.
   */
  private static boolean isDelta(RecordedHeap heap) {
    if (!heap.views().containsAll(View.ALL) || heap.isDifference()) {
      return false;
    }
    for (int row = 0; row < heap.rows(); row++) {
      // Scaled numbers are rounded.
      if (heap.liveBytes(row) > heap.allocBytes(row) + 1 + heap.allocBytes(row) / ROUNDING) {
        return true;
      }
    }
    return false;
  }

  /**
   * Without what was allocated, if that would be less than what is live: it was not recorded.
   * Profilers with fewer columns may sample what is allocated in a stretch of time.
   */
  private List<View> recordedViews(RecordedHeap heap) {
    List<View> views = new ArrayList<>(heap.views());
    views.removeAll(columns.counts());
    boolean isLess =
        columns.counts().isEmpty()
            ? isLess(heap, View.ALLOC_SPACE, View.SPACE)
                || isLess(heap, View.ALLOC_OBJECTS, View.OBJECTS)
            // This program states what was allocated, unless it is nothing.
            : heap.sum(View.ALLOC_SPACE) == 0 && heap.sum(View.ALLOC_OBJECTS) == 0;
    if (isLess && views.containsAll(View.ALL) && !content.isOverTime && !heap.isDifference()) {
      views.removeAll(List.of(View.ALLOC_OBJECTS, View.ALLOC_SPACE));
    }
    return views;
  }

  private static boolean isLess(RecordedHeap heap, View allocated, View live) {
    return heap.sum(allocated) < heap.sum(live) * LEAST_OF_LIVE;
  }
}
