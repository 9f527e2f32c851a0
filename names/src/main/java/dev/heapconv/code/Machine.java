package dev.heapconv.code;

import dev.heapconv.symbols.ElfFile;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the calling convention of a processor says: System V's on x86-64, AAPCS64 on A64. */
enum Machine {
  X86_64(
      ElfFile.MACHINE_X86_64,
      new Registers(16, 4, 5, List.of(7, 6, 2, 1, 8, 9), 0b1111_1100_0111),
      new Relocations(6, 7, 8, 1),
      1),
  A64(
      ElfFile.MACHINE_AARCH64,
      new Registers(32, 31, 29, List.of(0, 1, 2, 3, 4, 5, 6, 7), 0x4007_ffff),
      new Relocations(1025, 1026, 1027, 257),
      0);

  /**
   * The registers of a processor, by their numbers.
   *
   * @param count how many there are
   * @param parameters those of the first parameters
   * @param changedByCalls a bit for each register that a call may change
   */
  record Registers(
      int count, int stackPointer, int framePointer, List<Integer> parameters, int changedByCalls) {

    boolean isChangedByCalls(int register) {
      return (changedByCalls >> register & 1) != 0;
    }
  }

  /**
   * The types of relocations that matter here.
   *
   * @param globalData of a slot for a variable or function
   * @param jumpSlot of a slot for a function
   * @param relative by the load address
   * @param absolute by the address of a symbol
   */
  record Relocations(int globalData, int jumpSlot, int relative, int absolute) {}

  private final int elfNumber;
  final Registers registers;
  final Relocations relocations;

  /** How far a recorded address is from the end of the call; 0: it is that of the call. */
  final int recordedBeforeEnd;

  Machine(int elfNumber, Registers registers, Relocations relocations, int recordedBeforeEnd) {
    this.elfNumber = elfNumber;
    this.registers = registers;
    this.relocations = relocations;
    this.recordedBeforeEnd = recordedBeforeEnd;
  }

  /** The one of an ELF file; null if its code is not read. */
  static @Nullable Machine of(int elfNumber) {
    for (Machine machine : values()) {
      if (machine.elfNumber == elfNumber) {
        return machine;
      }
    }
    return null;
  }

  /** Whether an instruction only fills the space before the next one. */
  boolean isPadding(byte[] instruction) {
    if (this == A64) {
      return Arrays.equals(instruction, new byte[] {0x1f, 0x20, 0x03, (byte) 0xd5}); // nop
    }
    int at = 0;
    while (at < instruction.length - 1 && (instruction[at] == 0x66 || instruction[at] == 0x2e)) {
      at++;
    }
    boolean isShort = instruction.length == at + 1 && (instruction[at] & 0xff) == 0x90;
    boolean isLong =
        instruction.length > at + 2 && instruction[at] == 0x0f && instruction[at + 1] == 0x1f;
    return isShort || isLong;
  }

  Decoder decoder() {
    return this == X86_64 ? new X86Decoder() : new A64Decoder();
  }
}
