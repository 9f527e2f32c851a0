package dev.heapconv.estimate;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.query.StackNames;
import dev.heapconv.unskew.sizes.KnownSizes;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The sizes that a program allocates, from recordings of it that know them better: with a smaller
 * sampling interval, or complete logs. Stacks are matched by the names of their functions: the
 * whole stack, or else the longest run of functions from the innermost that some stack of the
 * recordings has, too. Immutable, but for a cache; any number of threads may use it.
 */
public final class ReferenceSizes {

  /** Chance that a stack has other sizes than the same stack of a reference recording. */
  private static final double DOUBT = 0.02;

  /** The same if only some functions from the innermost are the same. */
  private static final double DOUBT_OF_RUN = 0.1;

  /** Recorded allocations with which a stack has half the weight that it can have among others. */
  private static final double HALF_WEIGHT = 5;

  /** Stacks with a run in common that are used at most, evenly spread. */
  private static final int MAX_STACKS = 500;

  private final Object2IntOpenHashMap<String> ids = new Object2IntOpenHashMap<>();
  private final ReferenceStack[] stacks;
  private final ConcurrentHashMap<Long, KnownSizes> runs = new ConcurrentHashMap<>();
  private final long fingerprint;

  /** A stack with the mean size of its allocations. */
  private static final class ReferenceStack implements Comparable<ReferenceStack> {

    /** Innermost first. */
    final int[] functions;

    private final double mean;
    private final double low;
    private final double high;
    private final double quantile;
    private final double weight;

    ReferenceStack(
        int[] functions, double mean, double low, double high, double quantile, double n) {
      this.functions = functions;
      this.mean = mean;
      this.low = low;
      this.high = high;
      this.quantile = quantile;
      weight = n / (n + HALF_WEIGHT);
    }

    /** A total order, so that nothing depends on the order of recordings and their rows. */
    @Override
    public int compareTo(ReferenceStack other) {
      int order = Arrays.compare(functions, other.functions);
      return order != 0 ? order : Arrays.compare(numbers(), other.numbers());
    }

    double[] numbers() {
      return new double[] {mean, low, high, quantile, weight};
    }

    void addTo(KnownSizes.Builder known) {
      known.add(mean, low, high, quantile, weight);
    }
  }

  private ReferenceSizes(List<EstimatedProfile> recordings) {
    ids.defaultReturnValue(-1);
    List<ReferenceStack> all = new ArrayList<>();
    for (EstimatedProfile recording : recordings) {
      add(recording, all);
    }
    stacks = all.toArray(new ReferenceStack[0]);
    String[] names = numberByName();
    Arrays.sort(stacks);
    long hash = Arrays.hashCode(names);
    for (ReferenceStack stack : stacks) {
      hash = 31 * hash + Arrays.hashCode(stack.functions);
      hash = 31 * hash + Arrays.hashCode(stack.numbers());
    }
    fingerprint = hash;
  }

  /** Numbers functions in the order of their names instead of the order in which they were met. */
  private String[] numberByName() {
    String[] names = ids.keySet().toArray(new String[0]);
    Arrays.sort(names);
    int[] rank = new int[names.length];
    for (int i = 0; i < names.length; i++) {
      rank[ids.put(names[i], i)] = i;
    }
    for (ReferenceStack stack : stacks) {
      for (int i = 0; i < stack.functions.length; i++) {
        stack.functions[i] = rank[stack.functions[i]];
      }
    }
    return names;
  }

  /**
   * @param recordings of the same program, estimated; those of several runs complement each other
   */
  public static ReferenceSizes of(List<EstimatedProfile> recordings) {
    return new ReferenceSizes(recordings);
  }

  /** A hash of what the recordings say, whatever their order. */
  public long fingerprint() {
    return fingerprint;
  }

  /** Whether a recording says anything of sizes: it has counts and bytes with intervals. */
  public static boolean hasSizes(EstimatedProfile recording) {
    for (EstimatedHeap heap : recording.latestDumps()) {
      StackRows rows = StackRows.of(heap);
      for (int row = 0; rows != null && row < heap.rows(); row++) {
        if (rows.hasSize(row)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The allocations of a heap; of a heap without them what is live. */
  private static final class StackRows {
    final EstimatedHeap heap;
    final boolean allocated;
    final Column objects;
    final Column bytes;

    private StackRows(EstimatedHeap heap, boolean allocated, Column objects, Column bytes) {
      this.heap = heap;
      this.allocated = allocated;
      this.objects = objects;
      this.bytes = bytes;
    }

    /** Null if the heap lacks counts or bytes. */
    static @Nullable StackRows of(EstimatedHeap heap) {
      boolean allocated = heap.column(View.ALLOC_SPACE) != null;
      Column objects = heap.column(allocated ? View.ALLOC_OBJECTS : View.OBJECTS);
      Column bytes = heap.column(allocated ? View.ALLOC_SPACE : View.SPACE);
      return objects == null || bytes == null
          ? null
          : new StackRows(heap, allocated, objects, bytes);
    }

    boolean hasSize(int row) {
      return objects.low(row) > 0
          && objects.high(row) < Double.POSITIVE_INFINITY
          && bytes.value(row) > 0;
    }

    ReferenceStack stack(int row, int[] functions, double quantile) {
      double all = bytes.value(row);
      long recorded = allocated ? heap.recordedAlloc(row) : heap.recordedLive(row);
      return new ReferenceStack(
          functions,
          all / objects.value(row),
          all / objects.high(row),
          all / objects.low(row),
          quantile,
          Math.max(1, recorded));
    }
  }

  private void add(EstimatedProfile recording, List<ReferenceStack> all) {
    double quantile = recording.normalQuantile();
    StackNames names = new StackNames();
    names.over(recording.stacks());
    for (EstimatedHeap heap : recording.latestDumps()) {
      StackRows rows = StackRows.of(heap);
      for (int row = 0; rows != null && row < heap.rows(); row++) {
        if (rows.hasSize(row)) {
          int[] functions = names.of(heap.stack(row));
          all.add(rows.stack(row, ids(names, functions), quantile));
        }
      }
    }
  }

  private int[] ids(StackNames names, int[] functions) {
    int[] own = new int[functions.length];
    for (int i = 0; i < own.length; i++) {
      own[i] = id(names.name(functions[i]));
    }
    return own;
  }

  private int id(String name) {
    int id = ids.putIfAbsent(name, ids.size());
    return id < 0 ? ids.getInt(name) : id;
  }

  /**
   * @param names over the table of the stacks to look up
   */
  Lookup lookup(StackNames names) {
    return new Lookup(names);
  }

  /** Finds what is known of the stacks of one table. Confined to one thread. */
  final class Lookup {
    private final StackNames names;
    private int[] idOf = new int[0];

    private Lookup(StackNames names) {
      this.names = names;
    }

    /** What is known of a stack; null if nothing is. */
    @Nullable KnownSizes of(int stack) {
      int[] functions = names.of(stack);
      int[] own = new int[functions.length];
      for (int i = 0; i < own.length; i++) {
        own[i] = id(functions[i]);
      }
      return find(own);
    }

    /** -1 for names that no reference recording has. */
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

  /** Whether sizes are those of the same stack, or of others with a run of functions in common. */
  static SizeKnowledge.KnowledgeSource source(KnownSizes known) {
    return known.doubt() == DOUBT
        ? SizeKnowledge.KnowledgeSource.SAME_STACK
        : SizeKnowledge.KnowledgeSource.SIMILAR_STACKS;
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
    if (length == 0) {
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
    int looked = Math.min(count, MAX_STACKS);
    for (int i = 0; i < looked; i++) {
      stacks[from + (int) ((long) i * count / looked)].addTo(builder);
    }
    return builder.build(doubt);
  }
}
