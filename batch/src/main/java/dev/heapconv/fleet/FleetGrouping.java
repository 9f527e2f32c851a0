package dev.heapconv.fleet;

import dev.heapconv.model.HeapInfo;
import java.util.Locale;

/** What the totals of a fleet are split by. */
public enum FleetGrouping {
  /** Nothing: one total of everything. */
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
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The {@link #id()}, which the command line shows and accepts. */
  @Override
  public String toString() {
    return id();
  }

  /** The group of a heap; never empty. */
  String group(String device, HeapInfo info) {
    String group =
        switch (this) {
          case NONE -> "all";
          case PROCESS -> info.process();
          case BUILD -> device;
          case HEAP -> info.heap();
          case PACKAGE_VERSION -> info.packageVersion();
        };
    return group.isEmpty() ? "unknown" : group;
  }

  /** What the heaps of a group have in common. */
  HeapInfo heap(String group) {
    return FleetGroup.info(this == PROCESS ? group : "", this == HEAP ? group : "heap");
  }
}
