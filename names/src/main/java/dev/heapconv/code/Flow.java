package dev.heapconv.code;

import dev.heapconv.code.Value.Constant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known before each instruction of a function, whatever way it was reached: runs of
 * instructions are gone through until nothing more is forgotten where they meet.
 */
final class Flow {

  /** Instructions done for each one there is, before the function is given up. */
  private static final int MAX_ROUNDS = 50;

  /** In instructions. */
  private static final int MAX_SMALL = 256;

  private final Routine routine;
  private final int notZero;

  /** By leader; null where nothing leads. */
  private final @Nullable State[] before;

  /** Leaders from which to go on. */
  private final BitSet queue = new BitSet();

  private long left;

  /** Parameters that the function compares with 0, as bits. */
  private int comparedWithZero;

  private Flow(Routine routine, int notZero) {
    this.routine = routine;
    this.notZero = notZero;
    before = new State[routine.code.length];
    left = MAX_ROUNDS * (routine.code.length + 100L);
  }

  /**
   * Goes through a function.
   *
   * @param notZero parameters that are not 0, as bits; what is found holds for such only. If there
   *     are any, the function must have been gone through without
   */
  static Flow of(Routine routine, int notZero) throws IOException, UnclearException {
    while (true) {
      Flow flow = new Flow(routine, notZero);
      int tables = routine.tables.size();
      flow.run();
      // New tables begin runs of instructions within others.
      if (routine.tables.size() == tables) {
        flow.checkTables();
        return flow;
      }
    }
  }

  /** Less may be known now than when the tables were found. */
  private void checkTables() throws IOException, UnclearException {
    for (int jump : routine.tables.keySet()) {
      State state = before[routine.runStart(jump)];
      if (state != null && JumpTables.targets(routine, jump, state) == null) {
        throw new UnclearException(Unclear.JUMP_TABLE);
      }
    }
  }

  private void run() throws IOException, UnclearException {
    for (int i = routine.unknownEntries.nextSetBit(0);
        i >= 0 && i < before.length;
        i = routine.unknownEntries.nextSetBit(i + 1)) {
      enter(i, State.unknown(routine.file));
    }
    if (routine.entry >= 0) {
      enter(routine.entry, State.entry(routine.file, notZero));
    }
    drain();
    if (notZero == 0) {
      enterStrays();
    }
  }

  /**
   * What nothing leads to is reached in ways that are not known, if at all. If parameters are not
   * 0, what nothing leads to any more is not reached.
   */
  private void enterStrays() throws IOException, UnclearException {
    for (int i = routine.leaders.nextSetBit(0);
        i >= 0 && i < before.length;
        i = routine.leaders.nextSetBit(i + 1)) {
      if (before[i] == null && !routine.isPadding(i)) {
        routine.unknownEntries.set(i);
        enter(i, State.unknown(routine.file));
        drain();
      }
    }
  }

  private void enter(int at, State state) {
    State known = before[at];
    if (known == null) {
      before[at] = state.copy();
      queue.set(at);
    } else if (known.join(state)) {
      queue.set(at);
    }
  }

  private void drain() throws IOException, UnclearException {
    for (int at; (at = queue.nextSetBit(0)) >= 0; ) {
      queue.clear(at);
      State state = before[at].copy();
      boolean goesOn = true;
      for (int i = at; goesOn && i < routine.code.length; i++) {
        if (i > at && routine.leaders.get(i)) {
          enter(i, state);
          break;
        }
        goesOn = step(i, at, state);
      }
    }
  }

  /** Does an instruction, and returns whether the next one may follow. */
  private boolean step(int i, int runStart, State state) throws IOException, UnclearException {
    if (left-- < 0) {
      throw new UnclearException(Unclear.TOO_LARGE);
    }
    boolean goesOn = !routine.ends.get(i);
    for (Step step : routine.code[i].steps()) {
      if (step instanceof Step.Branch branch) {
        comparedWithZero |= state.comparedWithZero();
        State.Answer answer = state.holds(branch.condition());
        if (answer != State.Answer.NO) {
          jump(branch.target(), state);
        }
        if (answer == State.Answer.YES) {
          return false;
        }
      } else if (step instanceof Step.Jump jump) {
        if (jump.target() instanceof Constant constant) {
          jump(constant.value(), state);
        } else {
          throughTable(i, runStart, jump, state);
        }
      } else {
        if (step instanceof Step.Put put && put.value() instanceof Value.Either) {
          comparedWithZero |= state.comparedWithZero();
        }
        state.apply(step);
      }
    }
    state.end(routine.code[i]);
    return goesOn;
  }

  private void jump(long target, State state) {
    int at = routine.index(target);
    if (at >= 0) {
      enter(at, state);
    }
  }

  private void throughTable(int i, int runStart, Step.Jump jump, State state)
      throws IOException, UnclearException {
    int[] targets = routine.tables.get(i);
    if (targets == null) {
      Value target = state.evaluate(jump.target(), 8);
      if (target instanceof Value.Import || target instanceof Constant) {
        return;
      }
      State atStart = before[runStart];
      targets = atStart == null ? null : JumpTables.targets(routine, i, atStart);
      if (targets == null) {
        boolean leaves =
            state.hasEntryStack()
                && (atStart == null || JumpTables.isThroughPointer(routine, i, atStart));
        if (!leaves) {
          throw new UnclearException(Unclear.JUMP_TABLE);
        }
        return;
      }
      routine.addTable(i, targets);
    }
    for (int target : targets) {
      enter(target, state);
    }
  }

  /** Whether the function is no larger than those that do little but allocate. */
  boolean isSmall() {
    return routine.code.length <= MAX_SMALL;
  }

  int comparedWithZero() {
    return comparedWithZero;
  }

  /** What is known before an instruction; null if nothing leads there. */
  @Nullable State before(int index) throws IOException {
    int start = routine.runStart(index);
    State state = start < 0 ? null : before[start];
    return state == null ? null : run(routine, state, start, index);
  }

  /** What the run of instructions that ends with an instruction alone tells. */
  static State straight(Routine routine, int index) throws IOException {
    return run(routine, State.unknown(routine.file), routine.runStart(index), index);
  }

  private static State run(Routine routine, State from, int start, int end) throws IOException {
    State state = from.copy();
    for (int i = start; i < end; i++) {
      state.apply(routine.code[i]);
    }
    return state;
  }

  /** A jump out of the function, which stands for a call with its return. */
  record Exit(Value target, List<Value> arguments) {}

  /** All jumps out of the function. */
  List<Exit> exits() throws IOException {
    List<Exit> exits = new ArrayList<>();
    for (int i = 0; i < routine.code.length; i++) {
      for (Step step : routine.code[i].steps()) {
        Value target =
            step instanceof Step.Branch branch
                ? new Constant(branch.target())
                : step instanceof Step.Jump jump ? jump.target() : null;
        boolean leaves =
            target instanceof Constant constant
                ? !routine.isWithin(constant.value())
                : target != null && !routine.tables.containsKey(i);
        State state = leaves ? before(i) : null;
        if (target != null && state != null) {
          Value to = state.evaluate(target, 8);
          exits.add(
              new Exit(
                  to instanceof Constant constant ? routine.file.target(constant.value()) : to,
                  state.arguments()));
        }
      }
    }
    return exits;
  }
}
