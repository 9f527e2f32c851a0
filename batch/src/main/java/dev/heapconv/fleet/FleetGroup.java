package dev.heapconv.fleet;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.unskew.Scheme;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.util.Comparator;
import java.util.Objects;

/**
 * What the sums of stacks are split by.
 *
 * @param name what {@link FleetGrouping} makes of a heap; never empty
 * @param process name of the process, if there is a table of heaps or processes; else empty
 * @param heap name of the heap, if there is a table of heaps; else empty
 */
record FleetGroup(String name, String process, String heap) implements Serializable {

  static final Comparator<FleetGroup> BY_HEAP =
      Comparator.comparing(FleetGroup::process).thenComparing(FleetGroup::heap);

  /** By name, and then as the rows of one stack. */
  static final Comparator<FleetGroup> BY_NAME =
      Comparator.comparing(FleetGroup::name).thenComparing(BY_HEAP);

  FleetGroup {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(process, "process");
    Objects.requireNonNull(heap, "heap");
  }

  /** What the heaps of the group have in common. */
  HeapInfo info() {
    return info(process, heap);
  }

  /** A heap of any recording. */
  static HeapInfo info(String process, String heap) {
    return new HeapInfo(-1, process, heap, 1, 1, 0, 0, Scheme.SCALED, 0, 0);
  }

  void write(DataOutputStream out) throws IOException {
    StoredFrame.writeText(name, out);
    StoredFrame.writeText(process, out);
    StoredFrame.writeText(heap, out);
  }

  static FleetGroup read(DataInputStream in) throws IOException {
    String name = StoredFrame.readText(in);
    String process = StoredFrame.readText(in);
    return new FleetGroup(name, process, StoredFrame.readText(in));
  }
}
