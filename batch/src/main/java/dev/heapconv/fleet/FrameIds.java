package dev.heapconv.fleet;

import dev.heapconv.aggregate.FrameNames;
import dev.heapconv.aggregate.ShownStacks;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/** The {@link FrameId} of each frame of a table, to which more may be added. */
final class FrameIds {

  private final StackTable frames;
  private final ShownStacks shown;
  private final MessageDigest sha256 = Hashes.newSha256();
  private final ByteBuffer numbers = ByteBuffer.allocate(Long.BYTES);
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
      known.add(make(known.size()));
    }
    return known.get(frame);
  }

  private FrameId make(int frame) {
    List<SourceLine> lines = frames.lines(frame);
    long[] names = new long[2 * lines.size()];
    for (int i = 0; i < lines.size(); i++) {
      ByteBuffer name = hash(FrameNames.of(frames, frame, lines.get(i)));
      names[2 * i] = name.getLong();
      names[2 * i + 1] = name.getLong();
    }
    ByteBuffer identity = identity(frame, lines);
    return new FrameId(
        frame,
        identity.getLong(),
        identity.getLong(),
        names,
        shown.isHidden(frame) ? lines.size() : shown.hiddenLines(frame));
  }

  private ByteBuffer identity(int frame, List<SourceLine> lines) {
    int mapping = frames.frameMapping(frame);
    add(mapping == StackTable.NO_MAPPING ? 0 : 1);
    if (mapping != StackTable.NO_MAPPING) {
      Mapping known = frames.mapping(mapping);
      add(known.path());
      add(known.buildId());
    }
    add(frames.frameRelPc(frame));
    add(lines.size());
    for (SourceLine line : lines) {
      add(line.function());
      add(line.systemName());
      add(line.file());
    }
    return ByteBuffer.wrap(sha256.digest());
  }

  private ByteBuffer hash(String text) {
    add(text);
    return ByteBuffer.wrap(sha256.digest());
  }

  /** Lengths keep what follows from being taken for a part of the text. */
  private void add(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    add(bytes.length);
    sha256.update(bytes);
  }

  private void add(long number) {
    sha256.update(numbers.putLong(0, number).array());
  }
}
