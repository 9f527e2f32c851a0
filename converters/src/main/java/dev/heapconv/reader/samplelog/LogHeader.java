package dev.heapconv.reader.samplelog;

import dev.heapconv.unskew.Scheme;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a header: heap, process and sampling parameters.
 *
 * @param interval mean sampling interval in bytes; 0 for weights without one
 * @param timeNanos when the log began, in nanoseconds since 1970; 0 when unknown
 */
record LogHeader(
    Scheme scheme, long interval, String process, long pid, String heap, long timeNanos) {

  /** Whether each sample says how likely it was. */
  boolean recordsProbabilities() {
    return scheme == Scheme.WEIGHTED && interval == 0;
  }

  LogHeader withTime(long nanos) {
    return new LogHeader(scheme, interval, process, pid, heap, nanos);
  }

  /** A header being put together from its keys. */
  static final class Builder {
    private @Nullable Scheme scheme;
    private long interval;
    private String process = "";
    private long pid = -1;
    private String heap = "malloc";
    private long timeNanos;

    /** Sets a value; false if it is invalid for the key. Unknown keys are ignored. */
    boolean set(String key, String text) {
      switch (key) {
        case "scheme" -> {
          scheme = Scheme.ofWireName(text).orElse(null);
          return scheme != null;
        }
        case "process" -> process = text;
        case "heap" -> heap = text;
        case "interval", "pid", "time_nanos" -> {
          return setNumber(key, text);
        }
        default -> {}
      }
      return true;
    }

    private boolean setNumber(String key, String text) {
      try {
        long value = Long.parseLong(text.strip());
        switch (key) {
          case "interval" -> interval = value;
          case "pid" -> pid = Math.max(-1, value);
          default -> timeNanos = Math.max(0, value);
        }
        return true;
      } catch (NumberFormatException e) {
        return false;
      }
    }

    /** What is missing, as a clause; null if nothing is. */
    @Nullable String missing() {
      if (scheme == null) {
        return "the header needs a scheme: to-sample, weighted, recorded, tcmalloc or exact";
      }
      if (scheme == Scheme.SCALED) {
        return "a log cannot use the scheme scaled: use to-sample, weighted, recorded, tcmalloc"
            + " or exact";
      }
      return interval < 1 && scheme != Scheme.EXACT && scheme != Scheme.WEIGHTED
          ? "the header needs a sampling interval of at least 1"
          : null;
    }

    /**
     * To be called when nothing is {@link #missing}.
     *
     * @param givenInterval the interval specified by the user; 0 for none
     */
    LogHeader build(long givenInterval) {
      Scheme known = Objects.requireNonNull(scheme, "scheme");
      long used =
          known == Scheme.EXACT ? 1 : givenInterval > 0 ? givenInterval : Math.max(0, interval);
      return new LogHeader(known, used, process, pid, heap, timeNanos);
    }
  }
}
