package dev.heapconv.fleet;

import java.io.IOException;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The rows of several cursors in order; rows of the same stack and group are combined. */
final class FleetMerge implements FleetCursor {

  /** The next row of a cursor. */
  private record Head(FleetRow row, FleetCursor rest) {}

  private final List<FleetCursor> cursors;
  private final Queue<Head> heads = new PriorityQueue<>((a, b) -> a.row.compareTo(b.row));
  private boolean begun;

  private FleetMerge(List<FleetCursor> cursors) {
    this.cursors = cursors;
  }

  /**
   * @param cursors closed with the result
   */
  static FleetCursor of(List<FleetCursor> cursors) {
    return cursors.size() == 1 ? cursors.get(0) : new FleetMerge(cursors);
  }

  /** The rows of one cursor in which rows to combine are adjacent. */
  static FleetCursor adjacent(FleetCursor cursor) {
    return new FleetMerge(List.of(cursor));
  }

  private void advance(FleetCursor cursor) throws IOException {
    FleetRow row = cursor.next();
    if (row != null) {
      heads.add(new Head(row, cursor));
    }
  }

  @Override
  public @Nullable FleetRow next() throws IOException {
    if (!begun) {
      begun = true;
      for (FleetCursor cursor : cursors) {
        advance(cursor);
      }
    }
    Head first = heads.poll();
    if (first == null) {
      return null;
    }
    FleetRow row = first.row;
    advance(first.rest);
    for (Head same; (same = heads.peek()) != null && same.row.compareTo(row) == 0; ) {
      heads.remove();
      row.add(same.row);
      advance(same.rest);
    }
    return row;
  }

  @Override
  public void close() throws IOException {
    for (FleetCursor cursor : cursors) {
      cursor.close();
    }
  }
}
