package dev.heapconv.reader.perfetto;

/** Who wrote a dump, which decides what its numbers are. */
enum Producer {

  /** Weighted bytes and numbers of samples, of what was allocated and of what was freed. */
  HEAPPROFD,

  /**
   * Chromium and Electron until 2025: estimates of what is live. Bytes are those that its sampler
   * stands for, whatever the sizes, and each sample counts as so many objects of its size as have
   * these bytes. Nothing says how often it samples.
   */
  CHROMIUM;

  /** Whether the numbers are estimates already. */
  boolean isScaled() {
    return this != HEAPPROFD;
  }
}
