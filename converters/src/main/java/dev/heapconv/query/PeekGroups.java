package dev.heapconv.query;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The functions that an expression finds, and their neighbours: each stack that passes through any
 * of them counts for one caller, unless it begins there, and for one callee or the function itself.
 * Callees and the functions themselves therefore add up to all that is found.
 */
final class PeekGroups implements Groups {

  private final StackNames names;
  private final Predicate<String> isWanted;
  private final Map<Long, Integer> ids = new HashMap<>();

  /** The neighbour and the number of the function of each group. */
  private final LongArrayList groups = new LongArrayList();

  private final Map<Integer, Boolean> known = new HashMap<>();
  private int[] found = new int[8];
  private int count;

  /**
   * @param options its filter is what to look for; without one that is every function
   */
  PeekGroups(AggregateOptions options) {
    names = new StackNames();
    Pattern filter = options.filter();
    isWanted = filter == null ? name -> true : filter.asPredicate();
  }

  @Override
  public void over(StackTable stacks) {
    names.over(stacks);
  }

  @Override
  public int collect(@Nullable HeapInfo heap, int id) {
    int[] stack = names.of(id);
    int innermost = -1;
    int outermost = -1;
    count = 0;
    for (int i = 0; i < stack.length; i++) {
      if (known.computeIfAbsent(stack[i], each -> isWanted.test(names.name(each)))) {
        innermost = innermost < 0 ? i : innermost;
        outermost = i;
        add(Neighbour.FUNCTION, stack[i]);
      }
    }
    if (innermost >= 0) {
      add(innermost == 0 ? Neighbour.SELF : Neighbour.CALLEE, stack[Math.max(0, innermost - 1)]);
    }
    if (outermost >= 0 && outermost < stack.length - 1) {
      add(Neighbour.CALLER, stack[outermost + 1]);
    }
    return count;
  }

  private void add(Neighbour neighbour, int function) {
    long key = (long) neighbour.ordinal() << Integer.SIZE | function;
    int group = ids.computeIfAbsent(key, unused -> ids.size());
    if (group == groups.size()) {
      groups.add(key);
    }
    for (int i = 0; i < count; i++) {
      if (found[i] == group) {
        return;
      }
    }
    found = count < found.length ? found : Arrays.copyOf(found, 2 * count);
    found[count++] = group;
  }

  @Override
  public int found(int index) {
    return found[index];
  }

  @Override
  public int count() {
    return groups.size();
  }

  @Override
  public String name(int group) {
    return names.name((int) groups.getLong(group));
  }

  @Override
  public String library(int group) {
    return names.library((int) groups.getLong(group));
  }

  @Override
  public Neighbour neighbour(int group) {
    return Neighbour.values()[(int) (groups.getLong(group) >> Integer.SIZE)];
  }
}
