package dev.heapconv.reader.pprof;

import dev.heapconv.model.DumpName;
import org.jspecify.annotations.Nullable;

/**
 * Which heap of which process and dump samples are of.
 *
 * @param process its name; empty if unknown
 * @param pid process id; -1 if unknown
 * @param dump from 1
 * @param recording its number, where the file has several with equal heaps; otherwise 0
 * @param interval sampling interval in bytes that its samples state; 0 if none. Numbers of
 *     different ones stay apart
 */
record PprofHeap(String process, long pid, String heap, int dump, int recording, long interval) {

  /** The heap of Android's runtime, which has a sampler of its own. */
  static final String ART_HEAP = "com.android.art";

  /** The only dump of a heap of a process of which the pid is unknown. */
  static PprofHeap of(String process, String heap) {
    return new PprofHeap(process, -1, heap, 1, 0, 0);
  }

  /**
   * That of a file of Perfetto's traceconv, which has what heapprofd recorded, without the sampling
   * interval: one file per heap and dump, named {@code heap_dump.N.PID.HEAP.pb}. Null if traceconv
   * does not use a sample type.
   */
  static @Nullable PprofHeap ofTraceconv(String sampleType) {
    int space = sampleType.indexOf(' ');
    String total = space < 0 ? "" : sampleType.substring(0, space);
    if (!total.equals("Total") && !total.equals("Unreleased")) {
      return null;
    }
    return switch (sampleType.substring(space + 1)) {
      case "malloc count", "malloc size" -> of("", "libc.malloc");
      case "allocation count", "allocation size" -> of("", ART_HEAP);
      // A heap of another name, which only the name of the file has.
      case "count", "size" -> of("", "heap");
      default -> null;
    };
  }

  /** With what the name of a file of traceconv says. */
  PprofHeap named(String file) {
    DumpName name = DumpName.of(file);
    return name != null && name.by() == DumpName.By.TRACECONV && !name.heap().isEmpty()
        ? new PprofHeap(process, name.pid(), name.heap(), dump, recording, interval)
        : this;
  }

  /** The same heap at another dump. */
  PprofHeap at(int otherDump) {
    return new PprofHeap(process, pid, heap, otherDump, recording, interval);
  }
}
