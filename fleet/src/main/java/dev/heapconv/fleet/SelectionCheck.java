package dev.heapconv.fleet;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Whether what is asked for is there, and can be told apart and compared. */
public final class SelectionCheck {

  private final SqlEngine engine;
  private final FleetQuestion question;
  private final Set<Long> intervals = new TreeSet<>();

  public SelectionCheck(SqlEngine engine, FleetQuestion question) {
    this.engine = engine;
    this.question = question;
  }

  /**
   * Looks at the recordings of a selection.
   *
   * @param nameless whether recordings may be all that is known of devices
   * @throws HeapConvException if there are none, or none with the view, or none names its device
   */
  public void add(TableSelection selection, boolean nameless) throws IOException {
    String sql =
        ("SELECT coalesce(sampling_interval, 0) AS sampling_interval, count(*) AS recordings,"
                + " count(*) FILTER (WHERE device <> recording) AS named,"
                + " count(%s) AS usable"
                + " FROM %s_recordings WHERE status <> 'failed' %s GROUP BY 1")
            .formatted(question.view(), selection.side(), selection.where(false));
    List<SqlRow> rows = new ArrayList<>(engine.rows(sql));
    // Those of several packages are not of one as a whole.
    String ofRows =
        ("SELECT 0 AS sampling_interval, count(DISTINCT recording) AS recordings,"
                + " count(DISTINCT recording) FILTER (WHERE device <> recording) AS named,"
                + " count(%s) AS usable"
                + " FROM %s_functions WHERE 1 = 1%s")
            .formatted(question.view(), selection.side(), selection.where(false));
    rows.addAll(engine.rows(ofRows));
    if (sum(rows, "recordings") == 0) {
      throw HeapConvException.input(
          ErrorId.EMPTY_INPUT, selection.table(), "no recording meets the conditions");
    }
    if (sum(rows, "usable") == 0) {
      throw HeapConvException.input(
          ErrorId.EMPTY_INPUT, selection.table(), "no recording has " + question.view());
    }
    if (!nameless && sum(rows, "named") == 0) {
      throw HeapConvException.input(ErrorId.NAMELESS_DEVICES, selection.table());
    }
    if (!selection.where(false).contains("sampling_interval")) {
      rows.stream()
          .map(row -> row.count("sampling_interval"))
          .filter(interval -> interval > 0)
          .forEach(intervals::add);
    }
  }

  private static long sum(List<SqlRow> rows, String column) {
    return rows.stream().mapToLong(row -> row.count(column)).sum();
  }

  /** The sampling intervals of all recordings, except those that were chosen by it. */
  public List<Long> intervals() {
    return List.copyOf(intervals);
  }
}
