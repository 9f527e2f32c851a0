package dev.heapconv.fleet;

import dev.heapconv.model.StackTable;

/** The frames of all parts, to which several threads add. */
final class SharedFrames {

  private final StackTable frames = new StackTable();
  private final FrameIds ids;

  /**
   * @param allocatorFrames whether the allocator's functions are shown
   */
  SharedFrames(boolean allocatorFrames) {
    ids = new FrameIds(frames, allocatorFrames);
  }

  /** Adds the frames of a part; the result has one element for each of them. */
  synchronized FrameId[] add(StackTable part) {
    int[] mappings = new int[part.mappingCount()];
    for (int i = 0; i < mappings.length; i++) {
      mappings[i] = frames.addMapping(part.mapping(i));
    }
    FrameId[] added = new FrameId[part.frameCount()];
    for (int i = 0; i < added.length; i++) {
      int mapping = part.frameMapping(i);
      added[i] =
          ids.of(
              frames.addFrame(
                  mapping == StackTable.NO_MAPPING ? mapping : mappings[mapping],
                  part.frameRelPc(i),
                  part.lines(i)));
    }
    return added;
  }

  /** The table; no thread may add to it any more. */
  StackTable table() {
    return frames;
  }
}
