package dev.heapconv.reader.samplelog;

import dev.heapconv.io.LineReader;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the most common kinds of record, {@code {"alloc":"0x7f01","size":1000,"stack":1}}: objects
 * of known keys with whole numbers, addresses, and frames, which are found by their text. It
 * rejects everything else, valid or not, and leaves the line to a JSON parser.
 */
final class FlatJson {

  private static final byte[] FRAMES = {'f', 'r', 'a', 'm', 'e', 's'};

  private byte[] line = {};
  private int position;
  private int end;
  private final LogNumber number = new LogNumber();

  private final StackTexts stacks;
  private final IntArrayList bounds = new IntArrayList();

  /** By field, the one that followed it last: most records of a log have the same keys. */
  private final @Nullable LogField[] following = new LogField[LogField.ALL.length];

  FlatJson(StackTexts stacks) {
    this.stacks = stacks;
  }

  /** Whether the line was such a record, which is then stored in {@code record}, a cleared one. */
  boolean read(byte[] bytes, int from, int to, LogRecord record) {
    line = bytes;
    position = from;
    end = to;
    if (!eat('{')) {
      return false;
    }
    LogField last = null;
    while (true) {
      if (!eat('"')) {
        return false;
      }
      LogField field = expectedKey(last);
      if (field == null) {
        int keyStart = position;
        if (!skipKey()) {
          return false;
        }
        field = LogField.of(line, keyStart, position);
        if (field == null && !isFrames(keyStart)) {
          return false;
        }
        if (field != null && last != null) {
          following[last.ordinal()] = field;
        }
        position++;
      }
      if (!eat(':') || !(field == null ? frames(record) : value(field, record))) {
        return false;
      }
      if (eat('}')) {
        return !eatAnything();
      }
      if (!eat(',')) {
        return false;
      }
      last = field;
    }
  }

  /** Moves behind the key if it is a likely one after the last; null if it may be any. */
  private @Nullable LogField expectedKey(@Nullable LogField last) {
    LogField field = LogField.FREE;
    if (last != null) {
      field = following[last.ordinal()];
    } else if (LogField.ALLOC.isAt(line, position, end)) {
      field = LogField.ALLOC;
    }
    if (field == null || !field.isAt(line, position, end)) {
      return null;
    }
    position += field.key().length() + 1;
    return field;
  }

  /** Moves to the quote that ends a key of plain characters. */
  private boolean skipKey() {
    int start = position;
    while (position < end && line[position] != '"') {
      if (line[position] == '\\') {
        return false;
      }
      position++;
    }
    return position > start && position < end;
  }

  private boolean isFrames(int keyStart) {
    return Arrays.equals(line, keyStart, position, FRAMES, 0, FRAMES.length);
  }

  private void skipSpaces() {
    while (position < end && (line[position] == ' ' || line[position] == '\t')) {
      position++;
    }
  }

  private boolean eat(char wanted) {
    if (position < end && line[position] != wanted) {
      skipSpaces();
    }
    if (position < end && line[position] == wanted) {
      position++;
      return true;
    }
    return false;
  }

  private boolean eatAnything() {
    skipSpaces();
    return position < end;
  }

  private boolean value(LogField field, LogRecord record) {
    if (record.has(field)) {
      return false;
    }
    skipSpaces();
    if (position < end && line[position] == '"') {
      position++;
      return field == LogField.DUMP ? text(record) : field.isAddress() && address(field, record);
    }
    if (!number.decimal(line, position, end) || number.hasLeadingZero()) {
      return false;
    }
    position = number.end();
    return record.set(field, number);
  }

  private boolean address(LogField field, LogRecord record) {
    if (!number.hex(line, position, end)) {
      return false;
    }
    position = number.end();
    record.set(field, number.whole());
    return position < end && line[position++] == '"';
  }

  /** A dump may have any value. */
  private boolean text(LogRecord record) {
    while (position < end && line[position] != '"' && line[position] != '\\') {
      position++;
    }
    record.set(LogField.DUMP, 1);
    return eat('"');
  }

  private boolean frames(LogRecord record) {
    if (record.frames != LogRecord.NO_FRAMES || !eat('[')) {
      return false;
    }
    int start = position;
    bounds.clear();
    do {
      skipSpaces();
      bounds.add(position);
      if (!skipFrame()) {
        return false;
      }
      bounds.add(position);
    } while (eat(','));
    record.frames = stacks.find(line, start, position);
    if (record.frames == NameTable.NONE) {
      record.frames = stacks.stack(line, start, position, bounds);
    }
    return record.frames != NameTable.NONE && eat(']');
  }

  /** Moves behind a string or an object, which is not checked; false if there is none. */
  private boolean skipFrame() {
    if (position < end && line[position] == '"') {
      int quote = LineReader.indexOf(line, position + 1, end, '"');
      if (quote < end && line[quote - 1] != '\\') {
        position = quote + 1;
        return true;
      }
    }
    int depth = 0;
    boolean quoted = false;
    for (; position < end; position++) {
      byte c = line[position];
      if (c == '"') {
        quoted = !quoted;
      } else if (c == '\\') {
        position++;
      } else if (!quoted) {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      }
      if (depth == 0 && !quoted) {
        position++;
        return c == '"' || c == '}';
      }
    }
    return false;
  }
}
