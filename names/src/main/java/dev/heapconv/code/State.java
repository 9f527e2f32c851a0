package dev.heapconv.code;

import dev.heapconv.code.Value.Constant;
import dev.heapconv.code.Value.Parameter;
import dev.heapconv.code.Value.Stack;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What is known at a place of a function: the values of registers and of slots on its stack. A slot
 * is forgotten when anything may have written it: a store to it, or a call, since what is called
 * may be a part of this function that the compiler has moved away. Once an address on the stack is
 * anywhere but in the stack pointer and the frame pointer, nothing is known of any slot: it may be
 * kept by an instruction that is not modelled, and used by another thread.
 */
final class State {

  /** More than functions keep constants and parameters on the stack. */
  private static final int MAX_SLOTS = 64;

  private record Slot(int bytes, Value value) {}

  private final CodeFile file;
  private final Machine machine;
  private final Value[] registers;
  private final NavigableMap<Long, Slot> slots;

  /** Whether an address on the function's stack may be anywhere but in its two pointers. */
  private boolean escaped;

  /** The last comparison; its sides are unknown if it is not known. */
  private Step.Compare flags = NO_FLAGS;

  /** Parameters that are not 0, as bits: what follows holds only for such. */
  private final int notZero;

  private static final Step.Compare NO_FLAGS = new Step.Compare(8, Value.UNKNOWN, Value.UNKNOWN);

  private State(
      CodeFile file,
      Value[] registers,
      NavigableMap<Long, Slot> slots,
      boolean escaped,
      int notZero) {
    this.file = file;
    machine = file.machine;
    this.registers = registers;
    this.slots = slots;
    this.escaped = escaped;
    this.notZero = notZero;
  }

  /** Any state. */
  static State unknown(CodeFile file) {
    Value[] registers = new Value[file.machine.registers.count()];
    Arrays.fill(registers, Value.UNKNOWN);
    return new State(file, registers, new TreeMap<>(), true, 0);
  }

  /** The one where a function begins, if some of its parameters are not 0. */
  static State entry(CodeFile file, int notZero) {
    Value[] registers = new Value[file.machine.registers.count()];
    Arrays.fill(registers, Value.UNKNOWN);
    for (int i = 0; i < file.machine.registers.parameters().size(); i++) {
      registers[file.machine.registers.parameters().get(i)] = new Parameter(i);
    }
    registers[file.machine.registers.stackPointer()] = new Stack(0);
    return new State(file, registers, new TreeMap<>(), false, notZero);
  }

  /** The same without the last comparison. */
  State copy() {
    return new State(file, registers.clone(), new TreeMap<>(slots), escaped, notZero);
  }

  /**
   * Keeps what another state knows, too.
   *
   * @return whether anything was forgotten
   */
  boolean join(State other) {
    boolean changed = false;
    for (int i = 0; i < registers.length; i++) {
      Value own = registers[i];
      if (own != Value.UNKNOWN && !own.equals(other.registers[i])) {
        lose(own);
        lose(other.registers[i]);
        registers[i] = Value.UNKNOWN;
        changed = true;
      } else if (own == Value.UNKNOWN && other.registers[i] instanceof Stack && !escaped) {
        escape();
        changed = true;
      }
    }
    if (other.escaped && !escaped) {
      escape();
      changed = true;
    }
    changed |=
        slots
            .entrySet()
            .removeIf(
                (Map.Entry<Long, Slot> slot) ->
                    !slot.getValue().equals(other.slots.get(slot.getKey())));
    return changed;
  }

  /** Notes that an address on the stack may be in values that are called unknown. */
  private void lose(Value value) {
    if (value instanceof Stack) {
      escape();
    }
  }

  private void escape() {
    escaped = true;
    slots.clear();
  }

  Value register(int number) {
    return registers[number];
  }

  boolean hasEntryStack() {
    return registers[machine.registers.stackPointer()].equals(new Stack(0));
  }

  List<Value> arguments() {
    List<Value> arguments = new ArrayList<>();
    for (int register : machine.registers.parameters()) {
      arguments.add(registers[register]);
    }
    return arguments;
  }

  /** Does an instruction that does not leave the run of instructions. */
  void apply(Decoder.Instruction instruction) throws IOException {
    for (Step step : instruction.steps()) {
      apply(step);
    }
    end(instruction);
  }

  /** Forgets what an instruction may have written beside its steps. */
  void end(Decoder.Instruction instruction) {
    if (!instruction.keepsFlags()
        && instruction.steps().stream().noneMatch(step -> step instanceof Step.Compare)) {
      flags = NO_FLAGS;
    }
  }

  /** Does a step that does not leave the run of instructions. */
  void apply(Step step) throws IOException {
    if (step instanceof Step.Put put) {
      put(put);
    } else if (step instanceof Step.Store store) {
      store(store);
    } else if (step instanceof Step.Compare compare) {
      flags =
          new Step.Compare(
              compare.width(),
              evaluate(compare.left(), compare.width()),
              evaluate(compare.right(), compare.width()));
    } else if (step instanceof Step.Call call) {
      call(evaluate(call.target(), 8));
    }
  }

  private void put(Step.Put put) throws IOException {
    Value value = evaluate(put.value(), put.width());
    if (put.width() == 4) {
      value = extended(value, 4, false);
    } else if (put.width() < 4) {
      // The rest of the register stays.
      lose(value);
      lose(registers[put.register()]);
      value = Value.UNKNOWN;
    }
    boolean isPointer =
        put.register() == machine.registers.stackPointer()
            || (put.register() == machine.registers.framePointer() && isFrame(put.value(), value));
    if (!isPointer) {
      lose(value);
    }
    registers[put.register()] = value;
  }

  /** Whether the frame pointer gets the address of the frame, not of something in it. */
  private boolean isFrame(Value from, Value value) {
    Value base = from instanceof Value.Binary sum ? sum.left() : from;
    return base instanceof Value.Register register
        && register.number() == machine.registers.stackPointer()
        && value instanceof Stack;
  }

  private void store(Step.Store store) throws IOException {
    Value address = evaluate(store.address(), 8);
    Value value = evaluate(store.value(), 8);
    lose(value);
    if (address instanceof Constant) {
      return; // static memory
    }
    if (!(address instanceof Stack stack)) {
      return; // if it may be on the stack, no slot is known
    }
    long from = stack.offset();
    long to = store.bytes() == Step.ANY_LENGTH ? Long.MAX_VALUE : from + store.bytes();
    slots
        .subMap(from - Long.BYTES, true, to, false)
        .entrySet()
        .removeIf(slot -> slot.getKey() + slot.getValue().bytes() > from);
    boolean isSlot = !escaped && store.bytes() <= Long.BYTES && to <= 0 && slots.size() < MAX_SLOTS;
    if (isSlot && (value instanceof Constant || Arithmetic.isOfParameters(value))) {
      slots.put(from, new Slot(store.bytes(), value));
    }
  }

  /**
   * A call. Functions change what the processor's conventions let them, parts that the compiler has
   * moved out of this one more than that.
   */
  private void call(Value target) throws IOException {
    slots.clear();
    int kept = ~(machine.registers.changedByCalls() | 1 << machine.registers.stackPointer());
    boolean isAnyKnown = false;
    for (int i = 0; i < registers.length; i++) {
      if (machine.registers.isChangedByCalls(i)) {
        registers[i] = Value.UNKNOWN;
      }
      isAnyKnown |= (kept >> i & 1) != 0 && registers[i] != Value.UNKNOWN;
    }
    // Whether a function keeps them takes its code, which few calls need.
    if (isAnyKnown
        && target instanceof Constant constant
        && !(file.target(constant.value()) instanceof Value.Import)
        && !file.keepsRegisters(constant.value())) {
      for (int i = 0; i < registers.length; i++) {
        registers[i] = i == machine.registers.stackPointer() ? registers[i] : Value.UNKNOWN;
      }
    }
    flags = NO_FLAGS;
  }

  /**
   * What an instruction computes.
   *
   * @param width at which it computes, in bytes
   */
  Value evaluate(Value value, int width) throws IOException {
    if (value instanceof Value.Register register) {
      return registers[register.number()];
    } else if (value instanceof Value.Binary binary) {
      boolean isZero =
          (binary.operator() == Value.Operator.XOR || binary.operator() == Value.Operator.SUBTRACT)
              && binary.left() instanceof Value.Register
              && binary.left().equals(binary.right());
      if (isZero) {
        return Value.ZERO; // whatever it holds
      }
      Value left = evaluate(binary.left(), width);
      Value right = evaluate(binary.right(), width);
      if (binary.operator() == Value.Operator.SHIFT_RIGHT) {
        left = extended(left, width, false);
      }
      Value result = Arithmetic.binary(binary.operator(), left, right);
      if (result == Value.UNKNOWN) {
        lose(left);
        lose(right);
      }
      return result;
    } else if (value instanceof Value.Extend extend) {
      return extended(evaluate(extend.value(), width), extend.bytes(), extend.signed());
    } else if (value instanceof Value.Load load) {
      return load(evaluate(load.address(), 8), load.bytes());
    } else if (value instanceof Value.Either either) {
      Value first = evaluate(either.first(), width);
      Value second = evaluate(either.second(), width);
      switch (holds(either.condition())) {
        case YES -> {
          return first;
        }
        case NO -> {
          return second;
        }
        case PERHAPS -> {
          if (first.equals(second)) {
            return first;
          }
          lose(first);
          lose(second);
        }
      }
      return Value.UNKNOWN;
    }
    return value instanceof Value.Unknown ? Value.UNKNOWN : value;
  }

  private Value extended(Value value, int bytes, boolean signed) {
    Value result = Arithmetic.extend(value, bytes, signed);
    if (result == Value.UNKNOWN) {
      lose(value);
    }
    return result;
  }

  private Value load(Value address, int bytes) throws IOException {
    if (address instanceof Constant constant) {
      Value slot = bytes == Long.BYTES ? file.slot(constant.value()) : Value.UNKNOWN;
      return slot == Value.UNKNOWN && bytes == Long.BYTES
          ? new Value.Global(constant.value())
          : slot;
    }
    Slot slot = address instanceof Stack stack ? slots.get(stack.offset()) : null;
    return slot != null && slot.bytes() >= bytes
        ? Arithmetic.extend(slot.value(), bytes, false)
        : Value.UNKNOWN;
  }

  /** Whether a condition is known to hold. */
  enum Answer {
    YES,
    NO,
    PERHAPS;

    private static Answer of(boolean holds) {
      return holds ? YES : NO;
    }
  }

  Answer holds(Step.Condition condition) {
    boolean isOfZero =
        flags.right().equals(Value.ZERO)
            ? condition == Step.Condition.EQUAL || condition == Step.Condition.NOT_EQUAL
            : flags.right().equals(new Constant(1))
                && (condition == Step.Condition.BELOW || condition == Step.Condition.NOT_BELOW);
    if (!isOfZero || flags.width() < 4 || !isNotZero(flags.left())) {
      return Answer.PERHAPS;
    }
    return Answer.of(
        condition == Step.Condition.NOT_EQUAL || condition == Step.Condition.NOT_BELOW);
  }

  /** Whether a value is a parameter that is not 0, nor too large for 32 bits. */
  private boolean isNotZero(Value value) {
    Value whole =
        value instanceof Value.Extend extend && extend.bytes() == 4 ? extend.value() : value;
    return whole instanceof Parameter parameter && (notZero >> parameter.index() & 1) != 0;
  }

  /** Parameters that the last comparison compares with 0, as bits. */
  int comparedWithZero() {
    boolean isOfZero = flags.right().equals(Value.ZERO) || flags.right().equals(new Constant(1));
    Value whole =
        flags.left() instanceof Value.Extend extend && extend.bytes() == 4
            ? extend.value()
            : flags.left();
    return isOfZero && whole instanceof Parameter ? Arithmetic.parameters(whole) : 0;
  }
}
