package dev.heapconv.aggregate;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;

/** Display names of frames. Formats that carry addresses keep unnamed frames unnamed instead. */
public final class FrameNames {

  private FrameNames() {}

  /**
   * The readable name of a function; if it has none, the file of the code and the address in it,
   * {@code libc.so+0x1f0}, or just the address if even the file is unknown. Never empty. May
   * contain any character, as it comes from a recording.
   *
   * @param line one of the lines of {@code frame}
   */
  public static String of(StackTable stacks, int frame, SourceLine line) {
    return line.function().isEmpty()
        ? ofUnnamed(library(stacks, frame), stacks.frameRelPc(frame))
        : line.function();
  }

  /**
   * The name that {@link #of} gives to code without one.
   *
   * @param path of the file that the code was loaded from; empty when unknown
   */
  public static String ofUnnamed(String path, long relPc) {
    String address = "0x" + Long.toHexString(relPc);
    String library = baseName(path);
    return library.isEmpty() ? address : library + "+" + address;
  }

  /** Path of the file that a frame's code was loaded from; empty when unknown. */
  public static String library(StackTable stacks, int frame) {
    int mapping = stacks.frameMapping(frame);
    return mapping == StackTable.NO_MAPPING ? "" : stacks.mapping(mapping).path();
  }

  /** Last component of a path; empty if the path is. */
  public static String baseName(String path) {
    return Mapping.baseName(path);
  }
}
