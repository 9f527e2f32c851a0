package dev.heapconv.reader.pprof;

import dev.heapconv.model.Label;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.unskew.samples.HeapprofdRows;
import dev.heapconv.unskew.samples.ScalingEvidence;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** What the numbers of a file show before any row is made of them. */
final class PprofNumbers {

  /** So many samples show as much as all of a larger file. */
  private static final long ENOUGH = 2_000;

  final ScalingEvidence scaling = new ScalingEvidence();
  final HeapprofdRows heapprofd = new HeapprofdRows();
  private final PprofContent content;
  private final PprofColumns columns;
  private final Set<Long> unsampled;
  private long samples;
  private long ofKnownSize;
  private long blocks;
  private long jaxBuffers;
  private boolean negative;

  PprofNumbers(PprofContent content, PprofColumns columns) throws IOException {
    this.content = content;
    this.columns = columns;
    unsampled = content.locationsOf(View.UNSAMPLED);
    if (columns.areToTheByte() && columns.inPairs()) {
      content.forEachSample(1 + content.samples() / ENOUGH, this::add);
    }
  }

  private void add(Sample sample) {
    if (sample.getLocationIdCount() == 1 && unsampled.contains(sample.getLocationId(0))) {
      return;
    }
    long[] values = new long[View.ALL.size()];
    for (int i = 0; i < Math.min(columns.count(), sample.getValueCount()); i++) {
      int view = columns.view(i);
      if (view >= 0 && view < values.length) {
        values[view] += sample.getValue(i);
      }
    }
    List<Label> labels = content.labels(sample);
    boolean isKnown = false;
    boolean isBlock = false;
    for (int i = 0; i < values.length; i += 2) {
      long objects = values[i];
      long bytes = values[i + 1];
      negative |= objects < 0 || bytes < 0;
      scaling.add(objects, bytes);
      heapprofd.add(objects, bytes);
      long size = objects > 0 ? Label.size(labels, objects, bytes) : 0;
      isKnown |= size > 0;
      isBlock |= objects == 1 && size == bytes;
    }
    boolean counts = values[1] > 0 || values[3] > 0;
    isBlock &= values[0] <= 1 && values[2] <= 1;
    blocks += isBlock ? 1 : 0;
    jaxBuffers += counts && labels.stream().anyMatch(PprofNumbers::isOfJax) ? 1 : 0;
    samples += counts ? 1 : 0;
    ofKnownSize += isKnown ? 1 : 0;
  }

  /** Whether rows state the sizes of their objects. */
  boolean haveSizes() {
    return ofKnownSize * 2 > samples;
  }

  /** Whether each row is one block, whose size it states: samples are not listed so. */
  boolean areBlocks() {
    return blocks > 0 && blocks == samples;
  }

  /** JAX says of each row whether it is of buffers or of code. */
  private static boolean isOfJax(Label label) {
    return label.key().equals("kind")
        && ("buffer".equals(label.text()) || "executable".equals(label.text()));
  }

  /** Whether rows are all buffers on the devices of JAX: it knows each, and samples none. */
  boolean areJaxBuffers() {
    return jaxBuffers > 0 && jaxBuffers == samples;
  }

  /** Whether they are of a difference. */
  boolean areDifference() {
    return negative;
  }
}
