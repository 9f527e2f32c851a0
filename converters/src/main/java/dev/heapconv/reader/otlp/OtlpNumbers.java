package dev.heapconv.reader.otlp;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.heapconv.model.Label;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.View;
import dev.heapconv.proto.otlp.Sample;
import dev.heapconv.unskew.samples.ScalingEvidence;
import java.util.Map;
import java.util.Objects;

/** What the numbers of the dumps of a heap show of how they were made. */
final class OtlpNumbers {

  final ScalingEvidence scaling = new ScalingEvidence();
  private long rows;
  private long ofKnownSize;
  private boolean negative;

  /**
   * Adds a dump.
   *
   * @param parts its profiles by their views
   * @param heap their sums
   */
  void add(Map<View, OtlpPart> parts, RecordedHeap heap) throws InvalidProtocolBufferException {
    negative |= heap.isDifference();
    for (int i = 0; i < View.ALL.size(); i += 2) {
      OtlpPart objects = parts.get(View.ALL.get(i));
      OtlpPart bytes = parts.get(View.ALL.get(i + 1));
      if (objects == null || bytes == null) {
        continue;
      }
      boolean areAlike = areAlike(objects, bytes);
      for (int k = 0; areAlike && k < objects.profile().getSamplesCount(); k++) {
        Sample counted = objects.sample(k);
        Sample weighed = bytes.sample(k);
        for (int j = 0; j < counted.getValuesCount(); j++) {
          scaling.add(counted.getValues(j), weighed.getValues(j));
        }
      }
      addRows(heap, i == 2, !areAlike);
    }
  }

  /** Whether two profiles have the same samples, so that their values belong together. */
  private static boolean areAlike(OtlpPart one, OtlpPart other)
      throws InvalidProtocolBufferException {
    int count = one.profile().getSamplesCount();
    boolean same = one.tables() == other.tables() && count == other.profile().getSamplesCount();
    for (int k = 0; same && k < count; k++) {
      Sample sample = one.sample(k);
      Sample its = other.sample(k);
      same =
          sample.getStackIndex() == its.getStackIndex()
              && sample.getValuesCount() == its.getValuesCount()
              && Objects.equals(sample.getAttributeIndicesList(), its.getAttributeIndicesList());
    }
    return same;
  }

  private void addRows(RecordedHeap heap, boolean live, boolean asEvidence) {
    for (int row = 0; row < heap.rows(); row++) {
      long objects = live ? heap.liveCount(row) : heap.allocCount(row);
      long bytes = live ? heap.liveBytes(row) : heap.allocBytes(row);
      if (asEvidence) {
        scaling.add(objects, bytes);
      }
      rows += bytes > 0 ? 1 : 0;
      ofKnownSize += Label.size(heap.labels(row), objects, bytes) > 0 ? 1 : 0;
    }
  }

  /** Whether rows state the sizes of their objects. */
  boolean haveSizes() {
    return ofKnownSize * 2 > rows;
  }

  /** Whether they are of a difference. */
  boolean areDifference() {
    return negative;
  }
}
