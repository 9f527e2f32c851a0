package dev.heapconv.fleet;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.StackTable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Stores all frames of a table, and reads them again. For one thread. */
final class PartFrames {

  private final FrameHasher hasher = new FrameHasher();
  private final StoredFrame stored = new StoredFrame();
  private final FrameSource source;

  /**
   * @param source where frames are added that are read
   */
  PartFrames(FrameSource source) {
    this.source = source;
  }

  static void write(StackTable stacks, DataOutputStream data) throws IOException {
    data.writeInt(stacks.mappingCount());
    for (int i = 0; i < stacks.mappingCount(); i++) {
      StoredFrame.writeText(stacks.mapping(i).path(), data);
      StoredFrame.writeText(stacks.mapping(i).buildId(), data);
    }
    data.writeInt(stacks.frameCount());
    for (int i = 0; i < stacks.frameCount(); i++) {
      data.writeInt(stacks.frameMapping(i));
      StoredFrame.write(stacks, i, data);
    }
  }

  /**
   * Reads what {@link #write} stored: the frames in their order. Lists grow as they are read, since
   * a damaged part may announce any number.
   */
  List<FrameId> read(DataInputStream data) throws IOException {
    List<Mapping> mappings = new ArrayList<>();
    List<Hash128> hashes = new ArrayList<>();
    for (int left = data.readInt(); left > 0; left--) {
      String path = StoredFrame.readText(data);
      mappings.add(new Mapping(path, StoredFrame.readText(data)));
      hashes.add(hasher.mapping(mappings.get(mappings.size() - 1)));
    }
    List<FrameId> frames = new ArrayList<>();
    for (int left = data.readInt(); left > 0; left--) {
      int mapping = data.readInt();
      stored.read(data);
      boolean mapped = mapping != StackTable.NO_MAPPING;
      Hash128 identity = stored.identity(mapped ? hashes.get(mapping) : Hash128.ZERO, hasher);
      frames.add(source.add(identity, mapped ? mappings.get(mapping) : null, stored));
    }
    return frames;
  }
}
