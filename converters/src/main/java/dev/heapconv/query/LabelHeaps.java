package dev.heapconv.query;

import dev.heapconv.model.Codes;
import dev.heapconv.model.Column;
import dev.heapconv.model.DumpId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the threads or processes that labels tell allocated, or rows with the same value of another
 * label, as if each had a heap of its own: then tables by heap are tables by label.
 */
final class LabelHeaps {

  private final AggregateOptions options;

  private LabelHeaps(AggregateOptions options) {
    this.options = options;
  }

  /** The same profile with heaps named after labels, each in all dumps of its process. */
  public static EstimatedProfile of(EstimatedProfile profile, AggregateOptions options) {
    return switch (options.by()) {
      case PROCESS, THREAD, LABEL -> new LabelHeaps(options).of(profile);
      default -> profile;
    };
  }

  private EstimatedProfile of(EstimatedProfile profile) {
    Map<HeapId, Map<String, List<Label>>> values = new HashMap<>();
    for (EstimatedHeap heap : profile.heaps()) {
      Map<String, List<Label>> ofProcess =
          values.computeIfAbsent(heap.info().id().ofProcess(), unused -> new TreeMap<>());
      boolean isEmpty = true;
      for (int row = 0; row < heap.rows(); row++) {
        if (hasNumber(heap, row)) {
          ofProcess.putIfAbsent(value(heap.labels(row)), heap.labels(row));
          isEmpty = false;
        }
      }
      if (isEmpty) {
        ofProcess.putIfAbsent("", List.of());
      }
    }
    boolean isTold = values.values().stream().anyMatch(of -> !of.keySet().equals(Set.of("")));
    if (options.by() == GroupBy.PROCESS && !isTold) {
      return profile;
    }
    Map<DumpId, List<EstimatedHeap>> parts = new LinkedHashMap<>();
    for (EstimatedHeap heap : profile.heaps()) {
      HeapInfo info = heap.info();
      Objects.requireNonNull(values.get(info.id().ofProcess()))
          .forEach(
              (value, labels) -> {
                EstimatedHeap part =
                    heap.pick(
                        Codes.of(
                            IntStream.range(0, heap.rows())
                                .filter(row -> value(heap.labels(row)).equals(value))
                                .toArray()));
                HeapInfo named = named(info, value, labels);
                parts
                    .computeIfAbsent(
                        named.id().dump(info.dump().number()), unused -> new ArrayList<>())
                    .add(part.with(named, part.columns()));
              });
    }
    return profile.withHeaps(parts.values().stream().map(StackSums::of).toList());
  }

  private static boolean hasNumber(EstimatedHeap heap, int row) {
    for (Column column : heap.columns()) {
      if (column.value(row) != 0 || column.high(row) != 0) {
        return true;
      }
    }
    return false;
  }

  /** What rows are told apart by; empty if they do not say. */
  private String value(List<Label> labels) {
    @Nullable String value =
        switch (options.by()) {
          case PROCESS -> Label.process(labels);
          case THREAD -> Label.thread(labels);
          default -> Label.value(labels, options.label());
        };
    return value == null ? "" : value;
  }

  private HeapInfo named(HeapInfo info, String value, List<Label> labels) {
    return switch (options.by()) {
      case PROCESS -> value.isEmpty() ? info : ofProcess(info, value, Label.pid(labels));
      case THREAD -> info.withHeap(thread(value));
      default -> info.withHeap(value.isEmpty() ? "(without " + options.label() + ")" : value);
    };
  }

  private static String thread(String value) {
    return value.isEmpty()
        ? "(unknown thread)"
        : Character.isDigit(value.charAt(0)) ? "thread " + value : value;
  }

  /** A process that is known by its number alone has no other name. */
  private static HeapInfo ofProcess(HeapInfo info, String name, long pid) {
    return info.withProcess(pid, name.equals(Long.toString(pid)) ? "" : name);
  }
}
