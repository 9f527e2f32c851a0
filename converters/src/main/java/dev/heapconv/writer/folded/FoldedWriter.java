package dev.heapconv.writer.folded;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.FrameNames;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.query.Asked;
import dev.heapconv.query.Comparison;
import dev.heapconv.query.Difference;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.HeapRoots;
import dev.heapconv.query.Question;
import dev.heapconv.query.Totals;
import dev.heapconv.query.TrimmedStacks;
import dev.heapconv.writer.Output;
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
 * Writes one view as folded stacks, one per line: {@code process;outer;...;leaf value}. The root is
 * the process; if the profile has several heaps or dumps of it, these follow as separate frames, so
 * that a viewer keeps them apart.
 */
public final class FoldedWriter implements Output {

  @Override
  public boolean isOfSums() {
    return false;
  }

  @Override
  public boolean takes(Question question) {
    return question instanceof Totals || question instanceof Difference;
  }

  @Override
  public void write(Asked asked, WriteOptions options, OutputStream out) throws IOException {
    if (asked.question() instanceof Difference) {
      DifferenceFolding.write(Comparison.of(asked.subject(), GroupBy.STACK), options, out);
    } else {
      writeTotals(asked.subject().profile(), options, out);
    }
  }

  private static void writeTotals(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    View view = profile.viewOr(options.view());
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 64 << 10);
    String[] names = new String[profile.stacks().frameCount()];
    HeapRoots roots = new HeapRoots(profile);
    Samples samples = new Samples(profile.stacks(), false);
    for (EstimatedHeap heap : profile.heaps()) {
      String root = FoldedNames.joined(roots.of(heap.info()));
      samples.set(heap, view);
      for (int i = 0; i < samples.count(); i++) {
        text.append(root);
        writeStack(profile.stacks(), samples.stack(i), samples.trimmed(), names, text);
        text.append(' ').append(Long.toString(samples.value(i))).append('\n');
      }
    }
    text.flush();
  }

  @Override
  public String leftOut(EstimatedProfile profile, WriteOptions options) {
    return Output.heapsWithout(profile.viewOr(options.view()), profile);
  }

  private static void writeStack(
      StackTable stacks, int stack, TrimmedStacks trimmed, String[] names, Writer text)
      throws IOException {
    int depth = stacks.depth(stack);
    int[] path = new int[depth];
    for (int s = stack; s != StackTable.ROOT; s = stacks.parent(s)) {
      path[--depth] = stacks.frame(s);
    }
    for (int frame : path) {
      if (names[frame] == null) {
        names[frame] = names(stacks, frame, trimmed.lines(frame));
      }
      text.append(names[frame]);
    }
  }

  /**
   * The text that a frame adds to a line: a semicolon and a name for each function, outermost
   * first.
   */
  private static String names(StackTable stacks, int frame, List<SourceLine> lines) {
    StringBuilder names = new StringBuilder();
    for (int i = lines.size() - 1; i >= 0; i--) {
      names.append(';').append(FoldedNames.safe(FrameNames.of(stacks, frame, lines.get(i))));
    }
    return names.toString();
  }
}
