package dev.heapconv.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for any bytes. */
class DecoderPropertiesTest {

  private static final int TRIES = 100_000;

  static List<Decoder> decoders() {
    return List.of(new X86Decoder(), new A64Decoder());
  }

  @ParameterizedTest
  @MethodSource("decoders")
  void anyBytesAreAnInstructionWithinThem(Decoder decoder) {
    Random random = new Random(63);
    for (int i = 0; i < TRIES; i++) {
      byte[] code = bytes(random, 1 + random.nextInt(20));
      int at = random.nextInt(code.length);
      long address = random.nextLong();
      Decoder.Instruction instruction = decoder.decode(code, at, address);
      assertThat(instruction.address()).isEqualTo(address);
      assertThat(instruction.length()).isBetween(1, Math.min(15, code.length - at));
      instruction.steps().forEach(DecoderPropertiesTest::check);
    }
  }

  /** So bytes after an instruction never count, and one that is cut is never taken for another. */
  @ParameterizedTest
  @MethodSource("decoders")
  void onlyTheBytesOfAnInstructionCount(Decoder decoder) {
    Random random = new Random(64);
    for (int i = 0; i < TRIES; i++) {
      byte[] code = bytes(random, 15);
      Decoder.Instruction instruction = decoder.decode(code, 0, 0);
      if (opaque(instruction)) {
        continue;
      }
      byte[] alone = Arrays.copyOf(code, instruction.length());
      assertThat(decoder.decode(alone, 0, 0)).isEqualTo(instruction);
      if (alone.length > 1) {
        byte[] cut = Arrays.copyOf(code, alone.length - 1);
        assertThat(opaque(decoder.decode(cut, 0, 0))).isTrue();
      }
    }
  }

  private static boolean opaque(Decoder.Instruction instruction) {
    return instruction.steps().equals(List.of(new Step.Opaque()));
  }

  /** Random, half of them with a beginning that is common in code. */
  private static byte[] bytes(Random random, int length) {
    byte[] code = new byte[length];
    random.nextBytes(code);
    int[] beginnings = {0x0f, 0x48, 0x66, 0xc5, 0xc4, 0x62, 0xf3, 0xff};
    if (random.nextBoolean()) {
      code[0] = (byte) beginnings[random.nextInt(beginnings.length)];
    }
    return code;
  }

  private static void check(Step step) {
    if (step instanceof Step.Put put) {
      assertThat(put.register()).isBetween(0, 31);
      assertThat(put.width()).isIn(1, 2, 4, 8);
      check(put.value(), 8 * put.width());
    } else if (step instanceof Step.Store store) {
      assertThat(store.bytes()).isPositive();
      check(store.address(), 64);
      assertThat(store.value())
          .isInstanceOfAny(Value.Unknown.class, Value.Register.class, Value.Constant.class);
    }
  }

  private static void check(Value value, int bits) {
    if (value instanceof Value.Binary binary) {
      check(binary.left(), bits);
      check(binary.right(), bits);
      if (binary.operator() == Value.Operator.SHIFT_LEFT
          || binary.operator() == Value.Operator.SHIFT_RIGHT) {
        assertThat(binary.right()).isInstanceOf(Value.Constant.class);
        assertThat(((Value.Constant) binary.right()).value()).isBetween(0L, bits - 1L);
      }
    } else if (value instanceof Value.Load load) {
      assertThat(load.bytes()).isIn(1, 2, 4, 8);
      check(load.address(), 64);
    } else if (value instanceof Value.Extend extend) {
      assertThat(extend.bytes()).isIn(1, 2, 4);
      check(extend.value(), bits);
    } else if (value instanceof Value.Either either) {
      check(either.first(), bits);
      check(either.second(), bits);
    } else if (value instanceof Value.Register register) {
      assertThat(register.number()).isBetween(0, 31);
    }
  }
}
