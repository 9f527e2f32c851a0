package dev.heapconv.writer.pprof;

import dev.heapconv.model.Dictionary;
import dev.heapconv.model.DumpId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Recording;
import dev.heapconv.model.Remark;
import dev.heapconv.model.View;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.Deflater;

/** Writes pprof profiles: a sample for each stack of each heap, distinguished by labels. */
public final class PprofWriter implements ProfileWriter {

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
    StatedSampling sampling = new StatedSampling(profile);
    List<View> columns = new ArrayList<>(profile.views());
    columns.addAll(sampling.counts());
    boolean severalDumps = profile.holdsSeveralDumps();
    boolean severalRecordings = areOfSeveralRecordings(profile.heaps(), severalDumps);
    Dictionary<Recording> recordings = new Dictionary<>();
    int ofDumps = severalDumps ? GZIP_LEVEL_OF_DUMPS : GZIP_LEVEL;
    int level = gzip ? ofDumps : Deflater.NO_COMPRESSION;
    try (PprofStream pprof =
        new PprofStream(columns, profile.stacks(), level, options.threads(), out)) {
      options.progress().start(profile.heaps().size());
      for (int i = 0; i < profile.heaps().size(); i++) {
        EstimatedHeap heap = profile.heaps().get(i);
        List<Label> labels = labels(heap.info(), severalDumps);
        if (severalRecordings) {
          labels.add(Label.ofRecording(1 + recordings.id(heap.info().id().recording())));
        }
        if (sampling.label(i) > 0) {
          labels.add(Label.ofInterval(sampling.label(i)));
        }
        pprof.samples(heap, labels);
        options.progress().advance(1);
      }
      pprof.time(time(profile.heaps()));
      pprof.finish(
          programs(profile),
          comments(profile, options),
          profile.viewOr(options.view()),
          profile.capture().presentation(),
          sampling.period());
    }
  }

  /** Whether recordings have to be told apart: two have the same dump of the same heap. */
  private static boolean areOfSeveralRecordings(List<EstimatedHeap> heaps, boolean severalDumps) {
    Map<DumpId, Recording> recordings = new HashMap<>();
    for (EstimatedHeap heap : heaps) {
      HeapId id = heap.info().id();
      DumpId dump = id.inAnyRecording().dump(severalDumps ? heap.info().dump().number() : 0);
      Recording other = recordings.putIfAbsent(dump, id.recording());
      if (other != null && !other.equals(id.recording())) {
        return true;
      }
    }
    return false;
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
    // Files of one dump each are told to be of one process by these.
    if (severalDumps || info.dump().of() > 1) {
      labels.add(new Label("dump", null, info.dump().number(), ""));
      if (info.dump().durationNanos() > 0) {
        labels.add(Label.ofElapsed(info.dump().durationNanos()));
      }
    }
    return labels;
  }

  private static long time(List<EstimatedHeap> heaps) {
    long time = 0;
    for (EstimatedHeap heap : heaps) {
      time = Math.max(time, heap.info().dump().timeNanos());
    }
    return time;
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
      last = Math.max(last, heap.info().dump().number());
    }
    return last;
  }

  /**
   * What is made anew when the profile is read and written again comes first: what is about the
   * file, then how it was estimated. What is said in a file of this program already stays in its
   * place.
   */
  private static List<String> comments(EstimatedProfile profile, WriteOptions options) {
    List<String> ofFile = new ArrayList<>();
    ofFile.add(options.tool());
    if (profile.holdsSeveralDumps()) {
      ofFile.add(
          "pprof adds up the dumps of a heap, which are states of the same memory; show one"
              + " with -tagfocus=dump=N, such as -tagfocus=dump="
              + lastDump(profile));
    }
    if (!profile.capture().device().isEmpty()) {
      ofFile.add("device: " + profile.capture().device());
    }
    if (!profile.capture().producer().isEmpty()) {
      ofFile.add("recorded by: " + profile.capture().producer());
    }
    for (Notice notice : profile.notices()) {
      if (notice.id().effect().isOfDecisions()) {
        ofFile.add(notice.comment());
      }
    }
    Set<String> comments = new LinkedHashSet<>();
    if (profile.comments().contains(options.tool())) {
      comments.addAll(profile.comments());
    }
    comments.addAll(ofFile);
    for (boolean ofEstimation : new boolean[] {true, false}) {
      for (Remark remark : profile.remarks()) {
        if (remark.topic().isOfEstimation() == ofEstimation) {
          comments.add(remark.text());
        }
      }
    }
    profile.notices().forEach(notice -> comments.add(notice.comment()));
    return List.copyOf(comments);
  }
}
