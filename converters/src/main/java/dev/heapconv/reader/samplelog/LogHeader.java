package dev.heapconv.reader.samplelog;

import dev.heapconv.model.Known;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.unskew.Scheme;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a header: heap, process and sampling parameters.
 *
 * @param sampled mean sampling interval in bytes; 0 for weights without one
 * @param timeNanos when the log began, in nanoseconds since 1970; 0 when unknown
 * @param frees whether frees are logged; null if the header does not say
 */
record LogHeader(
    Scheme scheme,
    Known<Long> sampled,
    String process,
    long pid,
    String heap,
    long timeNanos,
    @Nullable Boolean frees) {

  static final Set<String> KEYS =
      Set.of("scheme", "interval", "process", "pid", "heap", "time_nanos", "frees");

  /** Mean sampling interval in bytes; 0 for weights without one. */
  long interval() {
    return sampled.value();
  }

  /** Whether each sample says how likely it was. */
  boolean recordsProbabilities() {
    return scheme == Scheme.WEIGHTED && interval() == 0;
  }

  /** Equal for the headers of one section. */
  LogHeader section() {
    return new LogHeader(scheme, sampled, process, pid, heap, 0, null);
  }

  /** A header being put together from its keys. */
  static final class Builder {
    private static final String SCHEMES = "to-sample, weighted, recorded, tcmalloc or exact";

    private String version = "";
    private @Nullable Scheme scheme;
    private long interval;
    private String process = "";
    private long pid = -1;
    private String heap = "malloc";
    private long timeNanos;
    private @Nullable Boolean frees;
    private @Nullable String invalid;

    /** Sets a value. Unknown keys are ignored. */
    void set(String key, String text) {
      switch (key) {
        case "heapconv" -> version = text;
        case "scheme" -> setScheme(text);
        case "process" -> process = text;
        case "heap" -> heap = text;
        case "interval" -> interval = number(key, text);
        case "pid" -> pid = Math.max(-1, number(key, text));
        case "frees" -> setFrees(text);
        case "time_nanos" -> timeNanos = Math.max(0, number(key, text));
        default -> {}
      }
    }

    private void setScheme(String text) {
      scheme = Scheme.ofWireName(text).filter(known -> known != Scheme.SCALED).orElse(null);
      if (scheme == null) {
        invalid = "'" + text + "' is not a scheme of a log: use " + SCHEMES;
      }
    }

    private void setFrees(String text) {
      frees = text.equals("true");
      if (!frees && !text.equals("false")) {
        invalid = "'" + text + "' is not a valid frees: write true or false";
      }
    }

    private long number(String key, String text) {
      try {
        return Long.parseLong(text.strip());
      } catch (NumberFormatException e) {
        invalid = "'" + text + "' is not a valid " + key + ": write a whole number";
        return 0;
      }
    }

    /** What is wrong, as a clause; null if nothing is. */
    @Nullable String problem() {
      if (!version.equals("1")) {
        return "version '" + version + "' of the log is not known: this is version 1";
      }
      if (invalid != null) {
        return invalid;
      }
      if (scheme == null) {
        return "the header needs a scheme: " + SCHEMES;
      }
      boolean needed = scheme != Scheme.EXACT && scheme != Scheme.WEIGHTED;
      return interval < (needed ? 1 : 0)
          ? "the header needs a sampling interval of at least 1"
          : null;
    }

    /** To be called when there is no {@link #problem}. */
    LogHeader build(ReadOptions options) {
      Scheme known = Objects.requireNonNull(scheme, "scheme");
      Known<Long> sampled =
          known == Scheme.EXACT
              ? new Known<>(1L, Evidence.STATED)
              : options.given().interval(interval, Evidence.STATED);
      return new LogHeader(known, sampled, process, pid, heap, timeNanos, frees);
    }
  }
}
