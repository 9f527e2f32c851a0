package dev.heapconv.writer.table;

import dev.heapconv.aggregate.DeviceFigures;
import dev.heapconv.aggregate.DeviceFigures.Part;
import dev.heapconv.aggregate.FrameNames;
import dev.heapconv.aggregate.GroupBy;
import dev.heapconv.aggregate.Growth;
import dev.heapconv.aggregate.Measure;
import dev.heapconv.aggregate.Ranking;
import dev.heapconv.model.View;
import dev.heapconv.writer.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** A table as text. */
final class TextTable {

  /** How many callers of a stack are shown: enough to recognise it. */
  private static final int FRAMES_SHOWN = 8;

  /** A width at which names can be distinguished. */
  private static final int FUNCTION_WIDTH = 30;

  private static final int PART_WIDTH = 44;

  private final Ranking ranking;
  private final TextLayout layout;
  private final int[] rows;
  private final int rowsLeft;

  /**
   * @param usualRows how many rows to show unless the options say
   */
  TextTable(Ranking ranking, int usualRows, int width, boolean colour) {
    this.ranking = ranking;
    layout = new TextLayout(width, colour);
    int[] all = ranking.rowsForPeople();
    rows = ranking.limited(all, usualRows);
    rowsLeft = all.length - rows.length + ranking.forgotten();
  }

  void appendTo(StringBuilder out) {
    GroupBy by = ranking.by();
    if (rows.length == 0) {
      out.append("  no ").append(nothing(ranking)).append('\n');
      return;
    }
    Growth growth = ranking.growth();
    if (growth != null) {
      addGrowth(growth);
    } else if (ranking.isDifference()) {
      addDifference();
    } else {
      addEstimate();
    }
    if (growth == null) {
      addOtherViews();
    }
    TextLayout.Cut cut =
        switch (by) {
          case FUNCTION, STACK -> TextLayout.Cut.FUNCTION;
          case LIBRARY, FILE, PROCESS, HEAP, DUMP -> TextLayout.Cut.MIDDLE;
        };
    layout.names(by.id(), names(), cut, by.isPartOfRecording() ? PART_WIDTH : FUNCTION_WIDTH);
    layout.texts("library", libraries(), true);
    Measure shown = ranking.shown(ranking.view());
    if (shown.hasSamples() && growth == null) {
      layout.spare("samples", cells(Cell.SAMPLES, shown));
    }
    layout.appendTo(out, 0);
    appendRest(out);
  }

  /** What there is none of in a table without rows. */
  static String nothing(Ranking ranking) {
    String noun = ranking.by().noun(0);
    if (ranking.options().filter() != null) {
      return noun + " match the filter";
    }
    String view = TerminalText.printable(ranking.view().name());
    if (!ranking.isDifference()) {
      return noun + " with any " + view;
    }
    return noun + " differ in " + view + (ranking.rowsOfNoise() > 0 ? " by more than noise" : "");
  }

  private void addEstimate() {
    View view = ranking.view();
    Measure shown = ranking.shown(view);
    layout.numbers(view.name(), cells(Cell.VALUE, shown), TextLayout.Style.NORMAL, false);
    layout.numbers("interval", cells(Cell.INTERVAL, shown), TextLayout.Style.DIM, false);
    boolean cum = ranking.isCumulative();
    boolean both = ranking.hasCumulative();
    layout.numbers(
        both ? cum ? "cum%" : "self%" : "%",
        cells(Cell.PERCENT, shown),
        TextLayout.Style.NORMAL,
        false);
    DeviceFigures devices = ranking.devices();
    if (devices != null) {
      addDevices(new DeviceCells(devices, ranking, rows));
    }
    if (both) {
      Measure other = cum ? ranking.self(view) : ranking.cumulative(view);
      layout.numbers(
          cum ? "self%" : "cum%", cells(Cell.PERCENT, other), TextLayout.Style.DIM, true);
    }
  }

  private void addDevices(DeviceCells devices) {
    layout.numbers("per device", cells(devices::mean), TextLayout.Style.NORMAL, false);
    layout.numbers("interval", cells(devices::interval), TextLayout.Style.DIM, true);
    layout.numbers(
        "p95", cells(row -> devices.quantile(Part.P95, row)), TextLayout.Style.NORMAL, true);
    layout.numbers("devices%", cells(devices::share), TextLayout.Style.NORMAL, true);
    layout.numbers(
        "p50", cells(row -> devices.quantile(Part.P50, row)), TextLayout.Style.NORMAL, true);
  }

  private void addGrowth(Growth growth) {
    ColumnUnit perMinute = Cells.unit(growth, rows, Growth.Part.SLOPE);
    ColumnUnit live = Cells.unit(growth, rows, Growth.Part.PEAK);
    layout.texts("*", cells(row -> Cells.grows(growth, row) ? "*" : ""), false);
    layout.numbers(
        growth.view().name() + "/min",
        cells(row -> Cells.slope(growth, row, perMinute)),
        TextLayout.Style.NORMAL,
        false);
    layout.numbers(
        "interval",
        cells(row -> Cells.slopeInterval(growth, row, perMinute)),
        TextLayout.Style.DIM,
        false);
    addLive("first", growth, Growth.Part.FIRST, live, true);
    addLive("peak", growth, Growth.Part.PEAK, live, true);
    addLive("last", growth, Growth.Part.LAST, live, false);
    layout.numbers(
        "lifetime", cells(row -> Cells.lifetime(growth, row)), TextLayout.Style.NORMAL, true);
    layout.spare("interval", cells(row -> Cells.lifetimeInterval(growth, row)));
  }

  private void addLive(
      String header, Growth growth, Growth.Part dump, ColumnUnit unit, boolean optional) {
    layout.numbers(
        header,
        cells(row -> Cells.live(growth, dump, row, unit)),
        TextLayout.Style.NORMAL,
        optional);
  }

  private List<String> cells(IntFunction<String> cell) {
    List<String> cells = new ArrayList<>();
    for (int row : rows) {
      cells.add(cell.apply(row));
    }
    return cells;
  }

  private void addDifference() {
    View view = ranking.view();
    Measure shown = ranking.shown(view);
    layout.numbers("base", cells(Cell.BASE, shown), TextLayout.Style.DIM, false);
    layout.numbers("new", cells(Cell.NEW, shown), TextLayout.Style.DIM, false);
    layout.numbers(view.name(), cells(Cell.VALUE, shown), TextLayout.Style.NORMAL, false);
    layout.numbers("interval", cells(Cell.INTERVAL, shown), TextLayout.Style.DIM, false);
    layout.texts("*", cells(Cell.BEYOND_NOISE, shown), false);
    Measure objects = ranking.objects();
    if (objects != null) {
      layout.texts("change", cells(Cell.CHANGE, objects), true);
    }
  }

  /** Adds objects next to bytes and vice versa; for parts of a recording, every view. */
  private void addOtherViews() {
    for (View other : ranking.viewsForPeople()) {
      List<String> cells = cells(Cell.ROUGH, ranking.shown(other));
      if (ranking.by() == GroupBy.DUMP
          && !other.equals(ranking.view())
          && !ranking.isCounterpart(other)) {
        layout.spare(other.name(), cells);
      } else if (!other.equals(ranking.view())) {
        layout.numbers(other.name(), cells, TextLayout.Style.NORMAL, true);
      }
    }
  }

  private void appendRest(StringBuilder out) {
    if (rowsLeft == 0) {
      return;
    }
    out.append("  and ").append(rowsLeft).append(" more ").append(ranking.by().noun(rowsLeft));
    Measure total = ranking.total(ranking.view());
    boolean parts = ranking.growth() == null && total.whole() > 0;
    if (parts && !ranking.isCumulative() && ranking.options().filter() == null) {
      double rest = total.value(0);
      for (int row : rows) {
        rest -= ranking.self(ranking.view()).value(row);
      }
      out.append(" with ").append(HumanNumbers.percent(Math.max(0, rest), total.value(0)));
    }
    out.append('\n');
  }

  /** The content of a cell. */
  private enum Cell {
    VALUE,
    INTERVAL,
    PERCENT,
    ROUGH,
    BASE,
    NEW,
    BEYOND_NOISE,
    CHANGE,
    SAMPLES
  }

  private List<String> cells(Cell cell, Measure measure) {
    ColumnUnit unit = Cells.unit(measure, rows);
    List<String> cells = new ArrayList<>();
    for (int row : rows) {
      boolean has = measure.has(row);
      cells.add(
          switch (cell) {
            case VALUE -> has ? Cells.value(measure, row, unit) : TextLayout.NOTHING;
            case ROUGH -> has ? Cells.rough(measure, row, unit) : TextLayout.NOTHING;
            case INTERVAL -> Cells.interval(measure, row, unit);
            case PERCENT -> has ? Cells.percent(measure, row) : "";
            case BASE -> has ? Cells.base(measure, row, unit) : TextLayout.NOTHING;
            case NEW -> has ? Cells.changed(measure, row, unit) : TextLayout.NOTHING;
            case BEYOND_NOISE -> Cells.isBeyondNoise(measure, row) ? "*" : "";
            case CHANGE -> Cells.change(measure, row);
            case SAMPLES -> ColumnUnit.withSeparators(measure.samples(row));
          });
    }
    return cells;
  }

  /** Names of files, which are never shortened; none if all functions are in the same one. */
  private List<String> libraries() {
    List<String> cells = new ArrayList<>();
    if (onlyLibrary().isEmpty()) {
      for (int row : rows) {
        cells.add(TerminalText.printable(ranking.library(row)));
      }
    }
    return cells;
  }

  /** The library of all rows; empty if there are several, or none is known. */
  String onlyLibrary() {
    String only = rows.length == 0 ? "" : ranking.library(rows[0]);
    for (int row : rows) {
      if (!ranking.library(row).equals(only)) {
        return "";
      }
    }
    return rows.length < 2 ? "" : TerminalText.printable(only);
  }

  /** Whether a number of these rows is marked as rough. */
  boolean showsRough() {
    if (ranking.growth() != null) {
      return false;
    }
    for (View other : ranking.viewsForPeople()) {
      for (int row : rows) {
        Measure shown = ranking.shown(other);
        if (!other.equals(ranking.view()) && shown.has(row) && Cells.isRough(shown, row)) {
          return true;
        }
      }
    }
    return false;
  }

  private List<String> names() {
    List<String> cells = new ArrayList<>();
    for (int row : rows) {
      cells.add(name(row));
    }
    return cells;
  }

  private String name(int row) {
    List<String> frames = ranking.frames(row);
    if (frames != null) {
      return lines(frames);
    }
    boolean library = ranking.by() == GroupBy.LIBRARY;
    return TerminalText.printable(library ? libraryName(row) : ranking.name(row));
  }

  /** A library is shown by its base name, unless another in the same table has the same one. */
  private String libraryName(int row) {
    String base = FrameNames.baseName(ranking.name(row));
    for (int other : rows) {
      if (!ranking.name(other).equals(ranking.name(row))
          && FrameNames.baseName(ranking.name(other)).equals(base)) {
        return ranking.name(row);
      }
    }
    return base.isEmpty() ? ranking.name(row) : base;
  }

  private static String lines(List<String> frames) {
    StringBuilder lines = new StringBuilder();
    int shown = frames.size() <= FRAMES_SHOWN + 1 ? frames.size() : FRAMES_SHOWN;
    for (int i = 0; i < shown; i++) {
      lines.append(i == 0 ? "" : "\n").append(TerminalText.printable(frames.get(i)));
    }
    if (shown < frames.size()) {
      lines.append("\n\u2026 and ").append(frames.size() - shown).append(" more callers");
    }
    return lines.toString();
  }
}
