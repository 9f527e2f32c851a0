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

/** Outputs of the difference between two independent profiles, with the numbers of both. */
public final class DifferenceOutput {

  private DifferenceOutput() {}

  /**
   * Returns the differences as a table.
   *
   * @param base the profile to compare with
   * @param changed the other profile
   * @param rows what the table shows
   * @param options the view to show, and the name of the program
   * @throws HeapConvException if a profile does not have the view
   */
  public static Table table(
      EstimatedProfile base, EstimatedProfile changed, AggregateOptions rows, WriteOptions options)
      throws HeapConvException {
    return table(base, changed, rows, options, List.of(), 1, false);
  }

  /**
   * Returns the differences as a table, with a verdict on the growth if there are limits for it.
   *
   * @param base the profile to compare with
   * @param changed the other profile
   * @param rows what the table shows
   * @param options the view to show, and the name of the program
   * @param limits how much may grow; empty for no verdict
   * @param alpha probability that an unchanged program fails, between 0 and 1
   * @param strict whether the verdict stays open if growth beyond a limit could go unseen
   * @throws HeapConvException if a profile does not have the view, or if a limit needs noise that
   *     is unknown
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
   * Writes the differences as a table, as the report of a difference, as folded stacks with two
   * numbers, or as a flame graph.
   *
   * @param base the profile to compare with
   * @param changed the other profile
   * @param table the table of the two profiles
   * @param format a format with {@link Format.Property#BOTH_SIDES}
   * @param page the page that text must fit
   * @param options choices that the format leaves open
   * @param out receives the bytes; it stays open
   * @throws IOException if {@code out} cannot be written
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
