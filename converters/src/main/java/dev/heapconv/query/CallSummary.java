package dev.heapconv.query;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.FrameNames;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The calls that hold most of a view, and who calls the functions that allocate it. */
final class CallSummary {

  private static final int ROOT = CallTree.ROOT;
  private static final int[] NONE = {};

  private final EstimatedProfile profile;
  private final AggregateOptions options;
  private final View view;
  private final StackNames names;

  /** Whether the callers of a function may be asked for. */
  private final IntPredicate isListed;

  private final CallTree tree = new CallTree();

  /** What stacks hold that end in a node. */
  private double[] own = {};

  /** What a node holds together with all that it calls. */
  private double[] sums = {};

  /** What names of functions are worth, by their numbers. */
  private final Int2IntOpenHashMap worths = new Int2IntOpenHashMap();

  private @Nullable Map<String, Answer.Caller> mainCallers;

  /**
   * @param names of the functions, over the stacks of the profile
   * @param isListed whether the callers of a function may be asked for
   */
  CallSummary(
      EstimatedProfile profile,
      AggregateOptions options,
      View view,
      StackNames names,
      IntPredicate isListed) {
    this.profile = profile;
    this.options = options;
    this.view = view;
    this.names = names;
    this.isListed = isListed;
  }

  /** Builds the tree, which not every output needs. */
  private void build() {
    if (sums.length > 0) {
      return;
    }
    StackTable stacks = profile.stacks();
    double[] values = new double[stacks.stackCount()];
    for (EstimatedHeap heap : options.by().heaps(profile)) {
      Column column = heap.column(view);
      for (int row = 0; column != null && row < heap.rows(); row++) {
        values[heap.stack(row)] += column.value(row);
      }
    }
    double[] holding = Arrays.stream(values).map(value -> value != 0 ? 1 : 0).toArray();
    double[] holdingBelow = new CallTree(stacks).cumulative(holding);
    int[] ends = new int[values.length];
    for (int stack = StackTable.ROOT + 1; stack < ends.length; stack++) {
      if (holdingBelow[stack] > 0) {
        int[] lines = names.isShown(stack) ? names.lines(stacks.frame(stack)) : NONE;
        ends[stack] = tree.add(ends[stacks.parent(stack)], lines);
      }
    }
    own = new double[tree.count()];
    for (int stack = StackTable.ROOT; stack < ends.length; stack++) {
      own[ends[stack]] += values[stack];
    }
    sums = tree.cumulative(own);
  }

  /**
   * The heaviest paths, without calls that have a small share of the whole.
   *
   * @param minPercent share from which a call is shown
   * @param paths how many paths at most
   */
  Answer.Calls heaviest(double minPercent, int paths) {
    build();
    if (sums[ROOT] <= 0) {
      return Answer.Calls.NONE;
    }
    double least = sums[ROOT] * minPercent / 100;
    double[] ends = new double[sums.length];
    boolean[] isCaller = new boolean[sums.length];
    List<Integer> order = new ArrayList<>();
    for (int node = sums.length - 1; node > ROOT; node--) {
      if (sums[node] >= least) {
        boolean allocates = own[node] >= least;
        ends[node] = !isCaller[node] ? sums[node] : allocates ? own[node] : 0;
        isCaller[tree.caller(node)] = true;
        order.add(node);
      }
    }
    order.sort((a, b) -> Double.compare(ends[b], ends[a]));
    Map<Integer, List<Integer>> shown = new HashMap<>();
    boolean[] isShown = new boolean[sums.length];
    for (int end : order.subList(0, Math.min(paths, order.size()))) {
      for (int node = end; ends[end] > 0 && node > ROOT && !isShown[node]; ) {
        isShown[node] = true;
        int caller = tree.caller(node);
        shown.computeIfAbsent(caller, unused -> new ArrayList<>()).add(node);
        node = caller;
      }
    }
    int others = 0;
    double rest = 0;
    for (int node = ROOT + 1; node < sums.length; node++) {
      if (!isShown[node] && sums[node] > 0) {
        others++;
        rest += own[node];
      }
    }
    return new Answer.Calls(calls(ROOT, shown, least), others, 100 * rest / sums[ROOT]);
  }

  /** Functions that do nothing but call one other are one call with it. */
  private List<Answer.Call> calls(int caller, Map<Integer, List<Integer>> shown, double least) {
    List<Answer.Call> calls = new ArrayList<>();
    for (int callee : shown.getOrDefault(caller, List.of())) {
      List<Integer> path = new ArrayList<>(List.of(callee));
      int last = callee;
      List<Integer> next = shown.getOrDefault(last, List.of());
      while (next.size() == 1 && own[last] < least) {
        last = next.get(0);
        next = shown.getOrDefault(last, List.of());
        path.add(last);
      }
      List<Answer.Call> below = calls(last, shown, least);
      boolean goesOn = below.isEmpty() && own[last] < sums[last] / 2;
      calls.add(
          new Answer.Call(
              worthNaming(path), sums[last], 100 * sums[last] / sums[ROOT], goesOn, below));
    }
    calls.sort((a, b) -> Double.compare(b.value(), a.value()));
    return calls;
  }

  /** The names of the last function, and of those before it that say where in the program it is. */
  private List<String> worthNaming(List<Integer> path) {
    List<Integer> callers = path.subList(0, path.size() - 1);
    List<Integer> named =
        callers.stream().filter(node -> isOfProgram(tree.function(node))).toList();
    int last = path.get(callers.size());
    boolean all = named.isEmpty() && !isOfProgram(tree.function(last));
    // Recursion says no more than its functions.
    Set<String> texts = new LinkedHashSet<>();
    (all ? callers : named).forEach(node -> texts.add(name(node)));
    texts.remove(name(last));
    texts.add(name(last));
    return List.copyOf(texts);
  }

  private boolean isOfProgram(int function) {
    return worth(function) == FrameNames.OF_PROGRAM;
  }

  private int worth(int function) {
    return worths.computeIfAbsent(function, of -> FrameNames.worth(names.name(of)));
  }

  private String name(int node) {
    return names.name(tree.function(node));
  }

  /** Who calls a function; {@link Answer.Caller#NOBODY} if that is not known. */
  Answer.Caller caller(String function) {
    return mainCallers().getOrDefault(function, Answer.Caller.NOBODY);
  }

  /** For each listed function that allocates, which one calls it for most of that. */
  Map<String, Answer.Caller> mainCallers() {
    if (mainCallers == null) {
      build();
      mainCallers = findMainCallers();
    }
    return mainCallers;
  }

  private Map<String, Answer.Caller> findMainCallers() {
    Long2DoubleOpenHashMap pairs = new Long2DoubleOpenHashMap();
    for (int node = sums.length - 1; node > ROOT; node--) {
      boolean allocates = own[node] > 0 && isListed.test(tree.function(node));
      int caller = allocates ? callerWorthNaming(node) : -1;
      if (caller >= 0) {
        long pair = (long) tree.function(node) << Integer.SIZE | caller;
        pairs.addTo(pair, own[node]);
      }
    }
    Map<String, Answer.Caller> found = new HashMap<>();
    pairs.forEach(
        (long pair, double value) ->
            found.merge(
                names.name((int) (pair >> Integer.SIZE)),
                new Answer.Caller(names.name((int) pair), value, 0),
                Answer.Caller::and));
    return found;
  }

  /**
   * The next caller with a name that is not the function itself nor of a language's library; the
   * next one of all if there is none, or -1 at the root.
   */
  private int callerWorthNaming(int node) {
    int next = -1;
    for (int at = tree.caller(node); at > ROOT; at = tree.caller(at)) {
      int function = tree.function(at);
      if (function != tree.function(node)) {
        if (isOfProgram(function)) {
          return function;
        }
        if (next < 0 && worth(function) > 0) {
          next = function;
        }
      }
    }
    return next;
  }
}
