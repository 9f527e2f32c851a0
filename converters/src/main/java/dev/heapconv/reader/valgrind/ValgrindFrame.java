package dev.heapconv.reader.valgrind;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A function of a stack as text: {@code 0xADDRESS: function (file:line)}, or {@code (in path)} if
 * there are no lines. Functions inlined in it come before it with the same address.
 *
 * @param address of the call in the process; 0 when unknown
 * @param path of the binary; empty when unknown
 */
record ValgrindFrame(long address, String path, SourceLine line) {

  /** dhat-rs adds columns. */
  private static final Pattern LOCATION = Pattern.compile("(.+?):(\\d{1,9})(?::\\d+)?");

  private static final String BINARY = " (in ";

  static ValgrindFrame of(String text) {
    long address = 0;
    String function = text;
    int colon = text.indexOf(": ");
    if (text.startsWith("0x") && colon > 0) {
      try {
        address = Long.parseUnsignedLong(text, 2, colon, 16);
        function = text.substring(colon + 2);
      } catch (NumberFormatException e) {
        // Then it is a name that only looks like an address.
      }
    }
    String path = "";
    String file = "";
    int line = 0;
    int binary = function.indexOf(BINARY);
    int last = endOfFunction(function);
    if (function.endsWith(")") && binary >= 0) {
      path = function.substring(binary + BINARY.length(), function.length() - 1);
      function = function.substring(0, binary);
    } else if (function.endsWith(")") && last >= 0) {
      Matcher location =
          LOCATION.matcher(function.substring(last + " (".length(), function.length() - 1));
      // Otherwise these are the parameters of a function.
      if (location.matches()) {
        file = location.group(1);
        line = Integer.parseInt(location.group(2));
        function = function.substring(0, last);
      }
    }
    if (function.equals("???")) {
      function = path.isEmpty() ? "" : new Mapping(path, "").unknownFunction();
    }
    return new ValgrindFrame(address, path, new SourceLine(function, file, line));
  }

  /**
   * Where the function ends and its location begins: at the last parenthesis before which all
   * others are closed, as names of files may also have some; or else at the last one; -1 without.
   */
  private static int endOfFunction(String text) {
    int open = 0;
    int end = -1;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '(') {
        end = open == 0 && at > 0 && text.charAt(at - 1) == ' ' ? at - 1 : end;
        open++;
      } else if (c == ')') {
        open--;
      }
    }
    return open == 0 && end >= 0 ? end : text.lastIndexOf(" (");
  }

  /** Whether both were expanded from one frame of the stack. */
  boolean isInlinedWith(ValgrindFrame other) {
    return address != 0 && address == other.address;
  }
}
