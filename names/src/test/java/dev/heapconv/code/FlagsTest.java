package dev.heapconv.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is known of the flags ends with each instruction that may write them. */
class FlagsTest {

  private static boolean keepsFlags(Decoder decoder, String hex) {
    byte[] code = HexFormat.of().parseHex(hex);
    return decoder.decode(code, 0, 0x1000).keepsFlags();
  }

  @ParameterizedTest
  @CsvSource({
    "4889f8, true, 'mov rax, rdi'",
    "b801000000, true, 'mov eax, 1'",
    "53, true, push rbx",
    "480f45c7, true, 'cmovne rax, rdi'",
    "488d4708, true, 'lea rax, [rdi+8]'",
    "0f94c0, true, sete al",
    "7400, true, je",
    "4801f8, false, 'add rax, rdi'",
    "31c0, false, 'xor eax, eax'",
    "48ffc0, false, inc rax",
    "48c1e003, false, 'shl rax, 3'",
    "48f7d8, false, neg rax",
    "480fafc7, false, 'imul rax, rdi'",
    "480fbdc7, false, 'bsr rax, rdi'",
    "f0480fb111, false, 'lock cmpxchg [rcx], rdx'",
    "660f2ec1, false, 'ucomisd xmm0, xmm1'",
    "9d, false, popf",
    "e800000000, false, call"
  })
  void onX86(String hex, boolean keeps, String text) {
    assertThat(keepsFlags(new X86Decoder(), hex)).as(text).isEqualTo(keeps);
  }

  @ParameterizedTest
  @CsvSource({
    "e00301aa, true, 'mov x0, x1'",
    "20008052, true, 'mov w0, #1'",
    "20040091, true, 'add x0, x1, #1'",
    "2000829a, true, 'csel x0, x1, x2, eq'",
    "200040f9, true, 'ldr x0, [x1]'",
    "207c029b, true, 'mul x0, x1, x2'",
    "40000054, true, b.eq",
    "200400b1, false, 'adds x0, x1, #1'",
    "200400f1, false, 'subs x0, x1, #1'",
    "200002ab, false, 'adds x0, x1, x2'",
    "200002ea, false, 'ands x0, x1, x2'",
    "200040f2, false, 'ands x0, x1, #1'",
    "000041fa, false, 'ccmp x0, x1, #0, eq'",
    "200002ba, false, 'adcs x0, x1, x2'",
    "0020611e, false, 'fcmp d0, d1'",
    "00421bd5, false, 'msr nzcv, x0'"
  })
  void onA64(String hex, boolean keeps, String text) {
    assertThat(keepsFlags(new A64Decoder(), hex)).as(text).isEqualTo(keeps);
  }
}
