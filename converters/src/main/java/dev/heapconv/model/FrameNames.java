package dev.heapconv.model;

import java.util.regex.Pattern;

/** Display names of frames. Formats that contain addresses leave unnamed frames unnamed. */
public final class FrameNames {

  /** The prefix of frames that state why a stack could not be unwound further. */
  public static final String ERROR = "ERROR ";

  /** What a name is worth that says little, such as an address. */
  public static final int ANY = 1;

  /** What a name is worth that says where in the program it is. */
  public static final int OF_PROGRAM = 2;

  /**
   * Matches addresses, functions that start programs and threads, and containers and runtimes of
   * languages.
   */
  private static final Pattern OF_NO_PROGRAM =
      Pattern.compile(
          "0x|.*\\+0x[0-9a-f]+$|_start$|__libc_start|__libc_init$"
              + "|_*(clone3?|start_thread|pthread_start)(\\(|$)"
              + "|(std|__gnu_cxx|alloc|core)::|(runtime|java\\.util)\\.|node:");

  private FrameNames() {}

  /**
   * Returns the display name of a function: its readable name, or else the file of the code and the
   * address in it, {@code libc.so+0x1f0}, or else just the address.
   *
   * @param stacks the table of the frame
   * @param frame id of the frame
   * @param line one of the lines of {@code frame}
   * @return never empty; may contain any character, because it comes from a recording
   */
  public static String of(StackTable stacks, int frame, SourceLine line) {
    return line.function().isEmpty()
        ? ofUnnamed(library(stacks, frame), stacks.frameRelPc(frame))
        : line.function();
  }

  /**
   * Returns the name that {@link #of} gives to code without a name.
   *
   * @param path path of the file that the code was loaded from; empty if unknown
   * @param relPc relative address of the code; 0 if unknown
   */
  public static String ofUnnamed(String path, long relPc) {
    String address = "0x" + Long.toHexString(relPc);
    String library = baseName(path);
    return library.isEmpty() ? address : library + "+" + address;
  }

  /**
   * Returns the relative address in a name that {@link #ofUnnamed} made.
   *
   * @param path path of the file that the code was loaded from
   * @param name the name
   * @return 0 if the name was not made for this path
   */
  public static long relPcOf(String path, String name) {
    String before = ofUnnamed(path, 0).replaceFirst("0$", "");
    if (path.isEmpty() || !name.startsWith(before)) {
      return 0;
    }
    try {
      return Long.parseUnsignedLong(name.substring(before.length()), 16);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /**
   * How much a name says of who calls: nothing where unwinding failed, little as an address, a
   * container or a function that starts a program, and else where in the program that is.
   *
   * @param name the display name of a function
   * @return 0, {@link #ANY} or {@link #OF_PROGRAM}
   */
  public static int worth(String name) {
    if (name.startsWith(ERROR)) {
      return 0;
    }
    int end = 0;
    while (end < name.length() && name.charAt(end) != '(' && name.charAt(end) != '<') {
      end++;
    }
    // The result type of a template stands before its name, and Rust has types in brackets.
    int begin = end == 0 ? Math.min(1, name.length()) : name.lastIndexOf(' ', end) + 1;
    boolean isAny = OF_NO_PROGRAM.matcher(name).region(begin, name.length()).lookingAt();
    return isAny ? ANY : OF_PROGRAM;
  }

  /**
   * Returns the path of the file that a frame's code was loaded from; empty if unknown.
   *
   * @param stacks the table of the frame
   * @param frame id of the frame
   */
  public static String library(StackTable stacks, int frame) {
    int mapping = stacks.frameMapping(frame);
    return mapping == StackTable.NO_MAPPING ? "" : stacks.mapping(mapping).path();
  }

  /**
   * Returns the last component of a path; empty if the path is empty.
   *
   * @param path the path
   */
  public static String baseName(String path) {
    return Mapping.baseName(path);
  }
}
