package dev.heapconv.reader.pprof;

import dev.heapconv.model.Column;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;

/** Stored estimates, which rows of one heap, or of several dumps of it, have in common. */
final class StoredTable {

  /** One for each stored view. */
  private final List<Column.Builder> builders = new ArrayList<>();

  private final List<Column> columns = new ArrayList<>();
  private final LongArrayList allocCounts = new LongArrayList();
  private final LongArrayList liveCounts = new LongArrayList();

  /**
   * @param views how many
   */
  StoredTable(int views) {
    for (int i = 0; i < views; i++) {
      builders.add(new Column.Builder(0));
    }
  }

  int size() {
    return allocCounts.size();
  }

  /**
   * Adds an estimate, whose numbers the caller then sets; returns its place.
   *
   * @param allocCount recorded allocations
   * @param liveCount recorded live allocations
   */
  int add(long allocCount, long liveCount) {
    allocCounts.add(allocCount);
    liveCounts.add(liveCount);
    return size() - 1;
  }

  Column.Builder builder(int view) {
    return builders.get(view);
  }

  long allocCount(int place) {
    return allocCounts.getLong(place);
  }

  long liveCount(int place) {
    return liveCounts.getLong(place);
  }

  /** The columns of all estimates; none may be added afterwards. */
  List<Column> columns() {
    if (columns.isEmpty()) {
      builders.forEach(builder -> columns.add(builder.column()));
    }
    return columns;
  }
}
