package dev.heapconv.model;

import java.util.List;
import java.util.Objects;

/**
 * What a reader returns: the selected heaps with the numbers as recorded, and what else the input
 * says.
 *
 * @param stacks handed over by the reader; only their names may still be made readable
 * @param heaps the selected dumps of the selected heaps, in the order of the recording
 * @param dumps one entry for each dump of each selected heap, whether its numbers were selected or
 *     not
 * @param comments what the producer says of the numbers, one sentence each
 */
public record RecordedProfile(
    CaptureInfo capture,
    StackTable stacks,
    List<RecordedHeap> heaps,
    List<DumpSummary> dumps,
    List<Warning> warnings,
    List<String> comments) {

  public RecordedProfile {
    Objects.requireNonNull(capture, "capture");
    Objects.requireNonNull(stacks, "stacks");
    heaps = List.copyOf(heaps);
    dumps = List.copyOf(dumps);
    warnings = List.copyOf(warnings);
    comments = List.copyOf(comments);
  }
}
