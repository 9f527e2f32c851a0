package dev.heapconv.batch;

import dev.heapconv.model.HeapInfo;
import java.util.Locale;

/** What the totals of a fleet tell apart. */
public enum FleetGrouping {
  /** Nothing: one total of everything. */
  NONE,
  /** Processes, by their names. */
  PROCESS,
  /** Builds of the device: the fingerprint, or system, release and machine. */
  BUILD,
  /** Heaps, by their names. */
  HEAP,
  /** Packages with their version codes, as a trace's list of packages tells them. */
  PACKAGE_VERSION;

  /** What files and the command line call it. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The {@link #id()}: what a command line offers and accepts. */
  @Override
  public String toString() {
    return id();
  }

  /** The group that numbers of a heap belong to; never empty. */
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
}
