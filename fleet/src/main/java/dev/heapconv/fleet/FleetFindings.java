package dev.heapconv.fleet;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a fleet answers beside the rows: in words, and in numbers for programs.
 *
 * @param summary the answer in words, and how many devices it is about: a line each
 * @param notes what to know of the numbers, a sentence each
 * @param groups how much there is to know of each group of recordings that is asked
 * @param trend of rows that are days; null if there is none
 * @param check of a comparison; null if it is none
 */
public record FleetFindings(
    List<String> summary,
    List<String> notes,
    List<FleetGroup> groups,
    @Nullable FleetTrend trend,
    @Nullable SplitCheck check) {

  public FleetFindings {
    summary = List.copyOf(summary);
    notes = List.copyOf(notes);
    groups = List.copyOf(groups);
  }

  /** The same findings with one more thing to know. */
  FleetFindings withNote(String note) {
    List<String> more = new ArrayList<>(notes);
    more.add(note);
    return new FleetFindings(summary, more, groups, trend, check);
  }
}
