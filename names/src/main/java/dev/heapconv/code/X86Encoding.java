package dev.heapconv.code;

import dev.heapconv.code.Value.Operator;

/**
 * The parts of an x86-64 instruction: prefixes, opcode, ModRM, displacement, immediate (Intel SDM,
 * volume 2, chapter 2; the names are those of the manual).
 */
final class X86Encoding {

  static final int LEGACY = 0;
  static final int VEX = 1;
  static final int EVEX = 2;

  private static final int LONGEST = 15;
  private static final int NONE = -1;

  private final byte[] code;
  private final int start;
  private final long address;
  private final int limit;
  private int at;
  private boolean cut;

  /** 66, 67, and the last of F2 and F3 or 0: with VEX and EVEX, what pp stands for. */
  boolean operand16;

  boolean address32;
  int repeat;

  private boolean thread;
  private boolean anyRex;
  private int rexR;
  private int rexX;
  private int rexB;

  /** {@link #LEGACY}, {@link #VEX} or {@link #EVEX}. */
  int encoding;

  /** 0: one byte; 1: 0F; 2: 0F38; 3: 0F3A; 5 and 6 of EVEX. */
  int map;

  int opcode;
  X86Opcode form = X86Opcode.UNKNOWN;
  boolean wide;

  /** Second source of VEX, or destination. */
  int vvvv;

  /** Bytes of a vector: 16, 32 or 64. */
  int vector = 16;

  int mod;

  /** The register field of ModRM, with the bits of prefixes: for general registers. */
  int reg;

  /** The same without: where it's part of the opcode. */
  int group;

  /** The register that ModRM, or the opcode, names if it is not memory. */
  int rm;

  private int base = NONE;
  private int index = NONE;
  private int scale;
  private boolean relative;
  private boolean shortDisplacement;
  private long displacement;

  /** The immediate, with sign. */
  long immediate;

  X86Encoding(byte[] code, int start, long address) {
    this.code = code;
    this.start = start;
    this.address = address;
    this.at = start;
    this.limit = Math.min(code.length, start + LONGEST);
  }

  /** False if the instruction is unknown, or cut; its length means nothing then. */
  boolean read() {
    if (!opcode()) {
      return false;
    }
    form = X86Opcode.of(encoding, map, opcode);
    if (form.effect() == X86Opcode.Effect.UNKNOWN) {
      return false;
    }
    if (form.modRm()) {
      modRm();
    } else {
      rm = opcode & 7 | rexB;
    }
    immediate();
    return !cut;
  }

  int length() {
    return Math.max(1, at - start);
  }

  long end() {
    return address + (at - start);
  }

  private boolean opcode() {
    int rex = 0;
    int b = next();
    for (; ; b = next()) {
      switch (b) {
        case 0x66 -> operand16 = true;
        case 0x67 -> address32 = true;
        case 0xf2, 0xf3 -> repeat = b;
        case 0x64, 0x65 -> thread = true;
        case 0x26, 0x2e, 0x36, 0x3e, 0xf0 -> {}
        default -> {
          if ((b & 0xf0) != 0x40) {
            return opcode(b, rex);
          }
          // Counts only just before the opcode.
          rex = b;
          continue;
        }
      }
      rex = 0;
      if (cut) {
        return false;
      }
    }
  }

  private boolean opcode(int first, int rex) {
    if (first == 0xc4 || first == 0xc5 || first == 0x62) {
      if (rex != 0 || operand16 || repeat != 0) {
        return false;
      }
      return first == 0x62 ? evex() : vex(first);
    }
    anyRex = rex != 0;
    wide = (rex & 8) != 0;
    rexR = (rex & 4) << 1;
    rexX = (rex & 2) << 2;
    rexB = (rex & 1) << 3;
    opcode = first;
    if (first == 0x0f) {
      map = 1;
      opcode = next();
      if (opcode == 0x38 || opcode == 0x3a) {
        map = opcode == 0x38 ? 2 : 3;
        opcode = next();
      }
    }
    return !cut;
  }

  private boolean vex(int first) {
    encoding = VEX;
    int bits = next();
    rexR = ~bits >> 4 & 8;
    map = 1;
    if (first == 0xc4) {
      rexX = ~bits >> 3 & 8;
      rexB = ~bits >> 2 & 8;
      map = bits & 31;
      bits = next();
      wide = (bits & 0x80) != 0;
    }
    vvvv = ~bits >> 3 & 15;
    vector = 16 << (bits >> 2 & 1);
    prefix(bits & 3);
    opcode = next();
    return !cut;
  }

  private boolean evex() {
    encoding = EVEX;
    int bits = next();
    rexR = ~bits >> 4 & 8;
    rexX = ~bits >> 3 & 8;
    rexB = ~bits >> 2 & 8;
    map = bits & 7;
    int second = next();
    wide = (second & 0x80) != 0;
    vvvv = ~second >> 3 & 15;
    prefix(second & 3);
    int third = next();
    // Length 3 and that of a register with rounding are those of the widest.
    vector = 16 << Math.min(2, third >> 5 & 3);
    opcode = next();
    // The bits that are fixed, and those that APX gave a meaning.
    return !cut && (bits & 8) == 0 && (second & 4) != 0;
  }

  private void prefix(int pp) {
    operand16 = pp == 1;
    repeat = pp == 2 ? 0xf3 : pp == 3 ? 0xf2 : 0;
  }

  private void modRm() {
    int b = next();
    mod = b >> 6;
    group = b >> 3 & 7;
    reg = group | rexR;
    int low = b & 7;
    rm = low | rexB;
    if (mod == 3) {
      return;
    }
    base = rm;
    if (low == 4) {
      int sib = next();
      scale = sib >> 6;
      int i = sib >> 3 & 7 | rexX;
      index = i == 4 ? NONE : i;
      low = sib & 7;
      base = low | rexB;
      if (low == 5 && mod == 0) {
        base = NONE;
        displacement = signed(4);
        return;
      }
    } else if (low == 5 && mod == 0) {
      base = NONE;
      relative = true;
      displacement = signed(4);
      return;
    }
    if (mod != 0) {
      shortDisplacement = mod == 1;
      displacement = signed(mod == 1 ? 1 : 4);
    }
  }

  private void immediate() {
    int size = operand16 && !wide ? 2 : 4;
    switch (form.immediate()) {
      case 'b' -> immediate = signed(1);
      case 'w' -> immediate = signed(2) & 0xffff;
      case 'z' -> immediate = signed(size);
      case 'd' -> immediate = signed(4);
      case 'v' -> immediate = signed(wide ? 8 : size);
      case 'o' -> immediate = address32 ? signed(4) & 0xffffffffL : signed(8);
      // enter: words of the frame, and how deep it is nested.
      case 'e' -> immediate = signed(2) & 0xffff | signed(1) << 16;
      // test of F6 and F7, which others share.
      case 't' -> {
        if (group < 2) {
          immediate = signed((opcode & 1) == 0 ? 1 : size);
        }
      }
      default -> {}
    }
  }

  private int next() {
    if (at >= limit) {
      cut = true;
      return 0;
    }
    return code[at++] & 0xff;
  }

  private long signed(int bytes) {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (long) next() << 8 * i;
    }
    int unused = 64 - 8 * bytes;
    return value << unused >> unused;
  }

  boolean memory() {
    return mod != 3;
  }

  /** Bytes of the operands, where the opcode's lowest bit says whether they are bytes. */
  int size() {
    return (opcode & 1) == 0 ? 1 : word();
  }

  /** Bytes of operands that are not bytes. */
  int word() {
    return wide ? 8 : operand16 ? 2 : 4;
  }

  /** The same, of instructions without a form for words. */
  int general() {
    return wide ? 8 : 4;
  }

  /** Bytes that a push takes. */
  int slot() {
    return operand16 && !wide ? 2 : 8;
  }

  /** Whether a register of one byte is ah, ch, dh or bh. */
  boolean high(int register, int bytes) {
    return bytes == 1 && !anyRex && register >= 4;
  }

  /** What lea computes. */
  Value offset() {
    Value sum;
    if (relative) {
      sum = new Value.Constant(end() + displacement);
    } else {
      sum = base == NONE ? null : new Value.Register(base);
      if (index != NONE) {
        Value scaled = new Value.Register(index);
        if (scale != 0) {
          scaled = new Value.Binary(Operator.SHIFT_LEFT, scaled, new Value.Constant(scale));
        }
        sum = sum == null ? scaled : new Value.Binary(Operator.ADD, sum, scaled);
      }
      if (sum == null) {
        sum = new Value.Constant(displacement);
      } else if (displacement != 0) {
        sum = new Value.Binary(Operator.ADD, sum, new Value.Constant(displacement));
      }
    }
    return address32 ? new Value.Extend(sum, 4, false) : sum;
  }

  /** Whether memory is addressed relative to fs or gs. */
  boolean overridden() {
    return thread;
  }

  /** The address of the operand in memory: unknown if it's relative to fs or gs. */
  Value address() {
    return thread ? Value.UNKNOWN : offset();
  }

  /**
   * The address of a vector.
   *
   * @param unit what EVEX multiplies a displacement of one byte by; 0: not known
   */
  Value vectorAddress(int unit) {
    if (encoding == EVEX && shortDisplacement) {
      if (unit == 0) {
        return Value.UNKNOWN;
      }
      displacement *= unit;
      shortDisplacement = false;
    }
    return address();
  }

  /** The immediate as an address of data (mov of A0 to A3). */
  Value absolute() {
    return thread ? Value.UNKNOWN : new Value.Constant(immediate);
  }
}
