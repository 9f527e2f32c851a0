package dev.heapconv.writer.html;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;

/** Escapes characters that would end a script element; JSON does not use them outside strings. */
final class ScriptSafe extends CharacterEscapes {

  private static final long serialVersionUID = 1L;

  private static final int[] ASCII = asciiEscapes();

  private static int[] asciiEscapes() {
    int[] escapes = standardAsciiEscapesForJSON();
    for (char c : "<>&".toCharArray()) {
      escapes[c] = ESCAPE_STANDARD;
    }
    return escapes;
  }

  @Override
  public int[] getEscapeCodesForAscii() {
    return ASCII.clone();
  }

  @Override
  public @Nullable SerializableString getEscapeSequence(int c) {
    return null;
  }
}
