package dev.heapconv.show;

/** What makes text stand out on a terminal. */
public enum TextStyle {
  PLAIN(0),
  BOLD(1),
  DIM(2),
  RED(31),
  GREEN(32),
  YELLOW(33);

  private final int code;

  TextStyle(int code) {
    this.code = code;
  }

  /**
   * A text between the escape sequences of the style.
   *
   * @param colour whether there may be any
   */
  public String of(String text, boolean colour) {
    return !colour || this == PLAIN || text.isBlank()
        ? text
        : "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}
