package dev.heapconv.reader.pprof;

import dev.heapconv.input.Input;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.Label;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.View;
import dev.heapconv.reader.GivenSampling;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.RecordingBuilder;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds a profile from the contents of a pprof file. */
final class PprofImport {

  private final PprofContent content;
  private final Input input;
  private final ReadOptions options;
  private final PprofColumns columns;
  private final PprofScaling scaling;
  private final PprofStacks stacks;
  private final RecordingBuilder recording;
  private final Notices notices;

  /** Null if traceconv did not write the file. */
  private final @Nullable PprofHeap traceconv;

  /** Null if the file has no stored estimates that are valid. */
  private final @Nullable StoredEstimates stored;

  PprofImport(PprofContent content, Input input, ReadOptions options) throws IOException {
    this.content = content;
    this.input = input;
    this.options = options;
    recording = new RecordingBuilder(input.name(), options);
    notices = recording.notices();
    boolean own = !content.stored().isEmpty();
    // Where only the user knows the interval, samples are objects to be unskewed.
    boolean isUnskewed = options.given().hasInterval() && !own && content.interval() == 0;
    columns = content.columns(own, isUnskewed);
    PprofHeap ofColumns = columns.traceconv();
    traceconv = ofColumns == null ? null : ofColumns.named(input.name());
    stored = StoredEstimates.of(content, columns);
    if (!own) {
      columns.warn(notices);
    }
    if (own && stored == null) {
      notices.add(ErrorId.LOST_ESTIMATES);
    }
    scaling = scaling();
    stacks = new PprofStacks(content, recording, stored == null ? null : stored.loadBiases());
  }

  private PprofScaling scaling() throws IOException {
    GivenSampling given = options.given();
    if (stored != null) {
      return PprofScaling.ofOwn(content.interval());
    }
    if (columns.isFuchsia()) {
      return PprofScaling.ofFuchsia(content, columns, given, notices);
    }
    PprofNumbers numbers = new PprofNumbers(content, columns);
    if (traceconv != null && columns.haveBytes()) {
      return PprofScaling.ofTraceconv(traceconv.heap(), numbers.heapprofd, given, notices);
    }
    if (columns.isJulia() && !given.hasInterval()) {
      notices.add(ErrorId.UNKNOWN_SHARE, "Julia's PProf.Allocs");
    }
    boolean hasLive = columns.views().contains(View.SPACE);
    PprofScaling.Stated stated =
        new PprofScaling.Stated(
            columns.isJulia() ? 0 : content.interval(),
            numbers.haveSizes(),
            // Of a share of the allocations, each is listed alike.
            numbers.areBlocks() && !columns.isJulia(),
            !numbers.areDifference() && !(content.isOverTime && hasLive),
            columns.inPairs());
    return PprofScaling.of(numbers.scaling, stated, given, notices);
  }

  RecordedProfile profile() throws IOException {
    List<String> comments = content.comments.stream().map(content::string).toList();
    String device = "";
    String producer = "";
    if (stored != null) {
      stored.losses().forEach(notices::add);
      device = stored.facts().getDevice();
      producer = stored.facts().getProducer();
      addStored(stored);
      recording.mayBeEmpty();
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
    Map<HeapId, Integer> dumps = new HashMap<>();
    // A file may have only some of the dumps of a recording.
    estimates.heaps().forEach(heap -> dumps.merge(heap.info().id(), heap.info().dump(), Math::max));
    Deque<StoredHeap> unfilled = new ArrayDeque<>(estimates.heaps());
    content.forEachSample(
        sample -> {
          while (unfilled.element().isComplete()) {
            unfilled.remove();
          }
          StoredHeap heap = unfilled.element();
          int stack = stacks.stack(sample);
          List<Label> labels = content.labels(sample);
          if (heap.info().sampling().isWeighted()) {
            labels = withoutSizes(stack, labels);
          }
          heap.add(stack, labels, sample);
        });
    report(estimates.heaps().stream().map(StoredHeap::rows).toList());
    for (StoredHeap heap : estimates.heaps()) {
      int last = dumps.getOrDefault(heap.info().id(), heap.info().dump());
      recording.heap(heap.heap(last, estimates.confidence()));
    }
  }

  /** Keeps the sizes that the code of the program stated with the stacks that they are of. */
  private List<Label> withoutSizes(int stack, List<Label> labels) {
    List<Label> others = new ArrayList<>();
    for (Label label : labels) {
      if (label.isSize()) {
        recording.stacks().setAllocationSize(stack, label.number());
      } else {
        others.add(label);
      }
    }
    return others;
  }

  private void addByLabels() throws IOException {
    LabelledHeaps heaps = new LabelledHeaps(content, columns, scaling, unlabelled());
    content.forEachSample(sample -> heaps.add(stacks.stack(sample), sample));
    report(heaps.rows());
    heaps.heaps().forEach(recording::heap);
  }

  /** pprof assumes that the first mapping is the program, and traceconv does not order them. */
  private PprofHeap unlabelled() {
    if (traceconv != null) {
      return traceconv;
    }
    String path =
        content.mappings.isEmpty() ? "" : content.string(content.mappings.get(0).getFilename());
    return PprofHeap.of(path.startsWith("/") ? Mapping.baseName(path) : "", "heap");
  }

  private void report(Collection<PprofRows> rows) throws HeapConvException {
    recording.missing(ErrorId.MISSING_NAMES, content.missingStrings());
    recording.reportStacks();
    PprofRows.report(rows, notices);
  }
}
