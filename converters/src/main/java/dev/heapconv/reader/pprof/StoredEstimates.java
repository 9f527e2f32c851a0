package dev.heapconv.reader.pprof;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Process;
import dev.heapconv.model.ProcessMemory;
import dev.heapconv.model.ProcessMemory.Part;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Allocated;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.Recording;
import dev.heapconv.model.Remark;
import dev.heapconv.model.Remark.Topic;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Estimates;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.Scheme;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The estimates that this program stored in a pprof file, as {@code estimates.proto} describes
 * them.
 *
 * @param heaps in the order of their samples
 * @param confidence level of the intervals
 * @param loadBiases of the mappings in their order; none if all are 0
 * @param losses what is wrong with the recording, or in doubt
 * @param facts of the recording
 */
record StoredEstimates(
    List<StoredHeap> heaps,
    double confidence,
    List<Long> loadBiases,
    List<Notice> losses,
    Estimates.Facts facts) {

  private static final int VERSION = 3;

  /**
   * What is stored in a file; null if that is nothing, damaged, of another version or of other
   * samples.
   */
  static @Nullable StoredEstimates of(PprofContent content, PprofColumns columns) {
    Estimates stored;
    try {
      stored = Estimates.parseFrom(content.stored());
    } catch (InvalidProtocolBufferException e) {
      return null;
    }
    if (stored.getVersion() != VERSION || !content.isAsStored()) {
      return null;
    }
    List<StoredHeap> heaps = new ArrayList<>();
    long samples = content.samples();
    for (Estimates.Heap each : stored.getHeapList()) {
      StoredHeap before = heaps.isEmpty() ? null : heaps.get(heaps.size() - 1);
      StoredHeap heap =
          samples < each.getSamples() ? null : heap(each, content.name(), columns, before);
      if (heap == null) {
        return null;
      }
      heaps.add(heap);
      samples -= each.getSamples();
    }
    List<Notice> losses = new ArrayList<>();
    for (Estimates.Loss each : stored.getFacts().getLossList()) {
      Optional<Notice> loss = loss(each);
      if (loss.isEmpty()) {
        return null;
      }
      losses.add(loss.get());
    }
    int biases = stored.getLoadBiasCount();
    return samples == 0
            && (biases == 0 || biases == content.mappings.size())
            && stored.getConfidence() > 0
            && stored.getConfidence() < 1
        ? new StoredEstimates(
            heaps, stored.getConfidence(), stored.getLoadBiasList(), losses, stored.getFacts())
        : null;
  }

  /** What is wrong with the recording; empty if a value does not fit its text. */
  private static Optional<Notice> loss(Estimates.Loss stored) {
    Optional<ErrorId> id =
        ErrorId.ofWireName(stored.getId()).filter(of -> of.effect().isOfDecisions());
    List<Object> values = stored.getValueList().stream().map(StoredEstimates::value).toList();
    try {
      return id.map(of -> new Notice(of, values, stored.getAbout()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Object value(Estimates.Value stored) {
    return switch (stored.getKindCase()) {
      case REAL -> stored.getReal();
      case TEXT -> stored.getText();
      case FLAG -> stored.getFlag();
      case NUMBER, KIND_NOT_SET -> stored.getNumber();
    };
  }

  /**
   * What is to be said of the numbers.
   *
   * @param comments all of the file
   */
  List<Remark> remarks(List<String> comments) {
    boolean again = heaps.stream().allMatch(StoredHeap::isRecorded);
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

  private static @Nullable StoredHeap heap(
      Estimates.Heap heap, String name, PprofColumns columns, @Nullable StoredHeap before) {
    Optional<Scheme> scheme = Scheme.ofWireName(heap.getScheme());
    if (scheme.isEmpty() || heap.getPid() < -1 || heap.getDump() < 1 || heap.getSamples() < 0) {
      return null;
    }
    List<Integer> views = List.copyOf(heap.getViewList());
    Set<View> distinct = new LinkedHashSet<>();
    for (int column : views) {
      View view = column < 0 || column >= columns.count() ? null : columns.viewOrNull(column);
      if (view == null || !distinct.add(view)) {
        return null;
      }
    }
    Sampling sampling =
        new Sampling(
            scheme.get(),
            Math.max(0, heap.getSamplingInterval()),
            Math.max(0, heap.getOrigSamplingInterval()),
            Math.max(0, heap.getCutoff()));
    HeapInfo info =
        HeapInfo.of(heap.getHeap(), sampling)
            .withProcess(
                new Process(heap.getPid(), heap.getProcess(), heap.getPackageVersion(), ""))
            .withRecording(new Recording(name, heap.getRecording()))
            .withDump(heap.getDump(), Math.max(heap.getDump(), heap.getDumps()))
            .withTimes(Math.max(0, heap.getTimeNanos()), Math.max(0, heap.getDurationNanos()))
            .withProvenance(
                heap.hasProvenance() ? provenance(heap.getProvenance()) : Provenance.STATED)
            .withMemory(heap.hasMemory() ? memory(heap.getMemory()) : null);
    if (views.isEmpty() || heap.getRecorded() && !areSumsEnough(sampling)) {
      return null;
    }
    StoredTable table = heap.getRecorded() ? null : new StoredTable(views.size());
    if (heap.getSameTable()) {
      table = before == null ? null : before.tableOf(List.copyOf(distinct));
      if (table == null || heap.getRecorded()) {
        return null;
      }
    }
    return new StoredHeap(info, views, table, (int) heap.getSamples(), columns);
  }

  /** What a later version calls by names of its own is unknown to this one. */
  private static Provenance provenance(Estimates.Provenance stored) {
    return new Provenance(
        named(Evidence.values(), Evidence::wireName, stored.getScheme(), Evidence.UNKNOWN),
        named(Evidence.values(), Evidence::wireName, stored.getInterval(), Evidence.UNKNOWN),
        named(Live.values(), Live::wireName, stored.getLive(), Live.MOMENT),
        named(Allocated.values(), Allocated::wireName, stored.getAllocated(), Allocated.RECORDING));
  }

  private static ProcessMemory memory(Estimates.Memory stored) {
    Part of = named(Part.values(), Part::wireName, stored.getOf(), Part.NONE);
    return new ProcessMemory(
        Math.max(-1, stored.getRss()),
        of,
        of == Part.NONE ? 0 : Math.max(0, stored.getHeld()),
        of == Part.NONE ? 0 : Math.max(0, stored.getSwapped()),
        Math.max(0, stored.getApartNanos()));
  }

  private static <E> E named(E[] all, Function<E, String> name, String wanted, E otherwise) {
    for (E one : all) {
      if (name.apply(one).equals(wanted)) {
        return one;
      }
    }
    return otherwise;
  }

  private static boolean areSumsEnough(Sampling sampling) {
    return sampling.isWeighted() && sampling.cutoff() > 0
        || sampling.isScaled()
        || sampling.isComplete()
        || !sampling.isIntervalKnown();
  }
}
