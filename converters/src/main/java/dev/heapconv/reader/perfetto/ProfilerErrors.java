package dev.heapconv.reader.perfetto;

import dev.heapconv.model.Warnings;
import dev.heapconv.proto.perfetto.ProfilePacket.ProcessHeapSamples;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongFunction;

/** What the profiler itself reported to have gone wrong, per process and heap. */
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
   * @param nameOf how messages call a process
   */
  void report(LongFunction<String> nameOf, Warnings warnings) {
    flags.forEach(
        (key, found) -> {
          String where =
              nameOf.apply(key.pid()) + (key.heap().isEmpty() ? "" : ", heap " + key.heap()) + ": ";
          report(found, where, warnings);
        });
  }

  private static void report(int found, String where, Warnings warnings) {
    if ((found & REJECTED_CONCURRENT) != 0) {
      warnings.add(
          "rejected-concurrent",
          where
              + "another session was profiling this process already; this session recorded nothing"
              + " of it");
    }
    if ((found & BUFFER_OVERRAN) != 0) {
      warnings.add(
          "buffer-overran",
          where
              + "the profiler's shared memory ran full and profiling stopped early; what was"
              + " allocated afterwards is missing (raise shmem_size_bytes or the sampling"
              + " interval)");
    }
    if ((found & BUFFER_CORRUPTED) != 0) {
      warnings.add(
          "buffer-corrupted",
          where
              + "the profiler's shared memory was corrupted and profiling stopped early; numbers"
              + " are too low");
    }
    if ((found & HIT_GUARDRAIL) != 0) {
      warnings.add(
          "hit-guardrail",
          where
              + "the profiler reached its own limit of CPU time or memory and stopped early;"
              + " numbers are too low");
    }
    if ((found & DISCONNECTED) != 0) {
      warnings.add(
          "disconnected",
          where
              + "the process disconnected from the profiler before the end of the trace; if it did"
              + " not end then, what it allocated afterwards is missing");
    }
    if ((found & CLIENT_TIMEOUT) != 0) {
      warnings.add(
          "client-timeout",
          where
              + "the process waited too long for the profiler and profiling stopped early; numbers"
              + " are too low");
    }
    if ((found & CLIENT_STACK_BOUNDS) != 0) {
      warnings.add(
          "client-stack-bounds",
          where
              + "the profiler could not find the bounds of a thread's stack and stopped early;"
              + " numbers are too low");
    }
  }
}
