package dev.heapconv.reader.pprof;

import dev.heapconv.text.DumpName;
import org.jspecify.annotations.Nullable;

/**
 * The heap of a file that Perfetto's traceconv wrote, which holds what heapprofd recorded, without
 * the sampling interval: one file per heap and dump, named {@code heap_dump.N.PID.HEAP.pb}.
 *
 * @param pid process id; -1 if unknown
 */
record TraceconvHeap(String heap, long pid) {

  /** Of a sample type; null if traceconv does not use it. */
  static @Nullable TraceconvHeap of(String sampleType) {
    int space = sampleType.indexOf(' ');
    String total = space < 0 ? "" : sampleType.substring(0, space);
    if (!total.equals("Total") && !total.equals("Unreleased")) {
      return null;
    }
    return switch (sampleType.substring(space + 1)) {
      case "malloc count", "malloc size" -> new TraceconvHeap("libc.malloc", -1);
      case "allocation count", "allocation size" -> new TraceconvHeap("com.android.art", -1);
      // A heap of another name, which only the name of the file has.
      case "count", "size" -> new TraceconvHeap("heap", -1);
      default -> null;
    };
  }

  /** With what the name of the file says. */
  TraceconvHeap named(String file) {
    DumpName name = DumpName.of(file);
    return name != null && name.by() == DumpName.By.TRACECONV && !name.heap().isEmpty()
        ? new TraceconvHeap(name.heap(), name.pid())
        : this;
  }
}
