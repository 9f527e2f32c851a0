package dev.heapconv.model;

import java.io.IOException;

/**
 * Names the frames of a recording before anything is estimated, as a symbolizer or deobfuscator
 * does. Implementations serve any number of recordings, one after the other or at the same time.
 */
public interface Naming {

  /**
   * Returns the recording with names. It may change the stack table in place.
   *
   * @param recorded the recording
   * @throws HeapConvException if the source of the names cannot be used at all. Anything else that
   *     prevents names is a warning in the result
   */
  RecordedProfile apply(RecordedProfile recorded) throws IOException;

  /**
   * Adds to a recording how many functions were named: as a comment, or as a warning if none was
   * named.
   *
   * @param recorded the recording
   * @param by the source of the names
   * @param named how many functions were named
   * @param all how many functions could have been named
   * @param explained whether another warning explains why some were not named
   */
  static RecordedProfile counted(
      RecordedProfile recorded, String by, int named, int all, boolean explained) {
    return named == 0 && all > 0 && !explained
        ? recorded.withNotice(Notice.of(ErrorId.NOTHING_NAMED, by, all))
        : recorded.withRemark(
            new Remark(Remark.Topic.NAMES, by + " named " + named + " of " + all + " functions"));
  }

  /**
   * Returns a text that differs if the names may differ. Caches of results use it as a part of
   * their key.
   */
  String settings();
}
