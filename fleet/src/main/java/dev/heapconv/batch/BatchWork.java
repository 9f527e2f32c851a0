package dev.heapconv.batch;

import java.util.HashSet;
import java.util.Set;

/** An input to be read, by one thread at a time. */
final class BatchWork {

  final BatchInput input;
  final long size;

  /** Whether an earlier batch converted it: it is read for the sinks only. */
  boolean kept;

  /** Members of an archive that are finished: they are not read again if memory runs out. */
  final Set<String> seen = new HashSet<>();

  /** Members of an archive that are converted, now or earlier. */
  int members;

  BatchWork(BatchInput input, boolean kept) {
    this.input = input;
    this.size = input.size();
    this.kept = kept;
  }

  /** Counts a member. */
  void see(ManifestEntry entry) {
    if (seen.add(entry.input()) && !entry.failed()) {
      members++;
    }
  }
}
