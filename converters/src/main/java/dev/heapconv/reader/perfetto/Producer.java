package dev.heapconv.reader.perfetto;

/** Who wrote a dump, which decides what its numbers are. */
enum Producer {

  /** Weighted bytes and numbers of samples, of what was allocated and of what was freed. */
  HEAPPROFD,

  /**
   * Chromium and Electron: estimates of what is live. Bytes are those that its sampler stands for,
   * whatever the sizes. Until 2025 each sample counts as so many objects of its size as have these
   * bytes, and nothing says how often it samples; since then there are no sizes and no counts.
   */
  CHROMIUM,

  /** Another profiler that samples allocations: bytes that its samples stand for, all added up. */
  SAMPLER;

  /** Whether the numbers are estimates already. */
  boolean isScaled() {
    return this != HEAPPROFD;
  }
}
