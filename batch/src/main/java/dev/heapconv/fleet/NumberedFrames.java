package dev.heapconv.fleet;

import dev.heapconv.model.Mapping;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Frames that have been numbered elsewhere. For one thread. */
final class NumberedFrames implements FrameSource {

  private final SharedFrames frames;
  private final SortedIds numbers;
  private final Map<Hash128, FrameId> known = new HashMap<>();

  /**
   * @param allocatorFrames whether the allocator's functions are shown
   * @param numbers of all frames, by identity
   */
  NumberedFrames(boolean allocatorFrames, SortedIds numbers) {
    frames = new SharedFrames(allocatorFrames);
    this.numbers = numbers;
  }

  @Override
  public FrameId add(Hash128 identity, @Nullable Mapping mapping, StoredFrame frame) {
    FrameId found = known.get(identity);
    if (found == null) {
      int number = numbers.number(identity.high(), identity.low());
      found = frames.add(identity, mapping, frame).withNumber(number);
      known.put(identity, found);
    }
    return found;
  }
}
