package dev.heapconv.reader.samplelog;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.concurrent.TimeUnit;

/**
 * The latest time of the records so far, at each dump. A time that is more than a day ahead counts
 * only if as many later records do not go back behind it.
 */
final class LogTimes {

  private static final long FAR = TimeUnit.DAYS.toNanos(1);

  /** So many records ahead of all others are believed. */
  private static final int ENOUGH = 1000;

  private long time;

  /** The latest of the records that are far ahead; only if there are any. */
  private long ahead;

  private int recordsAhead;
  private int recordsBehind;
  private long firstLine;
  private int firstDump;

  /** At each dump, without the records that are far ahead. */
  private final LongArrayList dumps = new LongArrayList();

  /** At each dump, with them. */
  private final LongArrayList dumpsAhead = new LongArrayList();

  private long leftOut;
  private long firstLeftOut;

  /**
   * @param nanos since the start of the log
   */
  void add(long nanos, long line) {
    if (nanos <= time || nanos - time <= FAR) {
      time = Math.max(time, nanos);
      if (recordsAhead > 0 && ++recordsBehind >= recordsAhead) {
        firstLeftOut = leftOut == 0 ? firstLine : firstLeftOut;
        leftOut += recordsAhead;
        recordsAhead = 0;
      }
      return;
    }
    if (recordsAhead == 0) {
      ahead = 0;
      recordsBehind = 0;
      firstLine = line;
      firstDump = dumps.size();
    }
    ahead = Math.max(ahead, nanos);
    if (++recordsAhead >= ENOUGH) {
      believe();
    }
  }

  /** A dump ends here. */
  void dump() {
    dumps.add(time);
    dumpsAhead.add(recordsAhead > 0 ? ahead : time);
  }

  /** Records that are far ahead are right: the program was stopped for long. */
  private void believe() {
    if (recordsAhead > 0) {
      time = ahead;
      recordsAhead = 0;
      for (int i = firstDump; i < dumps.size(); i++) {
        dumps.set(i, dumpsAhead.getLong(i));
      }
    }
  }

  /** No record follows. */
  void end() {
    believe();
  }

  /**
   * When a dump was taken, in nanoseconds since the start of the log; known at the {@link #end}.
   *
   * @param number from 1
   */
  long of(int number) {
    return dumps.getLong(number - 1);
  }

  /** How many records have times that were left out. */
  long leftOut() {
    return leftOut;
  }

  /** The line of the first of them. */
  long firstLeftOut() {
    return firstLeftOut;
  }
}
