package dev.heapconv.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class X86DecoderTest {

  private static final long ADDRESS = 0x1000;

  private final Decoder decoder = new X86Decoder();

  /** Bytes as an assembler wrote them; the steps were checked by hand with the manual. */
  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          bf30000000 | mov edi, 0x30 | r7.4 = 30
          4889df | mov rdi, rbx | r7.8 = r3
          89f7 | mov edi, esi | r7.4 = r6
          48b88877665544332211 | mov rax, 0x1122334455667788 | r0.8 = 1122334455667788
          48c7c7ffffffff | mov rdi, -1 | r7.8 = -1
          b005 | mov al, 5 | r0.1 = 5
          b405 | mov ah, 5 | r0.8 = ?
          88eb | mov bl, ch | r3.1 = ?
          40b401 | mov spl, 1 | r4.1 = 1
          6689d8 | mov ax, bx | r0.2 = r3
          488b7c2408 | mov rdi, [rsp+8] | r7.8 = M8[r4 + 8]
          8b7dec | mov edi, [rbp-0x14] | r7.4 = M4[r5 + -14]
          64488b042528000000 | mov rax, fs:0x28 | r0.8 = M8[?]
          c744241020000000 | mov dword ptr [rsp+0x10], 0x20 | [r4 + 10].4 = 20
          4a8944e4f8 | mov [rsp+r12*8-0x8], rax | [(r4 + (r12 << 3)) + -8].8 = r0
          8837 | mov [rdi], dh | [r7].1 = ?
          64488918 | mov fs:[rax], rbx | [?].8 = r3
          488b0500010000 | mov rax, [rip+0x100] | r0.8 = M8[1107]
          678b4704 | mov eax, [edi+4] | r0.4 = M4[z4(r7 + 4)]
          a18877665544332211 | movabs eax, [0x1122334455667788] | r0.4 = M4[1122334455667788]
          a28877665544332211 | movabs [0x1122334455667788], al | [1122334455667788].1 = r0
          400fb6fe | movzx edi, sil | r7.4 = z1(r6)
          0fb6fc | movzx edi, ah | r7.4 = z1(?)
          0fb700 | movzx eax, word ptr [rax] | r0.4 = M2[r0]
          480fbe00 | movsx rax, byte ptr [rax] | r0.8 = s1(M1[r0])
          0fbff8 | movsx edi, ax | r7.4 = s2(r0)
          4863fe | movsxd rdi, esi | r7.8 = s4(r6)
          488d3c5b | lea rdi, [rbx+rbx*2] | r7.8 = r3 + (r3 << 1)
          8d3cc518000000 | lea edi, [rax*8+0x18] | r7.4 = (r0 << 3) + 18
          488d3d00010000 | lea rdi, [rip+0x100] | r7.8 = 1107
          678d0437 | lea eax, [edi+esi] | r0.4 = z4(r7 + r6)
          4883c480 | add rsp, -0x80 | r4.8 = r4 + -80
          0338 | add edi, [rax] | r7.4 = r7 + M4[r0]
          8345ec01 | add dword ptr [rbp-0x14], 1 | [r5 + -14].4 = ?
          0500010000 | add eax, 0x100 | r0.4 = r0 + 100
          4883ec20 | sub rsp, 0x20 | r4.8 = r4 - 20
          29ff | sub edi, edi | r7.4 = 0
          31ff | xor edi, edi | r7.4 = 0
          4831f7 | xor rdi, rsi | r7.8 = r7 ^ r6
          30e4 | xor ah, ah | r0.8 = ?
          83e7f8 | and edi, -8 | r7.4 = r7 & -8
          09d0 | or eax, edx | r0.4 = r0 or r2
          83d000 | adc eax, 0 | r0.4 = below ? r0 + 1 / r0
          4819ff | sbb rdi, rdi | r7.8 = ?
          83f805 | cmp eax, 5 | 'compare.4 r0, 5'
          ffc7 | inc edi | r7.4 = r7 + 1
          48ff08 | dec qword ptr [rax] | [r0].8 = ?
          48f7df | neg rdi | r7.8 = 0 - r7
          f7d7 | not edi | r7.4 = r7 ^ -1
          480faffe | imul rdi, rsi | r7.8 = r7 * r6
          6b3818 | imul edi, [rax], 0x18 | r7.4 = M4[r0] * 18
          4869fe34120000 | imul rdi, rsi, 0x1234 | r7.8 = r6 * 1234
          f7ee | imul esi | r0.4 = ?; r2.4 = ?
          48f7e7 | mul rdi | r0.8 = ?; r2.8 = ?
          40f6f6 | div sil | r0.2 = ?
          48c1e704 | shl rdi, 4 | r7.8 = r7 << 4
          d1ef | shr edi | r7.4 = r7 >> 1
          c1ff02 | sar edi, 2 | r7.8 = ?
          d3e7 | shl edi, cl | r7.8 = ?
          66c1c008 | rol ax, 8 | r0.8 = ?
          0fa4d003 | shld eax, edx, 3 | r0.4 = ?
          53 | push rbx | [r4 + -8].8 = r3; r4.8 = r4 + -8
          54 | push rsp | [r4 + -8].8 = r4; r4.8 = r4 + -8
          6a20 | push 0x20 | [r4 + -8].8 = 20; r4.8 = r4 + -8
          ff742408 | push qword ptr [rsp+8] | [r4 + -8].8 = ?; r4.8 = r4 + -8
          5b | pop rbx | r3.8 = M8[r4]; r4.8 = r4 + 8
          5c | pop rsp | r4.8 = M8[r4]
          8f442408 | pop qword ptr [rsp+8] | r4.8 = r4 + 8; [r4 + 8].8 = ?
          0fa0 | push fs | [r4 + -8].8 = ?; r4.8 = r4 + -8
          9c | pushf | [r4 + -8].8 = ?; r4.8 = r4 + -8
          c9 | leave | r4.8 = r5; r5.8 = M8[r4]; r4.8 = r4 + 8
          c8200000 | enter 0x20, 0 | [r4 + -8].8 = r5; r5.8 = r4 + -8; r4.8 = (r4 + -8) + -20
          c8200001 | enter 0x20, 1 | opaque
          480f45f8 | cmovne rdi, rax | r7.8 = not_equal ? r0 / r7
          0f4f3c24 | cmovg edi, [rsp] | r7.4 = M4[r4] / r7
          0f95c0 | setne al | r0.1 = ?
          0f9c442407 | setl byte ptr [rsp+7] | [r4 + 7].1 = ?
          4893 | xchg rax, rbx | r3.8 = r0; r0.8 = ?
          488707 | xchg [rdi], rax | [r7].8 = r0; r0.8 = ?
          f0480fb137 | lock cmpxchg [rdi], rsi | [r7].8 = ?; r0.8 = ?
          f00fc107 | lock xadd [rdi], eax | [r7].4 = ?; r0.8 = ?
          480fc70f | cmpxchg16b [rdi] | [r7].16 = ?; r0.8 = ?; r2.8 = ?
          480fab07 | bts [rdi], rax | [?].8 = ?
          480fba3703 | btr qword ptr [rdi], 3 | [r7].8 = ?
          480fa307 | bt [rdi], rax | ''
          0fbcc7 | bsf eax, edi | r0.8 = ?
          f3480fb8c7 | popcnt rax, rdi | r0.8 = ?
          490fc9 | bswap r9 | r9.8 = ?
          6698 | cbw | r0.2 = s1(r0)
          4898 | cdqe | r0.8 = s4(r0)
          4899 | cqo | r2.8 = ?
          f348ab | rep stosq | [r7].* = ?; r7.8 = ?; r1.8 = ?
          aa | stosb | [r7].1 = ?; r7.8 = ?; r7.8 = ?
          f3a4 | rep movsb | [r7].* = ?; r6.8 = ?; r7.8 = ?; r1.8 = ?
          a5 | movsd | [r7].4 = ?; r6.8 = ?; r7.8 = ?; r7.8 = ?
          f2ae | repne scasb | r7.8 = ?; r1.8 = ?
          ac | lodsb | r0.8 = ?; r6.8 = ?
          0fa2 | cpuid | r0.8 = ?; r3.8 = ?; r1.8 = ?; r2.8 = ?
          0f31 | rdtsc | r0.8 = ?; r2.8 = ?
          0f01f9 | rdtscp | r0.8 = ?; r1.8 = ?; r2.8 = ?
          0f05 | syscall | r0.8 = ?; r1.8 = ?; r11.8 = ?; [?].* = ?
          0f01d0 | xgetbv | r0.8 = ?; r2.8 = ?
          0f34 | sysenter | opaque
          cc | int3 | stop
          0f0b | ud2 | stop
          f4 | hlt | stop
          c3 | ret | return
          c20800 | ret 8 | return
          e800000000 | call 0x1000 | call 1005
          ffd0 | call rax | call r0
          ff1500010000 | call [rip+0x100] | call M8[1106]
          ff5008 | call [rax+8] | call M8[r0 + 8]
          e900000000 | jmp 0x1000 | jump 1005
          ffe0 | jmp rax | jump r0
          ff24fd00010000 | jmp [rdi*8+0x100] | jump M8[(r7 << 3) + 100]
          0f8400000000 | je 0x1000 | branch equal 1006
          7500 | jne .+2 | branch not_equal 1002
          e200 | loop .+2 | r1.8 = ?; branch 1002
          e300 | jrcxz .+2 | branch 1002
          90 | nop | ''
          f30f1efa | endbr64 | ''
          f390 | pause | ''
          fd | std | opaque
          9d | popf | opaque
          cd80 | int 0x80 | opaque
          0f11442410 | movups [rsp+0x10], xmm0 | [r4 + 10].16 = ?
          f30f110424 | movss [rsp], xmm0 | [r4].4 = ?
          f20f110424 | movsd [rsp], xmm0 | [r4].8 = ?
          0f130424 | movlps [rsp], xmm0 | [r4].8 = ?
          660fd60424 | movq [rsp], xmm0 | [r4].8 = ?
          660f7e0424 | movd [rsp], xmm0 | [r4].4 = ?
          66480f7ec0 | movq rax, xmm0 | r0.8 = ?
          660f7ecf | movd edi, xmm1 | r7.4 = ?
          66480f6ec0 | movq xmm0, rax | ''
          0f280424 | movaps xmm0, [rsp] | ''
          660fe708 | movntdq [rax], xmm1 | [r0].16 = ?
          0fc308 | movnti [rax], ecx | [r0].4 = r1
          66480f3a16c001 | pextrq rax, xmm0, 1 | r0.8 = ?
          660f3a140001 | pextrb [rax], xmm0, 1 | [r0].1 = ?
          660fd7c0 | pmovmskb eax, xmm0 | r0.4 = ?
          f2480f2cf8 | cvttsd2si rdi, xmm0 | r7.8 = ?
          f2480f2ac7 | cvtsi2sd xmm0, rdi | ''
          660f3a63c103 | pcmpistri xmm0, xmm1, 3 | r1.8 = ?
          660ff7c1 | maskmovdqu xmm0, xmm1 | [r7].16 = ?
          c5fc11442420 | vmovups [rsp+0x20], ymm0 | [r4 + 20].32 = ?
          62f1fe487f442401 | vmovdqu64 [rsp+0x40], zmm0 | [r4 + 40].64 = ?
          62f1fe487f842441000000 | vmovdqu64 [rsp+0x41], zmm0 | [r4 + 41].64 = ?
          c4e37d390001 | vextracti128 [rax], ymm0, 1 | [r0].16 = ?
          62f27e48314001 | vpmovdb [rax+0x10], zmm0 | [?].32 = ?
          62f27d49a00488 | vpscatterdd [rax+zmm1*4]{k1}, zmm0 | [?].* = ?
          c4e37916c002 | vpextrd eax, xmm0, 2 | r0.4 = ?
          c5f877 | vzeroupper | ''
          c4e1f89108 | kmovq [rax], k1 | [r0].8 = ?
          c5fb93c1 | kmovd eax, k1 | r0.4 = ?
          c4e260f2c1 | andn eax, ebx, ecx | r0.4 = ?
          c4e240f3ce | blsr edi, esi | r7.8 = ?
          c4e2e3f6c1 | mulx rax, rbx, rcx | r3.8 = ?; r0.8 = ?
          c4e3fbf0fe08 | rorx rdi, rsi, 8 | r7.8 = ?
          c4e2f1f7c3 | shlx rax, rbx, rcx | r0.8 = ?
          db3c24 | fstp tbyte ptr [rsp] | [r4].10 = ?
          d97c2406 | fnstcw [rsp+6] | [r4 + 6].2 = ?
          dfe0 | fnstsw ax | r0.2 = ?
          db2c24 | fld tbyte ptr [rsp] | ''
          0fae07 | fxsave [rdi] | [r7].* = ?
          0fc727 | xsavec [rdi] | [r7].* = ?
          0fae5c2404 | stmxcsr [rsp+4] | [r4 + 4].4 = ?
          f3480faec0 | rdfsbase rax | r0.8 = ?
          0fc7f2 | rdrand edx | r2.8 = ?
          f3480f1ec8 | rdsspq rax | r0.8 = ?
          0f38f107 | movbe [rdi], eax | [r7].4 = ?
          f20f38f0c2 | crc32 eax, dl | r0.4 = ?
          """)
  void saysWhatAnInstructionDoes(String bytes, String assembler, String steps) {
    byte[] code = HexFormat.of().parseHex(bytes);
    Decoder.Instruction instruction = decoder.decode(code, 0, ADDRESS);
    assertThat(instruction.length()).isEqualTo(code.length);
    assertThat(instruction.address()).isEqualTo(ADDRESS);
    assertThat(StepText.of(instruction.steps())).isEqualTo(steps);
  }

  @ParameterizedTest
  @CsvSource({
    "06, an opcode that 64-bit mode lacks",
    "d5001122, APX",
    "62f4740818c0, APX with EVEX",
    "8fe97801c0, XOP",
    "66c5f877, VEX after a prefix",
    "48c5f877, VEX after REX",
    "48, nothing after REX",
    "c7442410, a displacement without its immediate",
    "6666666666666666666666666666668ec0, sixteen bytes",
    "66e80000, a call whose length processors see differently",
    "f34590, a pause or an exchange"
  })
  void whatIsNotCertainIsOpaque(String bytes, String why) {
    byte[] code = HexFormat.of().parseHex(bytes);
    assertThat(StepText.of(decoder.decode(code, 0, ADDRESS).steps())).as(why).isEqualTo("opaque");
  }

  @Test
  void anInstructionMayHaveFifteenBytes() {
    byte[] code = HexFormat.of().parseHex("66666666666666666666666666" + "8ec0");
    assertThat(decoder.decode(code, 0, ADDRESS))
        .isEqualTo(new Decoder.Instruction(ADDRESS, 15, List.of()));
  }

  @Test
  void rexCountsOnlyJustBeforeTheOpcode() {
    byte[] code = HexFormat.of().parseHex("486689d8");
    Decoder.Instruction instruction = decoder.decode(code, 0, ADDRESS);
    assertThat(instruction.length()).isEqualTo(4);
    assertThat(StepText.of(instruction.steps())).isEqualTo("r0.2 = r3");
  }

  @Test
  void addressesCountFromTheEndOfTheInstruction() {
    byte[] code = HexFormat.of().parseHex("90c705000100002a000000");
    assertThat(StepText.of(decoder.decode(code, 1, ADDRESS + 1).steps()))
        .isEqualTo("[110b].4 = 2a");
  }
}
