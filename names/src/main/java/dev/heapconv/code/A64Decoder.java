package dev.heapconv.code;

import dev.heapconv.code.Value.Binary;
import dev.heapconv.code.Value.Constant;
import dev.heapconv.code.Value.Either;
import dev.heapconv.code.Value.Extend;
import dev.heapconv.code.Value.Load;
import dev.heapconv.code.Value.Operator;
import dev.heapconv.code.Value.Register;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A64, the instructions of AArch64 (Arm ARM, chapter C4; the names of fields are those of the
 * manual). Values are known for moves, integer arithmetic, loads and stores; every other
 * instruction makes the registers unknown that its class can write, and memory if the class writes
 * it. System calls are those of Linux.
 */
final class A64Decoder implements Decoder {

  private static final List<Step> NOTHING = List.of();
  private static final List<Step> OPAQUE = List.of(new Step.Opaque());
  private static final List<Step> STOP = List.of(new Step.Stop());
  private static final List<Step> RETURN = List.of(new Step.Return());
  private static final Step ANYWHERE =
      new Step.Store(Value.UNKNOWN, Step.ANY_LENGTH, Value.UNKNOWN);
  private static final Value MINUS_ONE = new Constant(-1);
  private static final Step NO_FLAGS = new Step.Compare(8, Value.UNKNOWN, Value.UNKNOWN);

  private static final int SP = 31;

  @Override
  public Instruction decode(byte[] code, int at, long address) {
    if (code.length - at < 4) {
      return new Instruction(address, code.length - at, OPAQUE);
    }
    int w =
        code[at] & 0xff
            | (code[at + 1] & 0xff) << 8
            | (code[at + 2] & 0xff) << 16
            | code[at + 3] << 24;
    return new Instruction(address, 4, steps(w, address), keepsFlags(w));
  }

  private static boolean keepsFlags(int w) {
    return switch (bits(w, 25, 4)) {
      case 0b1000, 0b1001 ->
          switch (bits(w, 23, 3)) {
            case 2 -> !bit(w, 29);
            case 3 -> false;
            case 4 -> bits(w, 29, 2) != 3;
            default -> true;
          };
      case 0b1010, 0b1011 ->
          switch (w >>> 24 & 0x7f) {
            case 0x14, 0x15, 0x16, 0x17, 0x34, 0x35, 0x36, 0x37 -> true;
            case 0x54 -> w > 0;
            default -> false;
          };
      // Copies of memory write flags; what they're among is left out.
      case 0b0100, 0b0110, 0b1100, 0b1110 -> bits(w, 28, 2) > 1;
      case 0b0101, 0b1101 -> {
        if (!bit(w, 28)) {
          yield bit(w, 24) ? !bit(w, 29) : bits(w, 29, 2) != 3;
        }
        int group = bits(w, 21, 4);
        yield group == 4 || group == 6 || group > 7;
      }
      default -> false;
    };
  }

  /** What a condition asks. */
  private static Step.Condition condition(int bits) {
    return switch (bits) {
      case 0 -> Step.Condition.EQUAL;
      case 1 -> Step.Condition.NOT_EQUAL;
      case 2 -> Step.Condition.NOT_BELOW;
      case 3 -> Step.Condition.BELOW;
      case 8 -> Step.Condition.ABOVE;
      case 9 -> Step.Condition.NOT_ABOVE;
      default -> Step.Condition.OTHER;
    };
  }

  /** C4.1: A64 instruction set encoding, by bits 28 to 25. */
  private static List<Step> steps(int w, long pc) {
    return switch (bits(w, 25, 4)) {
      case 0b0000 -> w >>> 16 == 0 ? STOP : OPAQUE;
      case 0b0010 -> scalableVector(w);
      case 0b1000, 0b1001 -> immediate(w, pc);
      case 0b1010, 0b1011 -> branch(w, pc);
      case 0b0100, 0b0110, 0b1100, 0b1110 -> loadStore(w, pc);
      case 0b0101, 0b1101 -> registers(w);
      case 0b0111, 0b1111 -> vector(w);
      default -> OPAQUE;
    };
  }

  private static List<Step> immediate(int w, long pc) {
    int rd = rd(w);
    int rn = rn(w);
    int width = width(w);
    int opc = bits(w, 29, 2);
    switch (bits(w, 23, 3)) {
      case 0, 1 -> {
        long offset = signed(w, 5, 19) << 2 | opc;
        return put(rd, 8, new Constant(w < 0 ? (pc & -4096) + (offset << 12) : pc + offset));
      }
      case 2 -> {
        long value = (long) bits(w, 10, 12) << (bit(w, 22) ? 12 : 0);
        return addSubtract(w, base(rn), new Constant(value), !bit(w, 29));
      }
      case 4 -> {
        if (w > 0 && bit(w, 22)) {
          return OPAQUE;
        }
        long mask = bitMask(bits(w, 22, 1), bits(w, 10, 6), bits(w, 16, 6));
        if (mask == 0) {
          return OPAQUE;
        }
        Value value =
            logical(opc, source(rn), new Constant(width == 4 ? mask & 0xffffffffL : mask));
        return opc == 3 ? put(rd, width, value) : putOrSp(rd, width, value);
      }
      case 5 -> {
        return moveWide(w, opc);
      }
      case 6 -> {
        return bitfield(w, opc);
      }
      case 7 -> {
        return opc == 0 ? put(rd, width, Value.UNKNOWN) : OPAQUE;
      }
      // Tags: addg, subg.
      default -> {
        return putOrSp(rd, 8, Value.UNKNOWN);
      }
    }
  }

  private static List<Step> addSubtract(int w, Value left, Value right, boolean orSp) {
    Value value = new Binary(bit(w, 30) ? Operator.SUBTRACT : Operator.ADD, left, right);
    if (right.equals(Value.ZERO)) {
      value = left;
    }
    List<Step> put = orSp ? putOrSp(rd(w), width(w), value) : put(rd(w), width(w), value);
    return bit(w, 29) && bit(w, 30) ? compared(new Step.Compare(width(w), left, right), put) : put;
  }

  private static List<Step> compared(Step compare, List<Step> put) {
    return put.isEmpty() ? List.of(compare) : List.of(compare, put.get(0));
  }

  private static Value logical(int opc, Value left, Value right) {
    return switch (opc) {
      case 1 -> left.equals(Value.ZERO) ? right : new Binary(Operator.OR, left, right);
      case 2 -> new Binary(Operator.XOR, left, right);
      default -> new Binary(Operator.AND, left, right);
    };
  }

  /** DecodeBitMasks of the manual; 0 if reserved. */
  private static long bitMask(int n, int imms, int immr) {
    int length = 31 - Integer.numberOfLeadingZeros(n << 6 | ~imms & 63);
    if (length < 1) {
      return 0;
    }
    int size = 1 << length;
    int ones = (imms & size - 1) + 1;
    if (ones == size) {
      return 0;
    }
    int right = immr & size - 1;
    long element = (1L << ones) - 1;
    if (right != 0) {
      element = element >>> right | element << size - right;
    }
    if (size < 64) {
      element &= (1L << size) - 1;
    }
    for (int i = size; i < 64; i *= 2) {
      element |= element << i;
    }
    return element;
  }

  private static List<Step> moveWide(int w, int opc) {
    int width = width(w);
    int shift = 16 * bits(w, 21, 2);
    if (opc == 1 || shift >= 8 * width) {
      return OPAQUE;
    }
    long value = (long) bits(w, 5, 16) << shift;
    if (opc == 3) {
      Value kept = new Binary(Operator.AND, source(rd(w)), new Constant(~(0xffffL << shift)));
      return put(rd(w), width, new Binary(Operator.OR, kept, new Constant(value)));
    }
    value = opc == 0 ? ~value : value;
    return put(rd(w), width, new Constant(width == 4 ? value & 0xffffffffL : value));
  }

  /** sbfm, bfm, ubfm with what they are called by: shifts, extensions, fields. */
  private static List<Step> bitfield(int w, int opc) {
    int width = width(w);
    int all = 8 * width;
    int immr = bits(w, 16, 6);
    int imms = bits(w, 10, 6);
    if (opc == 3 || bit(w, 22) != (width == 8) || immr >= all || imms >= all) {
      return OPAQUE;
    }
    Value source = source(rn(w));
    Value value = Value.UNKNOWN;
    int length = imms + 1;
    boolean field = imms >= immr;
    if (opc == 1) {
      value = Value.UNKNOWN;
    } else if (length == all && (opc == 2 || immr == 0)) {
      value = shifted(Operator.SHIFT_RIGHT, source, immr);
    } else if (opc == 2 && field) {
      value = cut(shifted(Operator.SHIFT_RIGHT, source, immr), length - immr);
    } else if (opc == 2) {
      // What is shifted out needs no mask.
      Value kept = length == immr ? source : cut(source, length);
      value = shifted(Operator.SHIFT_LEFT, kept, all - immr);
    } else if ((length == 8 || length == 16 || length == 32) && (immr == 0 || !field)) {
      value =
          shifted(
              Operator.SHIFT_LEFT,
              new Extend(source, length / 8, true),
              immr == 0 ? 0 : all - immr);
    }
    return put(rd(w), width, value);
  }

  private static Value cut(Value value, int bits) {
    return bits == 8 || bits == 16 || bits == 32
        ? new Extend(value, bits / 8, false)
        : new Binary(Operator.AND, value, new Constant((1L << bits) - 1));
  }

  private static Value shifted(Operator operator, Value value, int count) {
    return count == 0 ? value : new Binary(operator, value, new Constant(count));
  }

  /** Branches, exceptions and system instructions. */
  private static List<Step> branch(int w, long pc) {
    int rn = rn(w);
    switch (w >>> 24 & 0x7f) {
      case 0x14, 0x15, 0x16, 0x17 -> {
        Value target = new Constant(pc + (signed(w, 0, 26) << 2));
        return List.of(w < 0 ? new Step.Call(target) : new Step.Jump(target));
      }
      case 0x34, 0x35 -> {
        // The flags stay, but nobody knows any more what they are.
        return List.of(
            new Step.Compare(width(w), source(rd(w)), Value.ZERO),
            new Step.Branch(pc + (signed(w, 5, 19) << 2), condition(w >>> 24 & 1)),
            NO_FLAGS);
      }
      case 0x36, 0x37 -> {
        return List.of(new Step.Branch(pc + (signed(w, 5, 14) << 2)));
      }
      case 0x54 -> {
        if (w < 0) {
          return exception(w);
        }
        return List.of(new Step.Branch(pc + (signed(w, 5, 19) << 2), condition(w & 15)));
      }
      case 0x55 -> {
        return w < 0 ? system(w) : OPAQUE;
      }
      case 0x56, 0x57 -> {
        if (w > 0 || bits(w, 16, 5) != 31) {
          return OPAQUE;
        }
        boolean plain = bits(w, 10, 6) == 0;
        // What is authenticated is not the address.
        Value target = plain ? source(rn) : Value.UNKNOWN;
        return switch (bits(w, 21, 4)) {
          case 0, 8 -> List.of(new Step.Jump(target));
          case 1, 9 -> List.of(new Step.Call(target));
          case 2 -> plain && rn != 30 ? List.of(new Step.Jump(target)) : RETURN;
          default -> OPAQUE;
        };
      }
      default -> {
        return OPAQUE;
      }
    }
  }

  private static List<Step> exception(int w) {
    return switch (w & 0xffe0001f) {
      // svc
      case 0xd4000001 -> List.of(unknown(0), ANYWHERE);
      // brk, hlt
      case 0xd4200000, 0xd4400000 -> STOP;
      default -> OPAQUE;
    };
  }

  private static List<Step> system(int w) {
    if (bits(w, 22, 2) != 0) {
      return OPAQUE;
    }
    int op0 = bits(w, 19, 2);
    if (bit(w, 21)) {
      // mrs, sysl, tstart
      List<Step> put = put(rd(w), 8, Value.UNKNOWN);
      return op0 != 1 ? put : put.isEmpty() ? List.of(ANYWHERE) : List.of(put.get(0), ANYWHERE);
    }
    if (op0 == 1) {
      // sys: dc zva, and what may be like it.
      return List.of(ANYWHERE);
    }
    if ((w & 0xfffff01f) != 0xd503201f) {
      // msr, barriers
      return NOTHING;
    }
    int hint = bits(w, 5, 7);
    // xpaclri, paciasp and the like; pacia1716 and the like; chkfeat
    return hint == 7 || hint >= 24 && hint < 32
        ? List.of(unknown(30))
        : hint >= 8 && hint < 16
            ? List.of(unknown(17))
            : hint == 40 ? List.of(unknown(16)) : NOTHING;
  }

  private static List<Step> loadStore(int w, long pc) {
    boolean vector = bit(w, 26);
    boolean second = bit(w, 24);
    return switch (bits(w, 28, 2)) {
      case 0 -> vector ? structures(w) : second ? anyLoadStore(w) : exclusive(w);
      case 1 -> second ? acquireRelease(w) : literal(w, pc);
      case 2 -> pair(w);
      default ->
          second || !bit(w, 21)
              ? single(w)
              : switch (bits(w, 10, 2)) {
                case 0 -> atomic(w);
                case 2 -> single(w);
                default -> authenticated(w);
              };
    };
  }

  /** What a load or store at most does: all registers of its fields and memory become unknown. */
  private static List<Step> anyLoadStore(int w) {
    List<Step> steps = new ArrayList<>();
    steps.add(ANYWHERE);
    steps.add(unknown(rn(w)));
    for (int field : new int[] {rd(w), rt2(w), rm(w)}) {
      // Of registers in twos the field names the first.
      for (int register = field; register < Math.min(31, field + 2); register++) {
        steps.add(unknown(register));
      }
    }
    return List.copyOf(steps);
  }

  private static List<Step> structures(int w) {
    boolean single = bit(w, 24);
    boolean load = bit(w, 22);
    if (w < 0) {
      return anyLoadStore(w);
    }
    int registers =
        single
            ? (bits(w, 13, 1) << 1 | bits(w, 21, 1)) + 1
            : switch (bits(w, 12, 4)) {
              case 0b0111 -> 1;
              case 0b1000, 0b1010 -> 2;
              case 0b0100, 0b0110 -> 3;
              default -> 4;
            };
    int bytes = registers * (single || !bit(w, 30) ? 8 : 16);
    Step stored = new Step.Store(base(rn(w)), bytes, Value.UNKNOWN);
    if (!bit(w, 23)) {
      return load ? NOTHING : List.of(stored);
    }
    Step moved =
        single || rm(w) != 31 ? unknown(rn(w)) : new Step.Put(rn(w), 8, sum(base(rn(w)), bytes));
    return load ? List.of(moved) : List.of(stored, moved);
  }

  /** Exclusive, ordered, compare and swap. */
  private static List<Step> exclusive(int w) {
    int size = bits(w, 30, 2);
    int bytes = 1 << size;
    boolean load = bit(w, 22);
    Value address = base(rn(w));
    @Nullable Step[] steps =
        switch (bits(w, 23, 1) << 1 | bits(w, 21, 1)) {
          case 0 -> {
            yield load
                ? new @Nullable Step[] {unknownOrNone(rd(w))}
                : new @Nullable Step[] {store(address, bytes), unknownOrNone(rm(w))};
          }
          case 1 -> {
            if (size < 2) {
              yield new @Nullable Step[] {
                store(address, 8 << size), unknownOrNone(rm(w)), unknownOrNone(rm(w) + 1)
              };
            }
            yield load
                ? new @Nullable Step[] {unknownOrNone(rd(w)), unknownOrNone(rt2(w))}
                : new @Nullable Step[] {store(address, 2 * bytes), unknownOrNone(rm(w))};
          }
          case 2 -> {
            yield load
                ? new @Nullable Step[] {loaded(rd(w), size, 1, address)}
                : new @Nullable Step[] {new Step.Store(address, bytes, source(rd(w)))};
          }
          default -> new @Nullable Step[] {store(address, bytes), unknownOrNone(rm(w))};
        };
    return list(steps);
  }

  /** ldapur, stlur; the others (tags, copies of memory) may change all that they name. */
  private static List<Step> acquireRelease(int w) {
    int size = bits(w, 30, 2);
    int opc = bits(w, 22, 2);
    if (bit(w, 26) || bit(w, 21) || bits(w, 10, 2) != 0 || !general(size, opc)) {
      return anyLoadStore(w);
    }
    Value address = sum(base(rn(w)), signed(w, 12, 9));
    return opc == 0
        ? List.of(new Step.Store(address, 1 << size, source(rd(w))))
        : list(loaded(rd(w), size, opc, address));
  }

  private static List<Step> literal(int w, long pc) {
    int opc = bits(w, 30, 2);
    if (bit(w, 26) || opc == 3) {
      return NOTHING;
    }
    Value address = new Constant(pc + (signed(w, 5, 19) << 2));
    return list(loaded(rd(w), opc == 1 ? 3 : 2, opc == 2 ? 2 : 1, address));
  }

  private static List<Step> pair(int w) {
    boolean vector = bit(w, 26);
    boolean load = bit(w, 22);
    int opc = bits(w, 30, 2);
    int mode = bits(w, 23, 2);
    if (opc == 3 || !vector && opc == 1 && mode == 0) {
      return anyLoadStore(w);
    }
    boolean tagged = !vector && opc == 1 && !load;
    int size = vector ? 2 + opc : opc == 2 || tagged ? 3 : 2;
    long offset = signed(w, 15, 7) << (tagged ? 4 : size);
    int rn = rn(w);
    int first = rd(w);
    int second = rt2(w);
    boolean moves = mode == 1 || mode == 3;
    Value base = base(rn);
    Value low = mode == 1 ? base : sum(base, offset);
    Value high = sum(base, (mode == 1 ? 0 : offset) + (1L << size));
    // Then the processor may do what it likes.
    boolean odd = !vector && moves && rn != SP && (rn == first || rn == second);
    @Nullable Step moved =
        odd ? unknown(rn) : moves ? new Step.Put(rn, 8, sum(base, offset)) : null;
    if (!load) {
      boolean told = !vector && !odd;
      return list(
          new Step.Store(low, 1 << size, told ? source(first) : Value.UNKNOWN),
          new Step.Store(high, 1 << size, told ? source(second) : Value.UNKNOWN),
          moved);
    }
    if (vector) {
      return list(moved);
    }
    if (odd || first == second) {
      return list(unknownOrNone(first), unknownOrNone(second), moved);
    }
    int signs = opc == 1 ? 2 : 1;
    @Nullable Step one = loaded(first, size, signs, low);
    @Nullable Step other = loaded(second, size, signs, high);
    // The base is read before it's written.
    return first == rn ? list(other, one, moved) : list(one, other, moved);
  }

  /** One register: at an offset, before or after the base moves, or at a register's distance. */
  private static List<Step> single(int w) {
    int size = bits(w, 30, 2);
    int opc = bits(w, 22, 2);
    boolean vector = bit(w, 26);
    boolean scaled = bit(w, 24);
    int kind = bits(w, 10, 2);
    boolean distance = !scaled && bit(w, 21);
    boolean moves = !scaled && !distance && (kind & 1) != 0;
    boolean unprivileged = !scaled && !distance && kind == 2;
    if (!vector && size == 3 && opc == 2 && !moves && !unprivileged) {
      // prfm
      return NOTHING;
    }
    if (vector ? unprivileged || opc > 1 && size != 0 : !general(size, opc)) {
      return anyLoadStore(w);
    }
    int scale = vector && opc > 1 ? 4 : size;
    int rn = rn(w);
    int rt = rd(w);
    Value base = base(rn);
    Value address;
    long offset = signed(w, 12, 9);
    if (scaled) {
      address = sum(base, (long) bits(w, 10, 12) << scale);
    } else if (distance) {
      int option = bits(w, 13, 3);
      if ((option & 2) == 0) {
        return anyLoadStore(w);
      }
      Value index = extended(source(rm(w)), option);
      address =
          new Binary(
              Operator.ADD, base, shifted(Operator.SHIFT_LEFT, index, bit(w, 12) ? scale : 0));
    } else {
      address = kind == 1 ? base : sum(base, offset);
    }
    boolean load = vector ? (opc & 1) != 0 : opc != 0;
    // Then the processor may do what it likes.
    boolean odd = !vector && moves && rn != SP && rn == rt;
    @Nullable Step moved =
        odd ? unknown(rn) : moves ? new Step.Put(rn, 8, sum(base, offset)) : null;
    if (!load) {
      return list(
          new Step.Store(address, 1 << scale, vector || odd ? Value.UNKNOWN : source(rt)), moved);
    }
    return vector || odd ? list(moved) : list(loaded(rt, size, opc, address), moved);
  }

  /** Whether there is a load or store of a general register of this size. */
  private static boolean general(int size, int opc) {
    return opc < 2 || size < 2 || size == 2 && opc == 2;
  }

  private static List<Step> atomic(int w) {
    if (bit(w, 26)) {
      return anyLoadStore(w);
    }
    if ((w & 0x00fff000) == 0x00bfc000) {
      // ldapr
      return list(loaded(rd(w), bits(w, 30, 2), 1, base(rn(w))));
    }
    // Operations and swp; the others take 64 bytes, or check.
    return bit(w, 15) && bits(w, 12, 3) != 0
        ? OPAQUE
        : list(store(base(rn(w)), 1 << bits(w, 30, 2)), unknownOrNone(rd(w)));
  }

  /** ldraa, ldrab. */
  private static List<Step> authenticated(int w) {
    if (bit(w, 26) || bits(w, 30, 2) != 3) {
      return anyLoadStore(w);
    }
    return list(unknownOrNone(rd(w)), bit(w, 11) ? unknown(rn(w)) : null);
  }

  /** Data processing of registers. */
  private static List<Step> registers(int w) {
    int rd = rd(w);
    int width = width(w);
    Value left = source(rn(w));
    Value right = source(rm(w));
    if (!bit(w, 28)) {
      boolean addition = bit(w, 24);
      if (addition && bit(w, 21)) {
        int shift = bits(w, 10, 3);
        if (bits(w, 22, 2) != 0 || shift > 4) {
          return OPAQUE;
        }
        Value extended = extended(right, bits(w, 13, 3));
        return addSubtract(
            w, base(rn(w)), shifted(Operator.SHIFT_LEFT, extended, shift), !bit(w, 29));
      }
      int type = bits(w, 22, 2);
      int amount = bits(w, 10, 6);
      if (amount >= 8 * width || addition && type == 3) {
        return OPAQUE;
      }
      if (type > 1 && amount != 0) {
        return put(rd, width, Value.UNKNOWN);
      }
      right = shifted(type == 1 ? Operator.SHIFT_RIGHT : Operator.SHIFT_LEFT, right, amount);
      if (addition) {
        return addSubtract(w, left, right, false);
      }
      if (bit(w, 21)) {
        right = new Binary(Operator.XOR, right, MINUS_ONE);
      }
      List<Step> put = put(rd, width, logical(bits(w, 29, 2), left, right));
      boolean isTest = bits(w, 29, 2) == 3 && left.equals(right);
      return isTest ? compared(new Step.Compare(width, left, Value.ZERO), put) : put;
    }
    return switch (bits(w, 21, 4)) {
      // adc, sbc; addpt, subpt
      case 0 -> bits(w, 10, 6) == 0 ? put(rd, width, Value.UNKNOWN) : putOrSp(rd, 8, Value.UNKNOWN);
      // ccmn, ccmp
      case 2 -> NOTHING;
      case 4 -> select(w, left, right);
      // One source, or two: irg may write sp.
      case 6 ->
          (w & 0x7fe0fc00) == 0x1ac01000
              ? putOrSp(rd, 8, Value.UNKNOWN)
              : put(rd, width, Value.UNKNOWN);
      case 8, 9, 10, 11, 12, 13, 14, 15 -> multiply(w, left, right);
      default -> OPAQUE;
    };
  }

  private static List<Step> select(int w, Value first, Value second) {
    if (bit(w, 29) || bit(w, 11)) {
      return OPAQUE;
    }
    Value other =
        switch (bits(w, 30, 1) << 1 | bits(w, 10, 1)) {
          case 0 -> second;
          case 1 ->
              second.equals(Value.ZERO)
                  ? new Constant(1)
                  : new Binary(Operator.ADD, second, new Constant(1));
          case 2 -> new Binary(Operator.XOR, second, MINUS_ONE);
          default -> new Binary(Operator.SUBTRACT, Value.ZERO, second);
        };
    return put(rd(w), width(w), new Either(condition(bits(w, 12, 4)), first, other));
  }

  /** madd, msub, and of words to doublewords. */
  private static List<Step> multiply(int w, Value left, Value right) {
    int op31 = bits(w, 21, 3);
    boolean words = w < 0 && (op31 == 1 || op31 == 5);
    if (bits(w, 29, 2) != 0 || op31 != 0 && !words) {
      return put(rd(w), 8, Value.UNKNOWN);
    }
    Value product =
        words
            ? new Binary(
                Operator.MULTIPLY, new Extend(left, 4, op31 == 1), new Extend(right, 4, op31 == 1))
            : new Binary(Operator.MULTIPLY, left, right);
    Value added = source(bits(w, 10, 5));
    boolean alone = added.equals(Value.ZERO);
    Value value =
        bit(w, 15)
            ? new Binary(Operator.SUBTRACT, added, product)
            : alone ? product : new Binary(Operator.ADD, added, product);
    return put(rd(w), width(w), value);
  }

  /** Advanced SIMD and floating point: what moves or converts to general registers. */
  private static List<Step> vector(int w) {
    boolean element = (w & 0xbfe0fc00) == 0x0e003c00 || (w & 0xbfe0fc00) == 0x0e002c00;
    boolean conversion = (w & 0x7f000000) == 0x1e000000 && (!bit(w, 21) || bits(w, 10, 6) == 0);
    if (!element && !conversion) {
      return NOTHING;
    }
    int opcode = bits(w, 16, 3);
    // scvtf, ucvtf and fmov write the vector.
    return conversion && (opcode == 2 || opcode == 3 || opcode == 7)
        ? NOTHING
        : put(rd(w), 8, Value.UNKNOWN);
  }

  /** SVE: what it may write is its first field (sp if it adds lengths of vectors) and memory. */
  private static List<Step> scalableVector(int w) {
    return rd(w) == SP && w >>> 24 != 0x04 ? List.of(ANYWHERE) : List.of(unknown(rd(w)), ANYWHERE);
  }

  private static Value extended(Value value, int option) {
    int bytes = 1 << (option & 3);
    return bytes == 8 ? value : new Extend(value, bytes, option >= 4);
  }

  /** A load; opc: 1 with zeros, 2 with the sign to 64 bits, 3 with the sign to 32. */
  private static @Nullable Step loaded(int rt, int size, int opc, Value address) {
    if (rt == 31) {
      return null;
    }
    Value value = new Load(address, 1 << size);
    return new Step.Put(
        rt, opc == 2 || size == 3 ? 8 : 4, opc == 1 ? value : new Extend(value, 1 << size, true));
  }

  private static Step store(Value address, int bytes) {
    return new Step.Store(address, bytes, Value.UNKNOWN);
  }

  private static Value sum(Value base, long offset) {
    return offset == 0 ? base : new Binary(Operator.ADD, base, new Constant(offset));
  }

  /** A register, where 31 is the stack pointer. */
  private static Value base(int number) {
    return new Register(number);
  }

  /** A register, where 31 is zero. */
  private static Value source(int number) {
    return number == 31 ? Value.ZERO : new Register(number);
  }

  private static List<Step> putOrSp(int register, int width, Value value) {
    return List.of(new Step.Put(register, width, value));
  }

  private static List<Step> put(int register, int width, Value value) {
    return register == 31 ? NOTHING : putOrSp(register, width, value);
  }

  private static Step unknown(int register) {
    return new Step.Put(register, 8, Value.UNKNOWN);
  }

  private static @Nullable Step unknownOrNone(int register) {
    return register >= 31 ? null : unknown(register);
  }

  private static List<Step> list(@Nullable Step... steps) {
    List<Step> list = new ArrayList<>(steps.length);
    for (Step step : steps) {
      if (step != null) {
        list.add(step);
      }
    }
    return List.copyOf(list);
  }

  private static int rd(int w) {
    return w & 31;
  }

  private static int rn(int w) {
    return bits(w, 5, 5);
  }

  private static int rt2(int w) {
    return bits(w, 10, 5);
  }

  private static int rm(int w) {
    return bits(w, 16, 5);
  }

  private static int width(int w) {
    return w < 0 ? 8 : 4;
  }

  private static int bits(int w, int from, int count) {
    return w >>> from & (1 << count) - 1;
  }

  private static boolean bit(int w, int at) {
    return (w >>> at & 1) != 0;
  }

  private static long signed(int w, int from, int count) {
    return (long) (w << 32 - from - count) >> 32 - count;
  }
}
