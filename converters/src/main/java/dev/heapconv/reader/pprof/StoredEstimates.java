package dev.heapconv.reader.pprof;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Allocated;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.Remark;
import dev.heapconv.model.Remark.Topic;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import dev.heapconv.proto.pprof.Estimates;
import dev.heapconv.unskew.Scheme;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The estimates that this program stored in a pprof file, as {@code estimates.proto} describes
 * them.
 *
 * @param heaps in the order of their samples
 * @param confidence level of the intervals
 * @param loadBiases of the mappings in their order; none if all are 0
 * @param facts of the recording
 */
record StoredEstimates(
    List<Heap> heaps, double confidence, List<Long> loadBiases, Estimates.Facts facts) {

  private static final int VERSION = 1;

  /**
   * A heap, whose rows are as many consecutive samples.
   *
   * @param views the heap's views, as indices of sample types
   * @param recorded whether the rows are what was recorded, without estimates
   * @param parts its rows in several parts
   */
  record Heap(HeapInfo info, List<Integer> views, boolean recorded, List<Estimates.Rows> parts) {

    long samples() {
      long samples = 0;
      for (Estimates.Rows part : parts) {
        samples += part.getSamples();
      }
      return samples;
    }
  }

  /**
   * What is stored in a file; null if that is nothing, damaged, of another version or of other
   * samples.
   */
  static @Nullable StoredEstimates of(PprofContent content, PprofColumns columns) {
    List<Heap> heaps = new ArrayList<>();
    Estimates last = Estimates.getDefaultInstance();
    try {
      for (ByteString encoded : content.estimates) {
        Estimates part = Estimates.parseFrom(encoded);
        if (last.hasCheck() || part.getVersion() != VERSION) {
          return null;
        }
        if (part.hasHeap()) {
          Heap heap = heap(part.getHeap(), columns);
          if (heap == null) {
            return null;
          }
          heaps.add(heap);
        }
        if (part.hasRows()) {
          if (heaps.isEmpty() || !areComplete(part.getRows(), heaps.get(heaps.size() - 1))) {
            return null;
          }
          heaps.get(heaps.size() - 1).parts.add(part.getRows());
        }
        last = part;
      }
    } catch (InvalidProtocolBufferException e) {
      return null;
    }
    return last.hasCheck()
            && isOf(content, last, heaps)
            && last.getCheck().getEstimatesCrc() == crc(content.estimates)
        ? new StoredEstimates(
            heaps, last.getCheck().getConfidence(), last.getLoadBiasList(), last.getFacts())
        : null;
  }

  /** What the recording lacks. */
  List<Warning> losses() {
    List<Warning> losses = new ArrayList<>();
    for (Estimates.Loss loss : facts.getLossList()) {
      ErrorId.ofWireName(loss.getId())
          .filter(ErrorId::isLoss)
          .ifPresent(id -> losses.add(new Warning(id, loss.getMessage())));
    }
    return losses;
  }

  /**
   * What is to be said of the numbers.
   *
   * @param comments all of the file
   */
  List<Remark> remarks(List<String> comments) {
    boolean again = heaps.stream().allMatch(Heap::recorded);
    List<Remark> remarks = new ArrayList<>();
    for (int i = 0; i < comments.size(); i++) {
      Remark remark = new Remark(topic(i), comments.get(i));
      if (remark.topic() != Topic.FILE
          && !(again && remark.topic().isOfEstimation())
          && !remark.text().isEmpty()) {
        remarks.add(remark);
      }
    }
    return remarks;
  }

  /** Of a comment by its place: whatever stands behind those of this program is a note. */
  private Topic topic(int comment) {
    int topic = comment < facts.getTopicCount() ? facts.getTopicValue(comment) : 0;
    return topic >= 0 && topic < Topic.values().length ? Topic.values()[topic] : Topic.NOTE;
  }

  /** Of all bytes except the last four, which hold it. */
  private static int crc(List<ByteString> estimates) {
    CRC32 crc = new CRC32();
    for (int i = 0; i < estimates.size(); i++) {
      ByteString encoded = estimates.get(i);
      boolean isLast = i == estimates.size() - 1;
      int end = Math.max(0, encoded.size() - (isLast ? Integer.BYTES : 0));
      crc.update(encoded.substring(0, end).asReadOnlyByteBuffer());
    }
    return (int) crc.getValue();
  }

  private static boolean isOf(PprofContent content, Estimates last, List<Heap> heaps) {
    Estimates.Check check = last.getCheck();
    long rows = 0;
    for (Heap heap : heaps) {
      rows += heap.samples();
    }
    return check.getSamples() == content.samples()
        && rows == content.samples()
        && check.getCrc() == content.crc()
        && isNoneOr(content.mappings.size(), last.getLoadBiasCount())
        && check.getConfidence() > 0
        && check.getConfidence() < 1;
  }

  private static @Nullable Heap heap(Estimates.Heap heap, PprofColumns columns) {
    Optional<Scheme> scheme = Scheme.ofWireName(heap.getScheme());
    if (scheme.isEmpty() || heap.getPid() < -1 || heap.getDump() < 1) {
      return null;
    }
    List<Integer> views = List.copyOf(heap.getViewList());
    Set<View> distinct = new HashSet<>();
    for (int column : views) {
      View view = column < 0 || column >= columns.count() ? null : columns.viewOrNull(column);
      if (view == null || !distinct.add(view)) {
        return null;
      }
    }
    HeapInfo info =
        HeapInfo.of(heap.getHeap(), scheme.get(), Math.max(0, heap.getSamplingInterval()))
            .withProcess(heap.getPid(), heap.getProcess())
            .withPackageVersion(heap.getPackageVersion())
            .withDump(heap.getDump(), Math.max(heap.getDump(), heap.getDumps()))
            .withTimes(
                Math.max(0, heap.getTimeNanos()), PprofContent.duration(heap.getDurationNanos()))
            .withOrigSamplingInterval(Math.max(0, heap.getOrigSamplingInterval()))
            .withCutoff(Math.max(0, heap.getCutoff()))
            .withProvenance(
                heap.hasProvenance() ? provenance(heap.getProvenance()) : Provenance.STATED);
    return views.isEmpty() || (heap.getRecorded() && !areSumsEnough(info))
        ? null
        : new Heap(info, views, heap.getRecorded(), new ArrayList<>());
  }

  /** What a later version calls by names of its own is unknown to this one. */
  private static Provenance provenance(Estimates.Provenance stored) {
    return new Provenance(
        named(Evidence.values(), Evidence::wireName, stored.getScheme(), Evidence.UNKNOWN),
        named(Evidence.values(), Evidence::wireName, stored.getInterval(), Evidence.UNKNOWN),
        named(Live.values(), Live::wireName, stored.getLive(), Live.MOMENT),
        named(Allocated.values(), Allocated::wireName, stored.getAllocated(), Allocated.RECORDING));
  }

  private static <E> E named(E[] all, Function<E, String> name, String wanted, E otherwise) {
    for (E one : all) {
      if (name.apply(one).equals(wanted)) {
        return one;
      }
    }
    return otherwise;
  }

  private static boolean areSumsEnough(HeapInfo info) {
    return info.scheme() == Scheme.WEIGHTED && info.cutoff() > 0
        || info.scheme().isPassThrough()
        || info.samplingInterval() <= 1;
  }

  /** Whether there are as many elements of everything as there are rows and views. */
  private static boolean areComplete(Estimates.Rows rows, Heap heap) {
    int samples = rows.getSamples();
    if (samples < 0
        || !isNoneOr(samples, rows.getAllocCountCount())
        || !isNoneOr(samples, rows.getLiveCountCount())
        || rows.getColumnCount() != (heap.recorded ? 0 : heap.views.size())) {
      return false;
    }
    for (int i = 0; i < rows.getColumnCount(); i++) {
      Estimates.Column column = rows.getColumn(i);
      if (!isNoneOr(samples, column.getFormCount())) {
        return false;
      }
      int numbers = 0;
      for (int row = 0; row < column.getFormCount(); row++) {
        int form = column.getForm(row);
        if (!StoredColumn.isForm(form, i)) {
          return false;
        }
        numbers += StoredColumn.numbers(form);
      }
      if (numbers != column.getNumberCount()
          || !column.getNumberList().stream().allMatch(Double::isFinite)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isNoneOr(int expected, int count) {
    return count == 0 || count == expected;
  }
}
