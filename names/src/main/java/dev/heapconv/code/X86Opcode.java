package dev.heapconv.code;

import java.util.Arrays;

/** What an opcode of x86-64 is followed by, and what it does. */
final class X86Opcode {

  /**
   * Effects of opcodes. Those without a comment are of the instruction or the group (SDM, volume 2,
   * appendix A) that they are named by.
   */
  enum Effect {
    UNKNOWN,
    /** Neither general registers nor memory change. */
    NOTHING,
    /** The length is known, the effect is not. */
    OPAQUE,
    /** The processor goes no further. */
    STOP,
    /** add, or, adc, sbb, and, sub, xor, cmp. */
    ARITHMETIC,
    /** The same, with an immediate. */
    GROUP1,
    TEST,
    PUSH,
    POP,
    PUSH_IMMEDIATE,
    /** push of flags or a segment. */
    PUSH_OTHER,
    /** pop of a segment. */
    POP_OTHER,
    POP_MEMORY,
    MOVSXD,
    IMUL,
    IMUL_IMMEDIATE,
    INS,
    OUTS,
    BRANCH,
    XCHG,
    XCHG_RAX,
    /** mov to r/m. */
    STORE,
    /** mov to a register. */
    LOAD,
    MOV_SEGMENT,
    LEA,
    CONVERT_RAX,
    CONVERT_RDX,
    MOV_OFFSET,
    MOVS,
    CMPS,
    STOS,
    LODS,
    SCAS,
    MOV_IMMEDIATE,
    /** mov of an immediate to r/m, xabort, xbegin. */
    GROUP11,
    /** Shifts and rotations. */
    GROUP2,
    RETURN,
    ENTER,
    LEAVE,
    X87,
    LOOP,
    CALL,
    JUMP,
    /** test, not, neg, mul, imul, div, idiv. */
    GROUP3,
    /** inc, dec. */
    GROUP4,
    /** inc, dec, call, jmp, push. */
    GROUP5,
    /** rax is written. */
    RAX,
    RAX_RDX,
    CPUID,
    SYSCALL,
    /** The register of the opcode is written. */
    OPCODE_REGISTER,
    /** The register of ModRM is written, in 4 or 8 bytes. */
    REGISTER,
    /** The same, in 2, 4 or 8 bytes, and perhaps not. */
    PERHAPS_REGISTER,
    /** The operand r/m is written, in 2, 4 or 8 bytes. */
    OPERAND,
    GROUP6,
    GROUP7,
    GROUP9,
    GROUP15,
    /** Bounds in memory. */
    BOUNDS,
    /** Hints; one reads the shadow stack. */
    HINT,
    /** General registers get system registers. */
    SYSTEM,
    CMOV,
    SETCC,
    /** bts, btr, btc with an offset in a register. */
    BIT_OFFSET,
    BIT_IMMEDIATE,
    CMPXCHG,
    XADD,
    MOVZX,
    MOVSX,
    POPCNT,
    /** A vector is stored: whole, by its prefix a part. */
    VECTOR_STORE,
    /** The low or high half is stored. */
    HALF_STORE,
    /** The lowest 4 or 8 bytes go to r/m. */
    MOVD,
    /** movq to r/m of a vector. */
    MOVQ,
    /** movnti, movdiri. */
    WORD_STORE,
    /** A conversion: of a scalar to a general register, of others to vectors. */
    SCALAR_TO_REGISTER,
    MASKMOV,
    /** A register gets a mask's bits. */
    MASK_STORE,
    MOVBE_LOAD,
    MOVBE_STORE,
    /** adcx, adox; stores to a shadow stack. */
    ADCX,
    MOVDIR64B,
    /** The register vvvv is written. */
    VVVV,
    MULX,
    /** Elements are stored where a mask says. */
    MASKED_STORE,
    /** Narrowed elements are stored, if the prefix is F3. */
    NARROWING_STORE,
    SCATTER,
    EXTRACT,
    EXTRACT_VECTOR,
    CONVERT_STORE,
    /** rcx is written. */
    RCX
  }

  private final Effect effect;
  private final boolean modRm;

  /**
   * b: one byte; w: two; d: four; z: two or four; v: two, four or eight; o: an address; e and t:
   * see {@link X86Encoding}; -: none.
   */
  private final char immediate;

  private X86Opcode(Effect effect, boolean modRm, char immediate) {
    this.effect = effect;
    this.modRm = modRm;
    this.immediate = immediate;
  }

  Effect effect() {
    return effect;
  }

  boolean modRm() {
    return modRm;
  }

  char immediate() {
    return immediate;
  }

  static final X86Opcode UNKNOWN = new X86Opcode(Effect.UNKNOWN, false, '-');

  private static final X86Opcode[] ONE_BYTE =
      table(
          'L',
          """
          ARITHMETIC m- L 00-03 08-0B 10-13 18-1B 20-23 28-2B 30-33 38-3B
          ARITHMETIC -b L 04 0C 14 1C 24 2C 34 3C
          ARITHMETIC -z L 05 0D 15 1D 25 2D 35 3D
          PUSH -- L 50-57
          POP -- L 58-5F
          MOVSXD m- L 63
          PUSH_IMMEDIATE -z L 68
          PUSH_IMMEDIATE -b L 6A
          IMUL_IMMEDIATE mz L 69
          IMUL_IMMEDIATE mb L 6B
          INS -- L 6C 6D
          OUTS -- L 6E 6F
          BRANCH -b L 70-7F E3
          GROUP1 mb L 80 83
          GROUP1 mz L 81
          TEST m- L 84 85
          NOTHING m- L 8E
          XCHG m- L 86 87
          STORE m- L 88 89
          LOAD m- L 8A 8B
          MOV_SEGMENT m- L 8C
          LEA m- L 8D
          POP_MEMORY m- L 8F
          XCHG_RAX -- L 90-97
          CONVERT_RAX -- L 98
          CONVERT_RDX -- L 99
          NOTHING -- L 9B 9E F5 F8-FC
          PUSH_OTHER -- L 9C
          RAX -- L 9F D7 EC ED
          RAX -b L E4 E5
          MOV_OFFSET -o L A0-A3
          MOVS -- L A4 A5
          CMPS -- L A6 A7
          NOTHING -b L A8 E6 E7
          NOTHING -z L A9
          NOTHING -- L EE EF
          STOS -- L AA AB
          LODS -- L AC AD
          SCAS -- L AE AF
          MOV_IMMEDIATE -b L B0-B7
          MOV_IMMEDIATE -v L B8-BF
          GROUP2 mb L C0 C1
          GROUP2 m- L D0-D3
          RETURN -w L C2 CA
          RETURN -- L C3 CB
          GROUP11 mb L C6
          GROUP11 mz L C7
          ENTER -e L C8
          LEAVE -- L C9
          STOP -- L CC F4
          X87 m- L D8-DF
          LOOP -b L E0-E2
          CALL -d L E8
          JUMP -d L E9
          JUMP -b L EB
          GROUP3 mt L F6 F7
          GROUP4 m- L FE
          GROUP5 m- L FF
          OPAQUE -- L 9D CF F1 FD
          OPAQUE -b L CD
          """);

  /** What VEX (V) and EVEX (E) share with the encoding without them (L) has several letters. */
  private static final String MAP_0F =
      """
      GROUP6 m- L 00
      GROUP7 m- L 01
      PERHAPS_REGISTER m- L 02 03 BC BD
      SYSCALL -- L 05
      NOTHING -- L 06 08 09 0E 30 77
      OPAQUE -- L 07 34 35 37 AA
      STOP -- L 0B
      STOP m- L B9 FF
      NOTHING m- L 0D 18 19 1A 1C 1D 1F
      NOTHING mb L 0F
      BOUNDS m- L 1B
      HINT m- L 1E
      SYSTEM m- L 20-23
      RAX_RDX -- L 31-33
      CMOV m- L 40-4F
      BRANCH -d L 80-8F
      SETCC m- L 90-9F
      PUSH_OTHER -- L A0 A8
      POP_OTHER -- L A1 A9
      CPUID -- L A2
      NOTHING m- L A3
      OPERAND mb L A4 AC
      OPERAND m- L A5 AD
      BIT_OFFSET m- L AB B3 BB
      BIT_IMMEDIATE mb L BA
      GROUP15 m- LV AE
      IMUL m- L AF
      CMPXCHG m- L B0 B1
      PERHAPS_REGISTER m- L B2 B4 B5
      MOVZX m- L B6 B7
      POPCNT m- L B8
      MOVSX m- L BE BF
      XADD m- L C0 C1
      WORD_STORE m- L C3
      GROUP9 m- L C7
      OPCODE_REGISTER -- L C8-CF
      NOTHING m- LVE 10 12 14-16 28 2A 2E 2F
      VECTOR_STORE m- LVE 11 29 2B 7F E7
      HALF_STORE m- LVE 13 17
      SCALAR_TO_REGISTER m- LVE 2C 2D
      REGISTER m- LV 50 D7
      NOTHING m- LV 52 53 D0
      NOTHING m- LVE 51 54-5F 60-6F 74-76
      NOTHING mb LVE 70-73 C2 C4 C6
      NOTHING -- V 77
      NOTHING m- LV 7C 7D
      MOVD m- LVE 7E
      REGISTER mb LVE C5
      NOTHING m- LVE D1-D5 D8-E5 E6 E8-EF F1-F6 F8-FE
      MOVQ m- LVE D6
      NOTHING m- LV F0
      MASKMOV m- LV F7
      NOTHING m- V 41 42 44-47 4A 4B 90 92 98 99
      MASK_STORE m- V 91
      REGISTER m- V 93
      SCALAR_TO_REGISTER m- E 78 79
      NOTHING m- E 7A 7B
      """;

  private static final String MAP_0F38 =
      """
      NOTHING m- LV 00-0A
      NOTHING m- L 80-82
      NOTHING m- L 10 14 15
      NOTHING m- LV 0B 17
      NOTHING m- LVE 1C-1E 28-2B 37-40
      NOTHING m- LV 41
      NARROWING_STORE m- LVE 20-25 30-35
      NOTHING m- L C8-CD
      NOTHING m- LVE CF DC-DF
      NOTHING m- LV DB
      MOVBE_LOAD m- L F0
      MOVBE_STORE m- L F1
      ADCX m- L F5 F6
      MOVDIR64B m- L F8
      WORD_STORE m- L F9
      NOTHING m- VE 0C 0D 13 16 18-1A 36 45-47 58-5A 78 79 90-93 96-9F A6-AF B4-BF
      NOTHING m- V 0E 0F 2C 2D 8C
      MASKED_STORE m- V 2E 2F 8E
      REGISTER m- V F2 F5 F7
      VVVV m- V F3
      MULX m- V F6
      NOTHING m- E 00 04 0B 1B 1F 26 27 2C 2D 42-44 4C-4F 50-55 5B 62 64-66 68 70-73 75-77 7A-7F
      NARROWING_STORE m- E 10-15
      MASKED_STORE m- E 63 8A 8B
      NOTHING m- VE 50-53
      NOTHING m- E 83 88 89 8D 8F C4 C6-C8 CA-CD
      SCATTER m- E A0-A3
      """;

  private static final String MAP_0F3A =
      """
      NOTHING mb LVE 08-0B 0F 21 42 44
      NOTHING mb LV 0C-0E 40 41
      NOTHING mb LVE 20 22 CE CF
      EXTRACT mb LVE 14-17
      NOTHING mb LV 60 62 DF
      RCX mb LV 61 63
      NOTHING mb L CC
      NOTHING mb V 00-02 04-06 30-33 46 48-4C 5C-5F 68-6F 78-7F
      NOTHING mb VE 18 38
      EXTRACT_VECTOR mb VE 19 39
      CONVERT_STORE mb VE 1D
      REGISTER mb V F0
      NOTHING mb E 00 01 03-05 1A 1E 1F 23 25-27 3A 3E 3F 43 50 51 54-57 66 67 70-73 C2
      EXTRACT_VECTOR mb E 1B 3B
      """;

  /** Numbers of two bytes. */
  private static final String MAP_5 =
      """
      NOTHING m- E 10 1D 2A 2E 2F 51 58-5F 5A 5B 6E 7A-7D
      VECTOR_STORE m- E 11
      SCALAR_TO_REGISTER m- E 2C 2D 78 79
      MOVD m- E 7E
      """;

  private static final String MAP_6 =
      """
      NOTHING m- E 13 2C 2D 42 43 4C-4F 56 57 96-9F A6-AF B6-BF D6 D7
      """;

  private static final X86Opcode[] NO_MAP = new X86Opcode[0];

  /** By encoding and map. */
  private static final X86Opcode[][][] TABLES = {
    {ONE_BYTE, table('L', MAP_0F), table('L', MAP_0F38), table('L', MAP_0F3A)},
    {NO_MAP, table('V', MAP_0F), table('V', MAP_0F38), table('V', MAP_0F3A)},
    {
      NO_MAP,
      table('E', MAP_0F),
      table('E', MAP_0F38),
      table('E', MAP_0F3A),
      NO_MAP,
      table('E', MAP_5),
      table('E', MAP_6)
    }
  };

  static X86Opcode of(int encoding, int map, int opcode) {
    X86Opcode[][] maps = TABLES[encoding];
    return map >= maps.length || maps[map].length == 0 ? UNKNOWN : maps[map][opcode];
  }

  /** Lines of: effect, m for ModRM and the immediate, encodings, opcodes. */
  private static X86Opcode[] table(char encoding, String lines) {
    X86Opcode[] table = new X86Opcode[256];
    Arrays.fill(table, UNKNOWN);
    for (String line : lines.split("\n", 0)) {
      String[] words = line.split(" ", 0);
      if (words[2].indexOf(encoding) < 0) {
        continue;
      }
      X86Opcode opcode =
          new X86Opcode(Effect.valueOf(words[0]), words[1].charAt(0) == 'm', words[1].charAt(1));
      for (int i = 3; i < words.length; i++) {
        int first = Integer.parseInt(words[i], 0, 2, 16);
        int last = words[i].length() == 2 ? first : Integer.parseInt(words[i], 3, 5, 16);
        Arrays.fill(table, first, last + 1, opcode);
      }
    }
    return table;
  }
}
