package dev.heapconv.code;

import dev.heapconv.code.Value.Binary;
import dev.heapconv.code.Value.Constant;
import dev.heapconv.code.Value.Extend;
import dev.heapconv.code.Value.Load;
import dev.heapconv.code.Value.Operator;
import dev.heapconv.code.Value.Register;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a jump through a table leads: entries are addresses, or distances from a base. Where code
 * does not tell how many there are, all that could be entries count.
 */
final class JumpTables {

  private static final int MAX_ENTRIES = 4096;

  /** Of expressions: no jump needs more. */
  private static final int MAX_DEPTH = 12;

  private JumpTables() {}

  /** Finds the targets of all jumps that the code right before them tells. */
  static void resolve(Routine routine) throws IOException, UnclearException {
    State unknown = State.unknown(routine.file);
    int leaders;
    do {
      leaders = routine.leaders.cardinality();
      for (int i = routine.openJumps.nextSetBit(0); i >= 0; ) {
        int[] targets = targets(routine, i, unknown);
        if (targets != null) {
          routine.tables.put(i, targets);
          for (int target : targets) {
            routine.leaders.set(target);
          }
        }
        i = routine.openJumps.nextSetBit(i + 1);
      }
      // A target may lie between a jump and what told where it leads.
    } while (routine.leaders.cardinality() > leaders);
    for (int i : routine.tables.keySet()) {
      if (targets(routine, i, unknown) == null) {
        throw new UnclearException(Unclear.JUMP_TABLE);
      }
      routine.openJumps.clear(i);
    }
  }

  /**
   * The instructions that a jump through a table may lead to.
   *
   * @param state where the run of instructions begins that ends with the jump
   * @return null if there is no table that can be read
   */
  static int @Nullable [] targets(Routine routine, int jump, State state)
      throws IOException, UnclearException {
    Value target = target(routine, jump, state);
    Load load = onlyLoad(target);
    if (load == null) {
      return null;
    }
    List<Value> terms = new ArrayList<>();
    long table = sum(load.address(), terms);
    if (terms.size() != 1 || table == 0 || !routine.file.isConstant(table)) {
      return null;
    }
    Value index = unscaled(terms.get(0), load.bytes());
    return index == null
        ? null
        : read(routine, target, table, load.bytes(), entries(routine, jump, index));
  }

  /** Whether a jump leads to what a pointer in some object says, as calls of virtual functions. */
  static boolean isThroughPointer(Routine routine, int jump, State state) {
    Value target = target(routine, jump, state);
    if (target instanceof Register) {
      return true;
    }
    if (!(target instanceof Load load) || load.bytes() != Long.BYTES) {
      return false;
    }
    List<Value> terms = new ArrayList<>();
    sum(load.address(), terms);
    return terms.isEmpty()
        || (terms.size() == 1
            && (terms.get(0) instanceof Register || terms.get(0) instanceof Load));
  }

  private static Value target(Routine routine, int jump, State state) {
    Value target = Value.UNKNOWN;
    for (Step step : routine.code[jump].steps()) {
      target = step instanceof Step.Jump to ? to.target() : target;
    }
    target = expanded(routine, target, jump);
    for (int register = 0; register < routine.file.machine.registers.count(); register++) {
      if (state.register(register) instanceof Constant constant) {
        target = replaced(target, register, constant);
      }
    }
    return target;
  }

  /** A value before an instruction in terms of registers where its run of instructions begins. */
  private static Value expanded(Routine routine, Value value, int before) {
    Machine machine = routine.file.machine;
    Value expanded = value;
    for (int i = before - 1; i >= routine.runStart(before); i--) {
      List<Step> steps = routine.code[i].steps();
      for (int k = steps.size() - 1; k >= 0; k--) {
        if (steps.get(k) instanceof Step.Put put) {
          Value by =
              switch (put.width()) {
                case 8 -> put.value();
                case 4 -> new Extend(put.value(), 4, false);
                default -> Value.UNKNOWN;
              };
          Value next = replaced(expanded, put.register(), by);
          expanded =
              depth(next) <= MAX_DEPTH ? next : replaced(expanded, put.register(), Value.UNKNOWN);
        } else if (steps.get(k) instanceof Step.Call) {
          for (int register = 0; register < machine.registers.count(); register++) {
            if (machine.registers.isChangedByCalls(register)) {
              expanded = replaced(expanded, register, Value.UNKNOWN);
            }
          }
        }
      }
    }
    return expanded;
  }

  private static Value replaced(Value value, int register, Value by) {
    if (value instanceof Register of) {
      return of.number() == register ? by : value;
    } else if (value instanceof Binary binary) {
      Value left = replaced(binary.left(), register, by);
      Value right = replaced(binary.right(), register, by);
      return left == binary.left() && right == binary.right()
          ? value
          : new Binary(binary.operator(), left, right);
    } else if (value instanceof Extend extend) {
      Value inner = replaced(extend.value(), register, by);
      return inner == extend.value() ? value : new Extend(inner, extend.bytes(), extend.signed());
    } else if (value instanceof Load load) {
      Value address = replaced(load.address(), register, by);
      return address == load.address() ? value : new Load(address, load.bytes());
    }
    return value instanceof Value.Either ? Value.UNKNOWN : value;
  }

  private static int depth(Value value) {
    if (value instanceof Binary binary) {
      return 1 + Math.max(depth(binary.left()), depth(binary.right()));
    } else if (value instanceof Extend extend) {
      return 1 + depth(extend.value());
    }
    return value instanceof Load load ? 1 + depth(load.address()) : 0;
  }

  /** The load in a value that has no other unknown part; null if it is not so. */
  private static @Nullable Load onlyLoad(Value value) {
    if (value instanceof Load load) {
      return load;
    } else if (value instanceof Binary binary) {
      return binary.left() instanceof Constant
          ? onlyLoad(binary.right())
          : binary.right() instanceof Constant ? onlyLoad(binary.left()) : null;
    }
    return value instanceof Extend extend ? onlyLoad(extend.value()) : null;
  }

  /** Adds the unknown terms of a sum to a list, and returns the sum of the others. */
  private static long sum(Value value, List<Value> terms) {
    if (value instanceof Constant constant) {
      return constant.value();
    }
    if (value instanceof Binary binary && binary.operator() == Operator.ADD) {
      return sum(binary.left(), terms) + sum(binary.right(), terms);
    }
    if (value instanceof Binary binary
        && binary.operator() == Operator.SUBTRACT
        && binary.right() instanceof Constant constant) {
      return sum(binary.left(), terms) - constant.value();
    }
    terms.add(value);
    return 0;
  }

  /** The number of an entry, of which a table's offset is a multiple; null if it is not. */
  private static @Nullable Value unscaled(Value offset, int bytes) {
    if (bytes == 1) {
      return offset;
    }
    if (offset instanceof Binary binary && binary.right() instanceof Constant by) {
      boolean fits =
          binary.operator() == Operator.SHIFT_LEFT && 1L << by.value() == bytes
              || binary.operator() == Operator.MULTIPLY && by.value() == bytes;
      return fits ? binary.left() : null;
    }
    return null;
  }

  /**
   * How many entries a table has by the comparison before it, which keeps other numbers away;
   * {@link #MAX_ENTRIES} if there is none.
   */
  private static int entries(Routine routine, int jump, Value index) {
    Value number = unextended(index);
    Step.Condition condition = Step.Condition.OTHER;
    for (int i = jump - 1; i >= routine.runStart(jump); i--) {
      List<Step> steps = routine.code[i].steps();
      for (int k = steps.size() - 1; k >= 0; k--) {
        if (steps.get(k) instanceof Step.Branch branch) {
          condition = branch.condition();
        } else if (steps.get(k) instanceof Step.Compare compare) {
          boolean isLimit =
              condition == Step.Condition.ABOVE || condition == Step.Condition.NOT_BELOW;
          if (isLimit
              && compare.right() instanceof Constant limit
              && limit.value() >= 0
              && limit.value() < MAX_ENTRIES
              && number.equals(unextended(expanded(routine, compare.left(), i)))) {
            return (int) limit.value() + (condition == Step.Condition.ABOVE ? 1 : 0);
          }
          condition = Step.Condition.OTHER;
        }
      }
    }
    return MAX_ENTRIES;
  }

  private static Value unextended(Value value) {
    return value instanceof Extend extend && !extend.signed() ? unextended(extend.value()) : value;
  }

  private static int @Nullable [] read(
      Routine routine, Value target, long table, int bytes, int entries)
      throws IOException, UnclearException {
    IntArrayList targets = new IntArrayList();
    for (int i = 0; i < entries; i++) {
      long at = table + (long) i * bytes;
      long entry;
      try {
        entry = bytes == Long.BYTES ? routine.file.pointer(at) : number(routine.file, at, bytes);
      } catch (IOException e) {
        break; // the section ends
      }
      Value address = with(target, entry);
      if (!(address instanceof Constant constant) || !routine.file.isCode(constant.value())) {
        break;
      }
      int index = routine.index(constant.value());
      if (index >= 0) {
        targets.add(index);
      } else if (i == 0 && !routine.isWithin(constant.value())) {
        routine.leadsTo(constant.value());
      } else if (bytes < 4) {
        break; // other bytes that look like entries, as all do
      } else if (!routine.isWithin(constant.value())) {
        routine.leadsTo(constant.value());
      }
    }
    return targets.isEmpty() ? null : targets.toIntArray();
  }

  private static long number(CodeFile file, long address, int bytes) throws IOException {
    byte[] read = file.bytes(address, bytes);
    if (read.length < bytes) {
      throw new IOException("a table is cut off");
    }
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number |= (read[i] & 0xffL) << 8 * i;
    }
    return number;
  }

  /** A target with the entry of a table in it. */
  private static Value with(Value target, long entry) {
    if (target instanceof Load) {
      return new Constant(entry);
    } else if (target instanceof Binary binary) {
      return Arithmetic.binary(
          binary.operator(), with(binary.left(), entry), with(binary.right(), entry));
    }
    return target instanceof Extend extend
        ? Arithmetic.extend(with(extend.value(), entry), extend.bytes(), extend.signed())
        : target;
  }
}
