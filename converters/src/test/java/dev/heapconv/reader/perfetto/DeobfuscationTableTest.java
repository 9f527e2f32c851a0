package dev.heapconv.reader.perfetto;

import static dev.heapconv.testing.TraceBuilder.heap;
import static dev.heapconv.testing.TraceBuilder.malloc;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.proto.perfetto.DeobfuscationMapping;
import dev.heapconv.proto.perfetto.ObfuscatedClass;
import dev.heapconv.proto.perfetto.ObfuscatedMethod;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.testing.TestData;
import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Original names from the maps in a trace. */
class DeobfuscationTableTest {

  private static final String APK = "/data/app/~~Xy==/com.example-1/base.apk";

  private final TraceBuilder trace = new TraceBuilder();
  private final TraceBuilder.Sequence sequence = trace.sequence(7);

  private RecordedProfile read() throws IOException {
    return Conversions.read(trace.bytes());
  }

  private static RecordedProfile read(String name) throws IOException {
    return Conversions.read(TestData.bytes(TestData.shared(name)));
  }

  private static List<String> stacks(RecordedProfile profile) {
    List<String> stacks = new ArrayList<>();
    profile.heaps().forEach(heap -> stacks.addAll(RecordedText.of(profile, heap).keySet()));
    return stacks;
  }

  private long frameOf(String function, String path, int relPc) {
    return sequence.frame(function, sequence.mapping(path, new byte[] {1}, 0, 0, 0, 0), relPc);
  }

  private void map(String packageName, ObfuscatedClass.Builder... classes) {
    DeobfuscationMapping.Builder mapping =
        DeobfuscationMapping.newBuilder().setPackageName(packageName);
    for (ObfuscatedClass.Builder one : classes) {
      mapping.addObfuscatedClasses(one);
    }
    trace.packet(TracePacket.newBuilder().setDeobfuscationMapping(mapping));
  }

  private static ObfuscatedClass.Builder renamed(String obfuscated, String original) {
    return ObfuscatedClass.newBuilder().setObfuscatedName(obfuscated).setDeobfuscatedName(original);
  }

  private static ObfuscatedMethod.Builder method(String obfuscated, String original) {
    return ObfuscatedMethod.newBuilder()
        .setObfuscatedName(obfuscated)
        .setDeobfuscatedName(original);
  }

  @Test
  void namesAndUnknownMethodsOfAnAppAreRestored() throws IOException {
    sequence.dump(
        malloc(1000)
            .row(
                sequence.stackOf(
                    frameOf("a.b", APK, 1), frameOf("a.x", APK, 2), frameOf("z.y", APK, 3)),
                1,
                10,
                0,
                0));
    map("com.example", renamed("a", "com.example.Cache").addObfuscatedMethods(method("b", "fill")));

    assertThat(stacks(read())).containsExactly("com.example.Cache.fill;com.example.Cache.x;z.y");
  }

  @Test
  void pathDecidesBeforeTheProcess() throws IOException {
    trace.process(10, "com.example");
    sequence.dump(
        heap(10, "h", 1000)
            .row(
                sequence.stackOf(
                    frameOf("a.b", "/data/app/com.other-1/base.apk", 1),
                    frameOf("a.b", "/system/app/Example/Example.apk", 2)),
                1,
                10,
                0,
                0));
    map("com.example", renamed("a", "com.example.Cache"));

    assertThat(stacks(read())).containsExactly("a.b;com.example.Cache.b");
  }

  @Test
  void oneFrameHasADifferentNameInEachProcess() throws IOException {
    trace.process(10, "com.first").process(20, "com.second:remote").process(30, "com.third");
    long stack = sequence.stack("main", "a.b", "x.y");
    sequence.dump(
        heap(10, "h", 1000).row(stack, 1, 10, 0, 0),
        heap(10, "other", 1000).row(stack, 4, 40, 0, 0),
        heap(20, "h", 1000).row(stack, 2, 20, 0, 0),
        heap(30, "h", 1000).row(stack, 3, 30, 0, 0));
    // The name in one process is the recorded name of another frame.
    map("com.first", renamed("a", "x").addObfuscatedMethods(method("b", "y")));
    map("com.second", renamed("a", "B"), renamed("x", "X"));

    assertThat(stacks(read()))
        .containsExactly("main;x.y;x.y", "main;x.y;x.y", "main;B.b;X.y", "main;a.b;x.y");
  }

  @Test
  void framesThatAllProcessesNameAlikeStayShared() throws IOException {
    trace.process(10, "com.first").process(20, "com.second");
    long stack = sequence.stackOf(frameOf("a.b", APK, 1));
    sequence.dump(
        heap(10, "h", 1000).row(stack, 1, 10, 0, 0), heap(20, "h", 1000).row(stack, 2, 20, 0, 0));
    map("com.example", renamed("a", "A"));

    RecordedProfile profile = read();
    assertThat(stacks(profile)).containsExactly("A.b", "A.b");
    assertThat(profile.stacks().frameCount()).isEqualTo(1);
  }

  @Test
  void mapWithoutPackageIsForPackagesWithoutOne() throws IOException {
    trace.process(10, "com.first").process(20, "com.second");
    long stack = sequence.stack("a.b");
    sequence.dump(
        heap(10, "h", 1000).row(stack, 1, 10, 0, 0), heap(20, "h", 1000).row(stack, 2, 20, 0, 0));
    map("", renamed("a", "Any"));
    map("com.second", renamed("c", "C"));

    assertThat(stacks(read())).containsExactly("Any.b", "a.b");
  }

  @Test
  void packageOfTheProcessDecidesForFilesOfTheSystem() throws IOException {
    assertThat(stacks(read("third-party/perfetto/profile_unknown_package.pftrace")))
        .containsExactly("com.google.classone.foo;com.google.classtwo.foo");
  }

  @Test
  void anotherPackagesMapRenamesNothing() throws IOException {
    assertThat(stacks(read("cases/deob/wrongpkg.pftrace")))
        .containsExactly("com.google.classone.foo;com.google.classtwo.foo", "hwe.a;hye.a");
  }

  @Test
  void lineRangesNameChainsOfInlinedFunctions() throws IOException {
    RecordedProfile profile = read("third-party/perfetto/inline_positions.pftrace");
    String file = "Main.java";
    assertThat(profile.stacks().lines(0))
        .containsExactly(
            new SourceLine("com.example.Main.foo", file, 54),
            new SourceLine("com.example.Main.test", file, 50));
    assertThat(profile.stacks().lines(2))
        .containsExactly(
            new SourceLine("com.example.Main.baz", file, 64),
            new SourceLine("com.example.Main.bar", file, 60),
            new SourceLine("com.example.Main.foo", file, 55),
            new SourceLine("com.example.Main.test", file, 50));
  }
}
