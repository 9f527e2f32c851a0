package dev.heapconv.reader.pprof;

import dev.heapconv.input.Input;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning.Warnings;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.RecordingBuilder;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds a profile from the contents of a pprof file. */
final class PprofImport {

  /** One heap of one process at one dump, as labels tell that name a heap. */
  private record Section(String process, long pid, String heap, int dump) {
    Section at(int otherDump) {
      return new Section(process, pid, heap, otherDump);
    }
  }

  /** By how much producers that scale stacks may be off. */
  private static final double LEAST_OF_LIVE = 0.9;

  private final PprofContent content;
  private final Input input;
  private final ReadOptions options;
  private final PprofColumns columns;
  private final PprofScaling scaling;
  private final PprofStacks stacks;
  private final RecordingBuilder recording;
  private final Warnings warnings;
  private final Map<Section, PprofRows> sections = new LinkedHashMap<>();

  /** Null if traceconv did not write the file. */
  private final @Nullable TraceconvHeap traceconv;

  /** Null if the file has no stored estimates that are valid. */
  private final @Nullable StoredEstimates stored;

  PprofImport(PprofContent content, Input input, ReadOptions options) throws IOException {
    this.content = content;
    this.input = input;
    this.options = options;
    recording = new RecordingBuilder(input.name(), options);
    warnings = recording.warnings();
    boolean own = !content.stored().isEmpty();
    // Where only the user knows the interval, samples are objects to be unskewed.
    boolean isUnskewed = options.samplingInterval() > 0 && !own && content.interval() == 0;
    columns = content.columns(own, isUnskewed);
    TraceconvHeap ofColumns = columns.traceconv();
    traceconv = ofColumns == null ? null : ofColumns.named(input.name());
    stored = StoredEstimates.of(content, columns);
    if (!own) {
      columns.warn(warnings);
    }
    if (own && stored == null) {
      warnings.add(ErrorId.LOST_ESTIMATES);
    }
    scaling = scaling();
    stacks = new PprofStacks(content, recording, stored == null ? null : stored.loadBiases());
  }

  private PprofScaling scaling() throws IOException {
    long given = options.samplingInterval();
    if (stored != null) {
      if (given > 0) {
        warnings.add(ErrorId.INTERVAL_IGNORED);
      }
      return PprofScaling.ofOwn(content.interval());
    }
    if (columns.isFuchsia()) {
      return PprofScaling.ofFuchsia(content, columns, given, warnings);
    }
    PprofNumbers numbers = new PprofNumbers(content, columns);
    if (traceconv != null && columns.haveBytes()) {
      return PprofScaling.ofTraceconv(numbers.heapprofd.value(), given, warnings);
    }
    boolean hasLive = columns.views().contains(View.SPACE);
    PprofScaling.Stated stated =
        new PprofScaling.Stated(
            content.interval(),
            numbers.haveSizes(),
            !numbers.areDifference() && !(content.isOverTime && hasLive),
            columns.inPairs());
    return PprofScaling.of(numbers.scaling, stated, options, warnings);
  }

  RecordedProfile profile() throws IOException {
    List<String> comments = content.comments.stream().map(content::string).toList();
    String device = "";
    String producer = "";
    if (stored != null) {
      stored.losses().forEach(warnings::add);
      device = stored.facts().getDevice();
      producer = stored.facts().getProducer();
      addStored(stored);
      stored.remarks(comments).forEach(recording::remark);
    } else {
      addByLabels();
      comments.stream().filter(comment -> !comment.isEmpty()).forEach(recording::note);
    }
    return recording.finish(
        new CaptureInfo(input.name(), format(), device, producer)
            .withPresentation(content.presentation(columns)));
  }

  private String format() {
    if (traceconv != null) {
      return "pprof profile of Perfetto's traceconv";
    }
    return columns.isFuchsia() ? "Fuchsia memory_sampler profile" : "pprof heap profile";
  }

  /** Samples are in the order of the heaps, each with as many as it has rows. */
  private void addStored(StoredEstimates estimates) throws IOException {
    Map<List<Object>, Integer> dumps = new HashMap<>();
    // A file may have only some of the dumps of a recording.
    estimates
        .heaps()
        .forEach(heap -> dumps.merge(heap.info().series(), heap.info().dump(), Math::max));
    Deque<StoredHeap> unfilled = new ArrayDeque<>(estimates.heaps());
    content.forEachSample(
        sample -> {
          while (unfilled.element().isComplete()) {
            unfilled.remove();
          }
          StoredHeap heap = unfilled.element();
          heap.add(stacks.stack(sample), labelsOfRow(sample, heap.info()), sample);
        });
    report(estimates.heaps().stream().map(StoredHeap::rows).toList());
    for (StoredHeap heap : estimates.heaps()) {
      int last = dumps.getOrDefault(heap.info().series(), heap.info().dump());
      recording.heap(heap.heap(last, estimates.confidence()));
    }
  }

  /** Without the labels of its heap, which come first; a row may have some of the same keys. */
  private List<Label> labelsOfRow(Sample sample, HeapInfo info) {
    Set<String> ofHeap = new HashSet<>(Set.of("heap", "dump"));
    if (!info.process().isEmpty()) {
      ofHeap.add("process");
    }
    if (info.pid() >= 0) {
      ofHeap.add("pid");
    }
    List<Label> labels = new ArrayList<>();
    for (dev.heapconv.proto.pprof.Label label : sample.getLabelList()) {
      String key = content.string(label.getKey());
      if (!key.isEmpty() && !ofHeap.remove(key)) {
        labels.add(label(content, label));
      }
    }
    return labels;
  }

  private void addByLabels() throws IOException {
    content.forEachSample(this::add);
    if (sections.isEmpty()) {
      sections.put(defaultSection(), new PprofRows(columns, scaling));
    }
    report(sections.values());
    Map<Section, Integer> dumps = new HashMap<>();
    sections.keySet().forEach(key -> dumps.merge(key.at(0), key.dump, Math::max));
    sections.forEach(
        (key, rows) -> recording.heap(heap(key, rows, dumps.getOrDefault(key.at(0), key.dump))));
  }

  private void add(Sample sample) {
    List<Label> labels = new ArrayList<>();
    PprofRows section =
        sections.computeIfAbsent(
            section(sample, labels), unused -> new PprofRows(columns, scaling));
    section.add(stacks.stack(sample), labels, section.values(sample));
  }

  private Section section(Sample sample, List<Label> others) {
    boolean labelled = false;
    for (dev.heapconv.proto.pprof.Label label : sample.getLabelList()) {
      labelled |= content.isOfHeap(label);
    }
    Section fallback = defaultSection();
    String process = labelled ? "" : fallback.process;
    long pid = fallback.pid;
    String heap = fallback.heap;
    int dump = 1;
    for (dev.heapconv.proto.pprof.Label label : sample.getLabelList()) {
      String key = content.string(label.getKey());
      if (key.isEmpty()) {
        continue; // Damaged: a label is found by its key alone.
      }
      Label read = label(content, label);
      String text = read.text();
      if (labelled && key.equals("process") && text != null) {
        process = text;
      } else if (labelled && key.equals("heap") && text != null) {
        heap = text;
      } else if (labelled && key.equals("pid") && text == null && label.getNum() >= 0) {
        pid = label.getNum();
      } else if (labelled && key.equals("dump") && text == null) {
        dump = (int) Math.max(1, Math.min(Integer.MAX_VALUE, label.getNum()));
      } else {
        others.add(read);
      }
    }
    return new Section(process, pid, heap, dump);
  }

  /** A label as it can be written again: an empty text is none, and only numbers have units. */
  static Label label(PprofContent content, dev.heapconv.proto.pprof.Label label) {
    String key = content.string(label.getKey());
    String text = content.string(label.getStr());
    return text.isEmpty()
        ? new Label(key, null, label.getNum(), content.string(label.getNumUnit()))
        : new Label(key, text, 0, "");
  }

  /** pprof assumes that the first mapping is the program, and traceconv does not order them. */
  private Section defaultSection() {
    if (traceconv != null) {
      return new Section("", traceconv.pid(), traceconv.heap(), 1);
    }
    String process = "";
    if (!content.mappings.isEmpty()) {
      String path = content.string(content.mappings.get(0).getFilename());
      process = path.startsWith("/") ? path.substring(path.lastIndexOf('/') + 1) : "";
    }
    return new Section(process, -1, "heap", 1);
  }

  private RecordedHeap heap(Section key, PprofRows section, int dumps) {
    HeapInfo info =
        HeapInfo.of(key.heap, scaling.scheme(), scaling.interval())
            .withProcess(key.pid, key.process)
            .withDump(key.dump, dumps)
            .withTimes(Math.max(0, content.timeNanos), content.durationNanos);
    RecordedHeap heap = section.heap(info, recordedViews(section.heap(info)));
    return scaling
        .on(heap)
        .withInfo(
            info.withProvenance(
                scaling.provenance(
                    heap.isDifference(),
                    content.isOverTime,
                    heap.views().stream().anyMatch(View::isLive))));
  }

  /**
   * Without what was allocated, if that would be less than what is live: it was not recorded.
   * Profilers with fewer columns may sample what is allocated in a stretch of time.
   */
  private List<View> recordedViews(RecordedHeap heap) {
    List<View> views = new ArrayList<>(heap.views());
    boolean isLess =
        heap.sum(View.ALLOC_SPACE) < heap.sum(View.SPACE) * LEAST_OF_LIVE
            || heap.sum(View.ALLOC_OBJECTS) < heap.sum(View.OBJECTS) * LEAST_OF_LIVE;
    if (isLess && views.containsAll(View.ALL) && !content.isOverTime && !heap.isDifference()) {
      views.removeAll(List.of(View.ALLOC_OBJECTS, View.ALLOC_SPACE));
    }
    return views;
  }

  private void report(Collection<PprofRows> rows) throws HeapConvException {
    recording.missing(ErrorId.MISSING_NAMES, content.missingStrings());
    recording.reportStacks();
    reportValues(rows, warnings);
  }

  static void reportValues(Collection<PprofRows> rows, Warnings warnings) {
    long negative = rows.stream().mapToLong(PprofRows::negative).sum();
    if (negative > 0) {
      warnings.add(ErrorId.NEGATIVE_VALUES, negative);
    }
    if (rows.stream().anyMatch(PprofRows::holdsSums)) {
      warnings.add(ErrorId.SUMMED_ROWS);
    }
  }
}
