package dev.heapconv.batch;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Warning;
import dev.heapconv.unskew.Estimate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of one input: a line of the manifest.
 *
 * @param input name of the input: its path, or {@code archive!member}
 * @param error what went wrong; null if it was converted
 * @param message the same as text; null if it was converted
 * @param bytes size as stored; of a member without its compression. -1 when unknown
 * @param modified milliseconds since 1970 at which the file, or its archive, was last modified; 0
 *     when unknown
 * @param sha256 hash of these bytes; null when they could not all be read
 * @param settings hash of the options that determine the content of outputs
 * @param members converted members, of an archive whose members have lines of their own; else -1
 * @param content what it contains; null if it was not converted, or has members
 * @param seconds how long it took
 * @param outputs paths below the output folder
 * @param partBytes length of its part of the fleet's totals; -1 when it has none
 */
public record ManifestEntry(
    String input,
    @Nullable ErrorId error,
    @Nullable String message,
    long bytes,
    long modified,
    @Nullable String sha256,
    String settings,
    int members,
    @Nullable Content content,
    double seconds,
    List<String> outputs,
    long partBytes) {

  /**
   * What an input contains.
   *
   * @param processes number of processes
   * @param heaps number of heaps, of all processes
   * @param dumps number of dumps of these heaps in the input, whether selected or not
   * @param intervals the sampling intervals in bytes, ascending; mostly one
   * @param confidence level of the intervals of {@code totals}
   * @param totals by view: over all heaps, of each the last of the selected dumps
   */
  public record Content(
      int processes,
      int heaps,
      int dumps,
      List<Long> intervals,
      double confidence,
      Map<String, Estimate> totals,
      List<Warning> warnings) {

    public Content {
      intervals = List.copyOf(intervals);
      totals = Collections.unmodifiableMap(new LinkedHashMap<>(totals));
      warnings = List.copyOf(warnings);
    }
  }

  public ManifestEntry {
    Objects.requireNonNull(input, "input");
    Objects.requireNonNull(settings, "settings");
    outputs = List.copyOf(outputs);
  }

  /** Whether the input was not converted. */
  public boolean failed() {
    return error != null;
  }
}
