package dev.heapconv.reader.perfetto;

/**
 * What packets that were lost mean for a dump, from the least to the most. heapprofd dumps the
 * totals of each stack since profiling began, so that a dump makes up for what those before it
 * lost, but for stacks that it has forgotten: all that they allocated had been freed.
 */
enum DumpLoss {
  /** No packet was lost up to the end of the dump. */
  NONE,

  /** Packets of earlier dumps: what was allocated and freed by stacks before may be missing. */
  BEFORE,

  /** Packets right before the first one that came, which may be of this dump or of others. */
  BEGINNING_IN_DOUBT,

  /** Packets of this dump, or what may be some: any of its rows may be missing. */
  WITHIN;

  /** Whether the dump may lack rows, so that a missing stack proves nothing. */
  boolean mayLackRows() {
    return this == BEGINNING_IN_DOUBT || this == WITHIN;
  }
}
