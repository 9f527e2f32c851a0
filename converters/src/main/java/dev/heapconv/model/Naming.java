package dev.heapconv.model;

import java.io.IOException;

/**
 * Names the frames of a recording before anything is estimated, as a symbolizer or deobfuscator
 * does. Implementations serve any number of recordings, one after the other or at the same time.
 */
public interface Naming {

  /**
   * The recording with names. Its stack table may be changed in place.
   *
   * @throws HeapConvException if what names come from cannot be used at all; whatever else prevents
   *     some names is a warning in the result
   */
  RecordedProfile apply(RecordedProfile recorded) throws IOException;

  /** A text that is another one when the names may be others, for who keeps results. */
  String settings();
}
