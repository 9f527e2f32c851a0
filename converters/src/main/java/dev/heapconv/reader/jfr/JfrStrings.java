package dev.heapconv.reader.jfr;

import dev.heapconv.reader.jfr.JfrBytes.MalformedException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** The texts of a chunk. Their first byte says how they are written. */
final class JfrStrings {

  private static final int NULL = 0;
  private static final int EMPTY = 1;

  /** The key of a constant follows. */
  private static final int CONSTANT = 2;

  private static final int UTF_8 = 3;

  /** A number for each unit of UTF-16. */
  private static final int UNITS = 4;

  private static final int LATIN_1 = 5;

  /** What {@link #constantKey} returns of texts that are not constants. */
  static final long NO_KEY = -1;

  private JfrStrings() {}

  /** Moves behind a text. */
  static void skip(JfrBytes bytes) {
    switch (bytes.next()) {
      case NULL, EMPTY -> {}
      case CONSTANT -> bytes.number();
      case UTF_8, LATIN_1 -> bytes.skip(bytes.count());
      case UNITS -> {
        for (int left = bytes.count(); left > 0; left--) {
          bytes.number();
        }
      }
      default -> throw malformed();
    }
  }

  /** The key of the constant that a text is, without moving; NO_KEY if it is written in place. */
  static long constantKey(JfrBytes bytes) {
    long position = bytes.position();
    long key = bytes.next() == CONSTANT ? bytes.number() : NO_KEY;
    bytes.seek(position);
    return key;
  }

  /** A text that must not be a constant; empty if it is null. */
  static String inPlace(JfrBytes bytes) {
    return switch (bytes.next()) {
      case NULL, EMPTY -> "";
      case UTF_8 -> text(bytes, StandardCharsets.UTF_8);
      case LATIN_1 -> text(bytes, StandardCharsets.ISO_8859_1);
      case UNITS -> {
        StringBuilder units = new StringBuilder();
        for (int left = bytes.count(); left > 0; left--) {
          units.append((char) bytes.number());
        }
        yield units.toString();
      }
      default -> throw malformed();
    };
  }

  private static String text(JfrBytes bytes, Charset charset) {
    return new String(bytes.bytes(bytes.count()), charset);
  }

  private static MalformedException malformed() {
    return new MalformedException("a text is written in an unknown way");
  }
}
