package dev.heapconv.reader.perfetto;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Warnings;
import dev.heapconv.proto.perfetto.ProfilePacket.ProcessHeapSamples;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * What the profiler itself reports: errors per process and heap, and when processes disconnected.
 */
final class ProfilerErrors {

  private static final int REJECTED_CONCURRENT = 1;
  private static final int BUFFER_OVERRAN = 2;
  private static final int BUFFER_CORRUPTED = 4;
  private static final int HIT_GUARDRAIL = 8;
  private static final int CLIENT_TIMEOUT = 16;
  private static final int CLIENT_STACK_BOUNDS = 32;

  private final Map<HeapKey, Integer> flags = new LinkedHashMap<>();
  private final Long2LongOpenHashMap disconnections = new Long2LongOpenHashMap();

  static int ofField(int field) {
    return switch (field) {
      case ProcessHeapSamples.REJECTED_CONCURRENT_FIELD_NUMBER -> REJECTED_CONCURRENT;
      case ProcessHeapSamples.BUFFER_OVERRAN_FIELD_NUMBER -> BUFFER_OVERRAN;
      case ProcessHeapSamples.BUFFER_CORRUPTED_FIELD_NUMBER -> BUFFER_CORRUPTED;
      case ProcessHeapSamples.HIT_GUARDRAIL_FIELD_NUMBER -> HIT_GUARDRAIL;
      default -> 0;
    };
  }

  static int ofClientError(int error) {
    return switch (error) {
      case ProcessHeapSamples.ClientError.CLIENT_ERROR_HIT_TIMEOUT_VALUE -> CLIENT_TIMEOUT;
      case ProcessHeapSamples.ClientError.CLIENT_ERROR_INVALID_STACK_BOUNDS_VALUE ->
          CLIENT_STACK_BOUNDS;
      default -> 0;
    };
  }

  void add(long pid, String heap, int found) {
    flags.merge(new HeapKey(pid, heap), found, (before, now) -> before | now);
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
    for (HeapKey failed : flags.keySet()) {
      if (failed.pid() == pid) {
        return 0;
      }
    }
    return disconnections.get(pid);
  }

  /**
   * @param nameOf the name of a process in messages
   */
  void report(LongFunction<String> nameOf, Warnings warnings) {
    flags.forEach(
        (key, found) -> {
          String heap = key.heap().isEmpty() ? "" : ", heap " + key.heap();
          String where = nameOf.apply(key.pid()) + heap;
          report(found, REJECTED_CONCURRENT, ErrorId.REJECTED_CONCURRENT, where, warnings);
          report(found, BUFFER_OVERRAN, ErrorId.BUFFER_OVERRAN, where, warnings);
          report(found, BUFFER_CORRUPTED, ErrorId.BUFFER_CORRUPTED, where, warnings);
          report(found, HIT_GUARDRAIL, ErrorId.HIT_GUARDRAIL, where, warnings);
          report(found, CLIENT_TIMEOUT, ErrorId.CLIENT_TIMEOUT, where, warnings);
          report(found, CLIENT_STACK_BOUNDS, ErrorId.CLIENT_STACK_BOUNDS, where, warnings);
        });
  }

  private static void report(int found, int flag, ErrorId id, String where, Warnings warnings) {
    if ((found & flag) != 0) {
      warnings.add(id, where);
    }
  }
}
