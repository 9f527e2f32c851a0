package dev.heapconv.reader.perfetto;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import dev.heapconv.model.Notice.Notices;

/** Counts problems in a trace while it is read, to report them once at its end. */
final class TraceProblems {

  long brokenCallstacks;

  /** The id of the first of them, the sequence that used it, and another that defines it, or 0. */
  long firstBroken;

  int sequenceOfBroken;
  int definingSequence;
  long brokenReferences;
  long malformedPackets;
  private long firstMalformedOffset = -1;
  private String firstReason = "";

  /** As the indexes of those that came tell. */
  long missingProfilePackets;

  /** Those that lost packets whose number is not known. */
  long droppedSequences;

  long cutStacks;
  long unfinishedDumps;
  long repeatedDumps;
  long lostChunks;
  long lostPatches;

  /**
   * @param offset in the file, also of a packet in another one's compressed data
   * @param reason what is wrong with it, as a clause
   */
  void malformedPacket(long offset, String reason) {
    if (malformedPackets++ == 0) {
      firstMalformedOffset = offset;
      firstReason = reason;
    }
  }

  /** The error that packets are damaged, for strict mode. */
  HeapConvException malformed(String name) {
    return HeapConvException.input(
        ErrorId.MALFORMED_PACKET, name, malformedPackets, firstMalformedOffset, firstReason);
  }

  /**
   * @param limits the limits by which stacks were cut
   */
  void report(Notices notices, Limits limits) {
    if (brokenCallstacks > 0) {
      notices.add(
          ErrorId.UNKNOWN_CALLSTACK,
          brokenCallstacks,
          "id "
              + Long.toUnsignedString(firstBroken)
              + " of sequence "
              + Integer.toUnsignedString(sequenceOfBroken)
              + (definingSequence == 0
                  ? ""
                  : ", which only sequence "
                      + Integer.toUnsignedString(definingSequence)
                      + " defines: ids hold in their own sequence"));
    }
    report(notices, ErrorId.UNKNOWN_REFERENCE, brokenReferences);
    if (malformedPackets > 0) {
      notices.add(ErrorId.MALFORMED_PACKET, malformedPackets, firstMalformedOffset, firstReason);
    }
    report(notices, ErrorId.REPEATED_TRACE, repeatedDumps);
    report(notices, ErrorId.LOST_TRACE_DATA, lostChunks);
    report(notices, ErrorId.LOST_TRACE_PATCHES, lostPatches);
    if (cutStacks > 0) {
      notices.add(ErrorId.STACK_TOO_DEEP, cutStacks, limits.maxStackDepth());
    }
  }

  static void report(Notices notices, ErrorId id, long count) {
    if (count > 0) {
      notices.add(id, count);
    }
  }
}
