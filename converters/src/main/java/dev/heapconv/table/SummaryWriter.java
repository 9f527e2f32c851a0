package dev.heapconv.table;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.query.Result;
import dev.heapconv.query.Totals;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import dev.heapconv.text.TerminalText;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes a page of text that shows what uses the memory, for someone new to such numbers: what was
 * recorded, how much there is in total, the functions that allocated most of it, and their
 * libraries.
 */
public final class SummaryWriter implements ProfileWriter {

  private static final int FUNCTIONS = 15;

  /** Rows of each of two tables of functions. */
  private static final int FUNCTIONS_EACH = 8;

  private static final int LIBRARIES = 5;

  /** If less than this share of the allocated memory is in use, most of it has since been freed. */
  private static final double FEW = 0.1;

  private static final int HEAPS = 8;

  private static final String BOLD = "\u001b[1m";
  private static final String PLAIN = "\u001b[0m";

  private final AggregateOptions rows;
  private final int width;
  private final boolean colour;
  private final String sizesHint;
  private final boolean warnings;

  /**
   * @param options its width, colour, filter and frames are used; the grouping is not
   * @param warnings whether to include the warnings of the profile, which a program may show
   *     elsewhere
   */
  public SummaryWriter(TableOptions options, boolean warnings) {
    this.rows = options.rows().withSort(null).withCumulative(false);
    this.width = options.width();
    this.colour = options.colour();
    this.sizesHint = options.sizesHint();
    this.warnings = warnings;
  }

  /** Text is UTF-8. */
  @Override
  public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    Result functions = totals(profile, GroupBy.FUNCTION, view(profile, options));
    View view = functions.view();
    TableHeader about = TableHeader.of(profile, GroupBy.FUNCTION, options.tool());
    StringBuilder text = new StringBuilder();
    TextHeader header = new TextHeader(about, functions, width);
    header.appendOrigin(text, sizesHint);
    text.append('\n');
    header.appendTotals(text);
    boolean graded = false;
    if (about.heaps().size() > 1) {
      graded |= append(text, "Heaps", table(totals(profile, GroupBy.HEAP, view), HEAPS));
    }
    if (functions.total(view).value(Result.TOTAL) > 0) {
      boolean churn = options.view() == null && isMostlyFreed(functions);
      graded |= appendFunctions(text, functions, churn ? FUNCTIONS_EACH : FUNCTIONS);
      if (churn) {
        Result churning = totals(profile, GroupBy.FUNCTION, View.ALLOC_SPACE);
        graded |= appendFunctions(text, churning, FUNCTIONS_EACH);
      }
      Result libraries = totals(profile, GroupBy.LIBRARY, view);
      if (libraries.displayedRows().length > 1) {
        String title = "Top libraries";
        graded |= append(text, title, table(libraries, LIBRARIES));
      }
    }
    TextNotes.append(text, about, graded, warnings, width);
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private Result totals(EstimatedProfile profile, GroupBy by, @Nullable View view)
      throws HeapConvException {
    return Totals.of(profile, rows.withBy(by), view);
  }

  /** If everything has been freed, what was allocated is the next best answer. */
  private static @Nullable View view(EstimatedProfile profile, WriteOptions options) {
    if (options.view() != null || !profile.views().contains(View.ALLOC_SPACE)) {
      return options.view();
    }
    for (EstimatedHeap heap : profile.latestDumps()) {
      Column live = heap.column(View.SPACE);
      if (live != null && live.total() > 0) {
        return null;
      }
    }
    return View.ALLOC_SPACE;
  }

  private static boolean isMostlyFreed(Result table) {
    return table.view().equals(View.SPACE)
        && table.views().contains(View.ALLOC_SPACE)
        && table.total(View.SPACE).value(Result.TOTAL)
            < FEW * table.total(View.ALLOC_SPACE).value(Result.TOTAL);
  }

  private TextTable table(Result result, int usualRows) {
    return new TextTable(result, usualRows, width, colour);
  }

  private boolean appendFunctions(StringBuilder text, Result functions, int usualRows) {
    TextTable table = table(functions, usualRows);
    String library = table.onlyLibrary();
    String place = library.isEmpty() ? "" : ", all in " + library;
    return append(text, "Top allocation sites by " + what(functions.view()) + place, table);
  }

  private static String what(View view) {
    if (!View.ALL.contains(view)) {
      return TerminalText.printable(view.name());
    }
    String unit = view.isBytes() ? "bytes" : "objects";
    return view.isLive() ? "live " + unit : "allocated " + unit + ", freed or not";
  }

  /** Appends a table with its title, and says whether the grade of a number shows. */
  private boolean append(StringBuilder text, String title, TextTable table) {
    StringBuilder lines = new StringBuilder();
    TerminalText.appendWrapped(lines, title, width);
    lines.setLength(lines.length() - 1);
    text.append('\n').append(colour ? BOLD + lines + PLAIN : lines).append('\n');
    table.appendTo(text);
    return table.showsGrades();
  }
}
