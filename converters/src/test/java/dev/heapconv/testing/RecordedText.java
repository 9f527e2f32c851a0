package dev.heapconv.testing;

import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The rows of a recording by the names of their stacks, for assertions. */
public final class RecordedText {

  /** The recorded numbers of one stack. */
  public record Row(long allocCount, long allocBytes, long liveCount, long liveBytes) {

    static final Row NOTHING = new Row(0, 0, 0, 0);

    public Row plus(Row other) {
      return new Row(
          allocCount + other.allocCount,
          allocBytes + other.allocBytes,
          liveCount + other.liveCount,
          liveBytes + other.liveBytes);
    }
  }

  private RecordedText() {}

  /** Rows by stack, written outermost first: {@code main;work;malloc}. */
  public static Map<String, Row> of(RecordedProfile profile, RecordedHeap heap) {
    Map<String, Row> rows = new TreeMap<>();
    for (int row = 0; row < heap.rows(); row++) {
      Row numbers =
          new Row(
              heap.allocCount(row), heap.allocBytes(row), heap.liveCount(row), heap.liveBytes(row));
      Row before = rows.put(name(profile.stacks(), heap.stack(row)), numbers);
      if (before != null) {
        throw new AssertionError(
            "a stack stands in two rows: " + name(profile.stacks(), heap.stack(row)));
      }
    }
    return rows;
  }

  /** Rows of the only heap of a recording. */
  public static Map<String, Row> of(RecordedProfile profile) {
    if (profile.heaps().size() != 1) {
      throw new AssertionError(profile.heaps().size() + " heaps");
    }
    return of(profile, profile.heaps().get(0));
  }

  public static Row total(RecordedHeap heap) {
    Row total = Row.NOTHING;
    for (int row = 0; row < heap.rows(); row++) {
      total =
          total.plus(
              new Row(
                  heap.allocCount(row),
                  heap.allocBytes(row),
                  heap.liveCount(row),
                  heap.liveBytes(row)));
    }
    return total;
  }

  /** The sum of the rows of stacks in which a function stands. */
  public static Row containing(RecordedProfile profile, RecordedHeap heap, String function) {
    Row total = Row.NOTHING;
    for (int row = 0; row < heap.rows(); row++) {
      if (names(profile.stacks(), heap.stack(row)).contains(function)) {
        total =
            total.plus(
                new Row(
                    heap.allocCount(row),
                    heap.allocBytes(row),
                    heap.liveCount(row),
                    heap.liveBytes(row)));
      }
    }
    return total;
  }

  public static String name(StackTable stacks, int stack) {
    return String.join(";", names(stacks, stack));
  }

  /** The functions of a stack, outermost first. */
  public static List<String> names(StackTable stacks, int stack) {
    List<String> names = new ArrayList<>();
    for (int s = stack; s != StackTable.ROOT; s = stacks.parent(s)) {
      for (SourceLine line : stacks.lines(stacks.frame(s))) {
        names.add(line.function());
      }
    }
    Collections.reverse(names);
    return names;
  }
}
