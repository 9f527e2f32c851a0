package dev.heapconv.code;

/**
 * One effect of an instruction. An instruction is a list of steps, done in their order; each reads
 * what the steps before it left. Registers are numbered as the processor encodes them: 0 to 15 on
 * x86-64 (4 is the stack pointer), 0 to 30 on A64, where 31 is the stack pointer (the zero register
 * is {@link Value#ZERO} as a source and no step as a destination).
 */
sealed interface Step {

  /**
   * A register gets a value.
   *
   * @param width 8, or 4: then the upper half becomes zero, or 2 or 1: then the rest stays. The
   *     value counts modulo 2^(8 width). The registers ah, ch, dh, bh are written as {@link
   *     Value#UNKNOWN} of width 8 of the register that holds them
   */
  record Put(int register, int width, Value value) implements Step {}

  /**
   * Memory is written.
   *
   * @param address {@link Value#UNKNOWN}: anywhere
   * @param bytes how many, or {@link #ANY_LENGTH}: from the address on, of unknown length
   * @param value unknown if it is not that of a general register or a constant
   */
  record Store(Value address, int bytes, Value value) implements Step {}

  /** Length of a store that the instruction does not tell (a string instruction). */
  int ANY_LENGTH = Integer.MAX_VALUE;

  /**
   * A call; the return address is the next instruction. Its effect on registers and memory is left
   * to who knows what is called: the steps before a call do not include the return address.
   *
   * @param target a constant, a {@link Value.Load} from a constant address (through the GOT), or
   *     any other value
   */
  record Call(Value target) implements Step {}

  /** A jump that is always taken, with a target as of a {@link Call}. */
  record Jump(Value target) implements Step {}

  /** A jump to an address that is taken if a condition of the last {@link Compare} holds. */
  record Branch(long target, Condition condition) implements Step {

    /** Taken or not. */
    Branch(long target) {
      this(target, Condition.OTHER);
    }
  }

  /**
   * The flags become those of a comparison: in the instructions that follow as long as they keep
   * the flags. Unknown sides: nobody knows.
   *
   * @param width how many lower bytes of both sides are compared
   */
  record Compare(int width, Value left, Value right) implements Step {}

  /** What the flags must say. */
  enum Condition {
    /** The sides are equal; after {@code test x, x} compare with zero. */
    EQUAL,
    NOT_EQUAL,
    /** The left side is less, unsigned (carry on x86, no carry on A64). */
    BELOW,
    NOT_BELOW,
    /** The left side is greater, unsigned. */
    ABOVE,
    NOT_ABOVE,
    /** Anything else. */
    OTHER
  }

  /** A return to the caller. */
  record Return() implements Step {}

  /** The processor goes no further: a trap, an undefined instruction. */
  record Stop() implements Step {}

  /**
   * Nothing is known after this instruction: neither its effects nor, perhaps, its length. Whoever
   * reads it gives up the function.
   */
  record Opaque() implements Step {}
}
