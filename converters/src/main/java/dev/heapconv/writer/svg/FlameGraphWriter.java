package dev.heapconv.writer.svg;

import dev.heapconv.model.Column;
import dev.heapconv.model.Effects;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.query.Asked;
import dev.heapconv.query.Comparison;
import dev.heapconv.query.Comparison.Compared;
import dev.heapconv.query.Difference;
import dev.heapconv.query.EstimateSums;
import dev.heapconv.query.Grade;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.HeapRoots;
import dev.heapconv.query.NumberColumn.Role;
import dev.heapconv.query.Question;
import dev.heapconv.query.Reliability;
import dev.heapconv.query.StackNames;
import dev.heapconv.query.Totals;
import dev.heapconv.writer.Output;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes one view as a flame graph in SVG, as pprof's page draws them: callers above what they
 * call, as wide as what is allocated on the way. A browser searches and zooms it.
 */
public final class FlameGraphWriter implements Output {

  @Override
  public boolean isOfSums() {
    return true;
  }

  @Override
  public boolean takes(Question question) {
    return question instanceof Totals || question instanceof Difference;
  }

  @Override
  public void write(Asked asked, WriteOptions options, OutputStream out) throws IOException {
    if (asked.question() instanceof Difference) {
      writeChange(Comparison.of(asked.subject(), GroupBy.STACK), options, out);
    } else {
      writeTotals(asked.subject().profile(), options, out);
    }
  }

  private static void writeTotals(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    View view = profile.viewOr(options.view());
    HeapRoots roots = new HeapRoots(profile);
    StackNames names = names(profile);
    FlameTree tree = new FlameTree(names);
    List<@Nullable Column> columns = new ArrayList<>();
    for (EstimatedHeap heap : profile.heaps()) {
      Column column = heap.column(view);
      columns.add(column);
      int root = tree.below(roots.of(heap.info()));
      for (int row = 0; column != null && row < heap.rows(); row++) {
        tree.add(root, names.of(heap.stack(row)), column.value(row));
      }
    }
    tree.sum();
    EstimateSums sums = FlamePicture.sums(tree, columns, EstimateSums.ofStacks());
    Effects effects = profile.effects(profile.holdsSeveralDumps());
    FlamePicture picture =
        new FlamePicture(tree, view, sums, Role.ESTIMATE, Reliability.best(profile, effects, view));
    picture.write(
        FlamePicture.title(profile, view), "", node -> FlameColors.ofName(tree.name(node)), out);
  }

  /**
   * Writes the change from one recording to another. A box is as wide as the larger side of each of
   * its stacks, so that what is gone is seen, too; red grew and blue shrank by more than the noise
   * of sampling.
   */
  private static void writeChange(Comparison comparison, WriteOptions options, OutputStream out)
      throws IOException {
    EstimatedProfile difference = comparison.difference();
    View view = difference.viewOr(options.view());
    StackNames names = names(difference);
    List<EstimatedHeap> base = comparison.heaps(Compared.BASE);
    List<EstimatedHeap> changed = comparison.heaps(Compared.NEW);
    FlameTree tree = new FlameTree(names);
    for (int i = 0; i < base.size(); i++) {
      EstimatedHeap heap = base.get(i);
      Column before = heap.column(view);
      Column after = changed.get(i).column(view);
      int root = tree.below(HeapRoots.compared(heap.info()));
      for (int row = 0; before != null && after != null && row < heap.rows(); row++) {
        double width = Math.max(before.value(row), after.value(row));
        tree.add(root, names.of(heap.stack(row)), Math.max(0, width));
      }
    }
    tree.sum();
    EstimateSums noise =
        FlamePicture.sums(
            tree, columns(comparison.heaps(Compared.NOISE), view), EstimateSums.ofDifferences());
    EstimateSums sums =
        FlamePicture.sums(tree, columns(difference.heaps(), view), EstimateSums.ofDifferences());
    FlamePicture picture = new FlamePicture(tree, view, sums, Role.CHANGE, Grade.PLAIN);
    picture.write(
        "Change of " + FlamePicture.title(difference, view),
        "red grew, blue shrank, grey did not change by more than the noise",
        node ->
            sums.isBeyondNoise(node, noise, node)
                ? FlameColors.ofChange(sums.value(node) / tree.width(node))
                : FlameColors.NOISE,
        out);
  }

  private static StackNames names(EstimatedProfile profile) {
    StackNames names = new StackNames();
    names.over(profile.stacks());
    return names;
  }

  private static List<@Nullable Column> columns(List<EstimatedHeap> heaps, View view) {
    List<@Nullable Column> columns = new ArrayList<>();
    heaps.forEach(heap -> columns.add(heap.column(view)));
    return columns;
  }

  @Override
  public String leftOut(EstimatedProfile profile, WriteOptions options) {
    return Output.heapsWithout(profile.viewOr(options.view()), profile);
  }
}
