package dev.heapconv.writer.table;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A profile summed up by group. Rows are group numbers. */
final class Table {

  private final TableOptions options;
  private final View view;
  private final List<View> views;
  private final List<EstimatedHeap> heaps;
  private final Groups groups;
  private final GroupSums[] self;
  private final GroupSums[] cumulative;
  private final GroupSums[] totals;
  private final int[] rows;

  /**
   * @param options what was asked for
   * @param view the view that the table is about, one of {@code views}
   * @param heaps the heaps whose stacks were summed up
   * @param groups names of the groups
   * @param self of each view the sums of the stacks that end in a group
   * @param cumulative of each view the sums of the stacks a group stands in; {@code self} where
   *     that is the same
   * @param totals of each view the sum of all stacks, as group 0
   * @param rows the groups that the filter leaves, in order; those with nothing in any view are
   *     left out
   */
  Table(
      TableOptions options,
      View view,
      List<View> views,
      List<EstimatedHeap> heaps,
      Groups groups,
      GroupSums[] self,
      GroupSums[] cumulative,
      GroupSums[] totals,
      int[] rows) {
    this.options = options;
    this.view = view;
    this.views = views;
    this.heaps = heaps;
    this.groups = groups;
    this.self = self;
    this.cumulative = cumulative;
    this.totals = totals;
    this.rows = rows;
  }

  TableOptions options() {
    return options;
  }

  View view() {
    return view;
  }

  List<View> views() {
    return views;
  }

  List<EstimatedHeap> heaps() {
    return heaps;
  }

  Groups groups() {
    return groups;
  }

  int[] rows() {
    return rows;
  }

  GroupBy by() {
    return options.by();
  }

  /** Whether self and cumulative values are two things here. */
  boolean hasCumulative() {
    return by().isCumulative();
  }

  /** Whether rows are about cumulative values. */
  boolean isCumulative() {
    return options.cumulative() && hasCumulative();
  }

  private int index(View which) {
    return views.indexOf(which);
  }

  GroupSums self(View which) {
    return self[index(which)];
  }

  GroupSums cumulative(View which) {
    return cumulative[index(which)];
  }

  /** The sums that the table is about. */
  GroupSums sums(View which) {
    return isCumulative() ? cumulative(which) : self(which);
  }

  GroupSums total(View which) {
    return totals[index(which)];
  }

  /**
   * The rows that people want to see: those with nothing in the view of the table would say
   * nothing, unless they are what was searched for.
   */
  int[] rowsForPeople() {
    if (options.filter() != null || by().isPartOfRecording()) {
      return rows;
    }
    GroupSums sums = sums(view);
    int[] some = new int[rows.length];
    int count = 0;
    for (int row : rows) {
      if (sums.value(row) > 0) {
        some[count++] = row;
      }
    }
    return Arrays.copyOf(some, count);
  }

  /**
   * Whether a group has a view: parts of a recording may not, such as the heap of a runtime that
   * reports no frees.
   */
  boolean hasView(View which, int group) {
    return !by().isPartOfRecording() || self(which).hasView(group);
  }

  /**
   * Whether a view counts the objects of the bytes that the table is about, or the other way round.
   */
  boolean isCounterpart(View other) {
    return other.isLive() == view.isLive() && other.isBytes() != view.isBytes();
  }

  /**
   * The views that people want to see: the table's, then its counterpart; beside parts of a
   * recording all there is.
   */
  List<View> viewsForPeople() {
    List<View> shown = new ArrayList<>();
    shown.add(view);
    for (View other : views) {
      if (isCounterpart(other)) {
        shown.add(other);
      }
    }
    if (by().isPartOfRecording()) {
      for (View other : views) {
        if (!shown.contains(other)) {
          shown.add(other);
        }
      }
    }
    return shown;
  }

  /** What 100 % of a view are; 0 where rows are no parts of a whole. */
  double whole(View which) {
    return by() == GroupBy.DUMP ? 0 : total(which).value(0);
  }

  String name(int group) {
    return groups.name(group);
  }

  String library(int group) {
    return groups.library(group);
  }

  List<String> frames(int group) {
    return groups.frames(group);
  }

  HeapInfo heap(int group) {
    return groups.heap(group);
  }
}
