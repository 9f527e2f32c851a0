package dev.heapconv.fleet;

import java.io.IOException;

/**
 * How much there is to know a group of recordings by.
 *
 * @param devices that sent any of them
 * @param recordings how many there are
 * @param missing how many of these say nothing of what their devices hold: whoever counted them as
 *     0 would find that everything shrank when more failed
 */
record FleetGroup(long devices, long recordings, long missing) {

  static FleetGroup of(
      SqlEngine engine, FleetQuestion question, TableSelection selection, long devices)
      throws IOException {
    String counts =
        "SELECT count(*) AS missing, (SELECT count(DISTINCT concat_ws('|', day, recording)) FROM"
            + " (%s) AS recordings) AS found FROM %s_recordings WHERE %s IS NULL%s"
                .formatted(
                    question.recordings(selection),
                    selection.side(),
                    question.view(),
                    selection.where(false));
    SqlRow row = FleetQuestion.rows(engine, counts, selection).get(0);
    long missing = row.count("missing");
    return new FleetGroup(devices, row.count("found") + missing, missing);
  }

  /**
   * How many are missing, as a sentence.
   *
   * @param which is behind their number, such as {@code of the first group}
   */
  String text(String view, String which) {
    return "%s of %s recordings %shave no %s (no heap profile, or failed): they are missing, not 0"
        .formatted(FleetAnswer.grouped(missing), FleetAnswer.grouped(recordings), which, view);
  }
}
