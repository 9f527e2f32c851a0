package dev.heapconv.fleet;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A table has each recording once, and loses none unless told so. Asks this of {@code had}, the
 * recordings that the table has, and {@code fresh}, those that take the place of whole days; both
 * have the columns {@code recording}, {@code date} and {@code sha256}, as texts.
 */
public final class DayCheck {

  private static final String LOST =
      "SELECT had.date AS day, count(*) AS n, min(had.recording) AS example, count(hash) AS renamed"
          + " FROM had ANTI JOIN fresh ON had.recording = fresh.recording LEFT JOIN (SELECT"
          + " DISTINCT sha256 AS hash FROM fresh) AS hashes ON had.sha256 = hash WHERE had.date IN"
          + " (SELECT date FROM fresh) GROUP BY had.date ORDER BY day";

  private static final String ELSEWHERE =
      "SELECT had.date AS day, count(*) AS n, min(had.recording) AS example, 0 AS renamed FROM had"
          + " JOIN fresh ON"
          + " had.recording = fresh.recording WHERE had.date NOT IN (SELECT date FROM fresh) GROUP"
          + " BY had.date ORDER BY day";

  /** Answers to queries. */
  @FunctionalInterface
  public interface Queries {
    /** The rows of an answer. */
    List<SqlRow> rows(String sql) throws IOException;
  }

  private DayCheck() {}

  /**
   * @param table what messages call it
   * @param adds whether days keep what they have of other recordings
   * @return the days that have other recordings
   * @throws HeapConvException {@link ErrorId#LOST_RECORDINGS} if they are not to be kept; {@link
   *     ErrorId#KNOWN_RECORDINGS} if another day has some of these; {@link
   *     ErrorId#RENAMED_RECORDINGS} if all others of a day are these under other names
   */
  public static Set<String> of(Queries queries, String table, boolean adds) throws IOException {
    for (SqlRow row : queries.rows(ELSEWHERE)) {
      throw refused(ErrorId.KNOWN_RECORDINGS, table, row);
    }
    Set<String> days = new TreeSet<>();
    for (SqlRow row : queries.rows(LOST)) {
      if (row.count("renamed") == row.count("n")) {
        throw refused(ErrorId.RENAMED_RECORDINGS, table, row);
      }
      if (!adds) {
        throw refused(ErrorId.LOST_RECORDINGS, table, row);
      }
      days.add(row.text("day"));
    }
    return days;
  }

  private static HeapConvException refused(ErrorId error, String table, SqlRow day) {
    return HeapConvException.output(
        error, table, day.text("day"), day.count("n"), day.text("example"));
  }
}
