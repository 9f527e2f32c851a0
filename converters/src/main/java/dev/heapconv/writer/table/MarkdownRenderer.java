package dev.heapconv.writer.table;

import dev.heapconv.aggregate.DeviceFigures;
import dev.heapconv.aggregate.GateVerdict;
import dev.heapconv.aggregate.GroupBy;
import dev.heapconv.aggregate.Growth;
import dev.heapconv.aggregate.Measure;
import dev.heapconv.aggregate.Ranking;
import dev.heapconv.model.View;
import dev.heapconv.writer.TerminalText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes a table in GitHub-flavored Markdown, for an issue or a review: numbers with units, names
 * as code.
 */
final class MarkdownRenderer implements TableRenderer {

  @Override
  public void render(Table table, OutputStream out) throws IOException {
    StringBuilder text = new StringBuilder();
    if (table.verdict() != null) {
      appendVerdict(text, table.verdict());
    }
    for (Table.Section section : table.sections()) {
      if (table.isGrouped()) {
        text.append(text.length() == 0 ? "" : "\n");
        text.append("### ").append(code(section.group())).append("\n\n");
      }
      Ranking ranking = section.ranking();
      int[] rows = ranking.limited(ranking.rowsForPeople(), TableOptions.ROWS_FOR_PEOPLE);
      if (rows.length == 0) {
        text.append("No ").append(escaped(TextTable.nothing(ranking))).append(".\n");
        continue;
      }
      if (ranking.growth() != null) {
        appendGrowth(text, ranking, ranking.growth(), rows);
        continue;
      }
      appendHeader(text, ranking);
      for (int row : rows) {
        appendRow(text, ranking, row);
      }
      appendNoise(text, ranking);
    }
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static void appendGrowth(StringBuilder text, Ranking ranking, Growth growth, int[] rows) {
    boolean functions = ranking.by() == GroupBy.FUNCTION;
    text.append("| grows | ").append(code(growth.view().name())).append(" per minute");
    text.append(" | interval | first | peak | last | mean lifetime | interval | ");
    text.append(ranking.by().id()).append(functions ? " | library |\n" : " |\n");
    text.append("|:---|---:|---:|---:|---:|---:|---:|---:|:---|");
    text.append(functions ? ":---|\n" : "\n");
    for (int row : rows) {
      text.append('|');
      appendCell(text, Cells.grows(growth, row) ? "yes" : "");
      appendCell(text, Cells.slope(growth, row));
      appendCell(text, Cells.slopeInterval(growth, row));
      appendCell(text, Cells.live(growth, Growth.Part.FIRST, row));
      appendCell(text, Cells.live(growth, Growth.Part.PEAK, row));
      appendCell(text, Cells.live(growth, Growth.Part.LAST, row));
      appendCell(text, Cells.lifetime(growth, row));
      appendCell(text, Cells.lifetimeInterval(growth, row));
      appendCell(text, code(ranking.name(row)));
      if (functions) {
        appendCell(text, code(ranking.library(row)));
      }
      text.append('\n');
    }
  }

  private static void appendVerdict(StringBuilder text, GateVerdict verdict) {
    text.append("**").append(VerdictText.word(verdict)).append("**: ");
    text.append(escaped(VerdictText.summary(verdict))).append("\n\n");
    int shown = 0;
    for (GateVerdict.Failure failure : verdict.failures()) {
      if (shown++ < VerdictText.SHOWN) {
        text.append("- ").append(VerdictText.failure(failure, MarkdownRenderer::code)).append('\n');
      }
    }
    if (shown > VerdictText.SHOWN) {
      text.append("- and ").append(shown - VerdictText.SHOWN).append(" more\n");
    }
    text.append(shown > 0 ? "\n" : "");
  }

  /** Names of views may contain anything; elsewhere they are code. */
  private static String escaped(String text) {
    return TerminalText.printable(text).replaceAll("[\\\\`*_\\[\\]<|]", "\\\\$0");
  }

  private static void appendNoise(StringBuilder text, Ranking ranking) {
    int noise = ranking.rowsOfNoise();
    if (noise > 0) {
      text.append('\n').append(TextRenderer.noiseLine(noise)).append(".\n");
    }
  }

  private static void appendHeader(StringBuilder text, Ranking ranking) {
    StringBuilder rule = new StringBuilder("|");
    text.append('|');
    for (View view : ranking.viewsForPeople()) {
      if (ranking.isDifference()) {
        text.append(" base | new | ").append(code(view.name()));
        text.append(" | interval | beyond noise |");
        rule.append("---:|---:|---:|---:|:---|");
        continue;
      }
      text.append(' ').append(code(view.name())).append(" | interval | % |");
      rule.append("---:|---:|---:|");
      if (ranking.hasCumulative()) {
        text.append(ranking.isCumulative() ? " self % |" : " cum % |");
        rule.append("---:|");
      }
    }
    if (ranking.devices() != null) {
      text.append(" per device | interval | p50 | p95 | devices % |");
      rule.append("---:|---:|---:|---:|---:|");
    }
    if (ranking.objects() != null && ranking.isDifference()) {
      text.append(" change |");
      rule.append(":---|");
    }
    if (ranking.shown(ranking.view()).hasSamples()) {
      text.append(" samples |");
      rule.append("---:|");
    }
    text.append(' ').append(ranking.by().id()).append(" |");
    rule.append(":---|");
    if (ranking.by() == GroupBy.FUNCTION) {
      text.append(" library |");
      rule.append(":---|");
    }
    text.append('\n').append(rule).append('\n');
  }

  private static void appendRow(StringBuilder text, Ranking ranking, int row) {
    text.append('|');
    for (View view : ranking.viewsForPeople()) {
      if (ranking.isDifference()) {
        appendDifference(text, ranking.shown(view), row);
      } else {
        appendEstimate(text, ranking, view, row);
      }
    }
    DeviceFigures devices = ranking.devices();
    if (devices != null) {
      DeviceCells cells = new DeviceCells(devices, ranking, new int[] {row});
      appendCell(text, cells.mean(row));
      appendCell(text, cells.interval(row));
      appendCell(text, cells.quantile(DeviceFigures.Part.P50, row));
      appendCell(text, cells.quantile(DeviceFigures.Part.P95, row));
      appendCell(text, cells.share(row));
    }
    Measure objects = ranking.objects();
    if (objects != null && ranking.isDifference()) {
      appendCell(text, Cells.change(objects, row));
    }
    Measure shown = ranking.shown(ranking.view());
    if (shown.hasSamples()) {
      appendCell(text, Long.toString(shown.samples(row)));
    }
    appendCell(text, code(ranking.name(row)));
    if (ranking.by() == GroupBy.FUNCTION) {
      appendCell(text, code(ranking.library(row)));
    }
    text.append('\n');
  }

  private static void appendEstimate(StringBuilder text, Ranking ranking, View view, int row) {
    Measure measure = ranking.shown(view);
    if (!measure.has(row)) {
      text.append(" | | |");
      return;
    }
    appendCell(text, Cells.value(measure, row));
    appendCell(text, Cells.interval(measure, row));
    appendCell(text, Cells.percent(measure, row));
    if (ranking.hasCumulative()) {
      Measure other = ranking.isCumulative() ? ranking.self(view) : ranking.cumulative(view);
      appendCell(text, Cells.percent(other, row));
    }
  }

  private static void appendDifference(StringBuilder text, Measure measure, int row) {
    appendCell(text, measure.has(row) ? Cells.base(measure, row) : "");
    appendCell(text, measure.has(row) ? Cells.changed(measure, row) : "");
    appendCell(text, measure.has(row) ? Cells.value(measure, row) : "");
    appendCell(text, measure.has(row) ? Cells.interval(measure, row) : "");
    appendCell(text, Cells.isBeyondNoise(measure, row) ? "yes" : "");
  }

  private static void appendCell(StringBuilder text, String cell) {
    text.append(cell.isEmpty() ? "" : " ").append(cell).append(" |");
  }

  /**
   * A code span, in which only the closing mark is special and, within a table, the bar, which is
   * escaped even there.
   */
  private static String code(String name) {
    if (name.isEmpty()) {
      return "";
    }
    String printable = TerminalText.printable(name);
    int longest = 0;
    int run = 0;
    for (int i = 0; i < printable.length(); i++) {
      run = printable.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    String mark = "`".repeat(longest + 1);
    // A name that begins or ends with a backquote or a space needs spaces around it, which the span
    // swallows.
    String space = longest > 0 ? " " : "";
    return mark + space + printable.replace("|", "\\|") + space + mark;
  }
}
