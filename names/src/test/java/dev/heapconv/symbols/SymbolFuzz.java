package dev.heapconv.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.Mapping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What holds for any file below {@code --symbols}: it is examined, and then either names addresses
 * or is refused with an {@link IOException}. A fuzzer calls it ({@code benchmarks/fuzz.sh}), and
 * {@link SymbolFuzzTest} with what the fuzzer has found.
 */
public final class SymbolFuzz {

  private static final long[] ADDRESSES = {0, 0x1000, 0x1010, 0x1fff, Long.MAX_VALUE, -1};
  private static final Path FILE = temporary();

  private SymbolFuzz() {}

  private static Path temporary() {
    try {
      Path file = Files.createTempFile("heapconv-fuzz", "");
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The entry point of the fuzzer. */
  public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
    Files.write(FILE, bytes);
    assertThat(FileExamination.of(FILE).problem()).doesNotContain("Exception").doesNotContain("\n");
    try (ElfFile elf = ElfFile.open(FILE)) {
      elf.loadBias(new Mapping("/prog", ""));
    } catch (IOException e) {
      assertThat(e.getMessage()).isNotBlank();
      return;
    }
    try {
      SymbolFile file = new SymbolFile(FILE, "prog", SymbolFile.Format.ELF, "");
      assertThat(new SymbolTableNamer().name(file, ADDRESSES)).hasSameSizeAs(ADDRESSES);
    } catch (IOException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }
}
