package dev.heapconv.writer.perfetto;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How frames with inlined functions are written. A frame of a trace has one function; all functions
 * at an address of a module can be said apart from the frames. That needs a build id, and one set
 * of functions for all frames at that address. Otherwise each function becomes a frame of its own.
 */
final class FrameForms {

  private record Address(String buildId, long relPc) {}

  private final StackTable stacks;
  private final Map<Address, List<SourceLine>> linesAt = new HashMap<>();
  private final SymbolPackets symbols = new SymbolPackets();

  FrameForms(EstimatedProfile profile) {
    stacks = profile.stacks();
    BitSet frames = usedFrames(profile);
    for (int frame = frames.nextSetBit(0); frame >= 0; frame = frames.nextSetBit(frame + 1)) {
      if (hasBuildId(frame)) {
        linesAt.merge(
            address(frame),
            stacks.lines(frame),
            (known, lines) -> known.equals(lines) ? known : List.of());
      }
    }
    for (int frame = frames.nextSetBit(0); frame >= 0; frame = frames.nextSetBit(frame + 1)) {
      if (stacks.lines(frame).size() > 1 && isWhole(frame)) {
        symbols.add(mapping(frame), stacks.frameRelPc(frame), stacks.lines(frame));
      }
    }
  }

  private static BitSet usedFrames(EstimatedProfile profile) {
    StackTable stacks = profile.stacks();
    BitSet seen = new BitSet();
    BitSet frames = new BitSet();
    for (EstimatedHeap heap : profile.heaps()) {
      for (int row = 0; row < heap.rows(); row++) {
        for (int stack = heap.stack(row);
            stack != StackTable.ROOT && !seen.get(stack);
            stack = stacks.parent(stack)) {
          seen.set(stack);
          frames.set(stacks.frame(stack));
        }
      }
    }
    return frames;
  }

  /** Whether a frame is written as one, whose inlined functions {@link #symbols} have. */
  boolean isWhole(int frame) {
    List<SourceLine> lines = stacks.lines(frame);
    return lines.size() == 1 || (hasBuildId(frame) && lines.equals(linesAt.get(address(frame))));
  }

  /** The functions of all frames that have inlined ones and are written as one. */
  SymbolPackets symbols() {
    return symbols;
  }

  private boolean hasBuildId(int frame) {
    return stacks.frameMapping(frame) != StackTable.NO_MAPPING
        && SymbolPackets.rawBuildId(mapping(frame)).length > 0;
  }

  private Mapping mapping(int frame) {
    return stacks.mapping(stacks.frameMapping(frame));
  }

  private Address address(int frame) {
    return new Address(mapping(frame).buildId(), stacks.frameRelPc(frame));
  }
}
