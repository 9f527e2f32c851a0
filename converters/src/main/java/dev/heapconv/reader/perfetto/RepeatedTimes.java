package dev.heapconv.reader.perfetto;

/**
 * Tells by the times of samples, which rise on a sequence, where a trace is appended to another
 * copy of it: there they begin anew with the very first one.
 */
final class RepeatedTimes {

  private long first;
  private long last;
  private boolean mayBegin;
  private boolean repeats;

  /** The next time may be that of the first packet of a copy. */
  void mayBegin() {
    mayBegin = true;
  }

  /**
   * Whether the trace had all samples of a time before.
   *
   * @param time 0 when unknown
   */
  boolean repeats(long time) {
    if (time == 0 || first == 0) {
      first = time;
      last = time;
      return false;
    }
    repeats = repeats ? time <= last : time == first && (mayBegin || last > first);
    mayBegin = false;
    last = Math.max(last, time);
    return repeats;
  }
}
