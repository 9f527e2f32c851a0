package dev.heapconv.model;

import java.util.regex.Pattern;

/** Display names of frames. Formats that carry addresses keep unnamed frames unnamed instead. */
public final class FrameNames {

  /** How the names of frames begin that say why a stack could not be unwound further. */
  public static final String ERROR = "ERROR ";

  /** Addresses, what starts programs and threads, and containers and runtimes of languages. */
  private static final Pattern OF_NO_PROGRAM =
      Pattern.compile(
          "0x|.*\\+0x[0-9a-f]+$|_start$|__libc_start|__libc_init$"
              + "|_*(clone3?|start_thread|pthread_start)(\\(|$)"
              + "|(std|__gnu_cxx|alloc|core)::|(runtime|java\\.util)\\.|node:");

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

  /**
   * The relative address in a name that {@link #ofUnnamed} made.
   *
   * @return 0 if it made none for this path
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
   * Whether a name says where in a program its function is: unlike an address, what starts a
   * program, and containers.
   */
  public static boolean isOfProgram(String name) {
    int end = 0;
    while (end < name.length() && name.charAt(end) != '(' && name.charAt(end) != '<') {
      end++;
    }
    // What a template returns stands before its name, and Rust has types in brackets.
    int begin = end == 0 ? Math.min(1, name.length()) : name.lastIndexOf(' ', end) + 1;
    return !name.startsWith(ERROR)
        && !OF_NO_PROGRAM.matcher(name).region(begin, name.length()).lookingAt();
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
