package dev.heapconv.writer.pprof;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Remark;
import dev.heapconv.model.Remark.Topic;
import dev.heapconv.model.View;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/** Writes pprof profiles: a sample for each stack of each heap, distinguished by labels. */
public final class PprofWriter implements ProfileWriter {

  private static final double MAX_EXACT_BYTES = 1L << 53;

  /** Dumps are large, and much the same: 6 takes half as long again, for a tenth less space. */
  private static final int GZIP_LEVEL_OF_DUMPS = 3;

  /** 6 takes half as long again to twice, for 1 to 3 % less space. */
  private static final int GZIP_LEVEL = 5;

  private final boolean gzip;

  /**
   * @param gzip whether to compress, as pprof itself does
   */
  public PprofWriter(boolean gzip) {
    this.gzip = gzip;
  }

  @Override
  public boolean isBinary() {
    return true;
  }

  @Override
  public boolean holdsNegatives() {
    return true;
  }

  @Override
  public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    List<View> views = profile.views();
    boolean severalDumps = profile.holdsSeveralDumps();
    int ofDumps = severalDumps ? GZIP_LEVEL_OF_DUMPS : GZIP_LEVEL;
    int level = gzip ? ofDumps : Deflater.NO_COMPRESSION;
    try (PprofStream pprof =
        new PprofStream(
            views, profile.stacks(), profile.confidence(), level, options.threads(), out)) {
      options.progress().start(profile.heaps().size());
      boolean asRecorded = isRepeatable(profile);
      for (EstimatedHeap heap : profile.heaps()) {
        writeSamples(heap, views, severalDumps, asRecorded, pprof);
        options.progress().advance(1);
      }
      writeCapture(profile.heaps(), pprof);
      pprof.finish(
          programs(profile),
          comments(profile, options),
          profile.viewOr(options.view()),
          profile.capture(),
          profile.notices());
    }
  }

  private static void writeSamples(
      EstimatedHeap heap,
      List<View> views,
      boolean severalDumps,
      boolean asRecorded,
      PprofStream pprof)
      throws IOException {
    byte[] labels = pprof.labels(labels(heap.info(), severalDumps));
    @Nullable Column[] columns = new Column[views.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = heap.column(views.get(i));
    }
    pprof.heap(heap.info(), heap.views(), columns, asRecorded);
    for (int row = 0; row < heap.rows(); row++) {
      pprof.sample(heap, row, columns, labels);
    }
  }

  /**
   * Whether all estimates can be computed again. If some had to be stored and others not, what the
   * profile says of the estimation of all would be said again of a part.
   */
  private static boolean isRepeatable(EstimatedProfile profile) {
    for (EstimatedHeap heap : profile.heaps()) {
      if (!heap.isRepeatable() || !hasExactBytes(heap)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a double holds recorded bytes to the last one. */
  private static boolean hasExactBytes(EstimatedHeap heap) {
    for (int i = 0; i < heap.views().size(); i++) {
      if (heap.views().get(i).isBytes() && !(heap.columns().get(i).total() < MAX_EXACT_BYTES)) {
        return false;
      }
    }
    return true;
  }

  private static List<Label> labels(HeapInfo info, boolean severalDumps) {
    List<Label> labels = new ArrayList<>();
    if (!info.process().isEmpty()) {
      labels.add(new Label("process", info.process(), 0, ""));
    }
    labels.add(new Label("heap", info.heap(), 0, ""));
    if (info.pid() >= 0) {
      labels.add(new Label("pid", null, info.pid(), ""));
    }
    if (severalDumps) {
      labels.add(new Label("dump", null, info.dump(), ""));
    }
    return labels;
  }

  private static void writeCapture(List<EstimatedHeap> heaps, PprofStream pprof)
      throws IOException {
    long time = 0;
    long interval = 0;
    boolean oneInterval = true;
    for (EstimatedHeap heap : heaps) {
      HeapInfo info = heap.info();
      time = Math.max(time, info.timeNanos());
      oneInterval &= interval == 0 || interval == info.samplingInterval();
      interval = info.samplingInterval();
    }
    pprof.capture(time, oneInterval ? interval : 0);
  }

  private static Set<String> programs(EstimatedProfile profile) {
    Set<String> programs = new HashSet<>();
    for (EstimatedHeap heap : profile.heaps()) {
      programs.add(heap.info().id().process().program());
    }
    programs.remove("");
    return programs;
  }

  private static int lastDump(EstimatedProfile profile) {
    int last = 0;
    for (EstimatedHeap heap : profile.heaps()) {
      last = Math.max(last, heap.info().dump());
    }
    return last;
  }

  /**
   * What is made anew when the profile is read and written again comes first, so that it does not
   * change its place: what is about the file, then how it was estimated.
   */
  private static List<Remark> comments(EstimatedProfile profile, WriteOptions options) {
    List<Remark> comments = new ArrayList<>();
    comments.add(ofFile(options.tool()));
    if (profile.holdsSeveralDumps()) {
      comments.add(
          ofFile(
              "pprof adds up the dumps of a heap, which are states of the same memory; show one"
                  + " with -tagfocus=dump=N, such as -tagfocus=dump="
                  + lastDump(profile)));
    }
    if (!profile.capture().device().isEmpty()) {
      comments.add(ofFile("device: " + profile.capture().device()));
    }
    if (!profile.capture().producer().isEmpty()) {
      comments.add(ofFile("recorded by: " + profile.capture().producer()));
    }
    for (Notice notice : profile.notices()) {
      if (notice.id().effect().isOfDecisions()) {
        comments.add(ofFile(text(notice)));
      }
    }
    for (boolean ofEstimation : new boolean[] {true, false}) {
      for (Remark remark : profile.remarks()) {
        if (remark.topic().isOfEstimation() == ofEstimation) {
          comments.add(remark);
        }
      }
    }
    for (Notice notice : profile.notices()) {
      if (!notice.id().effect().isOfDecisions()) {
        comments.add(Remark.note(text(notice)));
      }
    }
    return comments;
  }

  private static String text(Notice notice) {
    return "warning (" + notice.id().wireName() + "): " + notice.message();
  }

  private static Remark ofFile(String text) {
    return new Remark(Topic.FILE, text);
  }
}
