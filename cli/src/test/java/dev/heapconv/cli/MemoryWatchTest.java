package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that does little but collect garbage ends. */
@Tag("slow")
class MemoryWatchTest {

  @Test
  void whatJavaMayBeGivenIsWhatTheMachineHas() {
    assertThat(MemoryWatch.option(16L << 30)).isEqualTo("-Xmx12g (this machine has 16 GiB)");
    assertThat(MemoryWatch.option(1L << 29)).isEqualTo("-XmxSIZE");
    assertThat(MemoryWatch.outOfMemory()).doesNotContain("SIZE").contains("this machine has ");
  }

  @TempDir private Path folder;

  @Test
  void lacksMemoryInsteadOfCollectingGarbageForMinutes() throws Exception {
    assertThat(run(Allocations.MORE_THAN_FIT))
        .isEqualTo(new ProcessRun(1, "", MemoryWatch.outOfMemory() + System.lineSeparator()));
  }

  @Test
  void goesOnWithMemoryToWorkIn() throws Exception {
    assertThat(run(Allocations.MORE_THAN_FIT * 3 / 5)).isEqualTo(new ProcessRun(0, "", ""));
  }

  private ProcessRun run(int kept) throws Exception {
    return ProcessRun.in(
        folder,
        Map.of(),
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx128m",
        "-Xmn8m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        Allocations.class.getName(),
        Integer.toString(kept));
  }

  /** Keeps so many small objects, or a little less than fit, and allocates many more. */
  static final class Allocations {

    static final int MORE_THAN_FIT = 5_000_000;

    private static byte[] garbage = {};

    public static void main(String[] args) {
      int most = Integer.parseInt(args[0]);
      MemoryWatch.start(Terminal.system());
      List<byte[]> kept = new ArrayList<>(most);
      try {
        while (kept.size() < most) {
          kept.add(new byte[10]);
        }
      } catch (OutOfMemoryError e) {
        for (int size = kept.size(), last = size - 1; last > 0.98 * size; last--) {
          kept.remove(last);
        }
      }
      for (int i = 0; i < 20_000_000; i++) {
        garbage = new byte[10];
      }
      System.exit(kept.isEmpty() || garbage.length == 0 ? 2 : 0);
    }
  }
}
