package dev.heapconv.writer.folded;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.query.Comparison;
import dev.heapconv.query.Comparison.Compared;
import dev.heapconv.query.HeapRoots;
import dev.heapconv.query.StackNames;
import dev.heapconv.unskew.samples.WholeNumbers;
import dev.heapconv.writer.WriteOptions;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes one view of two recordings as {@code difffolded.pl} does, for a red and blue flame graph:
 * {@code process;heap;outer;...;leaf base new}. The allocator's functions are hidden.
 */
public final class DifferenceFolding {

  private DifferenceFolding() {}

  /** Does not close {@code out}. */
  public static void write(Comparison comparison, WriteOptions options, OutputStream out)
      throws IOException {
    EstimatedProfile difference = comparison.difference();
    View view = difference.viewOr(options.view());
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 64 << 10);
    StackTable stacks = difference.stacks();
    StackNames names = new StackNames(false);
    names.over(stacks);
    List<EstimatedHeap> base = comparison.heaps(Compared.BASE);
    List<EstimatedHeap> changed = comparison.heaps(Compared.NEW);
    for (int i = 0; i < base.size(); i++) {
      EstimatedHeap heap = base.get(i);
      Column before = base.get(i).column(view);
      Column after = changed.get(i).column(view);
      String root = FoldedNames.joined(HeapRoots.compared(heap.info()));
      WholeNumbers ofBefore = new WholeNumbers();
      WholeNumbers ofAfter = new WholeNumbers();
      for (int row = 0; row < heap.rows(); row++) {
        long old = rounded(before, row, ofBefore);
        long now = rounded(after, row, ofAfter);
        if (old > 0 || now > 0) {
          text.append(root);
          int[] functions = names.of(heap.stack(row));
          for (int f = functions.length - 1; f >= 0; f--) {
            text.append(';').append(FoldedNames.safe(names.name(functions[f])));
          }
          text.append(' ').append(Long.toString(old)).append(' ').append(Long.toString(now));
          text.append('\n');
        }
      }
    }
    text.flush();
  }

  private static long rounded(@Nullable Column column, int row, WholeNumbers wholeNumbers) {
    return column == null ? 0 : Math.max(0, wholeNumbers.next(column.value(row)));
  }
}
