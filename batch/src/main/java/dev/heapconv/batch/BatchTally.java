package dev.heapconv.batch;

import dev.heapconv.model.ErrorId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts the results of inputs. Thread-safe. */
final class BatchTally {

  private final TreeMap<String, Long> failures = new TreeMap<>();
  private final Map<String, String> examples = new LinkedHashMap<>();
  private final TreeMap<String, String> withParts = new TreeMap<>();
  private long converted;
  private long kept;
  private long skipped;
  private long failed;
  private long failedNow;

  /** An input that this batch processed. */
  synchronized void add(ManifestEntry entry) {
    ErrorId error = entry.error();
    if (error != null) {
      failedNow++;
      fail(error.wireName(), entry.input() + ": " + entry.message());
    } else if (entry.members() < 0) {
      converted++;
    }
    part(entry.input(), entry.partBytes(), entry.sha256());
  }

  /** An input that an earlier batch processed. */
  synchronized void keep(ManifestJson.Past entry) {
    kept++;
    keepMember(entry);
  }

  /** A file that is not an input. */
  synchronized void skip() {
    skipped++;
  }

  /** A member of an archive that an earlier batch processed. */
  synchronized void keepMember(ManifestJson.Past entry) {
    if (entry.error() != null) {
      fail(entry.error(), entry.input() + ": failed in an earlier batch");
    }
    part(entry.input(), entry.partBytes(), entry.sha256());
  }

  private void fail(String error, String example) {
    failed++;
    failures.merge(error, 1L, Long::sum);
    examples.putIfAbsent(error, example);
  }

  private void part(String input, long bytes, @Nullable String hash) {
    if (bytes >= 0) {
      withParts.put(input, Objects.requireNonNullElse(hash, ""));
    }
  }

  synchronized long failed() {
    return failed;
  }

  /** Failures of this batch only. */
  synchronized long failedNow() {
    return failedNow;
  }

  /**
   * The inputs that contribute to the fleet, in the order of their names, with the hashes of their
   * content; an empty one is unknown.
   */
  synchronized SortedMap<String, String> withParts() {
    return new TreeMap<>(withParts);
  }

  synchronized BatchResult result(BatchResult.End end) {
    return new BatchResult(converted, kept, skipped, failures, examples, end);
  }
}
