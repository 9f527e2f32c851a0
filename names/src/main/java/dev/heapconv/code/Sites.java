package dev.heapconv.code;

import dev.heapconv.code.Value.Constant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calls in one file, and what they hand to the function that they call. */
final class Sites {

  /** Functions that are kept decoded; the calls of one function mostly follow each other. */
  private static final int KEPT = 64;

  /** Functions that jump to one another instead of calling. */
  private static final int MAX_JUMPS = 3;

  private final CodeFile file;

  private final Map<Long, Known> routines =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Known> eldest) {
          return size() > KEPT;
        }
      };

  /** A function, or why it is not known; with what is known of it for parameters that are not 0. */
  private static final class Known {
    private final @Nullable Routine routine;
    private final @Nullable Unclear problem;
    private final Map<Integer, Flow> flows = new LinkedHashMap<>();

    Known(@Nullable Routine routine, @Nullable Unclear problem) {
      this.routine = routine;
      this.problem = problem;
    }

    Routine routine() throws UnclearException {
      if (routine == null) {
        throw new UnclearException(problem == null ? Unclear.DAMAGED : problem);
      }
      return routine;
    }

    Flow flow(int notZero) throws IOException, UnclearException {
      Flow known = flows.get(notZero);
      if (known == null) {
        known = Flow.of(routine(), notZero);
        flows.put(notZero, known);
      }
      return known;
    }
  }

  Sites(CodeFile file) {
    this.file = file;
  }

  private Known known(long address) throws IOException {
    UnwindTable.Range range = file.range(address);
    if (range == null) {
      return new Known(null, Unclear.NO_FUNCTION);
    }
    Known known = routines.get(range.start());
    if (known == null) {
      try {
        known = new Known(Routine.of(file, range), null);
      } catch (UnclearException e) {
        known = new Known(null, e.reason);
      }
      routines.put(range.start(), known);
    }
    return known;
  }

  /**
   * The size that a call hands to a goal: a constant, or the goal for the caller of its function.
   *
   * @param recorded the address of the call as recorded
   * @throws UnclearException if it is not known
   */
  Goal ask(long recorded, Goal goal) throws IOException, UnclearException {
    Known known = known(recorded);
    Routine routine = known.routine();
    int index = routine.callAt(recorded);
    Step.Call call = index < 0 ? null : routine.call(index);
    if (call == null) {
      throw new UnclearException(Unclear.NO_CALL);
    }
    State straight = routine.isClear() ? Flow.straight(routine, index) : null;
    Value target = straight == null ? Value.UNKNOWN : target(straight, call);
    if (straight == null || target == Value.UNKNOWN) {
      State before = known.flow(0).before(index);
      target = before == null ? Value.UNKNOWN : target(before, call);
    }
    Value size = sizeAtEntry(target, goal);
    if (straight != null && Arithmetic.with(straight.arguments(), size) instanceof Constant c) {
      return new Goal("", file, routine.start(), c);
    }
    Value found =
        Guards.through(
            known::flow,
            flow -> {
              State before = flow.before(index);
              return before == null ? Value.UNKNOWN : Arithmetic.with(before.arguments(), size);
            });
    if (!(found instanceof Constant) && routine.entry < 0) {
      throw new UnclearException(Unclear.MOVED_CODE);
    }
    return new Goal("", file, routine.start(), found);
  }

  private Value target(State state, Step.Call call) throws IOException {
    Value target = state.evaluate(call.target(), Long.BYTES);
    return target instanceof Constant constant ? file.target(constant.value()) : target;
  }

  /**
   * The size in terms of the parameters of what is called. A call through a pointer tells nothing,
   * even if the allocator is known: what the pointer leads to may jump there with another size.
   */
  private Value sizeAtEntry(Value target, Goal goal) throws IOException, UnclearException {
    if (!(target instanceof Constant || target instanceof Value.Import)) {
      throw new UnclearException(Unclear.INDIRECT_CALL);
    }
    return goal.is(file, target) ? goal.size() : behindJumps(target, goal, 1);
  }

  /** The size in terms of the parameters of a function that jumps to the goal, and to no other. */
  private Value behindJumps(Value target, Goal goal, int depth)
      throws IOException, UnclearException {
    Sites of = this;
    long start;
    if (target instanceof Constant constant) {
      start = constant.value();
    } else {
      String name = ((Value.Import) target).name();
      if (file.addresses(name).size() == 1) {
        start = file.addresses(name).getLong(0);
      } else if (goal.file() != null && goal.file().addresses(name).size() == 1) {
        of = new Sites(goal.file());
        start = goal.file().addresses(name).getLong(0);
      } else {
        throw new UnclearException(Unclear.OTHER_FUNCTION);
      }
    }
    Known known = of.known(start);
    if (depth > MAX_JUMPS || known.routine().start() != start) {
      throw new UnclearException(Unclear.OTHER_FUNCTION);
    }
    Sites callee = of;
    return Guards.through(
        known::flow, flow -> callee.sizeOfExits(start, flow.exits(), goal, depth));
  }

  private Value sizeOfExits(long start, List<Flow.Exit> exits, Goal goal, int depth)
      throws IOException, UnclearException {
    Value only = null;
    List<Flow.Exit> hooks = new ArrayList<>();
    for (Flow.Exit exit : exits) {
      if (exit.target() instanceof Value.Global hook && file.isPointer(hook.address(), start)) {
        hooks.add(exit);
        continue;
      }
      if (KnownFunctions.allocatesNothing(exit.target())) {
        continue;
      }
      if (!(exit.target() instanceof Constant || exit.target() instanceof Value.Import)) {
        throw new UnclearException(Unclear.OTHER_FUNCTION);
      }
      Value atEntry =
          goal.is(file, exit.target()) ? goal.size() : behindJumps(exit.target(), goal, depth + 1);
      Value size = Arithmetic.with(exit.arguments(), atEntry);
      if (only != null && !only.equals(size)) {
        return Value.UNKNOWN;
      }
      only = size;
    }
    if (only == null || !hooks.stream().allMatch(Sites::handsOn)) {
      throw new UnclearException(Unclear.OTHER_FUNCTION);
    }
    return only;
  }

  /**
   * Whether a jump hands on the parameters as they are. It is no way to the goal if it is to a
   * function that the program may put in the place of this one, as OpenSSL lets it do: that has a
   * frame of its own.
   */
  private static boolean handsOn(Flow.Exit hook) {
    return hook.arguments().get(0).equals(new Value.Parameter(0))
        && hook.arguments().get(1).equals(new Value.Parameter(1));
  }
}
