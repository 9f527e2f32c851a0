package dev.heapconv.writer.folded;

import dev.heapconv.aggregate.FrameNames;
import dev.heapconv.aggregate.ShownStacks;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes one view as folded stacks, one per line: {@code process;outer;...;leaf value}. The root is
 * the process; if the profile has several heaps or dumps of it, these follow as separate frames, so
 * that a viewer keeps them apart.
 */
public final class FoldedWriter implements ProfileWriter {

  private record Process(long pid, String name) {
    static Process of(HeapInfo info) {
      return new Process(info.pid(), info.process());
    }
  }

  @Override
  public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    View view = profile.viewOr(options.view());
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 64 << 10);
    String[] names = new String[profile.stacks().frameCount()];
    Set<Process> severalHeaps = processesWithSeveralHeaps(profile);
    boolean severalDumps = profile.holdsSeveralDumps();
    ShownStacks shown = new ShownStacks(profile.stacks(), options.allocatorFrames());
    for (EstimatedHeap heap : profile.heaps()) {
      Column column = heap.column(view);
      if (column == null) {
        continue;
      }
      String root = root(heap.info(), severalHeaps.contains(Process.of(heap.info())), severalDumps);
      for (Int2LongMap.Entry sum : shown.sums(heap, column).int2LongEntrySet()) {
        text.append(root);
        writeStack(profile.stacks(), sum.getIntKey(), shown, names, text);
        text.append(' ').append(Long.toString(sum.getLongValue())).append('\n');
      }
    }
    text.flush();
  }

  @Override
  public String leftOut(EstimatedProfile profile, WriteOptions options) {
    View view = profile.viewOr(options.view());
    return profile.heaps().stream()
        .filter(heap -> heap.column(view) == null)
        .map(EstimatedHeap::info)
        .map(heap -> heap.heap() + " of " + heap.displayProcess() + ", which has no " + view.name())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static Set<Process> processesWithSeveralHeaps(EstimatedProfile profile) {
    Map<Process, Set<String>> heaps = new HashMap<>();
    for (EstimatedHeap heap : profile.heaps()) {
      HeapInfo info = heap.info();
      heaps.computeIfAbsent(Process.of(info), unused -> new HashSet<>()).add(info.heap());
    }
    heaps.values().removeIf(names -> names.size() == 1);
    return heaps.keySet();
  }

  private static String root(HeapInfo info, boolean severalHeaps, boolean severalDumps) {
    StringBuilder root = new StringBuilder(FoldedNames.safe(info.displayProcess()));
    if (severalHeaps) {
      root.append(';').append(FoldedNames.safe("[heap " + info.heap() + "]"));
    }
    if (severalDumps) {
      root.append(";[dump ").append(info.dump()).append(']');
    }
    return root.toString();
  }

  private static void writeStack(
      StackTable stacks, int stack, ShownStacks shown, String[] names, Writer text)
      throws IOException {
    int depth = stacks.depth(stack);
    int[] path = new int[depth];
    for (int s = stack; s != StackTable.ROOT; s = stacks.parent(s)) {
      path[--depth] = stacks.frame(s);
    }
    for (int frame : path) {
      if (names[frame] == null) {
        names[frame] = names(stacks, frame, shown.lines(frame));
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
