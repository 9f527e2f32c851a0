package dev.heapconv.contract;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** Profiles of DHAT, massif and heaptrack against the contract of all readers. */
class ValgrindReaderContractTest {

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1",
          "ffff",
          "2147483647",
          "2147483648",
          "9223372036854775807",
          "7fffffffffffffff",
          "ffffffffffffffff",
          "99999999999999999999999",
          "-1",
          "1e9",
          "");

  @Nested
  @DisplayName("DHAT")
  class Dhat extends ReaderContract {

    private static final String HEADER =
        "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"bklt\":true,\"tu\":\"instrs\",\"cmd\":\"./a"
            + " b\",\"pid\":7,\"te\":9,\"tg\":3,\"pps\":[";

    @Override
    protected byte[] sample() {
      return bytes(
          HEADER
              + "{\"tb\":30,\"tbk\":3,\"mb\":30,\"gb\":20,\"gbk\":2,\"eb\":10,\"ebk\":1,\"fs\":[1,2,3]},"
              + "{\"tb\":5,\"tbk\":1,\"gb\":0,\"gbk\":0,\"eb\":5,\"ebk\":1,\"acc\":[-5,0],\"fs\":[1,3]}],\"ftbl\":[\"[root]\",\"0x4841:"
              + " malloc (in /usr/lib/vg.so)\",\"0x11: f(int) (a.c:3)\",\"0x12: main (a.c:9)\"]}");
    }

    @Override
    protected byte[] deepStack(int frames) {
      return bytes(
          HEADER
              + "{\"tb\":1,\"tbk\":1,\"fs\":[1"
              + ",1".repeat(frames - 1)
              + "]}],\"ftbl\":[\"[root]\",\"0x1: f (a.c:1)\"]}");
    }

    @Override
    protected List<byte[]> absurdNumbers() {
      return withNumbers(
          NUMBERS,
          HEADER
              + "{\"tb\":{n},\"tbk\":{n},\"gb\":{n},\"gbk\":{n},\"eb\":{n},\"ebk\":{n},\"fs\":[1]}],\"ftbl\":[\"[root]\",\"0x{n}:"
              + " f (a.c:{n})\"]}",
          HEADER + "{\"tb\":1,\"tbk\":1,\"fs\":[{n}]}],\"ftbl\":[\"0x1: f\"]}",
          HEADER + "{n}],\"ftbl\":{n}}",
          "{\"dhatFileVersion\":2,\"mode\":\"rust-heap\",\"tu\":\"\u00b5s\",\"pid\":{n},\"te\":{n},\"tg\":{n}}");
    }
  }

  @Nested
  @DisplayName("massif")
  class Massif extends ReaderContract {

    private static final String HEADER = "desc: (none)\ncmd: ./a b\ntime_unit: ms\n#-----------\n";

    private static String snapshot(int number, String tree) {
      return "snapshot="
          + number
          + "\n#-----------\ntime=12\nmem_heap_B=30\nmem_heap_extra_B=8\nmem_stacks_B=0\n"
          + tree
          + "#-----------\n";
    }

    @Override
    protected byte[] sample() {
      return bytes(
          HEADER
              + snapshot(0, "heap_tree=empty\n")
              + snapshot(
                  1,
                  "heap_tree=peak\n"
                      + "n2: 30 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.\n"
                      + " n1: 20 0x11: f(int) (a.c:3)\n"
                      + "  n0: 20 0x12: main (a.c:9)\n"
                      + " n0: 10 in 2 places, all below massif's threshold (1.00%)\n"));
    }

    @Override
    protected byte[] deepStack(int frames) {
      StringBuilder tree = new StringBuilder("heap_tree=detailed\nn1: 9 (heap)\n");
      for (int depth = 1; depth < frames; depth++) {
        tree.append(" ".repeat(depth)).append("n1: 9 0x").append(depth).append(": f\n");
      }
      tree.append(" ".repeat(frames)).append("n0: 9 0x0: main\n");
      return bytes(HEADER + snapshot(0, tree.toString()));
    }

    @Override
    protected int deepest() {
      return 2000;
    }

    @Override
    protected List<byte[]> absurdNumbers() {
      return withNumbers(
          NUMBERS,
          HEADER.replace("#", "snapshot={n}\ntime={n}\nmem_heap_B={n}\nmem_stacks_B={n}\n#")
              + "heap_tree=detailed\nn1: {n} (heap)\n n0: {n} 0x{n}: f (a.c:{n})\n",
          HEADER + snapshot(0, "heap_tree=peak\nn{n}: 9 (heap)\n n{n}: 9 0x1: f\n"));
    }
  }

  @Nested
  @DisplayName("heaptrack")
  class Heaptrack extends ReaderContract {

    private static final String HEADER =
        "v 10400 3\nX ./a b\nI 1000 5e29\ns 6 /bin/a\ns 4 main\ns 3 a.c\ns 1 f\n";

    @Override
    protected byte[] sample() {
      return bytes(
          HEADER
              + "i 56195b498120 1 2 3 10\nt 1 0\ni 56195b498130 1 4 3 5 2 3 11\nt 2 1\n"
              + "a 64 2\n+ 0\nc 5\nR 10\n+ 0\na 20 1\n- 0\n+ 1\n- 0\n# strings: 4\n");
    }

    /** Deeper ones are cut: stacks that are written as a tree could all be as long as the file. */
    @Override
    protected int deepest() {
      return 1024;
    }

    @Override
    protected byte[] deepStack(int frames) {
      StringBuilder text = new StringBuilder(HEADER + "i 1 1 2 3 4\n");
      for (int depth = 0; depth < frames; depth++) {
        text.append("t 1 ").append(Integer.toHexString(depth)).append('\n');
      }
      return bytes(text + "a 10 " + Integer.toHexString(frames) + "\n+ 0\n");
    }

    @Override
    protected List<byte[]> absurdNumbers() {
      return withNumbers(
          NUMBERS,
          HEADER + "i {n} 1 2 3 {n}\nt 1 0\na {n} 1\n+ 0\n+ 0\nc {n}\n- 0\n+ 0\n+ 0\n",
          HEADER + "i 1 {n} {n} {n} 1 {n}\nt {n} {n}\na 10 {n}\n+ {n}\n- {n}\n",
          "v {n} {n}\nX a\ns {n} x\n");
    }
  }
}
