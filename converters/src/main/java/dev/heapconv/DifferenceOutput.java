package dev.heapconv;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Comparison;
import dev.heapconv.query.Difference;
import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.Subtraction;
import dev.heapconv.show.Table;
import dev.heapconv.show.TableOptions;
import dev.heapconv.show.TableRenderer;
import dev.heapconv.writer.WriteOptions;
import dev.heapconv.writer.folded.DifferenceFolding;
import dev.heapconv.writer.html.DifferenceReport;
import dev.heapconv.writer.svg.FlameGraphWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** The differences between a profile and an independent base, with both sides. */
public final class DifferenceOutput {

  private DifferenceOutput() {}

  /** The differences as a table. */
  public static Table table(
      EstimatedProfile base, EstimatedProfile changed, AggregateOptions rows, WriteOptions options)
      throws HeapConvException {
    return table(base, changed, rows, options, List.of(), 1, false);
  }

  /**
   * The differences as a table, with a verdict on the growth if there are limits to it.
   *
   * @param rows what the table shows
   * @param options the view to show, and the name of the program
   * @param limits how much may grow
   * @param alpha how often an unchanged program may fail, between 0 and 1
   * @param strict whether growth beyond a limit that could not be seen leaves the verdict open
   */
  public static Table table(
      EstimatedProfile base,
      EstimatedProfile changed,
      AggregateOptions rows,
      WriteOptions options,
      List<GateVerdict.Limit> limits,
      double alpha,
      boolean strict)
      throws HeapConvException {
    Difference difference = Difference.of(base, changed, rows, options.view());
    GateVerdict verdict =
        limits.isEmpty() ? null : GateVerdict.of(difference, limits, alpha, strict);
    EstimatedProfile both =
        new EstimatedProfile(
            changed.capture(),
            changed.stacks(),
            changed.heaps(),
            Subtraction.remarks(base, changed),
            changed.confidence(),
            Subtraction.notices(base, changed));
    return new Table(options.tool(), both, base, difference.result(), null, verdict);
  }

  /**
   * Writes the differences: a table, the report of a difference, folded stacks with two numbers, or
   * a flame graph. Does not close {@code out}.
   *
   * @param table of the two profiles
   * @param format one that has {@link Format.Property#BOTH_SIDES}
   * @param page what text must fit
   */
  public static void write(
      EstimatedProfile base,
      EstimatedProfile changed,
      Table table,
      Format format,
      TableOptions page,
      WriteOptions options,
      OutputStream out)
      throws IOException {
    switch (format) {
      case HTML ->
          DifferenceReport.write(table, Comparison.of(base, changed, GroupBy.STACK), options, out);
      case FOLDED ->
          DifferenceFolding.write(Comparison.of(base, changed, GroupBy.STACK), options, out);
      case SVG -> FlameGraphWriter.write(Comparison.of(base, changed, GroupBy.STACK), options, out);
      default -> TableRenderer.of(format.id(), page).render(table, out);
    }
  }
}
