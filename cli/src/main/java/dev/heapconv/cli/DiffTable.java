package dev.heapconv.cli;

import dev.heapconv.model.AllocatorFrames;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.transform.Difference;
import dev.heapconv.unskew.GroupTotals;
import dev.heapconv.writer.TerminalText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A difference as text: largest changes first, a star where the interval excludes 0. */
final class DiffTable {

  private static final class Row {
    private final GroupTotals base = new GroupTotals();
    private final GroupTotals changed = new GroupTotals();

    double difference() {
      return changed.value() - base.value();
    }

    boolean hasInterval() {
      return base.high() < Double.POSITIVE_INFINITY && changed.high() < Double.POSITIVE_INFINITY;
    }

    double low() {
      return difference() - Math.hypot(changed.value() - changed.low(), base.high() - base.value());
    }

    double high() {
      return difference() + Math.hypot(changed.high() - changed.value(), base.value() - base.low());
    }

    boolean isBeyondNoise() {
      return hasInterval() && (low() > 0 || high() < 0);
    }
  }

  /** Frames without names in libraries that hold nothing but an allocator. */
  private static final String ALLOCATOR_LIBRARY = "lib(jemalloc|tcmalloc)[^/]*\\+0x[0-9a-f]+";

  private final Difference difference;
  private final View view;
  private final boolean byStack;
  private final int limit;
  private final Map<String, Row> rows = new HashMap<>();
  private final Row total = new Row();

  /**
   * @param view the view to compare; null for the usual one
   * @param limit most rows; 0 for all
   */
  DiffTable(Difference difference, View view, boolean byStack, int limit) {
    this.difference = difference;
    this.view = view == null ? difference.profile().defaultView() : view;
    this.byStack = byStack;
    this.limit = limit;
  }

  void write(PrintWriter out) {
    collect(difference.base(), true);
    collect(difference.changed(), false);
    List<Map.Entry<String, Row>> sorted = new ArrayList<>(rows.entrySet());
    sorted.removeIf(entry -> entry.getValue().difference() == 0);
    sorted.sort(
        Comparator.<Map.Entry<String, Row>>comparingDouble(
                entry -> -Math.abs(entry.getValue().difference()))
            .thenComparing(Map.Entry::getKey));
    out.println(
        "difference of "
            + view.name()
            + ", "
            + (byStack ? "by stack" : "by function that allocated"));
    out.println("* larger than the sampling noise");
    out.printf(
        Locale.ROOT,
        "%14s %14s %14s  %-31s    %s%n",
        "base",
        "new",
        "difference",
        "interval",
        byStack ? "stack" : "function");
    print(out, "total", total);
    int shown = limit > 0 ? Math.min(limit, sorted.size()) : sorted.size();
    sorted.subList(0, shown).forEach(entry -> print(out, entry.getKey(), entry.getValue()));
    if (shown < sorted.size()) {
      out.println((sorted.size() - shown) + " more; --rows 0 shows all");
    }
  }

  private void print(PrintWriter out, String name, Row row) {
    String interval =
        row.hasInterval()
            ? "[" + number(row.low(), true) + ", " + number(row.high(), true) + "]"
            : "unknown";
    out.printf(
        Locale.ROOT,
        "%14s %14s %14s  %-31s  %s %s%n",
        number(row.base.value(), false),
        number(row.changed.value(), false),
        number(row.difference(), true),
        interval,
        row.isBeyondNoise() ? "*" : " ",
        TerminalText.printable(name));
  }

  private static String number(double value, boolean signed) {
    long rounded = Math.round(value);
    return (signed && rounded > 0 ? "+" : "") + rounded;
  }

  private void collect(EstimatedProfile profile, boolean base) {
    for (EstimatedHeap heap : profile.heaps()) {
      Column column = heap.column(view);
      for (int i = 0; column != null && i < heap.rows(); i++) {
        Row row = rows.computeIfAbsent(name(profile.stacks(), heap.stack(i)), unused -> new Row());
        add(base ? row.base : row.changed, column, i);
        add(base ? total.base : total.changed, column, i);
      }
    }
  }

  private static void add(GroupTotals totals, Column column, int row) {
    totals.add(column.value(row), column.low(row), column.high(row));
  }

  private String name(StackTable stacks, int stack) {
    StringBuilder names = new StringBuilder();
    String innermost = null;
    for (int s = stack; s != StackTable.ROOT; s = stacks.parent(s)) {
      for (SourceLine line : stacks.lines(stacks.frame(s))) {
        String function = function(stacks, stacks.frame(s), line);
        if (!byStack) {
          innermost = innermost == null ? function : innermost;
          if (!AllocatorFrames.matches(function) && !function.matches(ALLOCATOR_LIBRARY)) {
            return function;
          }
        } else {
          names.append(names.length() == 0 ? "" : ";").append(function);
        }
      }
    }
    if (byStack) {
      return names.length() == 0 ? "(no stack)" : names.toString();
    }
    return innermost == null ? "(no stack)" : innermost;
  }

  private static String function(StackTable stacks, int frame, SourceLine line) {
    if (!line.function().isEmpty()) {
      return line.function();
    }
    int mapping = stacks.frameMapping(frame);
    String address = "0x" + Long.toHexString(stacks.frameRelPc(frame));
    if (mapping == StackTable.NO_MAPPING) {
      return address;
    }
    Mapping known = stacks.mapping(mapping);
    return known.baseName() + "+" + address;
  }
}
