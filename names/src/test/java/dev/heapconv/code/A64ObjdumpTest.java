package dev.heapconv.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.code.Disassembly.Line;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is written, for random words of every class: each general register and memory that the text
 * of objdump says is written must be in the steps. That the decoder writes more is no error.
 */
@Tag("slow")
class A64ObjdumpTest {

  private static final String OBJDUMP = "aarch64-linux-gnu-objdump";
  private static final int WORDS = 200_000;
  private static final int EXAMPLES = 20;

  private static final Pattern REGISTER = Pattern.compile("[xw](\\d+)|(w?sp)");

  /** They only read their first operand. */
  private static final Pattern READERS =
      Pattern.compile(
          "cb|tb|b|br|blr|bra.*|blra.*|ret.*|prf.*|ccm.|msr|sys|hint|rmif|setf.*|wf.t|ctermn?e|"
              + "(st|ld)(r|ur|tr|p|np|lr|llr|lur|nt1|[1-4]|z?2?g).*|cbn?z|tbn?z|(at|dc|ic|tlbi)");

  /** What writes its second operand: atomic operations. */
  private static final Pattern ATOMIC =
      Pattern.compile("(swp|ld(add|clr|eor|set|[su](max|min)))(a|l|al)?[bh]?");

  private static final Pattern STORES =
      Pattern.compile("st(?!64).*|swp.*|cas.*|ld(add|clr|eor|set|[su](max|min)).*");

  private final A64Decoder decoder = new A64Decoder();
  private final List<String> differences = new ArrayList<>();
  private int instructions;

  @TempDir private Path folder;

  @BeforeAll
  static void unlessThere() {
    Disassembly.unlessThere(OBJDUMP, "install binutils-aarch64-linux-gnu");
  }

  @Test
  void randomWordsAreAsObjdumpSays() throws IOException {
    Random random = new Random(64);
    ByteBuffer words = ByteBuffer.allocate(4 * WORDS).order(ByteOrder.LITTLE_ENDIAN);
    while (words.hasRemaining()) {
      int word = random.nextInt();
      // The stack pointer and the zero register are where mistakes are.
      words.putInt(
          switch (random.nextInt(4)) {
            case 0 -> word | 31;
            case 1 -> word | 31 << 5;
            default -> word;
          });
    }
    Path file = folder.resolve("words");
    Files.write(file, words.array());
    Disassembly.read(
        List.of(OBJDUMP, "-Dz", "-bbinary", "-maarch64", "-Mno-aliases", file.toString()),
        this::compare);
    assertThat(instructions).isGreaterThan(WORDS / 4);
    assertThat(differences).isEmpty();
  }

  private void compare(Line line) {
    if (line.words().startsWith(".") || line.words().contains("undefined")) {
      return;
    }
    instructions++;
    List<Step> steps = decoder.decode(line.code(), 0, line.address()).steps();
    if (steps.equals(List.of(new Step.Opaque()))) {
      return;
    }
    String mnemonic = line.mnemonic();
    for (String register : written(mnemonic, line.operands())) {
      Matcher matcher = REGISTER.matcher(register);
      if (matcher.matches()) {
        int number = matcher.group(1) == null ? 31 : Integer.parseInt(matcher.group(1));
        require(line, puts(steps, number), "write " + register);
      }
    }
    boolean stores = STORES.matcher(mnemonic).matches();
    require(line, !stores || steps.stream().anyMatch(Step.Store.class::isInstance), "store");
  }

  private static List<String> written(String mnemonic, List<String> operands) {
    List<String> written = new ArrayList<>();
    if (operands.isEmpty()) {
      return written;
    }
    boolean loads = mnemonic.matches("ld(r|ur|tr|ar|lar|apr|apur|xr|axr|p|np|xp|axp|psw|ra[ab]).*");
    if (loads || !READERS.matcher(mnemonic).matches() && !ATOMIC.matcher(mnemonic).matches()) {
      written.add(operands.get(0));
    }
    if (ATOMIC.matcher(mnemonic).matches() || mnemonic.matches("ld(p|np|xp|axp|psw)|casp.*")) {
      written.add(operands.get(1));
    }
    for (int i = 0; i < operands.size(); i++) {
      String operand = operands.get(i);
      boolean after =
          i < operands.size() - 1 && operand.startsWith("[") && !mnemonic.startsWith("cpy");
      // Copies and sets of memory move all that they name.
      if (operand.endsWith("!") || after && !mnemonic.matches("(set|prf).*")) {
        written.add(operand.replaceAll("[\\[\\]!]|,.*", ""));
      }
    }
    return written;
  }

  private static boolean puts(List<Step> steps, int register) {
    return steps.stream()
        .anyMatch(step -> step instanceof Step.Put put && put.register() == register);
  }

  private void require(Line line, boolean holds, String what) {
    if (!holds && differences.size() < EXAMPLES) {
      differences.add(String.format("%x %s: does not %s", line.address(), line.words(), what));
    }
  }
}
