package dev.heapconv.reader.perfetto;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Limits;
import dev.heapconv.model.Warning.Warnings;

/** Counts problems in a trace while it is read, to report them once at its end. */
final class TraceProblems {

  long brokenCallstacks;
  long brokenReferences;
  long malformedPackets;
  long firstMalformedOffset = -1;
  long missingProfilePackets;
  long droppedSequences;
  long cutStacks;
  long unfinishedDumps;
  long lostChunks;
  long lostPatches;

  void malformedPacket(long offset) {
    if (malformedPackets++ == 0) {
      firstMalformedOffset = offset;
    }
  }

  /**
   * @param limits the limits by which stacks were cut
   */
  void report(Warnings warnings, Limits limits) {
    report(warnings, ErrorId.UNKNOWN_CALLSTACK, brokenCallstacks);
    report(warnings, ErrorId.UNKNOWN_REFERENCE, brokenReferences);
    if (malformedPackets > 0) {
      warnings.add(ErrorId.MALFORMED_PACKET, malformedPackets, firstMalformedOffset);
    }
    report(warnings, ErrorId.MISSING_PROFILE_PACKETS, missingProfilePackets);
    report(warnings, ErrorId.DROPPED_PACKETS, droppedSequences);
    report(warnings, ErrorId.LOST_TRACE_DATA, lostChunks);
    report(warnings, ErrorId.LOST_TRACE_PATCHES, lostPatches);
    if (cutStacks > 0) {
      warnings.add(ErrorId.STACK_TOO_DEEP, cutStacks, limits.maxStackDepth());
    }
  }

  private static void report(Warnings warnings, ErrorId id, long count) {
    if (count > 0) {
      warnings.add(id, count);
    }
  }
}
