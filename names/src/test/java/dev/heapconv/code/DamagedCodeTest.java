package dev.heapconv.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Binaries that are not what they were when they were recorded: nothing in them is trusted. */
class DamagedCodeTest {

  /** For all stacks of a recording; a whole file takes a hundredth of it. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path folder;

  private RecordedProfile recorded(Path trace) throws IOException {
    return HeapConv.read(InputSource.file(trace), ReadOptions.DEFAULT);
  }

  /** The number of stacks whose size is found, whatever it is. */
  private int found(RecordedProfile recorded, byte[] elf) throws IOException {
    Path file = Files.write(folder.resolve("damaged"), elf);
    int found = 0;
    long start = System.nanoTime();
    try (AllocationCode code =
        new AllocationCode(mapping -> mapping.path().startsWith("/opt/traps/") ? file : null)) {
      for (RecordedHeap heap : recorded.heaps()) {
        for (int row = 0; row < heap.rows(); row++) {
          SizeOfCode size = code.of(recorded.stacks(), heap.stack(row));
          found += size instanceof SizeOfCode.Constant ? 1 : 0;
        }
      }
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE);
    return found;
  }

  @ParameterizedTest
  @CsvSource({"x86-64,gO2", "x86-64,static", "arm64,gOs"})
  void cutFilesTellNothingOrWhatTheyHave(String processor, String build) throws IOException {
    Path trace = CodeTrapsTest.folder(processor).resolve(build + ".t4096.pftrace.zst");
    RecordedProfile recorded = recorded(trace);
    byte[] whole = Files.readAllBytes(CodeTrapsTest.binary(trace));
    int all = found(recorded, whole);
    assertThat(all).isGreaterThan(10);
    for (int i = 0; i < Effort.of(40, 1000); i++) {
      int length = (int) ((long) whole.length * i / Effort.of(40, 1000));
      assertThat(found(recorded, Arrays.copyOf(whole, length))).isLessThanOrEqualTo(all);
    }
  }

  @ParameterizedTest
  @CsvSource({"x86-64,gO0", "x86-64,lto", "arm64,gO2"})
  void anyBytesOfAFileEndInAnAnswer(String processor, String build) throws IOException {
    Path trace = CodeTrapsTest.folder(processor).resolve(build + ".t4096.pftrace.zst");
    RecordedProfile recorded = recorded(trace);
    byte[] whole = Files.readAllBytes(CodeTrapsTest.binary(trace));
    Random random = new Random(63);
    for (int i = 0; i < Effort.of(100, 3000); i++) {
      byte[] damaged = whole.clone();
      // Headers are at both ends; between them are code and tables.
      int flips = 1 << random.nextInt(12);
      for (int k = 0; k < flips; k++) {
        damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      }
      found(recorded, damaged);
    }
  }

  @Test
  void codeOfOtherProcessorsIsLeftAlone() throws IOException {
    Path trace = CodeTrapsTest.folder("x86-64").resolve("gO2.t4096.pftrace.zst");
    byte[] elf = Files.readAllBytes(CodeTrapsTest.binary(trace));
    elf[18] = 40; // ARM of 32 bits
    Path file = Files.write(folder.resolve("other"), elf);
    RecordedProfile recorded = recorded(trace);
    RecordedHeap heap = recorded.heaps().get(0);
    try (AllocationCode code = new AllocationCode(mapping -> file)) {
      assertThat(code.of(recorded.stacks(), heap.stack(0)))
          .isEqualTo(new SizeOfCode.Unknown(Unclear.OTHER_PROCESSOR));
    }
  }
}
