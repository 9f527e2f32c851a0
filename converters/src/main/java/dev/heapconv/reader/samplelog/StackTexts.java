package dev.heapconv.reader.samplelog;

import dev.heapconv.reader.RecordingBuilder;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/** Finds stacks by their text, or by the texts of their frames, which are much fewer. */
final class StackTexts {

  /** Makes the frame of a text that was not seen before; {@link NameTable#NONE} if it is none. */
  interface FrameParser {
    int frame(byte[] line, int from, int to);
  }

  /** So many stacks are kept whole: others are found more slowly, but take no more memory. */
  private static final int MOST_STACKS = 1 << 15;

  /** Likewise of frames, which the recording keeps, too. */
  private static final int MOST_FRAMES = 1 << 17;

  private final RecordingBuilder recording;
  private final FrameParser parser;
  private final NameTable stacks = new NameTable();
  private final NameTable frames = new NameTable();

  private final IntArrayList found = new IntArrayList();

  StackTexts(RecordingBuilder recording, FrameParser parser) {
    this.recording = recording;
    this.parser = parser;
  }

  /** The stack of a text; {@link NameTable#NONE} if it was not seen before, or is not kept. */
  int find(byte[] line, int from, int to) {
    return stacks.find(line, from, to);
  }

  /**
   * The stack of a text that was not found; {@link NameTable#NONE} if a frame is none.
   *
   * @param bounds where each frame begins and ends, the leaf first
   */
  int stack(byte[] line, int from, int to, IntArrayList bounds) {
    found.clear();
    for (int i = 0; i < bounds.size(); i += 2) {
      int frame = frame(line, bounds.getInt(i), bounds.getInt(i + 1));
      if (frame == NameTable.NONE) {
        return NameTable.NONE;
      }
      found.add(frame);
    }
    int stack = recording.stack(found.size(), found::getInt);
    if (stacks.size() < MOST_STACKS) {
      stacks.put(line, from, to, stack);
    }
    return stack;
  }

  private int frame(byte[] line, int from, int to) {
    int known = frames.find(line, from, to);
    if (known != NameTable.NONE) {
      return known;
    }
    int frame = parser.frame(line, from, to);
    if (frame != NameTable.NONE && frames.size() < MOST_FRAMES) {
      frames.put(line, from, to, frame);
    }
    return frame;
  }
}
