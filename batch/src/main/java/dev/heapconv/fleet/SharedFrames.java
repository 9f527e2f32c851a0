package dev.heapconv.fleet;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.StackTable;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The frames of all parts, to which several threads add. Those that are known, which are most, are
 * found without waiting.
 */
final class SharedFrames implements FrameSource {

  private final StackTable frames = new StackTable();
  private final FrameIds ids;
  private final ConcurrentHashMap<Hash128, FrameId> known = new ConcurrentHashMap<>();

  /**
   * @param allocatorFrames whether the allocator's functions are shown
   */
  SharedFrames(boolean allocatorFrames) {
    ids = new FrameIds(frames, allocatorFrames);
  }

  @Override
  public FrameId add(Hash128 identity, @Nullable Mapping mapping, StoredFrame frame) {
    FrameId found = known.get(identity);
    if (found != null) {
      return found;
    }
    synchronized (this) {
      found = known.get(identity);
      if (found == null) {
        int id =
            frame.addTo(
                frames, mapping == null ? StackTable.NO_MAPPING : frames.addMapping(mapping));
        found = ids.make(id, identity);
        known.put(identity, found);
      }
      return found;
    }
  }

  /** The table; no thread may add to it any more. */
  StackTable table() {
    return frames;
  }
}
