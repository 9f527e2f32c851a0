package dev.heapconv.reader.perfetto;

/** Identifies a heap of a process of one machine. */
record HeapKey(long pid, String heap) {}
