package dev.heapconv.linear;

import static dev.heapconv.linear.LinearInputs.text;
import static dev.heapconv.testing.TraceBuilder.heap;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.heapconv.Format;
import dev.heapconv.proto.perfetto.DeobfuscationMapping;
import dev.heapconv.proto.perfetto.ObfuscatedClass;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.testing.TraceBuilder;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An input of twice the size takes twice the work, not four times: steps of the program and its
 * libraries, and bytes that they allocate, which show the work that the JDK does for them.
 */
@Isolated("counts the steps of all threads")
@Tag("slow")
class LinearTimeTest {

  private static final int SIZE = 1000;

  /** What sorting may add to 2. */
  private static final double MOST = 2.5;

  /** Buffers and the growth of arrays, which come in large pieces. */
  private static final long LEAST = 1 << 20;

  /** One for all: what has been instrumented and compiled for a format serves the next. */
  private static Method conversion;

  /** All that are written of a profile; what gzip does is not the program's. */
  private static final List<String> FORMATS =
      Arrays.stream(Format.values())
          .filter(format -> format != Format.PPROF)
          .map(Format::id)
          .toList();

  @BeforeAll
  static void instrument() throws ReflectiveOperationException {
    conversion =
        new CountingLoader()
            .loadClass(Conversion.class.getName())
            .getMethod("run", byte[].class, String.class);
  }

  static Stream<Arguments> conversions() {
    IntFunction<byte[]> heaps = LinearTimeTest::manyHeaps;
    IntFunction<byte[]> processes = LinearTimeTest::manyProcesses;
    IntFunction<byte[]> deep = LinearTimeTest::deepStack;
    Stream<Arguments> written =
        FORMATS.stream()
            .flatMap(
                format ->
                    Stream.of(
                        Arguments.of("many heaps", format, heaps),
                        Arguments.of("many processes", format, processes),
                        Arguments.of("a deep stack", format, deep)));
    Stream<Arguments> read =
        Stream.of(
            input("many clock snapshots and dumps", LinearTimeTest::manyDumps),
            input("many packages with one class", LinearTimeTest::manyPackages),
            input("many sections of a log", LinearTimeTest::manySections),
            input("many stacks", n -> log(n, i -> allocation("f" + i, i))),
            input("many blank lines", n -> log(n, i -> " ")),
            input("a long line", n -> log(1, i -> allocation("f", 1) + " ".repeat(100 * n))),
            input("a long name", n -> log(1, i -> allocation("::operator new(".repeat(n), 1))),
            input(
                "jemalloc",
                n -> text(n, "heap_v2/4096\n t*: 1: 1 [0: 0]\n", "@ 0x%x\n t*: 1: 9 [0: 0]\n", "")),
            input(
                "gperftools",
                n ->
                    text(n, "heap profile: 1: 1 [1: 1] @ heap_v2/9\n", "1: 9 [1: 9] @ 0x%x\n", "")),
            input(
                "Go",
                n ->
                    text(
                        n,
                        "heap profile: 1: 1 [1: 1] @ heap/1024\n",
                        "1: 9 [1: 9] @ 0x%x 0x1\n#\t0x1\tmain.f+0x24\t/a.go:51\n",
                        "")),
            input(
                "DHAT",
                n ->
                    text(
                        n,
                        "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"pps\":[",
                        "{\"tb\":9,\"tbk\":1,\"fs\":[0,1]},",
                        "{}],\"ftbl\":[" + "\"0x1: f (a.c:1)\",".repeat(n) + "\"0x2: main\"]}")),
            input(
                "massif",
                n ->
                    text(
                        n,
                        "desc: x\ncmd: a\ntime_unit: i\nsnapshot=0\nheap_tree=peak\nn"
                            + n
                            + ": 0 (heap)\n",
                        " n0: 9 0x%x: f (in /bin/a)\n",
                        "#\n")),
            input(
                "heaptrack",
                n ->
                    text(
                        n,
                        "v 10400 3\nX a\ns 1 f\nt 0 0\n",
                        "i %x 0 1 0 0\nt 1 0\na 9 1\n+ 0\n",
                        "- 0\n")),
            input(
                "V8",
                n ->
                    text(
                        n,
                        "{\"head\":{\"selfSize\":0,\"children\":[",
                        "{\"callFrame\":{\"functionName\":\"f%x\"},\"selfSize\":9},",
                        "{\"callFrame\":{},\"selfSize\":1}]}}")));
    return Stream.of(written, read, multiplied()).flatMap(cases -> cases);
  }

  /** What could multiply: two things, and the tasks that look at both. */
  private static Stream<Arguments> multiplied() {
    return Stream.of(
        input("a heap per dump", LinearInputs::heapPerDump),
        input("stacks and scopes", LinearInputs::stacksAndScopes),
        input("processes and scopes", LinearInputs::processesAndScopes),
        input("processes with errors", LinearInputs::processesWithErrors),
        input("stacks and dumps", LinearInputs::stacksAndDumps),
        input("heaps and restarts", LinearInputs::heapsAndRestarts),
        input("rows of a stack and scopes", LinearInputs::rowsAndScopes),
        input("columns of pprof", LinearInputs::columns),
        input("labels of pprof", LinearInputs::labels),
        input("OTLP profiles and attributes", OtlpInputs::profilesAndAttributes),
        input("OTLP types and scopes", OtlpInputs::typesAndScopes),
        input("OTLP profiles of a long name", OtlpInputs::profilesOfLongName),
        input("OTLP stacks and attributes", OtlpInputs::stacksAndMappingAttributes),
        input("DHAT at one address", LinearInputs::dhatOfOneAddress),
        input("chunks of JFR", LinearInputs::jfrChunks),
        input("jemalloc's threads and libraries", LinearInputs::threadsOfJemalloc),
        input("stacks and dumps of a log", LinearInputs::logOfDumps),
        task("stacks and dumps of a log", "peak", LinearInputs::logOfDumps),
        task("stacks and dumps", "peak", LinearInputs::stacksAndDumps),
        task("processes with errors", "html", LinearInputs::processesWithErrors),
        task("many heaps", "merge", LinearTimeTest::manyHeaps),
        task("many heaps", "diff", LinearTimeTest::manyHeaps),
        task("many processes", "merge", LinearTimeTest::manyProcesses),
        task("many processes", "diff", LinearTimeTest::manyProcesses),
        task("many dumps", "growth", n -> manyDumps(n + 1)),
        task("a heap per dump", "growth", n -> LinearInputs.heapPerDump(n + 1)),
        task("a chain", "text", n -> LinearInputs.heaptrackChain(4 * n)),
        task("a chain", "html", n -> LinearInputs.heaptrackChain(4 * n)));
  }

  private static Arguments task(String what, String task, IntFunction<byte[]> inputs) {
    return Arguments.of(what, task, inputs);
  }

  private static Arguments input(String what, IntFunction<byte[]> inputs) {
    return Arguments.of(what, "pprof-plain", inputs);
  }

  @ParameterizedTest(name = "{0} as {1}")
  @MethodSource("conversions")
  void twiceTheInputIsTwiceTheWork(String what, String task, IntFunction<byte[]> inputs)
      throws Exception {
    // The first ones load classes.
    work(inputs.apply(1), task);
    work(inputs.apply(SIZE), task);
    long[] fixed = work(inputs.apply(1), task);
    long[] once = work(inputs.apply(SIZE), task);
    long[] twice = work(inputs.apply(2 * SIZE), task);
    for (int unit = 0; unit < fixed.length; unit++) {
      assertThat((double) (twice[unit] - fixed[unit]))
          .as(what + " as " + task + ": " + (unit == 0 ? "steps" : "bytes"))
          .isLessThan(MOST * (once[unit] - fixed[unit]) + LEAST);
    }
  }

  /** The steps of a task and the bytes it allocated. */
  private static long[] work(byte[] input, String task) throws Exception {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long steps = Work.steps();
    long bytes = threads.getCurrentThreadAllocatedBytes();
    conversion.invoke(null, input, task);
    return new long[] {Work.steps() - steps, threads.getCurrentThreadAllocatedBytes() - bytes};
  }

  private static byte[] manyHeaps(int n) {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    TraceBuilder.Heap[] heaps = new TraceBuilder.Heap[n];
    for (int i = 0; i < n; i++) {
      heaps[i] = heap(7, "heap" + i, 1000).row(sequence.stack("f" + i), 1, 10, 0, 0);
    }
    sequence.dump(heaps);
    return trace.bytes();
  }

  private static byte[] manyProcesses(int n) {
    TraceBuilder trace = new TraceBuilder();
    for (int i = 0; i < n; i++) {
      TraceBuilder.Sequence sequence = trace.sequence(i + 1);
      trace.process(i + 1, "process" + i);
      sequence.dump(heap(i + 1, "h", 1000).row(sequence.stack("f" + i), 1, 10, 0, 0));
    }
    return trace.bytes();
  }

  private static byte[] manyDumps(int n) {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    for (int i = 1; i <= n; i++) {
      trace.clocks(4, 1000 * i, 1, 1_000_000 + 1000 * i);
      sequence.dump(heap(7, "h", 1000 * i).row(sequence.stack("f"), i, 10 * i, 0, 0));
    }
    return trace.bytes();
  }

  private static byte[] manyPackages(int n) {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    TraceBuilder.Heap heap = heap(7, "h", 1000);
    for (int i = 0; i < n; i++) {
      heap.row(sequence.stack("a.m" + i), 1, 10, 0, 0);
      trace.packet(
          TracePacket.newBuilder()
              .setDeobfuscationMapping(
                  DeobfuscationMapping.newBuilder()
                      .setPackageName("p" + i)
                      .addObfuscatedClasses(
                          ObfuscatedClass.newBuilder()
                              .setObfuscatedName("a")
                              .setDeobfuscatedName("Class" + i))));
    }
    sequence.dump(heap);
    return trace.bytes();
  }

  private static byte[] manySections(int n) {
    return log(
        n,
        i ->
            "{\"heapconv\":1,\"frees\":true,\"scheme\":\"exact\",\"heap\":\"h"
                + i
                + "\"}\n"
                + allocation("f" + i, i));
  }

  private static String allocation(String function, int address) {
    return "{\"alloc\":" + address + ",\"size\":10,\"frames\":[\"" + function + "\"]}";
  }

  private static byte[] deepStack(int n) {
    String frames =
        IntStream.range(0, n).mapToObj(i -> "f" + i).collect(Collectors.joining("\",\""));
    return log(1, i -> allocation(frames, 1));
  }

  private static byte[] log(int n, IntFunction<String> lines) {
    StringBuilder log = new StringBuilder("{\"heapconv\":1,\"frees\":true,\"scheme\":\"exact\"}\n");
    IntStream.range(0, n).forEach(i -> log.append(lines.apply(i)).append('\n'));
    return log.append(allocation("main", -1))
        .append('\n')
        .toString()
        .getBytes(StandardCharsets.UTF_8);
  }
}
