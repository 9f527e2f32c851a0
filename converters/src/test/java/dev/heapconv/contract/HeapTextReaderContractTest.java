package dev.heapconv.contract;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** Text dumps against the contract of all readers. */
class HeapTextReaderContractTest {

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1",
          "9223372036854775807",
          "9223372036854775808",
          "99999999999999999999999",
          "-1",
          "0x10",
          "1e9",
          "");

  private static final String MAPS =
      "\n"
          + "MAPPED_LIBRARIES:\n"
          + "00400000-00500000 r-xp 00001000 00:00 17 /bin/app\n"
          + "7f00-7f01 r--p 0 0:0 0 /lib/a b.so\n";

  private static String addresses(int count) {
    StringBuilder text = new StringBuilder("@");
    for (int i = 0; i < count; i++) {
      text.append(" 0x").append(Integer.toHexString(0x400000 + i % 1000));
    }
    return text.toString();
  }

  @Nested
  @DisplayName("jemalloc")
  class Jemalloc extends ReaderContract {
    @Override
    protected byte[] sample() {
      return bytes(
          "heap_v2/4096\n"
              + "  t*: 3: 3000 [5: 5000]\n"
              + "  t0: 3: 3000 [5: 5000] main\n"
              + "@ 0x400100 0x400200\n"
              + "  t*: 2: 2000 [4: 4100]\n"
              + "  t0: 2: 2000 [4: 4100]\n"
              + "@ 0x400300\n"
              + "  t*: 1: 500 [1: 500]\n"
              + MAPS);
    }

    @Override
    protected byte[] deepStack(int frames) {
      return bytes(
          "heap_v2/4096\n  t*: 1: 1 [0: 0]\n" + addresses(frames) + "\n  t*: 1: 1 [0: 0]\n");
    }

    @Override
    protected List<byte[]> absurdNumbers() {
      return withNumbers(
          NUMBERS,
          "heap_v2/{n}\n  t*: 1: 1 [0: 0]\n@ 0x1\n  t*: 1: 1 [0: 0]\n",
          "heap_v2/512\n  t*: {n}: {n} [{n}: 0]\n@ 0x{n}\n  t*: {n}: {n} [0: {n}]\n");
    }
  }

  @Nested
  @DisplayName("gperftools")
  class Gperftools extends ReaderContract {
    @Override
    protected byte[] sample() {
      return bytes(
          "heap profile: 3: 3000 [ 3: 3000] @ heap_v2/524288\n"
              + "  1: 1000 [ 1: 1000] @ 0x400100 0x400200\n"
              + " 2: 2000 [ 2: 2000] @ 0x400300 0x400200\n"
              + MAPS);
    }

    @Override
    protected byte[] deepStack(int frames) {
      return bytes(
          "heap profile: 1: 1 [1: 1] @ heap/8192\n1: 1 [1: 1] " + addresses(frames) + "\n");
    }

    @Override
    protected List<byte[]> absurdNumbers() {
      List<byte[]> dumps =
          withNumbers(
              NUMBERS, "heap profile: 1: 1 [1: 1] @ heap_v2/512\n{n}: {n} [{n}: {n}] @ 0x1\n");
      for (String type : List.of("heap_v2/", "heapz_v2/", "heap/", "heapprofile/", "growth/", "")) {
        dumps.addAll(
            withNumbers(
                NUMBERS, "heap profile: 1: 1 [1: 1] @ " + type + "{n}\n1: 16 [1: 16] @ 0x1\n"));
      }
      return dumps;
    }
  }

  @Nested
  @DisplayName("Go")
  class Go extends ReaderContract {
    @Override
    protected byte[] sample() {
      return bytes(
          "heap profile: 1: 1000 [2: 2000] @ heap/1048576\n"
              + "1: 1000 [2: 2000] @ 0x401001 0x402001\n"
              + "#\t0x401000\tmain.leaf+0x24\t/src/a.go:51\n"
              + "#\t0x401000\tmain.outer+0x24\t/src/a.go:9\n"
              + "#\t0x402000\tmain.main+0x1\t\t/src/a.go:98\n\n"
              + "# runtime.MemStats\n"
              + "# Alloc = 17\n");
    }

    @Override
    protected byte[] deepStack(int frames) {
      String addresses = addresses(frames);
      return bytes(
          "heap profile: 1: 1 [1: 1] @ heap/2\n1: 1 [1: 1] "
              + addresses
              + addresses.substring(1).replaceAll(" (\\w+)", "\n#\t$1\tmain.f+0x1\ta.go:1")
              + "\n");
    }

    @Override
    protected List<byte[]> absurdNumbers() {
      return withNumbers(
          NUMBERS,
          "heap profile: 1: 1 [1: 1] @ heap/{n}\n"
              + "1: 1 [1: 1] @ 0x2\n#\t0x1\tf+0x{n}\ta.go:{n}\n");
    }
  }

  @Nested
  @DisplayName("Java heapz")
  class Java extends ReaderContract {
    @Override
    protected byte[] sample() {
      return bytes(
          "--- heapz 1 ---\nformat = java\nresolution = bytes\n  7048 1 @ 0x1 0x2\n 1000 10 @ 0x2\n"
              + "  0x1 java.util.Map.put (Map.java:17)\n  0x2 main (Main.java)\n");
    }

    @Override
    protected byte[] deepStack(int frames) {
      return bytes("--- heapz 1 ---\n 16 1 " + addresses(frames) + "\n");
    }

    @Override
    protected List<byte[]> absurdNumbers() {
      return withNumbers(NUMBERS, "--- heapz 1 ---\n {n} {n} @ 0x1\n 0x1 f (a:{n})\n");
    }
  }
}
