package dev.heapconv.symbols;

import java.util.Locale;

/**
 * Forms of build ids. The normal one has lower-case hexadecimal digits, two per byte of the note in
 * the binary. Breakpad's is made from the first 16 bytes, padded with zeros, as a GUID: the first
 * three fields have their bytes reversed, and a number follows, the age, which makes the number of
 * digits odd. Its normal form is the same bytes in order, followed by {@link #OF_BREAKPAD}.
 *
 * <p>Apart from that, ids are equal or differ: nothing in use cuts them off elsewhere, and a shared
 * beginning would only hide that they differ.
 */
final class BuildId {

  /** Marks an id of which only the first 16 bytes are known. */
  private static final String OF_BREAKPAD = "~";

  private static final int GUID_DIGITS = 32;
  private static final int BREAKPAD_DIGITS = GUID_DIGITS + 1;

  private BuildId() {}

  /** The normal form of an id as recorded; empty if it is no id. */
  static String normal(String recorded) {
    String id = recorded.trim().toLowerCase(Locale.ROOT);
    if (id.length() == 2 * BREAKPAD_DIGITS && isHex(id)) {
      // Chrome records the digits of Breakpad's form as text, which readers show as bytes.
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < id.length(); i += 2) {
        text.append((char) Integer.parseInt(id, i, i + 2, 16));
      }
      String inner = text.toString().toLowerCase(Locale.ROOT);
      id = isHex(inner) ? inner : id;
    }
    if (!isHex(id) || isZero(id)) {
      return "";
    }
    if (id.length() == BREAKPAD_DIGITS) {
      return swapped(id, 0, 4)
          + swapped(id, 8, 2)
          + swapped(id, 12, 2)
          + id.substring(16, GUID_DIGITS)
          + OF_BREAKPAD;
    }
    return id;
  }

  private static boolean isHex(String text) {
    return text.chars().allMatch(c -> c <= 'f' && Character.digit(c, 16) >= 0);
  }

  private static boolean isZero(String id) {
    return id.chars().allMatch(c -> c == '0');
  }

  private static String swapped(String digits, int from, int bytes) {
    StringBuilder swapped = new StringBuilder();
    for (int i = bytes - 1; i >= 0; i--) {
      swapped.append(digits, from + 2 * i, from + 2 * i + 2);
    }
    return swapped.toString();
  }

  /** What all forms of an id share: its first 16 bytes. */
  static String key(String normal) {
    return normal.length() >= GUID_DIGITS
        ? normal.substring(0, GUID_DIGITS)
        : normal + "0".repeat(GUID_DIGITS - normal.length());
  }

  /** Whether two ids in normal form belong to the same binary, as far as they are known. */
  static boolean same(String a, String b) {
    boolean partly = a.endsWith(OF_BREAKPAD) || b.endsWith(OF_BREAKPAD);
    return !a.isEmpty() && !b.isEmpty() && (partly ? key(a).equals(key(b)) : a.equals(b));
  }

  /** Of two ids of the same binary, the one of which more is known. */
  static String fuller(String a, String b) {
    return a.isEmpty() || (a.endsWith(OF_BREAKPAD) && !b.isEmpty()) ? b : a;
  }

  /** An id in normal form as hexadecimal digits only. */
  static String digits(String normal) {
    return normal.endsWith(OF_BREAKPAD) ? normal.substring(0, GUID_DIGITS) : normal;
  }
}
