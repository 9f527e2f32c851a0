package dev.heapconv.code;

import java.util.List;

/** Reads instructions of one processor. Pure: equal bytes at an equal address give equal steps. */
interface Decoder {

  /**
   * An instruction.
   *
   * @param length in bytes, 1 to 15
   * @param steps empty if it does nothing that matters (it moves only vector registers)
   * @param keepsFlags whether it surely leaves the flags as they are; what a {@link Step.Compare}
   *     says of them counts anyway
   */
  record Instruction(long address, int length, List<Step> steps, boolean keepsFlags) {

    /** One that may write the flags. */
    Instruction(long address, int length, List<Step> steps) {
      this(address, length, steps, false);
    }
  }

  /**
   * The instruction at an offset; one {@link Step.Opaque} step if the decoder does not know it or
   * the code ends within it.
   *
   * @param code the bytes of a function
   * @param at offset in the code, below its length
   * @param address of the instruction in the file's own addresses
   */
  Instruction decode(byte[] code, int at, long address);
}
