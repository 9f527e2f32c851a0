package dev.heapconv.spark;

import dev.heapconv.spark.PastInputs.Failure;
import dev.heapconv.spark.PastInputs.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts what became of the inputs, and says it as a batch does. */
final class FleetReport {

  private final TreeMap<String, Long> failures = new TreeMap<>();
  private final Map<String, String> examples = new LinkedHashMap<>();
  private long converted;
  private long kept;
  private long skipped;

  /** An input that this job converted. */
  void add(Outcome outcome) {
    if (outcome.isSkipped()) {
      skipped++;
    }
    converted += outcome.recordings();
    for (Failure failure : outcome.failures()) {
      add(failure, failure.message());
    }
  }

  /** An input that an earlier job converted. */
  void keep(Outcome outcome) {
    if (outcome.isSkipped()) {
      skipped++;
    } else {
      kept++;
    }
    for (Failure failure : outcome.failures()) {
      add(failure, "failed in an earlier job");
    }
  }

  private void add(Failure failure, String message) {
    failures.merge(failure.error(), 1L, Long::sum);
    examples.putIfAbsent(failure.error(), failure.input() + ": " + message);
  }

  long failed() {
    return failures.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Whether there was nothing to convert. */
  boolean isEmpty() {
    return converted + kept + failed() == 0;
  }

  /**
   * @param output the folder with the tables
   */
  List<String> lines(String output) {
    List<String> lines = new ArrayList<>();
    failures.forEach(
        (id, count) ->
            lines.add(count + " failed with " + id + ", for example " + examples.get(id)));
    lines.add(
        converted
            + " converted, "
            + kept
            + " already done, "
            + failed()
            + " failed"
            + (skipped == 0 ? "" : ", " + skipped + " skipped (not profiles)")
            + "; see "
            + output);
    return lines;
  }
}
