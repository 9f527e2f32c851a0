package dev.heapconv.query;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.query.Answer.NameColumn;
import dev.heapconv.query.Answer.NameColumn.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The names of groups as columns: first what they are called, then where they are. */
final class RowNames {

  private final Groups groups;
  private final List<NameColumn> names = new ArrayList<>();

  private RowNames(Groups groups) {
    this.groups = groups;
  }

  /**
   * @param sizes of the allocations of groups
   * @param calls the calls that lead to memory; null if these are unknown
   */
  static List<NameColumn> of(
      Groups groups, AggregateOptions options, GroupSizes sizes, @Nullable CallSummary calls) {
    RowNames all = new RowNames(groups);
    GroupBy by = options.by();
    if (by == GroupBy.STACK) {
      all.add(by.column(), "frames", Kind.FUNCTION, groups::frames);
    } else if (by == GroupBy.LINE) {
      all.add("", "name", Kind.FACT, groups::name);
      all.add("function", "function", Kind.FUNCTION, all::function);
      all.add(by.column(), by.column(), Kind.PLACE, groups::place);
    } else {
      all.add(by.column(), "name", kind(by), groups::name);
    }
    // That a function is in several libraries, only all stacks tell.
    if (by.isOfFunctions() && !(groups instanceof LargestGroups)) {
      all.add("library", "library", Kind.LIBRARY, groups::library);
    }
    if (by == GroupBy.PEEK) {
      all.add("role", "role", Kind.ROLE, row -> groups.neighbour(row).id());
    }
    if (calls != null) {
      // With its callees, a function is mostly called for what these allocate.
      Kind kind = options.showsCumulative() ? Kind.FACT : Kind.CALLER;
      all.add("caller", "caller", kind, row -> calls.caller(groups.name(row)));
    }
    if (by.isPartOfRecording()) {
      all.addHeap(by);
    }
    if (sizes.isAny()) {
      String source = "size_source";
      all.add(source, source, Kind.FACT, row -> sizes.of(row) > 0 ? "code" : "");
    }
    return all.names;
  }

  /** The function of a line. */
  private String function(int row) {
    String name = groups.name(row);
    int place = groups.place(row).toString().length();
    return place == 0 ? name : name.substring(0, name.length() - place - 1);
  }

  private static Kind kind(GroupBy by) {
    return by.isOfFunctions() ? Kind.FUNCTION : by == GroupBy.LIBRARY ? Kind.FILE : Kind.NAME;
  }

  private void add(String id, String name, Kind kind, IntFunction<?> cells) {
    names.add(new NameColumn(id, name, kind, cells));
  }

  /** Adds where a part of the recording is; JSON names what all of the part has in common. */
  private void addHeap(GroupBy by) {
    boolean ofLabel = by == GroupBy.LABEL;
    boolean ofHeap = by.isOfHeap();
    boolean ofDump = by == GroupBy.DUMP;
    addFact("process_name", ofLabel ? "" : "process", Kind.FACT, HeapInfo::process);
    addFact("pid", ofLabel ? "" : "pid", Kind.NUMBER, HeapInfo::pid);
    addFact("heap_name", ofHeap ? "heap" : "", Kind.FACT, heap -> ofHeap ? heap.heap() : "");
    addFact(
        "dump_number",
        ofDump ? "dump" : "",
        Kind.ORDINAL,
        heap -> ofDump ? heap.dump().number() : 0L);
    addFact(
        "time_nanos",
        ofDump ? "time_nanos" : "",
        Kind.ORDINAL,
        heap -> ofDump ? heap.dump().timeNanos() : 0L);
  }

  private void addFact(String id, String name, Kind kind, Function<HeapInfo, ?> fact) {
    add(id, name, kind, row -> fact.apply(Objects.requireNonNull(groups.heap(row))));
  }
}
