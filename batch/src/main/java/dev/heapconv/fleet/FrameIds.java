package dev.heapconv.fleet;

import dev.heapconv.aggregate.FrameNames;
import dev.heapconv.aggregate.ShownStacks;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The {@link FrameId} of each frame of a table, to which more may be added. For one thread. */
final class FrameIds {

  private final StackTable frames;
  private final ShownStacks shown;
  private final FrameHasher hasher = new FrameHasher();
  private final List<FrameId> known = new ArrayList<>();

  /**
   * @param allocatorFrames whether the allocator's functions are shown
   */
  FrameIds(StackTable frames, boolean allocatorFrames) {
    this.frames = frames;
    this.shown = new ShownStacks(frames, allocatorFrames);
  }

  FrameId of(int frame) {
    while (known.size() <= frame) {
      known.add(make(known.size(), identity(known.size())));
    }
    return known.get(frame);
  }

  private Hash128 identity(int frame) {
    int mapping = frames.frameMapping(frame);
    ByteArrayOutputStream stored = new ByteArrayOutputStream();
    try {
      StoredFrame.write(frames, frame, new DataOutputStream(stored));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return hasher.frame(
        mapping == StackTable.NO_MAPPING ? Hash128.ZERO : hasher.mapping(frames.mapping(mapping)),
        stored.toByteArray(),
        stored.size());
  }

  /** A frame whose identity is known. */
  FrameId make(int frame, Hash128 identity) {
    List<SourceLine> lines = frames.lines(frame);
    long[] names = new long[2 * lines.size()];
    for (int i = 0; i < lines.size(); i++) {
      Hash128 name = hasher.text(FrameNames.of(frames, frame, lines.get(i)));
      names[2 * i] = name.high();
      names[2 * i + 1] = name.low();
    }
    return new FrameId(
        frame, identity, names, shown.isHidden(frame) ? lines.size() : shown.hiddenLines(frame));
  }
}
