package dev.heapconv.code;

import dev.heapconv.code.Value.Binary;
import dev.heapconv.code.Value.Constant;
import dev.heapconv.code.Value.Extend;
import dev.heapconv.code.Value.Load;
import dev.heapconv.code.Value.Operator;
import dev.heapconv.code.Value.Register;
import java.util.List;

/**
 * x86-64 in 64-bit mode (Intel SDM, volume 2). Knows the length of every instruction that user code
 * has up to AVX-512, and which general registers and memory it writes; their values for moves and
 * integer arithmetic. AMD's XOP and 16-bit jumps, APX and AMX are opaque.
 *
 * <p>The direction flag is taken to be clear, as the ABI wants it: what may set it is opaque.
 */
final class X86Decoder implements Decoder {

  private static final List<Step> NOTHING = List.of();
  private static final List<Step> OPAQUE = List.of(new Step.Opaque());
  private static final List<Step> STOP = List.of(new Step.Stop());
  private static final List<Step> RETURN = List.of(new Step.Return());

  private static final int RAX = 0;
  private static final int RCX = 1;
  private static final int RDX = 2;
  private static final int RBX = 3;
  private static final int RSP = 4;
  private static final int RBP = 5;
  private static final int RSI = 6;
  private static final int RDI = 7;
  private static final int R11 = 11;

  private static final Value STACK = new Register(RSP);
  private static final Value ONE = new Constant(1);
  private static final Value MINUS_ONE = new Constant(-1);

  /** What ends an instruction that the processor gives up and undoes in a transaction. */
  private static final int XABORT = 7;

  /** Of x87 instructions (D8 to DF), how many bytes each of a group stores. */
  private static final int[][] X87_STORES = {
    {},
    {0, 0, 4, 4, 0, 0, 28, 2},
    {},
    {0, 4, 4, 4, 0, 0, 0, 10},
    {},
    {0, 8, 8, 8, 0, 0, 108, 2},
    {},
    {0, 2, 2, 2, 0, 0, 10, 8}
  };

  @Override
  public Instruction decode(byte[] code, int at, long address) {
    X86Encoding encoding = new X86Encoding(code, at, address);
    boolean isRead = encoding.read();
    List<Step> steps = isRead ? steps(encoding) : OPAQUE;
    return new Instruction(address, encoding.length(), steps, isRead && keepsFlags(encoding));
  }

  private static boolean keepsFlags(X86Encoding e) {
    return switch (e.form.effect()) {
      case PUSH,
          POP,
          PUSH_IMMEDIATE,
          POP_MEMORY,
          MOVSXD,
          BRANCH,
          JUMP,
          XCHG,
          XCHG_RAX,
          STORE,
          LOAD,
          LEA,
          CONVERT_RAX,
          CONVERT_RDX,
          MOV_OFFSET,
          MOV_IMMEDIATE,
          LEAVE,
          CMOV,
          SETCC,
          MOVZX,
          MOVSX ->
          true;
      case GROUP11 -> e.group == 0;
      default -> false;
    };
  }

  /** What the last four bits of a conditional instruction ask. */
  private static Step.Condition condition(int opcode) {
    return switch (opcode & 15) {
      case 2 -> Step.Condition.BELOW;
      case 3 -> Step.Condition.NOT_BELOW;
      case 4 -> Step.Condition.EQUAL;
      case 5 -> Step.Condition.NOT_EQUAL;
      case 6 -> Step.Condition.NOT_ABOVE;
      case 7 -> Step.Condition.ABOVE;
      default -> Step.Condition.OTHER;
    };
  }

  private static List<Step> steps(X86Encoding e) {
    int word = e.word();
    return switch (e.form.effect()) {
      case UNKNOWN, OPAQUE -> OPAQUE;
      case NOTHING -> NOTHING;
      case STOP -> STOP;
      case RETURN -> RETURN;
      case ARITHMETIC, GROUP1 -> arithmetic(e);
      case PUSH -> push(e, new Register(e.rm));
      case PUSH_IMMEDIATE -> push(e, new Constant(e.immediate));
      case PUSH_OTHER -> push(e, Value.UNKNOWN);
      case POP -> pop(e);
      case POP_OTHER -> List.of(moveStack(e.slot()));
      case POP_MEMORY ->
          e.group != 0
              ? OPAQUE
              : e.memory()
                  ? List.of(moveStack(e.slot()), store(e.address(), e.slot(), Value.UNKNOWN))
                  : pop(e);
      case MOVSXD ->
          put(e.reg, word, e.wide ? new Extend(operand(e, 4), 4, true) : operand(e, word));
      case IMUL ->
          put(e.reg, word, new Binary(Operator.MULTIPLY, new Register(e.reg), operand(e, word)));
      case IMUL_IMMEDIATE ->
          put(
              e.reg,
              word,
              new Binary(Operator.MULTIPLY, operand(e, word), new Constant(e.immediate)));
      case BRANCH -> e.slot() == 2 ? OPAQUE : List.of(branch(e));
      case TEST ->
          e.memory() || e.rm != e.reg
              ? NOTHING
              : List.of(new Step.Compare(e.size(), general(e, e.reg, e.size()), Value.ZERO));
      case LOOP -> List.of(unknown(RCX), new Step.Branch(target(e)));
      case CALL -> e.slot() == 2 ? OPAQUE : List.of(new Step.Call(new Constant(target(e))));
      case JUMP -> e.slot() == 2 ? OPAQUE : List.of(new Step.Jump(new Constant(target(e))));
      case XCHG -> exchange(e);
      // nop; with F3 pause, whatever REX says.
      case XCHG_RAX ->
          e.rm == RAX ? NOTHING : e.repeat == 0xf3 ? OPAQUE : exchange(e.rm, RAX, word);
      case STORE -> write(e, e.size(), general(e, e.reg, e.size()));
      case LOAD -> putGeneral(e, e.reg, e.size(), operand(e, e.size()));
      case MOV_SEGMENT -> e.memory() ? write(e, 2, Value.UNKNOWN) : List.of(unknown(e.rm));
      case LEA -> e.memory() ? put(e.reg, word, e.offset()) : OPAQUE;
      case CONVERT_RAX -> put(RAX, word, new Extend(new Register(RAX), word / 2, true));
      case CONVERT_RDX -> put(RDX, word, Value.UNKNOWN);
      case MOV_OFFSET ->
          (e.opcode & 2) == 0
              ? put(RAX, e.size(), new Load(e.absolute(), e.size()))
              : List.of(store(e.absolute(), e.size(), new Register(RAX)));
      case MOVS, CMPS, STOS, LODS, SCAS, INS, OUTS -> string(e);
      case MOV_IMMEDIATE -> moveImmediate(e);
      case GROUP11 -> group11(e);
      case GROUP2 -> shift(e);
      case ENTER -> enter(e);
      case LEAVE ->
          e.slot() == 2
              ? OPAQUE
              : List.of(
                  new Step.Put(RSP, 8, new Register(RBP)),
                  new Step.Put(RBP, 8, new Load(STACK, 8)),
                  moveStack(8));
      case X87 -> x87(e);
      case GROUP3 -> group3(e);
      case GROUP4 -> e.group < 2 ? increment(e) : OPAQUE;
      case GROUP5 -> group5(e);
      case RAX -> List.of(unknown(RAX));
      case RCX -> List.of(unknown(RCX));
      case RAX_RDX -> List.of(unknown(RAX), unknown(RDX));
      case CPUID -> List.of(unknown(RAX), unknown(RBX), unknown(RCX), unknown(RDX));
      case SYSCALL -> List.of(unknown(RAX), unknown(RCX), unknown(R11), anywhere());
      case OPCODE_REGISTER -> List.of(unknown(e.rm));
      case REGISTER -> put(e.reg, e.general(), Value.UNKNOWN);
      case PERHAPS_REGISTER -> List.of(unknown(e.reg));
      case OPERAND -> write(e, word, Value.UNKNOWN);
      case GROUP6 -> group6(e);
      case GROUP7 -> e.memory() ? group7Memory(e) : group7Register(e);
      case GROUP9 -> group9(e);
      case GROUP15 -> group15(e);
      case BOUNDS -> e.memory() && e.repeat == 0 ? List.of(anywhere()) : NOTHING;
      case HINT ->
          e.repeat == 0xf3 && !e.memory() && e.group == 1 ? List.of(unknown(e.rm)) : NOTHING;
      case SYSTEM -> e.memory() ? OPAQUE : e.opcode < 0x22 ? List.of(unknown(e.rm)) : NOTHING;
      case CMOV ->
          put(
              e.reg,
              word,
              new Value.Either(condition(e.opcode), operand(e, word), new Register(e.reg)));
      case SETCC -> write(e, 1, Value.UNKNOWN);
      case BIT_OFFSET ->
          e.memory()
              ? List.of(store(Value.UNKNOWN, word, Value.UNKNOWN))
              : write(e, word, Value.UNKNOWN);
      case BIT_IMMEDIATE ->
          e.group < 4 ? OPAQUE : e.group == 4 ? NOTHING : write(e, word, Value.UNKNOWN);
      case CMPXCHG -> List.of(change(e, e.size()), unknown(RAX));
      case XADD -> List.of(change(e, e.size()), unknownGeneral(e, e.reg, e.size()));
      case MOVZX -> put(e.reg, word, extended(e, false));
      case MOVSX -> put(e.reg, word, extended(e, true));
      case POPCNT -> e.repeat == 0xf3 ? put(e.reg, word, Value.UNKNOWN) : OPAQUE;
      case WORD_STORE -> e.memory() ? write(e, e.general(), new Register(e.reg)) : OPAQUE;
      case MOVBE_LOAD ->
          e.repeat == 0xf2
              ? put(e.reg, e.general(), Value.UNKNOWN)
              : put(e.reg, word, Value.UNKNOWN);
      case MOVBE_STORE ->
          e.repeat == 0xf2 ? put(e.reg, e.general(), Value.UNKNOWN) : write(e, word, Value.UNKNOWN);
      case ADCX ->
          e.memory() && e.repeat == 0 && e.operand16 == (e.opcode == 0xf5)
              ? write(e, 8, Value.UNKNOWN)
              : e.opcode == 0xf6 && (e.operand16 || e.repeat == 0xf3)
                  ? put(e.reg, e.general(), Value.UNKNOWN)
                  : OPAQUE;
      case MOVDIR64B ->
          List.of(store(e.address32 ? Value.UNKNOWN : new Register(e.reg), 64, Value.UNKNOWN));
      case VVVV -> List.of(unknown(e.vvvv));
      case MULX -> e.repeat == 0xf2 ? List.of(unknown(e.vvvv), unknown(e.reg)) : OPAQUE;
      case VECTOR_STORE -> vectorStore(e, vectorBytes(e));
      case HALF_STORE, MOVQ -> vectorStore(e, 8);
      case MOVD -> moveFromVector(e);
      case SCALAR_TO_REGISTER -> e.repeat != 0 ? put(e.reg, e.general(), Value.UNKNOWN) : NOTHING;
      case MASKMOV ->
          List.of(
              store(
                  e.address32 || e.overridden() ? Value.UNKNOWN : new Register(RDI),
                  16,
                  Value.UNKNOWN));
      case MASK_STORE -> vectorStore(e, 8);
      case MASKED_STORE -> vectorStore(e, e.vector, 0);
      case NARROWING_STORE ->
          e.encoding == X86Encoding.EVEX && e.repeat == 0xf3
              ? vectorStore(e, e.vector / 2, 0)
              : NOTHING;
      case SCATTER -> List.of(anywhere());
      case EXTRACT -> extract(e);
      case EXTRACT_VECTOR -> vectorStore(e, (e.opcode & 2) != 0 ? 32 : 16);
      case CONVERT_STORE -> vectorStore(e, e.vector / 2);
    };
  }

  private static List<Step> arithmetic(X86Encoding e) {
    int bytes = e.size();
    int operation = e.form.effect() == X86Opcode.Effect.GROUP1 ? e.group : e.opcode >> 3 & 7;
    if (operation == 7) {
      return List.of(comparison(e, bytes));
    }
    if (e.form.immediate() == '-') {
      boolean toRegister = (e.opcode & 2) != 0;
      Value right = toRegister ? operand(e, bytes) : general(e, e.reg, bytes);
      if (toRegister) {
        return putGeneral(e, e.reg, bytes, result(operation, new Register(e.reg), right));
      }
      return write(e, bytes, result(operation, operand(e, bytes), right));
    }
    Value right = new Constant(e.immediate);
    if (!e.form.modRm()) {
      return put(RAX, bytes, result(operation, new Register(RAX), right));
    }
    return write(e, bytes, result(operation, operand(e, bytes), right));
  }

  private static Step comparison(X86Encoding e, int bytes) {
    if (e.form.immediate() == '-') {
      Value register = general(e, e.reg, bytes);
      Value operand = operand(e, bytes);
      return (e.opcode & 2) != 0
          ? new Step.Compare(bytes, register, operand)
          : new Step.Compare(bytes, operand, register);
    }
    Value left = e.form.modRm() ? operand(e, bytes) : new Register(RAX);
    return new Step.Compare(bytes, left, new Constant(e.immediate));
  }

  private static Step branch(X86Encoding e) {
    boolean isOfRcx = e.opcode == 0xe3;
    return new Step.Branch(target(e), isOfRcx ? Step.Condition.OTHER : condition(e.opcode));
  }

  private static Value result(int operation, Value left, Value right) {
    return switch (operation) {
      case 0 -> new Binary(Operator.ADD, left, right);
      case 1 -> new Binary(Operator.OR, left, right);
      case 4 -> new Binary(Operator.AND, left, right);
      case 5 ->
          left.equals(right) && left instanceof Register
              ? Value.ZERO
              : new Binary(Operator.SUBTRACT, left, right);
      case 6 ->
          left.equals(right) && left instanceof Register
              ? Value.ZERO
              : new Binary(Operator.XOR, left, right);
      // With carry, which only constants make a choice.
      case 2 ->
          right.equals(Value.ZERO)
              ? new Value.Either(Step.Condition.BELOW, new Binary(Operator.ADD, left, ONE), left)
              : Value.UNKNOWN;
      case 3 ->
          right.equals(MINUS_ONE)
              ? new Value.Either(Step.Condition.BELOW, left, new Binary(Operator.ADD, left, ONE))
              : Value.UNKNOWN;
      default -> throw new IllegalArgumentException("operation " + operation);
    };
  }

  private static List<Step> push(X86Encoding e, Value value) {
    int bytes = e.slot();
    Value top = new Binary(Operator.ADD, STACK, new Constant(-bytes));
    return List.of(store(top, bytes, value), new Step.Put(RSP, 8, top));
  }

  private static List<Step> pop(X86Encoding e) {
    int bytes = e.slot();
    Step loaded = new Step.Put(e.rm, bytes, new Load(STACK, bytes));
    if (e.rm == RSP) {
      // sp keeps what the upper bits of rsp got by the pop.
      return bytes == 8 ? List.of(loaded) : OPAQUE;
    }
    return List.of(loaded, moveStack(bytes));
  }

  private static Step moveStack(int bytes) {
    return new Step.Put(RSP, 8, new Binary(Operator.ADD, STACK, new Constant(bytes)));
  }

  private static List<Step> enter(X86Encoding e) {
    if (e.slot() == 2 || e.immediate >> 16 != 0) {
      return OPAQUE;
    }
    Value frame = new Binary(Operator.ADD, STACK, new Constant(-8));
    return List.of(
        store(frame, 8, new Register(RBP)),
        new Step.Put(RBP, 8, frame),
        new Step.Put(RSP, 8, new Binary(Operator.ADD, frame, new Constant(-e.immediate))));
  }

  private static List<Step> exchange(X86Encoding e) {
    int bytes = e.size();
    if (e.memory()) {
      return List.of(
          store(e.address(), bytes, general(e, e.reg, bytes)), unknownGeneral(e, e.reg, bytes));
    }
    if (bytes == 1) {
      return List.of(unknownGeneral(e, e.reg, 1), unknownGeneral(e, e.rm, 1));
    }
    return exchange(e.rm, e.reg, bytes);
  }

  private static List<Step> exchange(int one, int other, int bytes) {
    return List.of(
        new Step.Put(one, bytes, new Register(other)),
        new Step.Put(other, bytes, one == other ? new Register(one) : Value.UNKNOWN));
  }

  private static List<Step> moveImmediate(X86Encoding e) {
    if (e.opcode < 0xb8) {
      return putGeneral(e, e.rm, 1, new Constant(e.immediate));
    }
    return put(e.rm, e.word(), new Constant(e.immediate));
  }

  private static List<Step> group11(X86Encoding e) {
    if (e.group == 0) {
      return write(e, e.size(), new Constant(e.immediate));
    }
    if (e.group != XABORT || e.memory() || (e.rm & 7) != 0) {
      return OPAQUE;
    }
    // A transaction that fails goes on at its handler with the registers of its begin but rax.
    return e.opcode == 0xc6
        ? NOTHING
        : e.slot() == 2 ? OPAQUE : List.of(unknown(RAX), new Step.Branch(target(e)));
  }

  private static List<Step> shift(X86Encoding e) {
    int bytes = e.size();
    int count = e.opcode >= 0xd2 ? 0 : e.opcode >= 0xd0 ? 1 : (int) e.immediate;
    count &= bytes == 8 ? 63 : 31;
    if (e.group != 4 && e.group != 5 || count == 0 || count >= 8 * bytes) {
      return List.of(change(e, bytes));
    }
    Operator operator = e.group == 4 ? Operator.SHIFT_LEFT : Operator.SHIFT_RIGHT;
    return write(e, bytes, new Binary(operator, operand(e, bytes), new Constant(count)));
  }

  private static List<Step> increment(X86Encoding e) {
    return write(
        e,
        e.size(),
        new Binary(e.group == 0 ? Operator.ADD : Operator.SUBTRACT, operand(e, e.size()), ONE));
  }

  private static List<Step> group3(X86Encoding e) {
    int bytes = e.size();
    return switch (e.group) {
      case 0, 1 -> NOTHING;
      case 2 -> write(e, bytes, new Binary(Operator.XOR, operand(e, bytes), MINUS_ONE));
      case 3 -> write(e, bytes, new Binary(Operator.SUBTRACT, Value.ZERO, operand(e, bytes)));
      default ->
          bytes == 1
              ? put(RAX, 2, Value.UNKNOWN)
              : List.of(
                  new Step.Put(RAX, bytes, Value.UNKNOWN), new Step.Put(RDX, bytes, Value.UNKNOWN));
    };
  }

  private static List<Step> group5(X86Encoding e) {
    if (e.group < 2) {
      return increment(e);
    }
    if (e.group == 6) {
      return push(e, operand(e, e.slot()));
    }
    if (e.slot() == 2) {
      return OPAQUE;
    }
    return switch (e.group) {
      case 2 -> List.of(new Step.Call(operand(e, 8)));
      case 4 -> List.of(new Step.Jump(operand(e, 8)));
      // Far.
      default -> OPAQUE;
    };
  }

  /** Strings go on from rsi to rdi, rcx times if they're repeated. */
  private static List<Step> string(X86Encoding e) {
    boolean repeated = e.repeat != 0;
    Step stored =
        store(
            e.address32 ? Value.UNKNOWN : new Register(RDI),
            repeated ? Step.ANY_LENGTH : e.size(),
            Value.UNKNOWN);
    // What is not repeated leaves rcx alone.
    Step count = repeated ? unknown(RCX) : unknown(RDI);
    return switch (e.form.effect()) {
      case MOVS -> List.of(stored, unknown(RSI), unknown(RDI), count);
      case STOS, INS -> List.of(stored, unknown(RDI), count);
      case CMPS -> List.of(unknown(RSI), unknown(RDI), count);
      case SCAS -> List.of(unknown(RDI), count);
      case LODS ->
          repeated
              ? List.of(unknown(RAX), unknown(RSI), unknown(RCX))
              : List.of(unknown(RAX), unknown(RSI));
      default -> repeated ? List.of(unknown(RSI), unknown(RCX)) : List.of(unknown(RSI));
    };
  }

  private static List<Step> x87(X86Encoding e) {
    if (!e.memory()) {
      boolean status = e.opcode == 0xdf && e.group == 4 && (e.rm & 7) == 0;
      return status ? put(RAX, 2, Value.UNKNOWN) : NOTHING;
    }
    int[] stores = X87_STORES[e.opcode & 7];
    return stores.length == 0 || stores[e.group] == 0
        ? NOTHING
        : write(e, stores[e.group], Value.UNKNOWN);
  }

  private static List<Step> group6(X86Encoding e) {
    if (e.group > 5) {
      return OPAQUE;
    }
    // sldt and str; the others read.
    return e.group > 1 ? NOTHING : e.memory() ? write(e, 2, Value.UNKNOWN) : List.of(unknown(e.rm));
  }

  private static List<Step> group7Memory(X86Encoding e) {
    return switch (e.group) {
      case 0, 1 -> write(e, 10, Value.UNKNOWN);
      case 4 -> write(e, 2, Value.UNKNOWN);
      case 2, 3, 6, 7 -> NOTHING;
      default -> OPAQUE;
    };
  }

  private static List<Step> group7Register(X86Encoding e) {
    if (e.repeat != 0 || e.operand16) {
      return OPAQUE;
    }
    return switch (e.group << 4 | e.rm & 7) {
      // xgetbv, rdpkru
      case 0x20, 0x56 -> List.of(unknown(RAX), unknown(RDX));
      // rdtscp
      case 0x71 -> List.of(unknown(RAX), unknown(RCX), unknown(RDX));
      // monitor, mwait, clac, stac, xsetbv, xend, xtest, wrpkru, swapgs
      case 0x10, 0x11, 0x12, 0x13, 0x21, 0x25, 0x26, 0x57, 0x70 -> NOTHING;
      default -> e.group == 4 ? List.of(unknown(e.rm)) : OPAQUE;
    };
  }

  private static List<Step> group9(X86Encoding e) {
    if (!e.memory()) {
      boolean random = e.group == 7 || e.group == 6 && e.repeat == 0;
      return random ? List.of(unknown(e.rm)) : OPAQUE;
    }
    return switch (e.group) {
      // cmpxchg8b, cmpxchg16b
      case 1 -> List.of(change(e, e.wide ? 16 : 8), unknown(RAX), unknown(RDX));
      case 3 -> NOTHING;
      // xsavec, xsaves
      case 4, 5 -> write(e, Step.ANY_LENGTH, Value.UNKNOWN);
      default -> OPAQUE;
    };
  }

  private static List<Step> group15(X86Encoding e) {
    if (e.encoding == X86Encoding.VEX && (!e.memory() || e.group != 2 && e.group != 3)) {
      return OPAQUE;
    }
    if (!e.memory()) {
      // rdfsbase, rdgsbase; the others are fences, waits and writes to system registers.
      return e.group < 2 ? List.of(unknown(e.rm)) : NOTHING;
    }
    return switch (e.group) {
      // fxsave, xsave, xsaveopt, clrssbsy; clwb is taken to be one of them.
      case 0, 4, 6 -> write(e, Step.ANY_LENGTH, Value.UNKNOWN);
      // stmxcsr
      case 3 -> write(e, 4, Value.UNKNOWN);
      default -> NOTHING;
    };
  }

  private static List<Step> moveFromVector(X86Encoding e) {
    if (e.repeat == 0xf3) {
      return NOTHING;
    }
    return toOperand(e, e.map == 5 ? 2 : e.general());
  }

  private static List<Step> extract(X86Encoding e) {
    return toOperand(
        e,
        switch (e.opcode) {
          case 0x14 -> 1;
          case 0x15 -> 2;
          case 0x16 -> e.general();
          default -> 4;
        });
  }

  private static List<Step> toOperand(X86Encoding e, int bytes) {
    return e.memory() ? vectorStore(e, bytes) : put(e.rm, Math.max(4, bytes), Value.UNKNOWN);
  }

  private static int vectorBytes(X86Encoding e) {
    int opcode = e.opcode;
    if (e.repeat != 0 && (opcode == 0x11 || opcode == 0x2b)) {
      return e.map == 5 ? 2 : e.repeat == 0xf3 ? 4 : 8;
    }
    boolean mmx =
        e.encoding == X86Encoding.LEGACY
            && (opcode == 0x7f || opcode == 0xe7)
            && !e.operand16
            && e.repeat == 0;
    return mmx ? 8 : e.vector;
  }

  private static List<Step> vectorStore(X86Encoding e, int bytes) {
    return vectorStore(e, bytes, bytes);
  }

  private static List<Step> vectorStore(X86Encoding e, int bytes, int unit) {
    return e.memory() ? List.of(store(e.vectorAddress(unit), bytes, Value.UNKNOWN)) : NOTHING;
  }

  private static long target(X86Encoding e) {
    return e.end() + e.immediate;
  }

  /** What a register of this width holds. */
  private static Value general(X86Encoding e, int register, int bytes) {
    return e.high(register, bytes) ? Value.UNKNOWN : new Register(register);
  }

  /** What the operand r/m holds. */
  private static Value operand(X86Encoding e, int bytes) {
    return e.memory() ? new Load(e.address(), bytes) : general(e, e.rm, bytes);
  }

  private static Value extended(X86Encoding e, boolean signed) {
    int bytes = (e.opcode & 1) == 0 ? 1 : 2;
    Value value = operand(e, bytes);
    return e.memory() && !signed ? value : new Extend(value, bytes, signed);
  }

  private static List<Step> write(X86Encoding e, int bytes, Value value) {
    return e.memory()
        ? List.of(store(e.address(), bytes, value))
        : putGeneral(e, e.rm, bytes, value);
  }

  /** The operand r/m becomes unknown. */
  private static Step change(X86Encoding e, int bytes) {
    return e.memory() ? store(e.address(), bytes, Value.UNKNOWN) : unknownGeneral(e, e.rm, bytes);
  }

  private static Step store(Value address, int bytes, Value value) {
    boolean told = value instanceof Register || value instanceof Constant;
    return new Step.Store(address, bytes, told ? value : Value.UNKNOWN);
  }

  private static List<Step> put(int register, int bytes, Value value) {
    return List.of(new Step.Put(register, bytes, value));
  }

  private static List<Step> putGeneral(X86Encoding e, int register, int bytes, Value value) {
    return e.high(register, bytes) ? List.of(unknown(register & 3)) : put(register, bytes, value);
  }

  private static Step unknownGeneral(X86Encoding e, int register, int bytes) {
    return unknown(e.high(register, bytes) ? register & 3 : register);
  }

  private static Step unknown(int register) {
    return new Step.Put(register, 8, Value.UNKNOWN);
  }

  private static Step anywhere() {
    return new Step.Store(Value.UNKNOWN, Step.ANY_LENGTH, Value.UNKNOWN);
  }
}
