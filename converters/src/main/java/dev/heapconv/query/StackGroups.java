package dev.heapconv.query;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stacks by the names of their functions: stacks that differ only in addresses or hidden frames are
 * one group. There is no object per stack.
 */
final class StackGroups implements Groups {

  private final StackNames visible;

  /** The functions of all groups, one group behind the other, each innermost first. */
  private final IntArrayList functions = new IntArrayList();

  /** Where the functions of each group end. */
  private final IntArrayList ends = new IntArrayList();

  /** Of each hash of functions the last group with it, and of each group the one before. */
  private final Int2IntOpenHashMap lastOfHash = new Int2IntOpenHashMap();

  private final IntArrayList before = new IntArrayList();
  private int found;

  /**
   * @param visible what of a stack must be equal
   */
  StackGroups(StackNames visible) {
    this.visible = visible;
    lastOfHash.defaultReturnValue(-1);
  }

  @Override
  public void over(StackTable table) {
    visible.over(table);
  }

  @Override
  public int collect(@Nullable HeapInfo heap, int stack) {
    int[] names = visible.of(stack);
    int hash = Arrays.hashCode(names);
    found = lastOfHash.get(hash);
    while (found >= 0 && !isOf(found, names)) {
      found = before.getInt(found);
    }
    if (found < 0) {
      found = add(names, hash);
    }
    return 1;
  }

  private boolean isOf(int group, int[] stack) {
    int begin = begin(group);
    return Arrays.equals(functions.elements(), begin, ends.getInt(group), stack, 0, stack.length);
  }

  private int begin(int group) {
    return group == 0 ? 0 : ends.getInt(group - 1);
  }

  private int add(int[] stack, int hash) {
    functions.addElements(functions.size(), stack);
    ends.add(functions.size());
    before.add(lastOfHash.put(hash, before.size()));
    return before.size() - 1;
  }

  private int[] functions(int group) {
    return Arrays.copyOfRange(functions.elements(), begin(group), ends.getInt(group));
  }

  @Override
  public int found(int index) {
    return found;
  }

  @Override
  public int count() {
    return ends.size();
  }

  @Override
  public String name(int group) {
    return String.join(";", frames(group));
  }

  @Override
  public List<String> frames(int group) {
    List<String> frames = new ArrayList<>();
    for (int function : functions(group)) {
      frames.add(visible.name(function));
    }
    return frames;
  }
}
