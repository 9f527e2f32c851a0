package dev.heapconv.show;

import dev.heapconv.io.TerminalText;

/** Text of a recording as a value between commas (RFC 4180) or tabs. */
public final class DelimitedText {

  private DelimitedText() {}

  /** A value that is read back as it is, and that no spreadsheet evaluates. */
  public static String cell(String value, char delimiter) {
    String safe = harmless(TerminalText.printable(value), delimiter);
    boolean needsQuotes = safe.indexOf(',') >= 0 || safe.indexOf('"') >= 0;
    return delimiter == '\t' || !needsQuotes ? safe : '"' + safe.replace("\"", "\"\"") + '"';
  }

  /** Unquoted text must not look quoted. */
  private static String harmless(String value, char delimiter) {
    if (value.isEmpty()) {
      return value;
    }
    boolean opensQuotes = delimiter == '\t' && value.charAt(0) == '"';
    boolean opensFormula = "=+-@\uff1d\uff0b\uff0d\uff20".indexOf(value.charAt(0)) >= 0;
    return opensQuotes || opensFormula ? "'" + value : value;
  }
}
