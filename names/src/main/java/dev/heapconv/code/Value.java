package dev.heapconv.code;

/** What an instruction computes from registers, memory and constants. */
sealed interface Value {

  Value UNKNOWN = new Unknown();
  Value ZERO = new Constant(0);

  /** Any value. */
  record Unknown() implements Value {}

  /** A number, or an address that the instruction pointer makes one. */
  record Constant(long value) implements Value {}

  /**
   * What a register that passes a parameter holds where the function begins; never of a decoder.
   */
  record Parameter(int index) implements Value {}

  /**
   * An address relative to the stack pointer where the function begins; never of a decoder. What is
   * below 0 belongs to the function.
   */
  record Stack(long offset) implements Value {}

  /** The address of a function that another file has; never of a decoder. */
  record Import(String name) implements Value {}

  /** What a variable at a fixed address held at some time; never of a decoder. */
  record Global(long address) implements Value {}

  /** What all 64 bits of a register hold before this step. */
  record Register(int number) implements Value {}

  /** What the instruction computes with, at the width of the step that takes the result. */
  enum Operator {
    ADD,
    SUBTRACT,
    MULTIPLY,
    AND,
    OR,
    XOR,
    /** To the left; the count is a constant below the width. */
    SHIFT_LEFT,
    /** Logical, to the right; the left side is cut to the width first. */
    SHIFT_RIGHT
  }

  /** A sum, product and the like, modulo 2^64. */
  record Binary(Operator operator, Value left, Value right) implements Value {}

  /**
   * A value cut to its lower bytes and extended to 64 bits.
   *
   * @param bytes 1, 2 or 4
   */
  record Extend(Value value, int bytes, boolean signed) implements Value {}

  /**
   * What memory holds.
   *
   * @param bytes 1, 2, 4 or 8: the result is extended with zeros
   */
  record Load(Value address, int bytes) implements Value {}

  /** The first if a condition of the last {@link Step.Compare} holds, else the second. */
  record Either(Step.Condition condition, Value first, Value second) implements Value {

    /** One of two (cmov, csel). */
    Either(Value first, Value second) {
      this(Step.Condition.OTHER, first, second);
    }
  }
}
