package dev.heapconv.model;

import java.util.List;
import java.util.Objects;

/**
 * What a reader gives: the selected heaps with the numbers as recorded, and what else the input
 * tells.
 *
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
    Warnings warnings,
    List<String> comments) {

  public RecordedProfile {
    Objects.requireNonNull(capture, "capture");
    Objects.requireNonNull(stacks, "stacks");
    heaps = List.copyOf(heaps);
    dumps = List.copyOf(dumps);
    Objects.requireNonNull(warnings, "warnings");
    comments = List.copyOf(comments);
  }

  /** A recording whose producer says nothing more. */
  public RecordedProfile(
      CaptureInfo capture,
      StackTable stacks,
      List<RecordedHeap> heaps,
      List<DumpSummary> dumps,
      Warnings warnings) {
    this(capture, stacks, heaps, dumps, warnings, List.of());
  }
}
