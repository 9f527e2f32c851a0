package dev.heapconv.reader.perfetto;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Warnings;
import dev.heapconv.proto.perfetto.ProfilePacket.ProcessHeapSamples;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongFunction;

/** Errors reported by the profiler itself, per process and heap. */
final class ProfilerErrors {

  private static final int REJECTED_CONCURRENT = 1;
  private static final int DISCONNECTED = 2;
  private static final int BUFFER_OVERRAN = 4;
  private static final int BUFFER_CORRUPTED = 8;
  private static final int HIT_GUARDRAIL = 16;
  private static final int CLIENT_TIMEOUT = 32;
  private static final int CLIENT_STACK_BOUNDS = 64;

  private final Map<HeapKey, Integer> flags = new LinkedHashMap<>();

  static int ofField(int field) {
    return switch (field) {
      case ProcessHeapSamples.REJECTED_CONCURRENT_FIELD_NUMBER -> REJECTED_CONCURRENT;
      case ProcessHeapSamples.DISCONNECTED_FIELD_NUMBER -> DISCONNECTED;
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
          report(found, DISCONNECTED, ErrorId.DISCONNECTED, where, warnings);
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
