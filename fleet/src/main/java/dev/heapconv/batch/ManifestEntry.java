package dev.heapconv.batch;

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
 * @param facts what is known of the input; how long it took only as long as it is not read again
 * @param settings hash of the options that determine the content of outputs
 * @param error name of the {@link dev.heapconv.model.ErrorId} that says what went wrong, possibly
 *     from another version; null if it was converted
 * @param message the same as text; null if it was converted, or is read again
 * @param members converted members, of an archive whose members have lines of their own; else -1
 * @param content what it contains; null if it was not converted, has members, or is read again
 * @param warnings of the input; none if it is read again
 * @param outputs paths below the output folder
 */
public record ManifestEntry(
    ReadResult.Facts facts,
    String settings,
    @Nullable String error,
    @Nullable String message,
    int members,
    @Nullable Content content,
    List<Warning> warnings,
    List<String> outputs) {

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
      Map<String, Estimate> totals) {

    public Content {
      intervals = List.copyOf(intervals);
      totals = Collections.unmodifiableMap(new LinkedHashMap<>(totals));
    }
  }

  public ManifestEntry {
    Objects.requireNonNull(facts, "facts");
    Objects.requireNonNull(settings, "settings");
    warnings = List.copyOf(warnings);
    outputs = List.copyOf(outputs);
  }

  /** The name of the input: its path, or {@code archive!member}. */
  public String input() {
    return facts.name();
  }

  /** Whether the input was not converted. */
  public boolean failed() {
    return error != null;
  }
}
