package dev.heapconv.writer.folded;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.query.Comparison;
import dev.heapconv.query.Comparison.Compared;
import dev.heapconv.query.HeapRoots;
import dev.heapconv.query.StackNames;
import dev.heapconv.writer.Samples;
import dev.heapconv.writer.WriteOptions;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes one view of two recordings as {@code difffolded.pl} does, for a red and blue flame graph:
 * {@code process;heap;outer;...;leaf base new}. The allocator's functions are hidden.
 */
final class DifferenceFolding {

  private DifferenceFolding() {}

  /** Does not close {@code out}. */
  static void write(Comparison comparison, WriteOptions options, OutputStream out)
      throws IOException {
    EstimatedProfile difference = comparison.difference();
    View view = difference.viewOr(options.view());
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 64 << 10);
    StackTable stacks = difference.stacks();
    StackNames names = new StackNames();
    names.over(stacks);
    List<EstimatedHeap> base = comparison.heaps(Compared.BASE);
    List<EstimatedHeap> changed = comparison.heaps(Compared.NEW);
    for (int i = 0; i < base.size(); i++) {
      EstimatedHeap heap = base.get(i);
      String root = FoldedNames.joined(HeapRoots.compared(heap.info()));
      Samples.Rows before = new Samples.Rows(heap, List.of(view));
      Samples.Rows after = new Samples.Rows(changed.get(i), List.of(view));
      while (before.next() && after.next()) {
        long old = Math.max(0, before.value(0));
        long now = Math.max(0, after.value(0));
        if (old > 0 || now > 0) {
          text.append(root);
          int[] functions = names.of(heap.stack(before.row()));
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
}
