package dev.heapconv.reader.pprof;

import dev.heapconv.input.Input;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.View;
import dev.heapconv.reader.GivenSampling;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.RecordingBuilder;
import java.io.IOException;
import java.util.Optional;
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

  PprofImport(PprofContent content, Input input, ReadOptions options) throws IOException {
    this.content = content;
    this.input = input;
    this.options = options;
    recording = new RecordingBuilder(input.name(), options);
    notices = recording.notices();
    // Where only the user knows the interval, samples are objects to be unskewed.
    columns = content.columns(options.given().hasInterval() && content.interval() == 0);
    PprofHeap ofColumns = columns.traceconv();
    traceconv = ofColumns == null ? null : ofColumns.named(input.name());
    columns.warn(notices);
    scaling = scaling();
    stacks = new PprofStacks(content, recording, null);
  }

  private PprofScaling scaling() throws IOException {
    GivenSampling given = options.given();
    if (!columns.counts().isEmpty()) {
      // Objects are told from samples, so that they are scaled: CountedHeap.
      return PprofScaling.ofOwn(0);
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
      return PprofScaling.ofUnknownShare(given, notices);
    }
    boolean hasLive = columns.views().contains(View.SPACE);
    PprofScaling.Stated stated =
        new PprofScaling.Stated(
            columns.isJulia() ? 0 : content.interval(),
            numbers.haveSizes(),
            // Of a share of the allocations, each is listed alike.
            numbers.areBlocks() && !columns.isJulia() || columns.isJax() && numbers.areJaxBuffers(),
            !numbers.areDifference() && !(content.isOverTime && hasLive),
            columns.inPairs());
    return PprofScaling.of(numbers.scaling, stated, given, notices);
  }

  RecordedProfile profile() throws IOException {
    LabelledHeaps heaps = new LabelledHeaps(content, columns, scaling, unlabelled());
    content.forEachSample(sample -> heaps.add(stacks.stack(sample), sample));
    recording.missing(ErrorId.MISSING_NAMES, content.missingStrings());
    recording.reportStacks();
    PprofRows.report(heaps.rows(), notices);
    heaps.heaps(recording);
    content.comments.stream()
        .map(content::string)
        .filter(comment -> !comment.isEmpty())
        .forEach(this::comment);
    return recording.finish(
        new CaptureInfo(input.name(), format(), "", "")
            .withPresentation(content.presentation(columns)));
  }

  /**
   * Takes over a comment. A warning about the numbers that a program wrote into it decides here as
   * it did there, by its id.
   */
  private void comment(String comment) {
    recording.note(comment);
    Optional<Notice> notice = Notice.ofComment(comment);
    if (notice.isPresent() && notice.get().id().effect().isOfDecisions()) {
      notices.add(notice.get());
    }
  }

  private String format() {
    if (traceconv != null) {
      return "pprof profile of Perfetto's traceconv";
    }
    return columns.isFuchsia() ? "Fuchsia memory_sampler profile" : "pprof heap profile";
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
}
