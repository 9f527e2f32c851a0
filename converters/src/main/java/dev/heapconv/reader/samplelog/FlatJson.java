package dev.heapconv.reader.samplelog;

/**
 * Reads the most common kind of record, {@code {"alloc":"0x7f01","size":1000,"stack":1}}: objects
 * of known keys with whole numbers and addresses. It rejects everything else, valid or not, and
 * leaves the line to a JSON parser.
 */
final class FlatJson {

  private byte[] line = {};
  private int position;
  private int end;
  private final LogNumber number = new LogNumber();

  /** Whether the line was such a record, which is then stored in {@code record}. */
  boolean read(byte[] bytes, int from, int to, LogRecord record) {
    line = bytes;
    position = from;
    end = to;
    record.clear();
    if (!eat('{')) {
      return false;
    }
    while (true) {
      if (!eat('"')) {
        return false;
      }
      int keyStart = position;
      while (position < end && line[position] != '"') {
        if (line[position] == '\\') {
          return false;
        }
        position++;
      }
      if (position == keyStart || position == end) {
        return false;
      }
      LogField field = LogField.of(line, keyStart, position);
      position++;
      if (field == null || record.has(field) || !eat(':') || !value(field, record)) {
        return false;
      }
      if (eat('}')) {
        return !eatAnything();
      }
      if (!eat(',')) {
        return false;
      }
    }
  }

  private void skipSpaces() {
    while (position < end && (line[position] == ' ' || line[position] == '\t')) {
      position++;
    }
  }

  private boolean eat(char wanted) {
    skipSpaces();
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
}
