package dev.heapconv.fleet;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import java.util.Locale;

/** What the sum of all profiles is split by. */
public enum FleetGrouping {
  /** Nothing: one sum of everything. */
  NONE,
  /** Processes, by name. */
  PROCESS,
  /** Builds of the device: the fingerprint, or system, release and machine. */
  BUILD,
  /** Heaps, by name. */
  HEAP,
  /** Packages with their version codes, from the trace's list of packages. */
  PACKAGE_VERSION;

  /** Its name in files and on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The group of a heap; never empty. */
  String group(EstimatedProfile profile, HeapInfo heap) {
    String group =
        switch (this) {
          case NONE -> "all";
          case PROCESS -> heap.process();
          case BUILD -> profile.capture().device();
          case HEAP -> heap.heap();
          case PACKAGE_VERSION -> heap.id().process().packageVersion();
        };
    return group.isEmpty() ? "unknown" : group;
  }
}
