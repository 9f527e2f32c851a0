package dev.heapconv.reader.jfr;

import dev.heapconv.reader.jfr.JfrBytes.MalformedException;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * The positions and lengths in a chunk, which are checked before anything follows them: no reader
 * would ever end if they led back. After its header, a chunk is one event after another: a length,
 * a type, and content. Those with constants, the checkpoints, say after two times how far back the
 * one before is, or 0; the header says where the last is.
 */
final class JfrStructure {

  /** The types of events that the format itself has. */
  static final long METADATA_TYPE = 0;

  static final long CHECKPOINT_TYPE = 1;

  private JfrStructure() {}

  /**
   * Finds out whether all events and checkpoints of a chunk end.
   *
   * @throws MalformedException if they may not
   */
  static void check(JfrBytes chunk) {
    LongOpenHashSet checkpoints = new LongOpenHashSet();
    chunk.seek(JfrChunks.HEADER_BYTES);
    while (chunk.position() < chunk.end()) {
      long event = chunk.position();
      long length = chunk.number();
      if (length <= 0 || length > chunk.end() - event) {
        throw malformed("the event", event, "does not end in it");
      }
      if (chunk.number() == CHECKPOINT_TYPE) {
        chunk.number();
        chunk.number();
        long before = chunk.number();
        if (before != 0 && !(before < 0 && checkpoints.contains(event + before))) {
          throw malformed("the checkpoint", event, "follows none");
        }
        checkpoints.add(event);
      }
      if (chunk.position() > event + length) {
        throw malformed("the event", event, "has no room for what it says");
      }
      chunk.seek(event + length);
    }
    chunk.seek(JfrChunks.LAST_CHECKPOINT);
    boolean hasCheckpoint = checkpoints.contains(chunk.fixed());
    long metadata = chunk.fixed();
    if (!hasCheckpoint || metadata < JfrChunks.HEADER_BYTES || metadata >= chunk.end()) {
      throw new MalformedException("a chunk has no metadata or checkpoint where it says");
    }
  }

  private static MalformedException malformed(String what, long position, String problem) {
    return new MalformedException(what + " at byte " + position + " of a chunk " + problem);
  }
}
