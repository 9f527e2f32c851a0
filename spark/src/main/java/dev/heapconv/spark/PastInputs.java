package dev.heapconv.spark;

import dev.heapconv.batch.RecordingReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * What the chunks say of each input: whether it is done, and which rows are out of date. If several
 * chunks have an input, the newest counts.
 */
final class PastInputs {

  /** What {@link #add} needs, as expressions of SQL on a chunk with its number. */
  static final List<String> COLUMNS =
      List.of(
          "chunk",
          PartRow.INPUT,
          PartRow.ARCHIVE,
          PartRow.BYTES,
          "unix_millis(" + PartRow.MODIFIED + ")",
          PartRow.SHA256,
          PartRow.SETTINGS,
          PartRow.MEMBERS,
          PartRow.ERROR,
          PartRow.MESSAGE,
          PartRow.PART + " IS NOT NULL");

  /**
   * A failure.
   *
   * @param input the input, or a recording in it
   */
  record Failure(String input, String error, String message) {}

  /** What became of an input, and of the recordings in it. */
  static final class Outcome {
    /** The number of the chunk that has it. */
    int chunk;

    private long bytes = -1;
    private long modified;

    /** Null unless the content decides whether the input has changed. */
    @Nullable String sha256;

    private boolean again;

    /** Whether it is a file in a folder that is no profile. */
    boolean skipped;

    /** How many recordings of it could be read. */
    long recordings;

    List<Failure> failures = List.of();
  }

  private final String settings;
  private final boolean byHash;
  private final boolean retryFailed;
  private final Map<String, Outcome> outcomes = new HashMap<>();
  private final TreeMap<Integer, List<String>> outdated = new TreeMap<>();

  /**
   * @param settings of this job: rows made with others are made again
   * @param byHash whether an input has changed if its content has, and not its time
   * @param retryFailed whether failures are retried although the input has not changed
   */
  PastInputs(String settings, boolean byHash, boolean retryFailed) {
    this.settings = settings;
    this.byHash = byHash;
    this.retryFailed = retryFailed;
  }

  /**
   * Adds a row of a chunk.
   *
   * @param row of {@link #COLUMNS}
   */
  void add(Row row) {
    String archive = row.getString(2);
    String unit = archive == null ? row.getString(1) : archive;
    int chunk = row.getInt(0);
    Outcome outcome = outcomes.get(unit);
    if (outcome != null && outcome.chunk > chunk) {
      outdate(chunk, unit);
      return;
    }
    if (outcome == null || outcome.chunk < chunk) {
      if (outcome != null) {
        outdate(outcome.chunk, unit);
      }
      outcome = new Outcome();
      outcome.chunk = chunk;
      outcomes.put(unit, outcome);
    }
    add(outcome, row, archive == null);
  }

  private void outdate(int chunk, String unit) {
    List<String> units = outdated.computeIfAbsent(chunk, key -> new ArrayList<>());
    if (units.isEmpty() || !units.get(units.size() - 1).equals(unit)) {
      units.add(unit);
    }
  }

  private void add(Outcome outcome, Row row, boolean own) {
    String error = row.getString(8);
    boolean recording = row.getBoolean(10);
    outcome.again |= !row.getString(6).equals(settings);
    outcome.recordings += recording ? 1 : 0;
    if (error != null) {
      outcome.again |= retryFailed || RecordingReader.isPassing(error) || row.isNullAt(3);
      if (outcome.failures.isEmpty()) {
        outcome.failures = new ArrayList<>(1);
      }
      outcome.failures.add(new Failure(row.getString(1), error, row.getString(9)));
    }
    if (own) {
      outcome.bytes = row.isNullAt(3) ? -1 : row.getLong(3);
      outcome.modified = row.isNullAt(4) ? 0 : row.getLong(4);
      outcome.sha256 = byHash ? row.getString(5) : null;
      outcome.skipped = error == null && !recording && row.getInt(7) < 0;
    }
  }

  /** What is known of an input; null for nothing. */
  @Nullable Outcome of(String input) {
    return outcomes.get(input);
  }

  /**
   * Whether an input need not be converted again; if its content decides, whether that is so unless
   * its content has changed.
   */
  boolean isDone(FleetInput input) {
    Outcome outcome = outcomes.get(input.uri());
    if (outcome == null || outcome.again || input.error() != null) {
      return false;
    }
    boolean unchanged =
        outcome.bytes == input.size()
            && (byHash ? outcome.sha256 != null : outcome.modified == input.modified());
    // A file that is no profile is a failure once the user names it.
    return unchanged && !(outcome.skipped && input.named());
  }

  /** By chunk, the inputs of which a newer chunk has all rows. */
  SortedMap<Integer, List<String>> outdated() {
    return Collections.unmodifiableSortedMap(outdated);
  }

  /** Whether there is an input of which a chunk has the newest rows. */
  boolean isNewest(int chunk) {
    return outcomes.values().stream().anyMatch(outcome -> outcome.chunk == chunk);
  }

  /** Says that another chunk has taken over what counts in one, which is gone. */
  void replaced(int chunk, int by) {
    outdated.remove(chunk);
    for (Outcome outcome : outcomes.values()) {
      outcome.chunk = outcome.chunk == chunk ? by : outcome.chunk;
    }
  }

  /** The inputs that chunks have and a list has not. */
  List<String> without(List<FleetInput> listed) {
    Map<String, Outcome> others = new HashMap<>(outcomes);
    for (FleetInput input : listed) {
      others.remove(input.uri());
    }
    return others.keySet().stream().sorted().toList();
  }
}
