package dev.heapconv.reader.samplelog;

/** Some of the records of a log, in their order. Its records are used again. */
final class LogBatch {

  private static final int RECORDS = 512;

  private final LogRecord[] records = new LogRecord[RECORDS];
  private int size;

  LogBatch() {
    for (int i = 0; i < RECORDS; i++) {
      records[i] = new LogRecord();
    }
  }

  int size() {
    return size;
  }

  LogRecord get(int index) {
    return records[index];
  }

  /** Whether as many records as one line may have would not fit. */
  boolean isFull() {
    return size + LogSyntax.MOST_OF_LINE > RECORDS;
  }

  void clear() {
    size = 0;
  }

  /** The record that is added next, without content. */
  LogRecord next() {
    LogRecord record = records[size];
    record.clear();
    return record;
  }

  /** Adds the next record. */
  void add(long line) {
    records[size].line = line;
    size++;
  }
}
