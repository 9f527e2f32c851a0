package dev.heapconv.fleet;

import dev.heapconv.model.Mapping;
import org.jspecify.annotations.Nullable;

/** Gives the frames of parts numbers that are the same for all of them. */
interface FrameSource {

  /**
   * Finds a frame, or adds it.
   *
   * @param mapping null if it has none
   */
  FrameId add(Hash128 identity, @Nullable Mapping mapping, StoredFrame frame);
}
