package dev.heapconv.reader.valgrind;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.StackTable;
import dev.heapconv.reader.RecordingBuilder;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Adds the stacks of a file to a table. Many have frames in common, which are looked up here. */
final class ValgrindStacks {

  private final RecordingBuilder recording;
  private final Map<String, ValgrindFrame> frames = new HashMap<>();

  /** By what they were expanded to, innermost first. */
  private final Map<List<ValgrindFrame>, Integer> ids = new HashMap<>();

  ValgrindStacks(RecordingBuilder recording) {
    this.recording = recording;
  }

  /** The frame of a text, as of {@link ValgrindFrame#of}. */
  ValgrindFrame frame(String text) {
    return frames.computeIfAbsent(text, ValgrindFrame::of);
  }

  /**
   * The id of a stack.
   *
   * @param stack its frames, innermost first
   */
  int stack(List<ValgrindFrame> stack) {
    IntArrayList found = new IntArrayList();
    for (int end = stack.size(); end > 0; ) {
      int begin = end - 1;
      Set<ValgrindFrame> expanded = new HashSet<>();
      expanded.add(stack.get(begin));
      // A function occurs once where others are inlined; a second one is a recursive call.
      while (begin > 0
          && stack.get(begin - 1).isInlinedWith(stack.get(begin))
          && expanded.add(stack.get(begin - 1))) {
        begin--;
      }
      found.add(id(stack.subList(begin, end)));
      end = begin;
    }
    return recording.stack(found.size(), place -> found.getInt(found.size() - 1 - place));
  }

  private int id(List<ValgrindFrame> expanded) {
    Integer known = ids.get(expanded);
    if (known != null) {
      return known;
    }
    ValgrindFrame outermost = expanded.get(expanded.size() - 1);
    int mapping =
        outermost.path().isEmpty()
            ? StackTable.NO_MAPPING
            : recording.stacks().addMapping(new Mapping(outermost.path(), ""));
    int id =
        recording.frame(
            mapping, outermost.address(), expanded.stream().map(ValgrindFrame::line).toList());
    ids.put(List.copyOf(expanded), id);
    return id;
  }
}
