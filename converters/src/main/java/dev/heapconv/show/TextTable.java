package dev.heapconv.show;

import dev.heapconv.io.TerminalText;
import dev.heapconv.model.FrameNames;
import dev.heapconv.query.Answer;
import dev.heapconv.query.Answer.Caller;
import dev.heapconv.query.Answer.NameColumn;
import dev.heapconv.query.Answer.NameColumn.Kind;
import dev.heapconv.query.ShownColumn;
import dev.heapconv.query.ShownColumn.Form;
import dev.heapconv.query.ShownColumn.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/** Some rows of an answer as columns of text: numbers, and what rows are called behind them. */
public final class TextTable {

  /** How many functions of a stack are shown: enough to recognise it. */
  private static final int MAX_FRAMES = 8;

  /** The share of the width of names that callers get at least, and lines of the source. */
  private static final double CALLERS = 1 / 3.0;

  private static final double PLACES = 1 / 2.0;

  private final TextLayout layout;
  private final int[] rows;

  private TextTable(TextLayout layout, int[] rows) {
    this.layout = layout;
    this.rows = rows;
  }

  /** Adds the columns behind those that the layout has. */
  public static void add(TextLayout layout, Answer answer, List<ShownColumn> shown, int[] rows) {
    TextTable table = new TextTable(layout, rows);
    for (ShownColumn column : shown) {
      table.addNumbers(column, !isMain(column, answer));
      if (column.form() == Form.SHARE) {
        layout.shares(Arrays.stream(rows).mapToDouble(column.column()::value).toArray());
      }
    }
    List<NameColumn> names = new ArrayList<>();
    for (NameColumn column : answer.names()) {
      if (column.kind().isName()) {
        names.add(column);
      } else if (column.kind() == Kind.ROLE) {
        names.add(0, column);
      }
    }
    table.addNames(names);
    for (NameColumn column : answer.names()) {
      if (column.kind() == Kind.CALLER) {
        layout.moreNames(
            "called by", table.cells(row -> caller((Caller) column.cell(row))), CALLERS);
      } else if (column.kind() == Kind.PLACE) {
        layout.moreNames(column.id(), table.files(column), PLACES);
      }
    }
  }

  /**
   * Adds a column of numbers only.
   *
   * @param spare whether narrow terminals do without it
   */
  static void addNumbers(TextLayout layout, ShownColumn column, int[] rows, boolean spare) {
    new TextTable(layout, rows).addNumbers(column, spare);
  }

  /** Whether a column has what rows are about. */
  private static boolean isMain(ShownColumn column, Answer answer) {
    return column.column().meta().id().equals(answer.main().meta().id());
  }

  /** The last column gets the width that the others leave. */
  private void addNames(List<NameColumn> columns) {
    int last = columns.size() - 1;
    for (NameColumn column : columns.subList(0, last)) {
      layout.column(column.id(), names(column), false, false);
    }
    NameColumn column = columns.get(last);
    layout.names(column.id(), names(column), column.kind() == Kind.FUNCTION);
  }

  /**
   * Adds a column of values, aligned right, each followed by its certainty. Marks take no room.
   *
   * @param spare whether narrow terminals do without it
   */
  private void addNumbers(ShownColumn column, boolean spare) {
    List<Text> cells = column.cells(rows);
    boolean brief = column.form() == Form.MARK && !column.ownUnits();
    String heading = brief ? "*" : TerminalText.printable(column.heading());
    int values = 0;
    int certainties = 0;
    for (Text cell : cells) {
      values = Math.max(values, TerminalText.width(cell.value()));
      certainties = Math.max(certainties, TerminalText.width(cell.certainty()));
    }
    if (certainties == 0 || column.ownUnits()) {
      List<String> texts = cells.stream().map(Text::toString).toList();
      add(heading, texts, !column.isText(), column.dim(), spare && !brief);
      return;
    }
    int width = Math.max(values, heading.length() - certainties - 1);
    List<String> texts = new ArrayList<>();
    for (Text cell : cells) {
      texts.add(" ".repeat(width - TerminalText.width(cell.value())) + cell);
    }
    String indent = " ".repeat(Math.max(0, width - heading.length()));
    add(indent + heading, texts, false, column.dim(), spare);
  }

  private void add(String heading, List<String> texts, boolean right, boolean dim, boolean spare) {
    if (spare) {
      layout.spareColumn(heading, texts, right, dim);
    } else {
      layout.column(heading, texts, right, dim);
    }
  }

  private List<String> cells(IntFunction<String> text) {
    return Arrays.stream(rows).mapToObj(text).toList();
  }

  private List<String> names(NameColumn column) {
    return column.kind() == Kind.FILE
        ? files(column)
        : cells(
            row ->
                column.cell(row) instanceof List<?> frames
                    ? lines(frames)
                    : TerminalText.printable(column.text(row)));
  }

  /** Files by their base names, unless several in the same table have the same one. */
  private List<String> files(NameColumn column) {
    Map<String, Set<String>> ofBase = new HashMap<>();
    for (int row : rows) {
      String name = column.text(row);
      ofBase.computeIfAbsent(FrameNames.baseName(name), unused -> new HashSet<>()).add(name);
    }
    return cells(
        row -> {
          String name = column.text(row);
          String base = FrameNames.baseName(name);
          boolean isOne = !base.isEmpty() && ofBase.getOrDefault(base, Set.of()).size() == 1;
          return TerminalText.printable(isOne ? base : name);
        });
  }

  private static String lines(List<?> frames) {
    StringBuilder lines = new StringBuilder();
    int shown = frames.size() <= MAX_FRAMES + 1 ? frames.size() : MAX_FRAMES;
    for (int i = 0; i < shown; i++) {
      lines.append(i == 0 ? "" : "\n");
      lines.append(TerminalText.printable(frames.get(i).toString()));
    }
    if (shown < frames.size()) {
      lines.append("\n\u2026 and ").append(frames.size() - shown).append(" more callers");
    }
    return lines.toString();
  }

  /** A function, and how many others call it. */
  private static String caller(Caller caller) {
    return NameFitting.brief(TerminalText.printable(caller.name()))
        + (caller.others() == 0 ? "" : " +" + caller.others());
  }
}
