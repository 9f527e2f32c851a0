package dev.heapconv.reader.samplelog;

/**
 * Reads the records that a log is nearly all made of, {@code
 * {"alloc":"0x7f01","size":1000,"stack":1}}: objects of known keys with whole numbers and
 * addresses. It says no to everything else, valid or not, and a JSON parser takes the line.
 */
final class FlatJson {

  private byte[] line;
  private int position;
  private int end;
  private long number;

  /** Whether the line was such a record, which then stands in {@code record}. */
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
      if (field == null || record.has(field) || !eat(':') || !value(field)) {
        return false;
      }
      record.set(field, number);
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

  private boolean value(LogField field) {
    skipSpaces();
    if (position < end && line[position] == '"') {
      position++;
      if (field == LogField.DUMP) {
        return skipText();
      }
      return field.isAddress() && hex() && eat('"');
    }
    return decimal();
  }

  private boolean skipText() {
    while (position < end && line[position] != '"' && line[position] != '\\') {
      position++;
    }
    number = 1;
    return eat('"');
  }

  private boolean hex() {
    if (end - position > 2 && line[position] == '0' && (line[position + 1] | 0x20) == 'x') {
      position += 2;
    }
    int start = position;
    long value = 0;
    while (position < end) {
      int c = line[position];
      int digit;
      if (c >= '0' && c <= '9') {
        digit = c - '0';
      } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
        digit = (c | 0x20) - 'a' + 10;
      } else {
        break;
      }
      value = value << 4 | digit;
      position++;
    }
    number = value;
    return position > start && position - start <= 16;
  }

  /** At most 18 digits, which fit a long; no sign, no fraction, no exponent. */
  private boolean decimal() {
    int start = position;
    long value = 0;
    while (position < end && line[position] >= '0' && line[position] <= '9') {
      value = value * 10 + (line[position] - '0');
      position++;
    }
    number = value;
    int digits = position - start;
    boolean leadingZero = digits > 1 && line[start] == '0';
    boolean goesOn = position < end && (line[position] == '.' || (line[position] | 0x20) == 'e');
    return digits > 0 && digits <= 18 && !leadingZero && !goesOn;
  }
}
