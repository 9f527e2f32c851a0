package dev.heapconv.code;

import dev.heapconv.code.Decoder.Instruction;
import dev.heapconv.code.UnwindTable.Range;
import dev.heapconv.code.Value.Constant;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The instructions of a function, with all that the compiler has moved elsewhere, and every way
 * into them: where it begins, direct jumps, tables of jumps, handlers of exceptions, and addresses
 * that the code itself computes.
 */
final class Routine {

  /** In bytes; only interpreters and generated parsers have larger functions. */
  static final int MAX_BYTES = 1 << 18;

  private static final int MAX_PARTS = 32;

  final CodeFile file;
  final Instruction[] code;

  /** Where a run of instructions may begin. */
  final BitSet leaders = new BitSet();

  /** Leaders that are reached from places that nobody knows. */
  final BitSet unknownEntries = new BitSet();

  /** Instructions after which others do not follow. */
  final BitSet ends = new BitSet();

  /** Where tables of jumps lead, by the instruction that jumps. */
  final Int2ObjectOpenHashMap<int[]> tables = new Int2ObjectOpenHashMap<>();

  /** Jumps to addresses that nothing near them tells. */
  final BitSet openJumps = new BitSet();

  /** The instruction with which the function begins; -1 if that is not known. */
  final int entry;

  private final List<Range> parts;

  /** A part that only a table of jumps has shown. */
  private @Nullable Range missing;

  private Routine(CodeFile file, List<Range> parts) throws IOException, UnclearException {
    this.file = file;
    this.parts = parts;
    parts.sort(Comparator.comparingLong(Range::start));
    List<Instruction> all = new ArrayList<>();
    for (Range part : parts) {
      all.addAll(file.decode(part.start(), part.end()));
    }
    code = all.toArray(new Instruction[0]);
    entry = findEntry();
    for (int i = 0; i < code.length; i++) {
      for (Step step : code[i].steps()) {
        visit(i, step);
      }
      if (i + 1 == code.length || end(i) != code[i + 1].address()) {
        ends.set(i); // a call that does not return
      }
      if (ends.get(i)) {
        leaders.set(i + 1);
      }
    }
    for (Range part : parts) {
      for (long pad : pads(file, part)) {
        unknownEntry(leader(pad));
      }
      for (long function : file.functionsWithin(part.start(), part.end())) {
        unknownEntry(leader(function));
      }
    }
    JumpTables.resolve(this);
    if (missing != null) {
      return;
    }
    for (Range part : parts) {
      if (part.isPart() && !hasWayInto(part)) {
        throw new UnclearException(Unclear.MOVED_CODE);
      }
    }
  }

  /**
   * The function that has the code of a range.
   *
   * @throws UnclearException if not all of it is known
   */
  static Routine of(CodeFile file, Range range) throws IOException, UnclearException {
    List<Range> parts = new ArrayList<>();
    add(parts, range);
    while (true) {
      addParts(file, parts);
      Routine routine = new Routine(file, parts);
      if (routine.missing == null) {
        return routine;
      }
      add(parts, routine.missing);
    }
  }

  private static void addParts(CodeFile file, List<Range> parts)
      throws IOException, UnclearException {
    LongArrayList targets = new LongArrayList();
    for (int i = 0; i < parts.size(); i++) {
      targets.addAll(file.leaves(parts.get(i)));
      for (long pad : pads(file, parts.get(i))) {
        Range other = file.range(pad);
        if (other == null) {
          throw new UnclearException(Unclear.DAMAGED);
        }
        if (!parts.contains(other)) {
          add(parts, other);
        }
      }
      // Whether code at the beginning of a range belongs to the function may show only later.
      for (int k = 0; k < targets.size(); k++) {
        long target = targets.getLong(k);
        if (parts.stream().noneMatch(part -> part.contains(target))) {
          Range other = file.range(target);
          if (other == null) {
            if (file.target(target) instanceof Constant) {
              throw new UnclearException(Unclear.NO_FUNCTION);
            }
          } else if (target != other.start() || other.isPart() || leadsInto(file, other, parts)) {
            add(parts, other);
          }
        }
      }
    }
  }

  private static void add(List<Range> parts, Range part) throws UnclearException {
    parts.add(part);
    long bytes = 0;
    for (Range each : parts) {
      bytes += each.end() - each.start();
    }
    if (parts.size() > MAX_PARTS || bytes > MAX_BYTES) {
      throw new UnclearException(Unclear.TOO_LARGE);
    }
  }

  /** Notes where a table of jumps leads outside of what is known of the function. */
  void leadsTo(long address) throws IOException, UnclearException {
    Range other = file.range(address);
    if (missing == null && other != null && leadsInto(file, other, parts)) {
      missing = other;
    }
  }

  private static boolean leadsInto(CodeFile file, Range from, List<Range> parts)
      throws IOException, UnclearException {
    if (from.end() - from.start() > MAX_BYTES) {
      throw new UnclearException(Unclear.TOO_LARGE);
    }
    for (long target : file.leaves(from)) {
      for (Range part : parts) {
        if (part.contains(target) && target != part.start()) {
          return true;
        }
      }
    }
    return false;
  }

  private static LongArrayList pads(CodeFile file, Range part) throws UnclearException {
    LongArrayList pads = file.landingPads(part);
    if (pads == null) {
      throw new UnclearException(Unclear.DAMAGED);
    }
    return pads;
  }

  private int findEntry() throws UnclearException {
    int found = -1;
    int functions = 0;
    for (Range part : parts) {
      if (!part.isPart()) {
        found = index(part.start());
        functions++;
      }
    }
    for (Range part : parts) {
      int start = index(part.start());
      leaders.set(start);
      if (functions > 1 && !part.isPart()) {
        unknownEntries.set(start);
      }
    }
    if (functions == 0) {
      throw new UnclearException(Unclear.MOVED_CODE);
    }
    return functions == 1 ? found : -1;
  }

  private void visit(int i, Step step) throws IOException, UnclearException {
    if (step instanceof Step.Opaque) {
      throw new UnclearException(Unclear.UNKNOWN_INSTRUCTION);
    } else if (step instanceof Step.Branch branch) {
      jump(branch.target());
    } else if (step instanceof Step.Jump jump) {
      ends.set(i);
      if (jump.target() instanceof Constant constant) {
        jump(constant.value());
      } else {
        visit(jump.target());
        openJumps.set(i);
      }
    } else if (step instanceof Step.Call call) {
      if (call.target() instanceof Constant constant) {
        int target = index(constant.value());
        if (target >= 0 && !parts.stream().anyMatch(p -> p.start() == constant.value())) {
          throw new UnclearException(Unclear.UNKNOWN_INSTRUCTION);
        }
      } else {
        visit(call.target());
      }
      if (KnownFunctions.neverReturns(called(call))) {
        ends.set(i);
      } else if (KnownFunctions.returnsTwice(called(call)) && i + 1 < code.length) {
        unknownEntry(i + 1);
      }
    } else if (step instanceof Step.Return || step instanceof Step.Stop) {
      ends.set(i);
    } else if (step instanceof Step.Put put) {
      visit(put.value());
    } else if (step instanceof Step.Store store) {
      visit(store.value());
    }
  }

  /** What a call calls, for what the call alone tells. */
  private Value called(Step.Call call) throws IOException {
    if (call.target() instanceof Constant constant) {
      return file.target(constant.value());
    }
    return call.target() instanceof Value.Load load && load.address() instanceof Constant slot
        ? file.slot(slot.value())
        : Value.UNKNOWN;
  }

  private void jump(long target) throws UnclearException {
    if (isWithin(target)) {
      leader(target);
    }
  }

  /** Notes addresses of the function's own code: who has one may jump there. */
  private void visit(Value value) {
    if (value instanceof Constant constant) {
      int at = index(constant.value());
      if (at >= 0 && at != entry) {
        unknownEntry(at);
      }
    } else if (value instanceof Value.Binary binary) {
      visit(binary.left());
      visit(binary.right());
    } else if (value instanceof Value.Extend extend) {
      visit(extend.value());
    } else if (value instanceof Value.Either either) {
      visit(either.first());
      visit(either.second());
    }
  }

  private void unknownEntry(int at) {
    leaders.set(at);
    unknownEntries.set(at);
  }

  private int leader(long address) throws UnclearException {
    int at = index(address);
    if (at < 0) {
      throw new UnclearException(Unclear.UNKNOWN_INSTRUCTION); // one instruction within another
    }
    leaders.set(at);
    return at;
  }

  private boolean hasWayInto(Range part) {
    for (Instruction instruction : code) {
      for (Step step : instruction.steps()) {
        long target =
            step instanceof Step.Branch branch
                ? branch.target()
                : step instanceof Step.Jump jump && jump.target() instanceof Constant constant
                    ? constant.value()
                    : 0;
        if (part.contains(target) && !part.contains(instruction.address())) {
          return true;
        }
      }
    }
    for (int i = unknownEntries.nextSetBit(0); i >= 0; i = unknownEntries.nextSetBit(i + 1)) {
      if (part.contains(code[i].address())) {
        return true;
      }
    }
    return tables.values().stream()
        .anyMatch(
            targets -> {
              for (int target : targets) {
                if (part.contains(code[target].address())) {
                  return true;
                }
              }
              return false;
            });
  }

  /** Adds what only the values of registers have told of a jump. */
  void addTable(int jump, int[] targets) {
    tables.put(jump, targets);
    for (int target : targets) {
      leaders.set(target);
    }
  }

  /** Whether what the code right before them tells is enough for all jumps. */
  boolean isClear() throws IOException {
    State unknown = State.unknown(file);
    for (int i = openJumps.nextSetBit(0); i >= 0; i = openJumps.nextSetBit(i + 1)) {
      for (Step step : code[i].steps()) {
        boolean isOpen =
            step instanceof Step.Jump jump
                && !(unknown.evaluate(jump.target(), 8) instanceof Value.Import);
        if (isOpen) {
          return false;
        }
      }
    }
    return true;
  }

  boolean isWithin(long address) {
    for (Range part : parts) {
      if (part.contains(address)) {
        return true;
      }
    }
    return false;
  }

  /** The instruction at an address; -1 if none begins there. */
  int index(long address) {
    int low = 0;
    int high = code.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      long at = code[middle].address();
      if (at == address) {
        return middle;
      }
      if (at < address) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  /** The first address after an instruction. */
  long end(int index) {
    return code[index].address() + code[index].length();
  }

  /** Whether there is nothing but padding from an instruction to the next that is jumped to. */
  boolean isPadding(int index) throws IOException {
    int i = index;
    while (i < code.length
        && code[i].steps().isEmpty()
        && file.machine.isPadding(file.bytes(code[i].address(), code[i].length()))) {
      i++;
      if (i == code.length || end(i - 1) != code[i].address() || leaders.get(i)) {
        return true;
      }
    }
    return false;
  }

  /** Where the run of instructions begins that an instruction is in. */
  int runStart(int index) {
    return leaders.previousSetBit(index);
  }

  /** The call of an instruction; null if it does something else. */
  Step.@Nullable Call call(int index) {
    for (Step step : code[index].steps()) {
      if (step instanceof Step.Call call) {
        return call;
      }
    }
    return null;
  }

  /** The call that was recorded with an address; -1 if there is none. */
  int callAt(long recorded) {
    if (file.machine.recordedBeforeEnd == 0) {
      int at = index(recorded & -4);
      return at >= 0 && call(at) != null ? at : -1;
    }
    int low = 0;
    int high = code.length - 1;
    long end = recorded + file.machine.recordedBeforeEnd;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (end(middle) == end) {
        return call(middle) != null ? middle : -1;
      }
      if (end(middle) < end) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  /** Address of the function; 0 if it is not known. */
  long start() {
    return entry < 0 ? 0 : code[entry].address();
  }
}
