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

  /**
   * Says in a recording how much was named: in a comment, or in a warning if that is nothing.
   *
   * @param by what names came from
   * @param all how many functions could have been named
   * @param explained whether another warning says why some were not
   */
  static RecordedProfile counted(
      RecordedProfile recorded, String by, int named, int all, boolean explained) {
    return named == 0 && all > 0 && !explained
        ? recorded.withNotice(Notice.of(ErrorId.NOTHING_NAMED, by, all))
        : recorded.withRemark(
            new Remark(Remark.Topic.NAMES, by + " named " + named + " of " + all + " functions"));
  }

  /** A text that is another one when the names may be others, for who keeps results. */
  String settings();
}
