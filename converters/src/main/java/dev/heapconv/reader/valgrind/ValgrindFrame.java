package dev.heapconv.reader.valgrind;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.reader.stacks.StackBuilder;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
    int last = function.lastIndexOf(" (");
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
   * The id of a stack.
   *
   * @param frames innermost first
   */
  static int stack(List<ValgrindFrame> frames, StackBuilder builder) {
    IntArrayList ids = new IntArrayList();
    for (int end = frames.size(); end > 0; ) {
      ValgrindFrame outermost = frames.get(--end);
      List<SourceLine> lines = new ArrayList<>();
      lines.add(outermost.line);
      // A function occurs once where others are inlined; a second one is a recursive call.
      while (end > 0
          && frames.get(end - 1).isInlinedWith(outermost)
          && !lines.contains(frames.get(end - 1).line)) {
        lines.add(frames.get(--end).line);
      }
      Collections.reverse(lines);
      int mapping =
          outermost.path.isEmpty()
              ? StackTable.NO_MAPPING
              : builder.table().addMapping(new Mapping(outermost.path, ""));
      ids.add(builder.frame(mapping, outermost.address, lines));
    }
    return builder.stack(ids.size(), place -> ids.getInt(ids.size() - 1 - place));
  }

  /** Whether both were expanded from one frame of the stack. */
  boolean isInlinedWith(ValgrindFrame other) {
    return address != 0 && address == other.address;
  }
}
