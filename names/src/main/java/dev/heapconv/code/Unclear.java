package dev.heapconv.code;

import java.util.Locale;

/** Why code says nothing certain of a size. */
public enum Unclear {
  NO_ALLOCATOR("the recording does not say which allocator was called"),
  NO_BINARY("the binary is not at hand"),
  OTHER_PROCESSOR("the binary is not of x86-64 or 64-bit ARM"),
  DAMAGED("the binary is damaged or lacks tables for unwinding"),
  NO_FUNCTION("the tables for unwinding do not have the function"),
  NO_CALL("no call ends at the recorded address"),
  UNKNOWN_INSTRUCTION("the function has instructions that are not known"),
  TOO_LARGE("the function is too large"),
  JUMP_TABLE("the function has a jump whose targets are not known"),
  MOVED_CODE("the compiler moved this code away from its function"),
  INDIRECT_CALL("the function that allocates is called through a pointer"),
  OTHER_FUNCTION("the function that is called is not the recorded one"),
  OUTERMOST("all recorded functions hand the size on"),
  TOO_DEEP("more functions hand the size on than are looked at"),
  VARIES("the size varies");

  private final String words;

  Unclear(String words) {
    this.words = words;
  }

  /** What programs call it. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A clause for people. */
  public String words() {
    return words;
  }
}
