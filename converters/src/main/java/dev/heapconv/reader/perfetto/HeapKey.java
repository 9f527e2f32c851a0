package dev.heapconv.reader.perfetto;

/** Identifies a heap of a process of one machine. */
record HeapKey(long pid, String heap) {

  /** Own equals and hashCode: those of a record are linked at run time, which slows start-up. */
  @Override
  public int hashCode() {
    return Long.hashCode(pid) * 31 + heap.hashCode();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HeapKey key && pid == key.pid && heap.equals(key.heap);
  }
}
