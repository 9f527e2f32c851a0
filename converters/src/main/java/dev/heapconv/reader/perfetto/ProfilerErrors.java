package dev.heapconv.reader.perfetto;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.proto.perfetto.ProfilePacket.ProcessHeapSamples;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the profiler itself reports: errors per process and heap, and when processes disconnected.
 */
final class ProfilerErrors {

  private final Map<HeapId, Set<ErrorId>> errors = new LinkedHashMap<>();
  private final Map<Long, Set<ErrorId>> errorsOfProcess = new HashMap<>();
  private final Long2LongOpenHashMap disconnections = new Long2LongOpenHashMap();

  /** The error of a field of ProcessHeapSamples. */
  static ErrorId ofField(int field) {
    return switch (field) {
      case ProcessHeapSamples.REJECTED_CONCURRENT_FIELD_NUMBER -> ErrorId.REJECTED_CONCURRENT;
      case ProcessHeapSamples.BUFFER_OVERRAN_FIELD_NUMBER -> ErrorId.BUFFER_OVERRAN;
      case ProcessHeapSamples.BUFFER_CORRUPTED_FIELD_NUMBER -> ErrorId.BUFFER_CORRUPTED;
      case ProcessHeapSamples.HIT_GUARDRAIL_FIELD_NUMBER -> ErrorId.HIT_GUARDRAIL;
      default -> throw new IllegalArgumentException("field " + field);
    };
  }

  /** The error of a value of ClientError; null if it is none. */
  static @Nullable ErrorId ofClientError(int error) {
    return switch (error) {
      case ProcessHeapSamples.ClientError.CLIENT_ERROR_HIT_TIMEOUT_VALUE -> ErrorId.CLIENT_TIMEOUT;
      case ProcessHeapSamples.ClientError.CLIENT_ERROR_INVALID_STACK_BOUNDS_VALUE ->
          ErrorId.CLIENT_STACK_BOUNDS;
      default -> null;
    };
  }

  void add(long pid, String heap, List<ErrorId> found) {
    errors.computeIfAbsent(HeapId.of(pid, heap), unused -> new TreeSet<>()).addAll(found);
    errorsOfProcess.computeIfAbsent(pid, unused -> EnumSet.noneOf(ErrorId.class)).addAll(found);
  }

  /**
   * @param time of the dump that says so, on the profiler's clock; 0 when unknown
   */
  void disconnected(long pid, long time) {
    disconnections.put(pid, Math.max(time, disconnections.get(pid)));
  }

  /**
   * When a process last disconnected, on the profiler's clock; 0 if never, if unknown, or if an
   * error explains it.
   */
  long disconnection(long pid) {
    return hasError(pid) ? 0 : disconnections.get(pid);
  }

  /** Whether something went wrong with a process, other than that a session was rejected. */
  boolean hasError(long pid) {
    return errors(pid).size() > (isRejected(pid) ? 1 : 0);
  }

  boolean isRejected(long pid) {
    return errors(pid).contains(ErrorId.REJECTED_CONCURRENT);
  }

  private Set<ErrorId> errors(long pid) {
    return errorsOfProcess.getOrDefault(pid, Set.of());
  }

  /**
   * @param nameOf the name of a process in messages
   * @param isRecorded whether the trace has dumps of a process, so that nothing is missing if only
   *     another session was rejected
   * @param isSelected whether anything is asked of a heap; its name is empty in what is of a
   *     process
   */
  void report(
      LongFunction<String> nameOf,
      LongPredicate isRecorded,
      Predicate<HeapId> isSelected,
      Notices notices) {
    errors.forEach(
        (key, found) -> {
          if (!isSelected.test(key)) {
            return;
          }
          String heap = key.heap().isEmpty() ? "" : ", heap " + key.heap();
          String where = nameOf.apply(key.process().pid()) + heap;
          for (ErrorId error : found) {
            if (error != ErrorId.REJECTED_CONCURRENT || !isRecorded.test(key.process().pid())) {
              notices.add(error, where);
            }
          }
        });
  }
}
