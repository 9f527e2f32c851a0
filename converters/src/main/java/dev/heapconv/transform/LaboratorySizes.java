package dev.heapconv.transform;

import dev.heapconv.aggregate.StackNames;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.unskew.occupancy.KnownSizes;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The sizes that a program allocates, from recordings of it that know them better: with a smaller
 * sampling interval, or complete logs. Stacks are matched by the names of their functions: the
 * whole stack, or else the longest run of functions from the innermost that some stacks there have,
 * too. Immutable, but for a cache; any number of threads may use it.
 */
public final class LaboratorySizes {

  /** Functions that tell something: with the innermost alone it is what pools tell as well. */
  private static final int SHORTEST_RUN = 1;

  /** Chance that a stack has other sizes than the same stack of a laboratory recording. */
  private static final double DOUBT = 0.02;

  /** The same if only some functions from the innermost are the same. */
  private static final double DOUBT_OF_RUN = 0.1;

  /** With so many recorded allocations a stack has half its weight among others. */
  private static final double HALF_WEIGHT = 5;

  /** Most stacks of a run that are looked at, evenly spread. */
  private static final int MOST_STACKS = 500;

  private final Object2IntOpenHashMap<String> ids = new Object2IntOpenHashMap<>();
  private final Stack[] stacks;
  private final ConcurrentHashMap<Long, KnownSizes> runs = new ConcurrentHashMap<>();
  private final long fingerprint;

  /** A stack: its functions, innermost first, and the mean size of its allocations. */
  private static final class Stack implements Comparable<Stack> {
    final int[] functions;
    final double mean;
    final double low;
    final double high;
    final double quantile;
    final double weight;

    Stack(int[] functions, double mean, double low, double high, double quantile, double n) {
      this.functions = functions;
      this.mean = mean;
      this.low = low;
      this.high = high;
      this.quantile = quantile;
      weight = n / (n + HALF_WEIGHT);
    }

    @Override
    public int compareTo(Stack other) {
      return Arrays.compare(functions, other.functions);
    }
  }

  private LaboratorySizes(List<EstimatedProfile> recordings) {
    ids.defaultReturnValue(-1);
    List<Stack> all = new ArrayList<>();
    for (EstimatedProfile recording : recordings) {
      add(recording, all);
    }
    stacks = all.toArray(new Stack[0]);
    Arrays.sort(stacks);
    long hash = 1;
    for (Stack stack : stacks) {
      hash = 31 * hash + Arrays.hashCode(stack.functions);
      hash = 31 * hash + Double.hashCode(stack.mean);
      hash = 31 * hash + Double.hashCode(stack.high - stack.low);
    }
    for (String name : new TreeSet<>(ids.keySet())) {
      hash = 31 * hash + name.hashCode();
    }
    fingerprint = hash;
  }

  /**
   * @param recordings of the same program, estimated; those of several runs complement each other
   */
  public static LaboratorySizes of(List<EstimatedProfile> recordings) {
    return new LaboratorySizes(recordings);
  }

  /** A hash of what they say. */
  public long fingerprint() {
    return fingerprint;
  }

  private void add(EstimatedProfile recording, List<Stack> all) {
    double quantile = KnownSizes.quantile(recording.confidence());
    StackNames names = new StackNames(false);
    names.over(recording.stacks());
    for (EstimatedHeap heap : recording.latestDumps()) {
      boolean allocated = heap.column(View.ALLOC_SPACE) != null;
      Column objects = heap.column(allocated ? View.ALLOC_OBJECTS : View.OBJECTS);
      Column bytes = heap.column(allocated ? View.ALLOC_SPACE : View.SPACE);
      for (int row = 0; objects != null && bytes != null && row < heap.rows(); row++) {
        double count = objects.value(row);
        double low = objects.low(row);
        double high = objects.high(row);
        if (count > 0 && low > 0 && high < Double.POSITIVE_INFINITY && bytes.value(row) > 0) {
          double mean = bytes.value(row) / count;
          long recorded = allocated ? heap.recordedAlloc(row) : heap.recordedLive(row);
          all.add(
              new Stack(
                  ids(names, names.of(recording.stacks().frames(heap.stack(row)))),
                  mean,
                  mean * count / high,
                  mean * count / low,
                  quantile,
                  Math.max(1, recorded)));
        }
      }
    }
  }

  private int[] ids(StackNames names, int[] functions) {
    int[] own = new int[functions.length];
    for (int i = 0; i < own.length; i++) {
      String name = names.name(functions[i]);
      int id = ids.getInt(name);
      if (id < 0) {
        id = ids.size();
        ids.put(name, id);
      }
      own[i] = id;
    }
    return own;
  }

  /** Finds what is known of the stacks of one table. Confined to one thread. */
  final class Lookup {
    private final StackNames names;
    private int[] idOf = new int[0];

    /**
     * @param names over the table of the stacks
     */
    Lookup(StackNames names) {
      this.names = names;
    }

    /**
     * What is known of a stack; null if nothing is.
     *
     * @param frames ids of its frames, innermost first
     */
    @Nullable KnownSizes of(int[] frames) {
      int[] functions = names.of(frames);
      int[] own = new int[functions.length];
      for (int i = 0; i < own.length; i++) {
        own[i] = id(functions[i]);
      }
      return find(own);
    }

    /** -1 for names that no laboratory recording has. */
    private int id(int name) {
      if (name >= idOf.length) {
        int before = idOf.length;
        idOf = Arrays.copyOf(idOf, Math.max(64, 2 * name));
        Arrays.fill(idOf, before, idOf.length, -2);
      }
      if (idOf[name] == -2) {
        idOf[name] = ids.getInt(names.name(name));
      }
      return idOf[name];
    }
  }

  private @Nullable KnownSizes find(int[] functions) {
    int from = 0;
    int to = stacks.length;
    int length = 0;
    while (length < functions.length) {
      int begin = search(from, to, length, functions[length]);
      int end = search(begin, to, length, functions[length] + 1);
      if (begin == end) {
        break;
      }
      from = begin;
      to = end;
      length++;
    }
    if (length < SHORTEST_RUN) {
      return null;
    }
    boolean whole = length == functions.length && stacks[from].functions.length == length;
    int last = to;
    if (whole) {
      // Stacks that go on are other stacks.
      last = from + 1;
      while (last < to && stacks[last].functions.length == length) {
        last++;
      }
    }
    int first = from;
    int count = last - from;
    return runs.computeIfAbsent(
        ((long) from << 32 | last) * 2 + (whole ? 1 : 0),
        key -> known(first, count, whole ? DOUBT : DOUBT_OF_RUN));
  }

  /** The first stack whose function at an index is at least as given, all before being the same. */
  private int search(int from, int to, int index, int function) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int[] functions = stacks[middle].functions;
      if (functions.length > index && functions[index] >= function) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private KnownSizes known(int from, int count, double doubt) {
    KnownSizes.Builder builder = new KnownSizes.Builder();
    int looked = Math.min(count, MOST_STACKS);
    for (int i = 0; i < looked; i++) {
      Stack stack = stacks[from + (int) ((long) i * count / looked)];
      builder.add(stack.mean, stack.low, stack.high, stack.quantile, stack.weight);
    }
    return builder.build(doubt);
  }
}
