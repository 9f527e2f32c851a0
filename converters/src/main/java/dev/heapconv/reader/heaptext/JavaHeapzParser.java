package dev.heapconv.reader.heaptext;

import dev.heapconv.model.SourceLine;
import java.io.IOException;
import java.util.List;

/**
 * {@code --- heapz 1 ---}, the text of a Java heap sampler: lines {@code bytes count @ addresses},
 * in this order, sampled every 512 KiB, then a table {@code 0xADDRESS function (file:line)}. The
 * addresses are numbers of locations.
 */
final class JavaHeapzParser {

  static final String MAGIC = "--- heapz 1 ---";
  private static final long INTERVAL = 524288;

  private final DumpLines lines;
  private final TextDump dump = new TextDump();

  JavaHeapzParser(DumpLines lines) {
    this.lines = lines;
  }

  TextDump parse() throws IOException {
    dump.format = "Java heapz profile";
    dump.heap = "java";
    dump.interval = INTERVAL;
    dump.returnAddresses = false;
    dump.numbers = TextDump.Numbers.LIVE;
    for (String line; (line = lines.next()) != null; ) {
      if (line.isBlank() || isAttribute(line)) {
        continue;
      }
      TextCursor cursor = new TextCursor(line);
      if (line.strip().startsWith("0x")) {
        cursor.hex();
        dump.symbols.putIfAbsent(cursor.number(), List.of(function(cursor.rest())));
      } else if (!sample(cursor)) {
        lines.bad();
      }
    }
    return dump;
  }

  /** Lines such as {@code format = java}. */
  private static boolean isAttribute(String line) {
    return Character.isLetter(line.charAt(0)) && line.indexOf('=') > 0;
  }

  private boolean sample(TextCursor cursor) {
    if (!cursor.decimal()) {
      return false;
    }
    long bytes = cursor.number();
    if (!cursor.decimal()) {
      return false;
    }
    long count = cursor.number();
    if (!cursor.eat('@') || !lines.addresses(cursor, dump)) {
      return false;
    }
    dump.addLine(count, bytes, 0, 0);
    return true;
  }

  private static SourceLine function(String text) {
    if (text.endsWith(")")) {
      int open = text.lastIndexOf(" (");
      if (open > 0) {
        String place = text.substring(open + 2, text.length() - 1);
        int colon = place.lastIndexOf(':');
        TextCursor line = new TextCursor(place.substring(colon + 1));
        boolean numbered =
            colon > 0 && line.decimal() && line.atEnd() && line.number() <= Integer.MAX_VALUE;
        return new SourceLine(
            text.substring(0, open).strip(),
            numbered ? place.substring(0, colon) : place,
            numbered ? (int) line.number() : 0);
      }
    }
    return new SourceLine(text, "", 0);
  }
}
