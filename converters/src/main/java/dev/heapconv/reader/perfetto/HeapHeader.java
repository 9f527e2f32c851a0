package dev.heapconv.reader.perfetto;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapId;
import dev.heapconv.proto.perfetto.ProfilePacket.ProcessHeapSamples;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a ProcessHeapSamples message says beside its samples; 0 for what it does not state. */
final class HeapHeader {

  /** The name of the malloc heap if the recording does not name heaps (before Android 12). */
  static final String UNNAMED_HEAP = "libc.malloc";

  long pid;

  /** Null if it is not stated. */
  @Nullable String heap;

  long timestamp;
  long startTimestamp;
  long samplingInterval;
  long origSamplingInterval;
  boolean disconnected;

  /** What the profiler says went wrong. */
  final List<ErrorId> errors = new ArrayList<>(0);

  private HeapHeader() {}

  /** Reads a whole message, in which the name of the heap may follow the samples. */
  static HeapHeader of(WireCursor message) {
    HeapHeader header = new HeapHeader();
    // One loop: nearly all fields are samples.
    for (int field; (field = message.nextField()) != 0; ) {
      switch (field) {
        case ProcessHeapSamples.PID_FIELD_NUMBER -> header.pid = message.integer();
        case ProcessHeapSamples.HEAP_NAME_FIELD_NUMBER -> header.heap = message.text();
        case ProcessHeapSamples.TIMESTAMP_FIELD_NUMBER -> header.timestamp = message.integer();
        case ProcessHeapSamples.START_TIMESTAMP_FIELD_NUMBER ->
            header.startTimestamp = message.integer();
        case ProcessHeapSamples.SAMPLING_INTERVAL_BYTES_FIELD_NUMBER ->
            header.samplingInterval = message.integer();
        case ProcessHeapSamples.ORIG_SAMPLING_INTERVAL_BYTES_FIELD_NUMBER ->
            header.origSamplingInterval = message.integer();
        case ProcessHeapSamples.REJECTED_CONCURRENT_FIELD_NUMBER,
            ProcessHeapSamples.BUFFER_OVERRAN_FIELD_NUMBER,
            ProcessHeapSamples.BUFFER_CORRUPTED_FIELD_NUMBER,
            ProcessHeapSamples.HIT_GUARDRAIL_FIELD_NUMBER -> {
          if (message.bool()) {
            header.errors.add(ProfilerErrors.ofField(field));
          }
        }
        case ProcessHeapSamples.DISCONNECTED_FIELD_NUMBER -> header.disconnected = message.bool();
        case ProcessHeapSamples.CLIENT_ERROR_FIELD_NUMBER -> {
          ErrorId error = ProfilerErrors.ofClientError((int) message.integer());
          if (error != null) {
            header.errors.add(error);
          }
        }
        default -> message.skip();
      }
    }
    return header;
  }

  HeapId key() {
    return HeapId.of(pid, heap == null || heap.isEmpty() ? UNNAMED_HEAP : heap);
  }
}
