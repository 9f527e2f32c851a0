package dev.heapconv.io;

/** Turns arbitrary names from recordings into file names. */
public final class SafeNames {

  /** File systems allow 255 bytes; this leaves room for a prefix and a suffix. */
  private static final int MAX_LENGTH = 80;

  private SafeNames() {}

  /**
   * A name safe for use in a file name: no separators, no leading dot or hyphen, nothing special to
   * a shell; never empty.
   */
  public static String fileName(String text) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < text.length() && name.length() < MAX_LENGTH; i++) {
      char c = text.charAt(i);
      boolean safe =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '.'
              || c == '-'
              || c == '_';
      name.append(safe ? c : '_');
    }
    while (name.length() > 0 && name.charAt(0) == '.') {
      name.deleteCharAt(0);
    }
    if (name.length() > 0 && name.charAt(0) == '-') {
      name.setCharAt(0, '_');
    }
    return name.length() == 0 ? "_" : name.toString();
  }
}
