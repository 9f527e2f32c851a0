package dev.heapconv.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.code.Disassembly.Line;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lengths, and what is written: every register and all memory that the text of objdump says is
 * written must be in the steps. That the decoder writes more is no error.
 */
@Tag("slow")
class X86ObjdumpTest {

  private static final int EXAMPLES = 20;
  private static final int ALL = 8;
  private static final byte FWAIT = (byte) 0x9b;

  /** Of a register's name, its number and how many bytes it has (0: ah, ch, dh, bh). */
  private static final Map<String, int[]> REGISTERS = new HashMap<>();

  static {
    String[] old = {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di"};
    String[] low = {"al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil"};
    String[] high = {"ah", "ch", "dh", "bh"};
    for (int i = 0; i < 16; i++) {
      REGISTERS.put(i < 8 ? "r" + old[i] : "r" + i, new int[] {i, 8});
      REGISTERS.put(i < 8 ? "e" + old[i] : "r" + i + "d", new int[] {i, 4});
      REGISTERS.put(i < 8 ? old[i] : "r" + i + "w", new int[] {i, 2});
      REGISTERS.put(i < 8 ? low[i] : "r" + i + "b", new int[] {i, 1});
      if (i < 4) {
        REGISTERS.put(high[i], new int[] {i, 0});
      }
    }
  }

  /** They only read their first operand. */
  private static final Set<String> READERS =
      words(
          """
          cmp test bt nop jmp call prefetcht0 prefetcht1 prefetcht2 prefetchnta prefetchw prefetch
          prefetchwt1 prefetchit0 prefetchit1 comiss comisd ucomiss ucomisd vcomiss vcomisd vucomiss
          vucomisd vcomish vucomish ptest vptest vtestps vtestpd fld fadd fsub fsubr fmul fdiv fdivr
          fild fiadd fisub fisubr fimul fidiv fidivr fcom fcomp ficom ficomp fldcw fldenv fldenvw
          frstor frstorw fbld ldmxcsr vldmxcsr fxrstor fxrstor64 xrstor xrstor64 xrstors xrstors64
          clflush clflushopt cldemote clwb verr verw lldt ltr lmsw lgdt lidt invlpg invept invvpid
          invpcid wrfsbase wrgsbase ptwrite incsspd incsspq out ret xabort kortestb kortestw kortestd
          kortestq ktestb ktestw ktestd ktestq umonitor umwait tpause bndcl bndcu bndcn bndldx bndmk
          clrssbsy ud0 ud1 xlat movdir64b enqcmd enqcmds\
          """);

  /** What is written beside operands: registers, with memory as m. */
  private static final Map<String, String> IMPLICIT =
      Map.ofEntries(
          Map.entry("movs", "rsi rdi m"),
          Map.entry("stos", "rdi m"),
          Map.entry("ins", "rdi m"),
          Map.entry("outs", "rsi"),
          Map.entry("lods", "rsi"),
          Map.entry("scas", "rdi"),
          Map.entry("cmps", "rsi rdi"),
          Map.entry("push", "rsp m"),
          Map.entry("pushf", "rsp m"),
          Map.entry("pop", "rsp"),
          Map.entry("leave", "rsp rbp"),
          Map.entry("enter", "rsp rbp m"),
          Map.entry("cpuid", "rax rbx rcx rdx"),
          Map.entry("rdtsc", "rax rdx"),
          Map.entry("rdtscp", "rax rcx rdx"),
          Map.entry("rdpmc", "rax rdx"),
          Map.entry("rdmsr", "rax rdx"),
          Map.entry("rdpkru", "rax rdx"),
          Map.entry("xgetbv", "rax rdx"),
          Map.entry("syscall", "rax rcx r11 m"),
          Map.entry("xbegin", "rax"),
          Map.entry("lahf", "rax"),
          Map.entry("cwde", "eax"),
          Map.entry("cdqe", "rax"),
          Map.entry("cdq", "edx"),
          Map.entry("cqo", "rdx"),
          Map.entry("loop", "rcx"),
          Map.entry("loope", "rcx"),
          Map.entry("loopne", "rcx"),
          Map.entry("cmpxchg8b", "rax rdx"),
          Map.entry("cmpxchg16b", "rax rdx"),
          Map.entry("maskmovq", "m"),
          Map.entry("maskmovdqu", "m"),
          Map.entry("vmaskmovdqu", "m"),
          Map.entry("movdir64b", "m"),
          Map.entry("enqcmd", "m"),
          Map.entry("enqcmds", "m"),
          Map.entry("pcmpistri", "ecx"),
          Map.entry("pcmpestri", "ecx"),
          Map.entry("vpcmpistri", "ecx"),
          Map.entry("vpcmpestri", "ecx"));

  private static final Set<String> STRINGS = words("movs stos ins lods scas cmps outs");
  private static final Pattern REPEATED = Pattern.compile("\\brep(n?z)? ");
  private static final Pattern PREFIXES =
      Pattern.compile(
          "^((rep|repz|repnz|lock|bnd|notrack|data16|addr32|xacquire|xrelease|[c-g]s|ss"
              + "|rex[.A-Z]*|\\{[a-z]+\\}) +)+");
  private static final Pattern MASKS = Pattern.compile("(\\{[^}]*\\})+");

  /** Both operands are written. */
  private static final Set<String> BOTH = Set.of("xchg", "xadd", "mulx");

  private static final Map<String, Integer> SIZES =
      Map.of(
          "BYTE", 1, "WORD", 2, "DWORD", 4, "QWORD", 8, "TBYTE", 10, "OWORD", 16, "XMMWORD", 16,
          "YMMWORD", 32, "ZMMWORD", 64);

  private final X86Decoder decoder = new X86Decoder();
  private final List<String> differences = new ArrayList<>();
  private long instructions;

  @TempDir private Path folder;

  @BeforeAll
  static void unlessThere() {
    Disassembly.unlessThere("objdump", "install binutils");
  }

  /** Every opcode of every map and prefix, with each group and forms of memory. */
  @ParameterizedTest
  @ValueSource(strings = {"legacy", "vex", "evex"})
  void everyOpcodeIsAsObjdumpSays(String encoding) throws IOException {
    Path file = folder.resolve("opcodes");
    Files.write(file, opcodes(encoding));
    compare(List.of("objdump", "-Dw", "-bbinary", "-mi386:x86-64", "-Mintel", file.toString()));
    assertThat(instructions).isGreaterThan(30_000);
  }

  @Test
  @Tag("nightly")
  void everyInstructionOfProgramsIsAsObjdumpSays() throws IOException {
    for (String name :
        List.of("objdump", "bash", "git", "perl", "gdb", "cmake", "sqlite3", "openssl")) {
      compareIfThere(Path.of("/usr/bin", name));
    }
    for (String name :
        List.of("c.so.6", "m.so.6", "crypto.so.3", "stdc++.so.6", "x264.so.164", "gmp.so.10")) {
      compareIfThere(Path.of("/usr/lib/x86_64-linux-gnu/lib" + name));
    }
    assertThat(instructions).isGreaterThan(500_000);
  }

  private void compareIfThere(Path file) throws IOException {
    if (Files.exists(file)) {
      compare(List.of("objdump", "-dw", "-Mintel", file.toString()));
    }
  }

  private void compare(List<String> command) throws IOException {
    Disassembly.read(
        command,
        line -> {
          String difference = difference(line);
          if (!difference.isEmpty() && differences.size() < EXAMPLES) {
            differences.add(String.format("%x %s: %s", line.address(), line.words(), difference));
          }
        });
    assertThat(differences).isEmpty();
  }

  private String difference(Line line) {
    // fwait and the next are one to objdump, REX before another prefix is one to it alone.
    if (line.words().startsWith("nop")
        || line.words().contains("(bad)")
        || line.words().startsWith("rex") && line.words().indexOf(' ') < 0
        || line.code()[0] == FWAIT
        || line.code().length > 1 && line.code()[1] == FWAIT) {
      return "";
    }
    instructions++;
    Decoder.Instruction instruction = decoder.decode(line.code(), 0, line.address());
    List<Step> steps = instruction.steps();
    if (steps.equals(List.of(new Step.Opaque()))) {
      return "";
    }
    if (instruction.length() != line.code().length) {
      return "length " + instruction.length();
    }
    return unwritten(line, steps);
  }

  private static String unwritten(Line line, List<Step> steps) {
    Line bare = withoutPrefixes(line);
    String mnemonic = bare.mnemonic();
    List<String> operands = bare.operands();
    boolean string = STRINGS.contains(mnemonic);
    boolean repeated = string && REPEATED.matcher(line.words()).find();
    for (String implicit : IMPLICIT.getOrDefault(mnemonic, "").split(" ", -1)) {
      if (implicit.equals("m")
          ? stored(steps) < (repeated ? Step.ANY_LENGTH : 1)
          : !implicit.isEmpty() && !puts(steps, implicit)) {
        return "does not write " + implicit;
      }
    }
    if (repeated && !puts(steps, "rcx")) {
      return "does not count";
    }
    if (operands.size() == 1 && mnemonic.matches("i?(mul|div)")) {
      return puts(steps, "ax") ? "" : "no product";
    }
    if (mnemonic.equals("cmpxchg") && !puts(steps, "al")) {
      return "does not write rax";
    }
    if (mnemonic.startsWith("j") || READERS.contains(mnemonic) || operands.isEmpty()) {
      return "";
    }
    if (mnemonic.equals("push") || string && !mnemonic.equals("lods")) {
      return "";
    }
    if (mnemonic.startsWith("vgatherpf") || mnemonic.startsWith("vscatterpf")) {
      return "";
    }
    if (steps.isEmpty() && bare.words().matches("xchg +r?ax,r?ax")) {
      return "";
    }
    String first = missing(operands.get(0), steps);
    return first.isEmpty() && BOTH.contains(mnemonic) ? missing(operands.get(1), steps) : first;
  }

  private static String missing(String operand, List<Step> steps) {
    if (REGISTERS.containsKey(operand)) {
      return puts(steps, operand) ? "" : "does not write " + operand;
    }
    if (!operand.contains("[")) {
      return "";
    }
    int size = SIZES.getOrDefault(operand.split(" ", 2)[0], 1);
    if (stored(steps) < size) {
      return "does not store " + size;
    }
    String address = address(operand);
    for (Step step : steps) {
      if (step instanceof Step.Store store) {
        String told = StepText.of(store.address());
        return address.isEmpty()
                || told.equals("?")
                || told.startsWith("z4")
                || told.equals(address)
            ? ""
            : "stores at " + told + ", not " + address;
      }
    }
    return "";
  }

  /**
   * The address in the words of {@link StepText}; empty if it's relative to other than registers.
   */
  private static String address(String operand) {
    String inner = operand.substring(operand.indexOf('[') + 1, operand.indexOf(']'));
    if (operand.contains("s:") || inner.matches(".*(rip|mm|iz|eip).*")) {
      return "";
    }
    String sum = "";
    for (String part : inner.replace("-0x", "+-0x").split("\\+", -1)) {
      String term;
      if (part.contains("0x")) {
        long number = Long.decode(part.replace("0xffffffff", "0x"));
        if (part.contains("0xffffffff")) {
          number |= 0xffffffffL << 32;
        }
        if (number == 0 && !sum.isEmpty()) {
          continue;
        }
        term = Long.toString(number, 16);
      } else {
        String[] scaled = part.split("\\*", 2);
        int[] register = REGISTERS.get(scaled[0]);
        int shift =
            scaled.length < 2 ? 0 : Integer.numberOfTrailingZeros(Integer.parseInt(scaled[1]));
        term = "r" + register[0] + (shift == 0 ? "" : " << " + shift);
      }
      sum = sum.isEmpty() ? term : inner(sum) + " + " + inner(term);
    }
    return sum;
  }

  private static String inner(String value) {
    return value.contains(" ") ? "(" + value + ")" : value;
  }

  private static boolean puts(List<Step> steps, String name) {
    int[] register = REGISTERS.get(name);
    for (Step step : steps) {
      if (step instanceof Step.Put put && put.register() == register[0]) {
        return put.width() >= (register[1] == 0 ? ALL : register[1]);
      }
    }
    return false;
  }

  private static int stored(List<Step> steps) {
    return steps.stream()
        .mapToInt(step -> step instanceof Step.Store store ? store.bytes() : 0)
        .max()
        .orElse(0);
  }

  private static Line withoutPrefixes(Line line) {
    String words = PREFIXES.matcher(line.words()).replaceFirst("");
    words = words.indexOf('{') < 0 ? words : MASKS.matcher(words).replaceAll("");
    return new Line(line.address(), line.code(), words);
  }

  private static byte[] opcodes(String encoding) {
    byte[][] forms = {
      {(byte) 0xc1},
      {(byte) 0xc8},
      {(byte) 0xd1},
      {(byte) 0xd9},
      {(byte) 0xe1},
      {(byte) 0xe9},
      {(byte) 0xf1},
      {(byte) 0xf9},
      {0x03},
      {0x0b},
      {0x13},
      {0x1b},
      {0x23},
      {0x2b},
      {0x33},
      {0x3b},
      {0x53, 0x20},
      {0x4c, (byte) 0x8b, 0x10},
      {0x05, 1, 2, 3, 4}
    };
    ByteArrayOutputStream code = new ByteArrayOutputStream();
    int[] prefixes = {0, 0x66, 0xf3, 0xf2};
    for (int map = 0; map < 4; map++) {
      for (int opcode = 0; opcode < 256; opcode++) {
        for (int variant = 0; variant < 8; variant++) {
          int p = variant & 3;
          boolean wide = (variant & 4) != 0;
          boolean longer = wide;
          for (byte[] form : forms) {
            if (encoding.equals("legacy")) {
              if (p != 0) {
                code.write(prefixes[p]);
              }
              if (wide || longer) {
                code.write(0x40 | (wide ? 8 : 0) | (longer ? 5 : 0));
              }
              code.writeBytes(new byte[][] {{}, {0x0f}, {0x0f, 0x38}, {0x0f, 0x3a}}[map]);
            } else if (encoding.equals("vex")) {
              code.write(0xc4);
              code.write(0xe0 | map);
              code.write((wide ? 0x80 : 0) | 0x60 | (longer ? 4 : 0) | p);
            } else {
              code.write(0x62);
              code.write(0xf0 | map);
              code.write((wide ? 0x80 : 0) | 0x7c | p);
              code.write((longer ? 0x40 : 0) | 9);
            }
            code.write(opcode);
            code.writeBytes(form);
            code.writeBytes(new byte[] {-112, -112, -112, -112, -112});
          }
        }
      }
    }
    return code.toByteArray();
  }

  private static Set<String> words(String text) {
    return Set.of(text.split("\\s+", 0));
  }
}
