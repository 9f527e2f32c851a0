package dev.heapconv.reader.perfetto;

import static dev.heapconv.testing.TraceBuilder.heap;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.View;
import dev.heapconv.proto.perfetto.AddressSymbols;
import dev.heapconv.proto.perfetto.DeobfuscationMapping;
import dev.heapconv.proto.perfetto.Line;
import dev.heapconv.proto.perfetto.ModuleSymbols;
import dev.heapconv.proto.perfetto.ObfuscatedClass;
import dev.heapconv.proto.perfetto.ObfuscatedMethod;
import dev.heapconv.proto.perfetto.PackagesList;
import dev.heapconv.proto.perfetto.ProcessTree;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.testing.TraceBuilder;
import dev.heapconv.testing.TraceBuilder.Heap;
import dev.heapconv.testing.TraceBuilder.Sequence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What Perfetto's own tests of heap profiles, symbols and deobfuscation have (diff_tests/parser/
 * profiling, August 2026), with traces built anew. Each says what trace_processor prints, and where
 * heapconv differs, why.
 *
 * <p>Not here is what is no heap profile: smaps, perf samples, Java heap graphs, OutOfMemoryError,
 * and stack samples of other units, which {@link StackSampleDumpsTest} and {@link TraceFactsTest}
 * have.
 */
class PerfettoDiffTest {

  private static final String WEBVIEW =
      "data/app/com.google.android.webview-6XfQhnaSkFwGK0sYL9is0G==/base.apk";

  /**
   * @param rows what heapconv has, which is what trace_processor has unless the case says otherwise
   */
  record Case(String name, TraceBuilder trace, List<String> rows) {

    Case(String name, TraceBuilder trace, String... rows) {
      this(name, trace, List.of(rows));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> cases() {
    return Stream.of(
        jit(),
        newStack(),
        twoHeaps(),
        emptyCallstack(),
        peak(1024),
        peak(0),
        frees(),
        unchanged(),
        window(),
        noBuildId());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void numbersAreThoseOfTraceProcessorButWhereItsAreWrong(Case of) throws IOException {
    RecordedProfile profile =
        Conversions.read(of.trace.bytes(), Conversions.dump(DumpSelector.ALL));
    assertThat(rows(profile)).isEqualTo(of.rows);
  }

  /** Rows as "heap, dump: stack: allocated n, bytes; live n, bytes". */
  private static List<String> rows(RecordedProfile profile) {
    List<String> rows = new ArrayList<>();
    for (RecordedHeap heap : profile.heaps()) {
      String name = heap.info().heap() + " " + heap.info().dump().number() + ": ";
      RecordedText.of(profile, heap)
          .forEach(
              (stack, row) -> {
                StringJoiner text = new StringJoiner(", ", name + stack + ": ", "");
                if (heap.views().contains(View.ALLOC_SPACE)) {
                  text.add("allocated " + row.allocCount() + " " + row.allocBytes());
                }
                text.add(
                    "live "
                        + (heap.views().contains(View.OBJECTS) ? row.liveCount() + " " : "")
                        + row.liveBytes());
                rows.add(text.toString());
              });
    }
    return rows;
  }

  private static TraceBuilder processes() {
    return new TraceBuilder().process(1, "init").process(2, "system_server").clocks(6, 0, 4, 0);
  }

  private static Heap dump(long time, long interval) {
    Heap heap = heap(2, "libc.malloc", time);
    heap.samples.setSamplingIntervalBytes(interval).setOrigSamplingIntervalBytes(interval);
    return heap;
  }

  /** heap_profile_jit: two functions at the same address of the same mapping. */
  private static Case jit() {
    TraceBuilder trace = processes();
    Sequence sequence = trace.sequence(999);
    long mapping = sequence.mapping("jit-mapping", bytes("buildid"), 0, 0, 0, 0);
    long one = sequence.stackOf(sequence.frame("java_frame_1", mapping, 0x1000));
    long two = sequence.stackOf(sequence.frame("java_frame_2", mapping, 0x1000));
    sequence.dump(dump(10, 1).row(one, 2, 2000, 1, 1000).row(two, 10, 100, 1, 10));
    return new Case(
        "heap_profile_jit",
        trace,
        "libc.malloc 1: java_frame_1: allocated 2 2000, live 1 1000",
        "libc.malloc 1: java_frame_2: allocated 10 100, live 9 90");
  }

  /**
   * heap_profile_tracker_new_stack: a stack that was freed is back under another id.
   * trace_processor has what changed with each dump; heapconv's dumps hold all since the start.
   */
  private static Case newStack() {
    TraceBuilder trace = processes();
    Sequence sequence = trace.sequence(1);
    long frame = sequence.frame("f", sequence.mapping("", new byte[0], 0, 0, 0, 0), 0x123);
    sequence.dump(dump(0, 1).row(sequence.stackOf(frame), 1, 1, 1, 1));
    sequence.dump(dump(1, 1).row(sequence.stackOf(frame), 1, 1, 1, 1));
    return new Case(
        "heap_profile_tracker_new_stack",
        trace,
        "libc.malloc 1: f: allocated 1 1, live 0 0",
        "libc.malloc 2: f: allocated 2 2, live 0 0");
  }

  /** heap_profile_tracker_twoheaps: heaps that share callstacks. */
  private static Case twoHeaps() {
    TraceBuilder trace = processes();
    Sequence sequence = trace.sequence(1);
    long stack = sequence.stack("f");
    sequence.dump(
        heap(2, "libc.malloc", 0).row(stack, 1, 1, 1, 1),
        heap(2, "custom", 0).row(stack, 1, 1, 1, 1));
    return new Case(
        "heap_profile_tracker_twoheaps",
        trace,
        "libc.malloc 1: f: allocated 1 1, live 0 0",
        "custom 1: f: allocated 1 1, live 0 0");
  }

  /**
   * stack_profile_tracker_empty_callstack: trace_processor drops the samples. Their bytes were
   * allocated, so that heapconv keeps them, under an empty stack.
   */
  private static Case emptyCallstack() {
    TraceBuilder trace = processes();
    Sequence sequence = trace.sequence(1);
    long empty = sequence.stackOf();
    sequence.dump(dump(0, 1).row(empty, 1, 1, 0, 0).row(empty, 1, 1, 0, 0));
    return new Case(
        "stack_profile_tracker_empty_callstack", trace, "libc.malloc 1: : allocated 2 2, live 2 2");
  }

  /**
   * heap_profile_dump_max, heap_profile_dump_max_legacy and heap_profile_intervals: counts of a
   * producer that does not state orig_sampling_interval_bytes were wrong.
   */
  private static Case peak(long original) {
    TraceBuilder trace = processes();
    Sequence sequence = trace.sequence(999);
    byte[] build = bytes("build-id");
    long mapping = sequence.mapping("liblib.so", build, 0, 0, 0, 0);
    long f1 = sequence.frame("f1", mapping, 0x1000);
    long f2 = sequence.frame("f2", mapping, 0x2000);
    long f3 = sequence.frame("f3", mapping, 0x3000);
    long other = sequence.frame("f2", sequence.mapping("liblib.so", build, 0, 0, 0, 0), 0x4000);
    Heap heap = heap(2, "libc.malloc", 10);
    heap.samples.setSamplingIntervalBytes(1024).setOrigSamplingIntervalBytes(original);
    sequence.dump(
        heap.peak(sequence.stackOf(f1, f2, f3), 6, 1000).peak(sequence.stackOf(f1, other), 1, 90));
    trace.packet(
        TracePacket.newBuilder()
            .setModuleSymbols(
                ModuleSymbols.newBuilder()
                    .setPath("/liblib.so")
                    .setBuildId(ByteString.copyFrom(build))
                    .addAddressSymbols(symbol(0x3000, "symbolized f3", "f3.cc", 33))
                    .addAddressSymbols(symbol(0x2000, "symbolized f2", "f2.cc", 22))
                    .addAddressSymbols(symbol(0x4000, "symbolized f2", "f2.cc", 23))));
    String six = original > 0 ? "6 " : "";
    String one = original > 0 ? "1 " : "";
    return new Case(
        "heap_profile_dump_max" + (original > 0 ? "" : "_legacy"),
        trace,
        "libc.malloc 1: f1;symbolized f2: live " + one + "90",
        "libc.malloc 1: f1;symbolized f2;symbolized f3: live " + six + "1000");
  }

  private static AddressSymbols symbol(long address, String function, String file, int line) {
    return AddressSymbols.newBuilder()
        .setAddress(address)
        .addLines(
            Line.newBuilder().setFunctionName(function).setSourceFileName(file).setLineNumber(line))
        .build();
  }

  /**
   * heap_profile_intervals_frees: three dumps, of which the second frees what the first holds. The
   * sums of live bytes are those of trace_processor, 1000, 1000 and 0. It also adds up what is live
   * as "allocated" of each dump; heapconv counts allocations since the start.
   */
  private static Case frees() {
    TraceBuilder trace = processes();
    Sequence sequence = trace.sequence(999);
    long mapping = sequence.mapping("liblib.so", bytes("build-id"), 0, 0, 0, 0);
    long a = sequence.stackOf(sequence.frame("a", mapping, 0x1000));
    long b = sequence.stackOf(sequence.frame("b", mapping, 0x2000));
    sequence.dump(
        dump(20, 1024).row(a, 4, 1000, 0, 0),
        dump(40, 1024).row(a, 4, 1000, 4, 1000).row(b, 4, 1000, 0, 0),
        dump(60, 1024).row(b, 4, 1000, 4, 1000));
    return new Case(
        "heap_profile_intervals_frees",
        trace,
        "libc.malloc 1: a: allocated 4 1000, live 4 1000",
        "libc.malloc 2: a: allocated 4 1000, live 0 0",
        "libc.malloc 2: b: allocated 4 1000, live 4 1000",
        "libc.malloc 3: a: allocated 4 1000, live 0 0",
        "libc.malloc 3: b: allocated 4 1000, live 0 0");
  }

  /**
   * heap_profile_intervals_legacy: the second dump leaves out the stack of the first. heapprofd
   * writes each stack that holds anything into each dump, so that heapconv takes it as freed;
   * trace_processor has both.
   */
  private static Case unchanged() {
    TraceBuilder trace = processes();
    Sequence sequence = trace.sequence(999);
    long a = sequence.stack("a");
    long b = sequence.stack("b");
    sequence.dump(dump(20, 1024).row(a, 1, 100, 0, 0), dump(40, 1024).row(b, 1, 100, 0, 0));
    return new Case(
        "heap_profile_intervals_legacy",
        trace,
        "libc.malloc 1: a: allocated 1 100, live 1 100",
        "libc.malloc 2: a: allocated 1 100, live 0 0",
        "libc.malloc 2: b: allocated 1 100, live 1 100");
  }

  /** heap_profile_window, heap_profile_window_legacy. */
  private static Case window() {
    TraceBuilder trace = processes();
    Sequence sequence = trace.sequence(999);
    Heap heap = dump(30, 1024).row(sequence.stack("f1"), 4, 1000, 0, 0);
    heap.samples.setStartTimestamp(15);
    sequence.dump(heap);
    return new Case(
        "heap_profile_window", trace, "libc.malloc 1: f1: allocated 4 1000, live 4 1000");
  }

  /** heap_profile_data_local_tmp: a program without a build id has its numbers all the same. */
  private static Case noBuildId() {
    TraceBuilder trace = processes();
    Sequence sequence = trace.sequence(3);
    long libc =
        sequence.mapping("/apex/com.android.runtime/lib64/bionic/libc.so", bytes("id"), 0, 0, 0, 0);
    long own = sequence.mapping("/data/local/tmp/mallocer", new byte[0], 0, 0, 0, 0);
    long malloc = sequence.frame("malloc", libc, 254_632);
    long one = sequence.stackOf(sequence.frame("one", own, 4476), malloc);
    long two = sequence.stackOf(sequence.frame("two", own, 4440), malloc);
    sequence.dump(dump(1, 1).row(one, 1, 4096, 0, 0).row(two, 1, 4096, 1, 4096));
    return new Case(
        "heap_profile_data_local_tmp",
        trace,
        "libc.malloc 1: one;malloc: allocated 1 4096, live 1 4096",
        "libc.malloc 1: two;malloc: allocated 1 4096, live 0 0");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aDumpLastsFromItsStart() throws IOException {
    assertThat(
            Conversions.read(window().trace.bytes()).heaps().get(0).info().dump().durationNanos())
        .isEqualTo(15);
  }

  /**
   * @param lines the line in the obfuscated code and that in the source, if the map has them
   */
  private static ObfuscatedMethod method(String from, String to, int... lines) {
    ObfuscatedMethod.Builder method =
        ObfuscatedMethod.newBuilder().setObfuscatedName(from).setDeobfuscatedName(to);
    if (lines.length > 0) {
      method.setObfuscatedLineStart(lines[0]).setObfuscatedLineEnd(lines[0]);
      method.setSourceLineStart(lines[1]);
    }
    return method.build();
  }

  private static TracePacket map(
      String packageName, String from, String to, ObfuscatedMethod... methods) {
    return TracePacket.newBuilder()
        .setDeobfuscationMapping(
            DeobfuscationMapping.newBuilder()
                .setPackageName(packageName)
                .setVersionCode(1)
                .addObfuscatedClasses(
                    ObfuscatedClass.newBuilder()
                        .setObfuscatedName(from)
                        .setDeobfuscatedName(to)
                        .addAllObfuscatedMethods(List.of(methods))))
        .build();
  }

  /** A dump of process 2, with a stack of one frame for each function, all in one mapping. */
  private static TraceBuilder functions(TraceBuilder trace, String path, String... functions) {
    Sequence sequence = trace.sequence(999);
    long mapping = sequence.mapping(path, bytes("build-id"), 0, 0, 0, 0);
    Heap heap = dump(10, 1);
    for (int i = 0; i < functions.length; i++) {
      long frame = sequence.frame(functions[i], mapping, 0x1000 * (i + 1));
      heap.row(sequence.stackOf(frame), 1, 1000, 0, 0);
    }
    sequence.dump(heap);
    return trace;
  }

  private static List<String> names(TraceBuilder trace) throws IOException {
    RecordedProfile profile = Conversions.read(trace.bytes());
    return List.copyOf(RecordedText.of(profile).keySet());
  }

  /** heap_profile_deobfuscate: the package in the path of the file decides. */
  @Test
  void theMapOfThePackageOfAFileNamesItsFunctions() throws IOException {
    TraceBuilder trace = functions(processes(), WEBVIEW, "a.f1");
    trace.packet(map("com.google.android.wrong", "a", "Foo", method("f1", "function2")));
    trace.packet(map("com.google.android.webview", "a", "Bar", method("f1", "function1")));
    assertThat(names(trace)).containsExactly("Bar.function1");
  }

  /**
   * heap_profile_deobfuscate_2: code of the JIT is in no file. trace_processor applies the map of
   * any package to it, also to that of other processes: Bar.function1.
   */
  @Test
  void jitCodeKeepsItsNamesIfTheMapIsOfAnotherPackage() throws IOException {
    TraceBuilder trace = functions(processes(), "memfd:jit-cache", "a.f1");
    trace.packet(map("com.google.android.webview", "a", "Bar", method("f1", "function1")));
    assertThat(names(trace)).containsExactly("a.f1");
  }

  private static TraceBuilder app() {
    return new TraceBuilder()
        .packet(
            TracePacket.newBuilder()
                .setProcessTree(
                    ProcessTree.newBuilder()
                        .addProcesses(
                            ProcessTree.Process.newBuilder()
                                .setPid(2)
                                .addCmdline("com.example.app")
                                .setUid(10_001))))
        .packet(
            TracePacket.newBuilder()
                .setPackagesList(
                    PackagesList.newBuilder()
                        .addPackages(
                            PackagesList.PackageInfo.newBuilder()
                                .setName("com.example.app")
                                .setUid(10_001))));
  }

  private static final String APK = "/data/app/com.example.app-abc123/base.apk";

  /** profile_deobfuscation_default_package: the path tells none, so that of the process does. */
  @Test
  void thePackageOfTheProcessIsUsedForFilesOfTheSystem() throws IOException {
    TraceBuilder trace =
        functions(app(), "/system/priv-app/Prebuilt1/Prebuilt1.apk", "hye.a", "hwe.a");
    trace.packet(map("com.other", "hye", "Wrong", method("a", "foo")));
    trace.packet(map("com.example.app", "hye", "com.google.classone", method("a", "foo")));
    trace.packet(map("com.example.app", "hwe", "com.google.classtwo", method("a", "foo")));
    assertThat(names(trace)).containsExactly("com.google.classone.foo", "com.google.classtwo.foo");
  }

  /**
   * r8_retrace_compat: horizontal and vertical class merging. Names of one obfuscated method are in
   * the order of the map; trace_processor sorts them.
   */
  @Test
  void methodsOfMergedClassesHaveTheirOwnClass() throws IOException {
    TraceBuilder trace = functions(app(), APK, "a.c", "a.b", "a.a");
    trace.packet(
        map(
            "com.example.app",
            "a",
            "com.example.A",
            method("c", "foo"),
            method("b", "com.example.B.bar"),
            method("a", "com.example.B.baz", 1, 51),
            method("a", "baz", 2, 51)));
    assertThat(names(trace))
        .containsExactly(
            "com.example.A.foo", "com.example.B.bar", "com.example.B.baz | com.example.A.baz");
  }

  /** r8_retrace_compat: overloads with names of their own, removed arguments, static methods. */
  @Test
  void methodsWithSeveralObfuscatedNamesHaveOneName() throws IOException {
    TraceBuilder trace = functions(app(), APK, "b.a", "b.b");
    trace.packet(
        map("com.example.app", "b", "StringSupplier", method("a", "get"), method("b", "get")));
    RecordedProfile profile = Conversions.read(trace.bytes());
    assertThat(RecordedText.containing(profile, profile.heaps().get(0), "StringSupplier.get"))
        .isEqualTo(new RecordedText.Row(2, 2000, 2, 2000));
  }

  /** r8_retrace_compat: inline_positions. The innermost function is first. */
  @Test
  void linesTellChainsOfInlinedFunctions() throws IOException {
    TraceBuilder trace = functions(app(), APK, "a.a", "a.a", "a.a");
    ModuleSymbols.Builder symbols =
        ModuleSymbols.newBuilder().setPath(APK).setBuildId(ByteString.copyFromUtf8("build-id"));
    for (int i = 1; i <= 3; i++) {
      symbols.addAddressSymbols(symbol(0x1000 * i, "a.a", "Main.java", i));
    }
    trace.packet(TracePacket.newBuilder().setModuleSymbols(symbols));
    trace.packet(
        map(
            "com.example.app",
            "a",
            "Main",
            method("a", "foo", 1, 54),
            method("a", "test", 1, 50),
            method("a", "bar", 2, 59),
            method("a", "foo", 2, 55),
            method("a", "test", 2, 50),
            method("a", "baz", 3, 64),
            method("a", "bar", 3, 60),
            method("a", "foo", 3, 55),
            method("a", "test", 3, 50)));
    assertThat(names(trace))
        .containsExactly(
            "Main.test;Main.foo",
            "Main.test;Main.foo;Main.bar",
            "Main.test;Main.foo;Main.bar;Main.baz");
    assertThat(Conversions.read(trace.bytes()).stacks().lines(1))
        .extracting(SourceLine::line)
        .containsExactly(59, 55, 50);
  }
}
