package dev.heapconv.reader.perfetto;

import dev.heapconv.model.Warnings;

/** Counts what is wrong with a trace while it is read; told once at its end. */
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

  /** What is damaged inside the trace, for a message. */
  String malformedPackets() {
    return count(malformedPackets, "packet is", "packets are")
        + " damaged, the first at byte "
        + firstMalformedOffset;
  }

  void report(Warnings warnings) {
    if (brokenCallstacks > 0) {
      warnings.add(
          "unknown-callstack",
          count(brokenCallstacks, "sample names a callstack", "samples name callstacks")
              + " that the trace never defines; they are left out of the profile");
    }
    if (brokenReferences > 0) {
      warnings.add(
          "unknown-reference",
          count(brokenReferences, "frame, mapping or name is", "frames, mappings or names are")
              + " used but never defined; they show as unknown");
    }
    if (malformedPackets > 0) {
      warnings.add("malformed-packet", malformedPackets() + "; skipped");
    }
    if (missingProfilePackets > 0) {
      warnings.add(
          "missing-profile-packets",
          count(missingProfilePackets, "profile packet is", "profile packets are")
              + " missing from the trace (the trace buffer was too small?); some allocations are"
              + " not counted");
    }
    if (droppedSequences > 0) {
      warnings.add(
          "dropped-packets",
          "the tracing service dropped packets of "
              + count(droppedSequences, "profile sequence", "profile sequences")
              + "; some allocations may not be counted");
    }
    if (lostChunks > 0) {
      warnings.add(
          "lost-trace-data",
          "the tracing service lost "
              + count(lostChunks, "chunk", "chunks")
              + " of trace data (the trace buffer was too small); some allocations may not be"
              + " counted");
    }
    if (lostPatches > 0) {
      warnings.add(
          "lost-trace-patches",
          "the tracing service lost " + count(lostPatches, "patch", "patches") + " of trace data");
    }
    if (cutStacks > 0) {
      warnings.add(
          "stack-too-deep",
          count(cutStacks, "stack is", "stacks are")
              + " deeper than the limit and cut at the leaf; raise it with --raise-limit"
              + " depth=FRAMES");
    }
  }

  private static String count(long n, String one, String many) {
    return n + " " + (n == 1 ? one : many);
  }
}
