package dev.heapconv.writer.table;

import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Sums the stacks of a profile up by group. */
final class TableBuilder {

  private final EstimatedProfile profile;
  private final TableOptions options;

  private TableBuilder(EstimatedProfile profile, TableOptions options) {
    this.profile = profile;
    this.options = options;
  }

  /**
   * @param view the view that the table is about; null for that of the sort key, or the profile's
   *     default
   * @throws HeapConvException if the profile has no such view, or none of that of the sort key
   */
  static Table build(EstimatedProfile profile, TableOptions options, View view)
      throws HeapConvException {
    return new TableBuilder(profile, options).build(view);
  }

  private Table build(View wanted) throws HeapConvException {
    List<EstimatedHeap> heaps =
        options.by() == GroupBy.DUMP ? profile.heaps() : latestDumps(profile.heaps());
    List<View> views = profile.views();
    SortKey sort = options.sort();
    View ofSort = sort == null || sort.viewName().isEmpty() ? null : view(sort.viewName(), views);
    View view =
        wanted != null
            ? view(wanted.name(), views)
            : ofSort != null ? ofSort : profile.defaultView();
    if (views.isEmpty()) {
      views = List.of(view);
    }
    Groups groups = Groups.of(profile, heaps, options);
    GroupSums[] self = newSums(views.size());
    GroupSums[] cumulative = options.by().isCumulative() ? newSums(views.size()) : self;
    GroupSums[] totals = newSums(views.size());
    for (int i = 0; i < heaps.size(); i++) {
      add(heaps.get(i), i, views, groups, self, cumulative, totals);
    }
    Table table =
        new Table(options, view, views, heaps, groups, self, cumulative, totals, new int[0]);
    int[] rows = sorted(filtered(table), table, sort, ofSort == null ? view : ofSort);
    return new Table(options, view, views, heaps, groups, self, cumulative, totals, rows);
  }

  private View view(String name, List<View> views) throws HeapConvException {
    StringBuilder names = new StringBuilder();
    for (View view : views) {
      if (view.name().equals(name)) {
        return view;
      }
      names.append(names.length() == 0 ? "" : ", ").append(view.name());
    }
    throw HeapConvException.input(ErrorId.NO_SUCH_VIEW, profile.capture().source(), name, names);
  }

  private static GroupSums[] newSums(int views) {
    GroupSums[] sums = new GroupSums[views];
    for (int i = 0; i < views; i++) {
      sums[i] = new GroupSums();
    }
    return sums;
  }

  private void add(
      EstimatedHeap heap,
      int heapIndex,
      List<View> views,
      Groups groups,
      GroupSums[] self,
      GroupSums[] cumulative,
      GroupSums[] totals) {
    Column[] columns = new Column[views.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = heap.column(views.get(i));
    }
    if (options.by().isPartOfRecording()) {
      groups.collect(heapIndex, StackTable.ROOT);
      for (int i = 0; i < columns.length; i++) {
        if (columns[i] != null) {
          self[i].markView(groups.found(0));
        }
      }
    }
    for (int row = 0; row < heap.rows(); row++) {
      int count = groups.collect(heapIndex, heap.stack(row));
      for (int i = 0; i < columns.length; i++) {
        if (columns[i] == null) {
          continue;
        }
        double value = columns[i].value(row);
        double low = columns[i].low(row);
        double high = columns[i].high(row);
        long samples = heap.recorded(views.get(i), row);
        totals[i].add(0, value, low, high, samples);
        self[i].add(groups.found(0), value, low, high, samples);
        if (cumulative[i] != self[i]) {
          for (int g = 0; g < count; g++) {
            cumulative[i].add(groups.found(g), value, low, high, samples);
          }
        }
      }
    }
  }

  /**
   * Dumps of one heap are states of the same memory, which do not add up: of heaps that a profile
   * holds several dumps of, the last is taken.
   */
  static List<EstimatedHeap> latestDumps(List<EstimatedHeap> heaps) {
    Map<String, Integer> last = new HashMap<>();
    for (EstimatedHeap heap : heaps) {
      Integer before = last.get(key(heap.info()));
      last.put(key(heap.info()), Math.max(heap.info().dump(), before == null ? 0 : before));
    }
    if (last.size() == heaps.size()) {
      return heaps;
    }
    List<EstimatedHeap> latest = new ArrayList<>();
    for (EstimatedHeap heap : heaps) {
      if (heap.info().dump() == last.get(key(heap.info()))) {
        latest.add(heap);
      }
    }
    return latest;
  }

  /**
   * Tells heaps apart. The number of dumps is in it since several recordings may hold a process of
   * the same pid.
   */
  private static String key(HeapInfo info) {
    return info.pid() + "\0" + info.process() + "\0" + info.heap() + "\0" + info.dumps();
  }

  private int[] filtered(Table table) {
    int[] rows = new int[table.groups().count()];
    int count = 0;
    for (int group = 0; group < table.groups().count(); group++) {
      if (isSomething(table, group)
          && (options.filter() == null || options.filter().matcher(table.name(group)).find())) {
        rows[count++] = group;
      }
    }
    return Arrays.copyOf(rows, count);
  }

  private static boolean isSomething(Table table, int group) {
    for (View view : table.views()) {
      if (table.cumulative(view).value(group) > 0) {
        return true;
      }
    }
    return table.by().isPartOfRecording();
  }

  private int[] sorted(int[] rows, Table table, SortKey sort, View view) {
    if (sort == null && options.by() == GroupBy.DUMP) {
      return rows;
    }
    SortKey.Field field = sort == null ? SortKey.Field.VALUE : sort.field();
    GroupSums sums =
        table.isCumulative() || (sort != null && sort.cumulative())
            ? table.cumulative(view)
            : table.self(view);
    // Boxed rows and a class of its own: fastutil's sorting and a lambda both cost each start of
    // the program more.
    Comparator<Integer> order =
        new Comparator<>() {
          @Override
          public int compare(Integer a, Integer b) {
            int byNumber =
                switch (field) {
                  case NAME -> 0;
                  case VALUE -> Double.compare(sums.value(b), sums.value(a));
                  case LOW -> Double.compare(sums.low(b), sums.low(a));
                  case HIGH -> Double.compare(sums.high(b), sums.high(a));
                  case SAMPLES -> Long.compare(sums.samples(b), sums.samples(a));
                };
            if (byNumber == 0 && field != SortKey.Field.VALUE) {
              byNumber =
                  field == SortKey.Field.NAME ? 0 : Double.compare(sums.value(b), sums.value(a));
            }
            return byNumber != 0 ? byNumber : table.name(a).compareTo(table.name(b));
          }
        };
    Integer[] boxed = new Integer[rows.length];
    for (int i = 0; i < rows.length; i++) {
      boxed[i] = rows[i];
    }
    Arrays.sort(boxed, order);
    for (int i = 0; i < rows.length; i++) {
      rows[i] = boxed[i];
    }
    return rows;
  }

  /** The processes of some heaps. */
  static Set<String> processes(List<EstimatedHeap> heaps) {
    Set<String> processes = new LinkedHashSet<>();
    for (EstimatedHeap heap : heaps) {
      processes.add(heap.info().displayProcess());
    }
    return processes;
  }
}
