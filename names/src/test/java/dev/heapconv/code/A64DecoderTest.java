package dev.heapconv.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class A64DecoderTest {

  private static final long ADDRESS = 0x1000;

  private final Decoder decoder = new A64Decoder();

  /** Bytes as an assembler wrote them; the steps were checked by hand with the manual. */
  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          00068052 | movz w0, #0x30 | r0.4 = 30
          8046a2d2 | movz x0, #0x1234, lsl #16 | r0.8 = 12340000
          00008092 | movn x0, #0 | r0.8 = -1
          e0008012 | movn w0, #7 | r0.4 = fffffff8
          8046c2f2 | movk x0, #0x1234, lsl #32 | r0.8 = (r0 & -ffff00000001) or 123400000000
          00feffd2 | mov x0, #0xfff0000000000000 | r0.8 = -10000000000000
          e09f0032 | orr w0, wzr, #0xff00ff | r0.4 = ff00ff
          f30300aa | mov x19, x0 | r19.8 = r0
          e003012a | mov w0, w1 | r0.4 = r1
          fd030091 | mov x29, sp | r29.8 = r31
          60620091 | add x0, x19, #0x18 | r0.8 = r19 + 18
          e0434091 | add x0, sp, #0x10, lsl #12 | r0.8 = r31 + 10000
          ff0301d1 | sub sp, sp, #0x40 | r31.8 = r31 - 40
          200400b1 | adds x0, x1, #1 | r0.8 = r1 + 1
          1f1400f1 | cmp x0, #5 | 'compare.8 r0, 5'
          2000024b | sub w0, w1, w2 | r0.4 = r1 - r2
          200c028b | add x0, x1, x2, lsl #3 | r0.8 = r1 + (r2 << 3)
          2010420b | add w0, w1, w2, lsr #4 | r0.4 = r1 + (r2 >> 4)
          200882cb | sub x0, x1, x2, asr #2 | r0.8 = ?
          e00301cb | neg x0, x1 | r0.8 = 0 - r1
          2050228b | add x0, x1, w2, uxtw #4 | r0.8 = r1 + (z4(r2) << 4)
          ff63218b | add sp, sp, x1 | r31.8 = r31 + r1
          e0c3218b | add x0, sp, w1, sxtw | r0.8 = r31 + s4(r1)
          00ec7c92 | and x0, x0, #-16 | r0.8 = r0 & -10
          201c0072 | ands w0, w1, #0xff | r0.4 = r1 & ff
          1f0040f2 | tst x0, #1 | ''
          200002ca | eor x0, x1, x2 | r0.8 = r1 ^ r2
          2000228a | bic x0, x1, x2 | r0.8 = r1 & (r2 ^ -1)
          e003212a | orn w0, wzr, w1 | r0.4 = r1 ^ -1
          200cc2aa | orr x0, x1, x2, ror #3 | r0.8 = ?
          80000010 | adr x0, .+0x10 | r0.8 = 1010
          00000090 | adrp x0, . | r0.8 = 1000
          207c029b | mul x0, x1, x2 | r0.8 = r1 * r2
          200c021b | madd w0, w1, w2, w3 | r0.4 = r3 + (r1 * r2)
          208c029b | msub x0, x1, x2, x3 | r0.8 = r3 - (r1 * r2)
          207ca29b | umull x0, w1, w2 | r0.8 = z4(r1) * z4(r2)
          200c229b | smaddl x0, w1, w2, x3 | r0.8 = r3 + (s4(r1) * s4(r2))
          207cc29b | umulh x0, x1, x2 | r0.8 = ?
          2008c29a | udiv x0, x1, x2 | r0.8 = ?
          20ec7cd3 | lsl x0, x1, #4 | r0.8 = r1 << 4
          206c1c53 | lsl w0, w1, #4 | r0.4 = r1 << 4
          20fc43d3 | lsr x0, x1, #3 | r0.8 = r1 >> 3
          20fc4393 | asr x0, x1, #3 | r0.8 = ?
          2020c29a | lsl x0, x1, x2 | r0.8 = ?
          207c7cd3 | ubfiz x0, x1, #4, #32 | r0.8 = z4(r1) << 4
          204c7dd3 | ubfiz x0, x1, #3, #20 | r0.8 = (r1 & fffff) << 3
          203c0853 | ubfx w0, w1, #8, #8 | r0.4 = z1(r1 >> 8)
          201c0053 | uxtb w0, w1 | r0.4 = z1(r1)
          203c0053 | uxth w0, w1 | r0.4 = z2(r1)
          e003002a | mov w0, w0 | r0.4 = r0
          207c4093 | sxtw x0, w1 | r0.8 = s4(r1)
          201c0013 | sxtb w0, w1 | r0.4 = s1(r1)
          207c7d93 | sbfiz x0, x1, #3, #32 | r0.8 = s4(r1) << 3
          203c4893 | sbfx x0, x1, #8, #8 | r0.8 = ?
          200c7cb3 | bfi x0, x1, #4, #4 | r0.8 = ?
          200cc293 | extr x0, x1, x2, #3 | r0.8 = ?
          2000829a | csel x0, x1, x2, eq | r0.8 = equal ? r1 / r2
          20109f1a | csel w0, w1, wzr, ne | r0.4 = not_equal ? r1 / 0
          e0179f1a | cset w0, eq | r0.4 = not_equal ? 0 / 1
          2004819a | cinc x0, x1, ne | r0.8 = equal ? r1 / r1 + 1
          200082da | csinv x0, x1, x2, eq | r0.8 = equal ? r1 / r2 ^ -1
          2004825a | csneg w0, w1, w2, eq | r0.4 = equal ? r1 / 0 - r2
          000041fa | ccmp x0, x1, #0, eq | ''
          2000029a | adc x0, x1, x2 | r0.8 = ?
          2010c0da | clz x0, x1 | r0.8 = ?
          2000c05a | rbit w0, w1 | r0.4 = ?
          200040f9 | ldr x0, [x1] | r0.8 = M8[r1]
          e01340b9 | ldr w0, [sp, #0x10] | r0.4 = M4[r31 + 10]
          200c4039 | ldrb w0, [x1, #3] | r0.4 = M1[r1 + 3]
          200c8039 | ldrsb x0, [x1, #3] | r0.8 = s1(M1[r1 + 3])
          2004c079 | ldrsh w0, [x1, #2] | r0.4 = s2(M2[r1 + 2])
          200480b9 | ldrsw x0, [x1, #4] | r0.8 = s4(M4[r1 + 4])
          a0835ff8 | ldur x0, [x29, #-8] | r0.8 = M8[r29 + -8]
          208440f8 | ldr x0, [x1], #8 | r0.8 = M8[r1]; r1.8 = r1 + 8
          200c41f8 | ldr x0, [x1, #16]! | r0.8 = M8[r1 + 10]; r1.8 = r1 + 10
          207862f8 | ldr x0, [x1, x2, lsl #3] | r0.8 = M8[r1 + (r2 << 3)]
          20d862b8 | ldr w0, [x1, w2, sxtw #2] | r0.4 = M4[r1 + (s4(r2) << 2)]
          20486238 | ldrb w0, [x1, w2, uxtw] | r0.4 = M1[r1 + z4(r2)]
          00010058 | ldr x0, .+0x20 | r0.8 = M8[1020]
          00010098 | ldrsw x0, .+0x20 | r0.8 = s4(M4[1020])
          3f0040f9 | ldr xzr, [x1] | ''
          208840f8 | ldtr x0, [x1, #8] | r0.8 = M8[r1 + 8]
          000080f9 | prfm pldl1keep, [x0] | ''
          0068a1f8 | prfm pldl1keep, [x0, x1] | ''
          e00700f9 | str x0, [sp, #8] | [r31 + 8].8 = r0
          1f0400b9 | str wzr, [x0, #4] | [r0 + 4].4 = 0
          01000039 | strb w1, [x0] | [r0].1 = r1
          a0031ff8 | stur x0, [x29, #-16] | [r29 + -10].8 = r0
          e00f1ff8 | str x0, [sp, #-16]! | [r31 + -10].8 = r0; r31.8 = r31 + -10
          208400f8 | str x0, [x1], #8 | [r1].8 = r0; r1.8 = r1 + 8
          206822b8 | str w0, [x1, x2] | [r1 + r2].4 = r0
          e007803d | str q0, [sp, #16] | [r31 + 10].16 = ?
          008400fc | str d0, [x0], #8 | [r0].8 = ?; r0.8 = r0 + 8
          0004c13c | ldr q0, [x0], #16 | r0.8 = r0 + 10
          e00741a9 | ldp x0, x1, [sp, #16] | r0.8 = M8[r31 + 10]; r1.8 = M8[r31 + 18]
          000440a9 | ldp x0, x1, [x0] | r1.8 = M8[r0 + 8]; r0.8 = M8[r0]
          010040a9 | ldp x1, x0, [x0] | r1.8 = M8[r0]; r0.8 = M8[r0 + 8]
          fd7bc2a8 | ldp x29, x30, [sp], #32 | r29.8 = M8[r31]; r30.8 = M8[r31 + 8]; r31.8 = r31 + 20
          40044069 | ldpsw x0, x1, [x2] | r0.8 = s4(M4[r2]); r1.8 = s4(M4[r2 + 4])
          fd7bbea9 | stp x29, x30, [sp, #-32]! | [r31 + -20].8 = r29; [r31 + -18].8 = r30; r31.8 = r31 + -20
          207c0129 | stp w0, wzr, [x1, #8] | [r1 + 8].4 = r0; [r1 + c].4 = 0
          e00701ad | stp q0, q1, [sp, #32] | [r31 + 20].16 = ?; [r31 + 30].16 = ?
          e827c16c | ldp d8, d9, [sp], #16 | r31.8 = r31 + 10
          400440a8 | ldnp x0, x1, [x2] | r0.8 = M8[r2]; r1.8 = M8[r2 + 8]
          207c5fc8 | ldxr x0, [x1] | r0.8 = ?
          207c02c8 | stxr w2, x0, [x1] | [r1].8 = ?; r2.8 = ?
          40847fc8 | ldaxp x0, x1, [x2] | r0.8 = ?; r1.8 = ?
          408423c8 | stlxp w3, x0, x1, [x2] | [r2].16 = ?; r3.8 = ?
          20fcdfc8 | ldar x0, [x1] | r0.8 = M8[r1]
          20fc9f88 | stlr w0, [x1] | [r1].4 = r0
          20c0bff8 | ldapr x0, [x1] | r0.8 = M8[r1]
          20104019 | ldapurb w0, [x1, #1] | r0.4 = M1[r1 + 1]
          208000d9 | stlur x0, [x1, #8] | [r1 + 8].8 = r0
          417ca0c8 | cas x0, x1, [x2] | [r2].8 = ?; r0.8 = ?
          827c2048 | casp x0, x1, x2, x3, [x4] | [r4].16 = ?; r0.8 = ?; r1.8 = ?
          410020f8 | ldadd x0, x1, [x2] | [r2].8 = ?; r1.8 = ?
          5f0020b8 | stadd w0, [x2] | [r2].4 = ?
          41802038 | swpb w0, w1, [x2] | [r2].1 = ?; r1.8 = ?
          00d13ff8 | ld64b x0, [x8] | opaque
          0070404c | ld1 {v0.16b}, [x0] | ''
          0070004c | st1 {v0.16b}, [x0] | [r0].16 = ?
          00a09f4c | st1 {v0.16b, v1.16b}, [x0], #32 | [r0].32 = ?; r0.8 = r0 + 20
          0070814c | st1 {v0.16b}, [x0], x1 | [r0].16 = ?; r0.8 = ?
          00b0200d | st4 {v0.s, v1.s, v2.s, v3.s}[1], [x0] | [r0].32 = ?
          0090df0d | ld1 {v0.s}[1], [x0], #4 | r0.8 = ?
          00c8404d | ld1r {v0.4s}, [x0] | ''
          0000669e | fmov x0, d0 | r0.8 = ?
          0000679e | fmov d0, x0 | ''
          003c0c0e | umov w0, v0.s[1] | r0.8 = ?
          002c064e | smov x0, v0.h[1] | r0.8 = ?
          0000381e | fcvtzs w0, s0 | r0.8 = ?
          00f4599e | fcvtzu x0, d0, #3 | r0.8 = ?
          0000629e | scvtf d0, x0 | ''
          2028621e | fadd d0, d1, d2 | ''
          0020611e | fcmp d0, d1 | ''
          02000014 | b .+8 | jump 1008
          feffff97 | bl .-8 | call ff8
          40000054 | b.eq .+8 | branch equal 1008
          400000b4 | cbz x0, .+8 | 'compare.8 r0, 0; branch equal 1008; compare.8 ?, ?'
          e0ff1f37 | tbnz w0, #3, .-4 | branch ffc
          00021fd6 | br x16 | jump r16
          00013fd6 | blr x8 | call r8
          c0035fd6 | ret | return
          20005fd6 | ret x1 | jump r1
          ff0b5fd6 | retaa | return
          09093fd7 | blraa x8, x9 | call ?
          1f091fd6 | braaz x8 | jump ?
          010000d4 | svc #0 | r0.8 = ?; [?].* = ?
          200020d4 | brk #1 | stop
          200040d4 | hlt #1 | stop
          020000d4 | hvc #0 | opaque
          00000000 | udf #0 | stop
          1f2003d5 | nop | ''
          5f2403d5 | bti c | ''
          3f2303d5 | paciasp | r30.8 = ?
          9f2103d5 | autia1716 | r17.8 = ?
          ff2003d5 | xpaclri | r30.8 = ?
          bf3b03d5 | dmb ish | ''
          df3f03d5 | isb | ''
          5f3f03d5 | clrex | ''
          40d03bd5 | mrs x0, tpidr_el0 | r0.8 = ?
          40d01bd5 | msr tpidr_el0, x0 | ''
          20740bd5 | dc zva, x0 | [?].* = ?
          207b0bd5 | dc cvau, x0 | [?].* = ?
          20750bd5 | ic ivau, x0 | [?].* = ?
          20048191 | addg x0, x1, #16, #1 | r0.8 = ?
          ff13df9a | irg sp, sp | r31.8 = ?
          201420d9 | stg x0, [x1], #16 | [?].* = ?; r1.8 = ?; r0.8 = ?; r1.8 = ?; r5.8 = ?; r6.8 = ?; r0.8 = ?; r1.8 = ?
          40840069 | stgp x0, x1, [x2, #16] | [r2 + 10].8 = r0; [r2 + 18].8 = r1
          201c20f8 | ldraa x0, [x1, #8]! | r0.8 = ?; r1.8 = ?
          e0e32004 | cntb x0 | r0.8 = ?; [?].* = ?
          ff573f04 | addvl sp, sp, #-1 | r31.8 = ?; [?].* = ?
          00e000e4 | st1b {z0.b}, p0, [x0] | r0.8 = ?; [?].* = ?
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
    "00000080, SME",
    "00000002, not allocated",
    "00008032, a movz of reserved kind",
    "00fc4092, an immediate of all ones",
    "0000c052, a shift of 32 bits of a word by 32"
  })
  void whatIsNotCertainIsOpaque(String bytes, String why) {
    byte[] code = HexFormat.of().parseHex(bytes);
    assertThat(StepText.of(decoder.decode(code, 0, ADDRESS).steps())).as(why).isEqualTo("opaque");
  }

  @Test
  void aBaseThatIsLoadedAndMovedIsUnknown() {
    // ldr x0, [x0], #8 and str x0, [x0, #8]!: unpredictable.
    assertThat(text("000440f8")).isEqualTo("r0.8 = ?");
    assertThat(text("008c00f8")).isEqualTo("[r0 + 8].8 = ?; r0.8 = ?");
    // ldp x0, x1, [x0], #16
    assertThat(text("0004c1a8")).isEqualTo("r0.8 = ?; r1.8 = ?; r0.8 = ?");
  }

  @Test
  void theStackPointerIsNoZeroRegister() {
    // str xzr, [sp], #16; add sp, sp, #16; adds xzr, sp, #16; add xzr, xzr, x1
    assertThat(text("ff0701f8")).isEqualTo("[r31].8 = 0; r31.8 = r31 + 10");
    assertThat(text("ff430091")).isEqualTo("r31.8 = r31 + 10");
    assertThat(text("ff4300b1")).isEmpty();
    assertThat(text("ff03018b")).isEmpty();
  }

  @Test
  void anInstructionThatTheCodeCutsIsOpaque() {
    assertThat(decoder.decode(new byte[6], 4, ADDRESS))
        .isEqualTo(new Decoder.Instruction(ADDRESS, 2, List.of(new Step.Opaque())));
  }

  private String text(String bytes) {
    return StepText.of(decoder.decode(HexFormat.of().parseHex(bytes), 0, ADDRESS).steps());
  }
}
