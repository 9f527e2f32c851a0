package dev.heapconv.deobfuscate;

import static dev.heapconv.deobfuscate.ObfuscatedTraces.frames;
import static dev.heapconv.deobfuscate.ObfuscatedTraces.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.testing.Cases;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.TraceBuilder;
import dev.heapconv.testing.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProguardMapsTest {

  private static final String MAP =
      """
      # compiler: R8
      # {"id":"com.android.tools.r8.mapping","version":"2.2"}
      com.example.Main -> a:
      # {"id":"sourceFile","fileName":"Main.kt"}
          int count -> b
          1:1:void foo():54:54 -> a
          1:1:void test():50 -> a
          2:2:void bar():59:59 -> a
          2:2:void foo():55 -> a
          2:2:void test():50 -> a
          5:7:void com.other.Util.help(int):105:107 -> u
          5:7:void test():51 -> u
          void add(int) -> o
          void addAll(java.util.List) -> o
          void com.merged.Second.run() -> m
          1:1:void lambda():30:30 -> l
      # {"id":"com.android.tools.r8.synthesized"}
          2:2:void com.example.Shown.run():20:20 -> s
          2:2:void access():0:0 -> s
          4:4:void com.example.Shown.run():21:21 -> s
          4:4:void access():0:0 -> s
            # {'id':'com.android.tools.r8.synthesized'}
          1:1:void unknownLine():0:0 -> z
          1:3:void wrongOrder():5:2 -> w
      com.other.Util -> b:
      # {"id":"sourceFile","fileName":"Helpers.kt"}
          void help(int) -> help
      com.plain.Names -> com.plain.Names:
          9:9:void <init>():3:3 -> <init>
      """;

  private static final SourceLine[] FUNCTIONS =
      Stream.of("x.a", "x.b", "x.c")
          .flatMap(name -> IntStream.rangeClosed(0, 12).mapToObj(line -> function(name, line)))
          .toArray(SourceLine[]::new);

  @TempDir private Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private ProguardMaps maps(String text) throws IOException {
    return ProguardMaps.read(List.of(new ProguardMaps.Source("", file("mapping.txt", text))));
  }

  private static TraceBuilder trace(SourceLine... functions) {
    return ObfuscatedTraces.of(List.of("com.example"), List.of(functions));
  }

  private static SourceLine function(String name, int line) {
    return new SourceLine(name, "SourceFile", line);
  }

  @ParameterizedTest
  @CsvSource({
    "a.a, 1, com.example.Main.foo(Main.kt:54) com.example.Main.test(Main.kt:50)",
    "a.a, 2, com.example.Main.bar(Main.kt:59) com.example.Main.foo(Main.kt:55)"
        + " com.example.Main.test(Main.kt:50)",
    "a.a, 3, com.example.Main.test(Main.kt:3)",
    "a.a, 0, com.example.Main.test(Main.kt:0)",
    "a.u, 6, com.other.Util.help(Helpers.kt:106) com.example.Main.test(Main.kt:51)",
    "a.o, 0, com.example.Main.add | com.example.Main.addAll(Main.kt:0)",
    "a.m, 0, com.merged.Second.run(:0)",
    "a.l, 1, com.example.Main.lambda(Main.kt:30)",
    "a.unknown, 4, com.example.Main.unknown(Main.kt:4)",
    "com.plain.Names.<init>, 9, com.plain.Names.<init>(SourceFile:3)",
    "b.help, 4, com.other.Util.help(Helpers.kt:4)",
    "native_function, 1, native_function(SourceFile:1)",
    "a.s, 2, com.example.Shown.run(:20)",
    "a.s, 4, com.example.Shown.run(:21)",
    "a.s, 0, com.example.Main.access(Main.kt:0)",
    "a.z, 1, com.example.Main.unknownLine(Main.kt:0)",
    "a.w, 2, com.example.Main.wrongOrder(Main.kt:2)",
  })
  void functionsGetTheirOriginalNames(String name, int line, String expected) throws IOException {
    RecordedProfile named = read(trace(function(name, line)), maps(MAP));
    List<String> functions =
        frames(named).get(0).get(0).stream()
            .map(found -> found.function() + "(" + found.file() + ":" + found.line() + ")")
            .toList();
    assertThat(String.join(" ", functions)).isEqualTo(expected);
    assertThat(named.notices()).isEmpty();
  }

  @Test
  void howManyFunctionsAreNamedIsSaid() throws IOException {
    TraceBuilder trace = trace(function("a.a", 1), function("c.a", 1), function("std::a.b()", 1));
    assertThat(read(trace, maps(MAP)).comments()).contains("maps named 1 of 2 functions");
  }

  @Test
  void aMapThatFitsNothingIsReported() throws IOException {
    RecordedProfile unnamed = read(trace(function("c.a", 1)), maps(MAP));
    assertThat(frames(unnamed).get(0).get(0)).containsExactly(function("c.a", 1));
    ProguardMaps ofAnother =
        ProguardMaps.read(List.of(new ProguardMaps.Source("com.absent", file("mapping.txt", MAP))));
    for (RecordedProfile named : List.of(unnamed, read(trace(function("a.a", 1)), ofAnother))) {
      assertThat(named.notices()).containsExactly(Notice.of(ErrorId.NOTHING_NAMED, "maps", 1));
    }
  }

  @Test
  void mapWithoutPackageIsForPackagesWithoutOne() throws IOException {
    ProguardMaps maps =
        ProguardMaps.read(
            List.of(
                new ProguardMaps.Source("", file("any", "Any -> a:\n")),
                new ProguardMaps.Source("com.second", file("second", "Second -> a:\n")),
                new ProguardMaps.Source("com.second", file("feature", "Feature -> f:\n"))));
    TraceBuilder trace =
        ObfuscatedTraces.of(
            List.of("com.first", "com.second:push"),
            List.of(function("a.b", 0), function("f.b", 0)));

    assertThat(frames(read(trace, maps)))
        .containsExactly(
            List.of(List.of(function("Any.b", 0)), List.of(function("f.b", 0))),
            List.of(List.of(function("Second.b", 0)), List.of(function("Feature.b", 0))));
  }

  /** Short names are of one app: what another app calls so is something else. */
  @Test
  void aMapWithoutPackageThatRenamesSeveralAppsIsPointedOut() throws IOException {
    ProguardMaps.Source any =
        new ProguardMaps.Source("", file("any", "Any -> a:\nSame -> Same:\n"));
    ProguardMaps.Source own = new ProguardMaps.Source("com.b", file("own", "Own -> a:\n"));
    Notice several = Notice.of(ErrorId.MAP_OF_ANY_PACKAGE, 2, "com.a, com.b");
    assertThat(notices(List.of("com.a", "com.b:push"), "a.b", any)).containsExactly(several);
    assertThat(notices(List.of("com.a", "com.a:push"), "a.b", any)).isEmpty();
    assertThat(notices(List.of("com.a", "com.b"), "a.b", any, own)).isEmpty();
    assertThat(notices(List.of("com.a", "com.b"), "Same.b", any)).isEmpty();
    assertThat(notices(List.of("com.a", "com.b"), "a.b", own)).isEmpty();
    Notice many = Notice.of(ErrorId.MAP_OF_ANY_PACKAGE, 4, "com.a, com.b, com.c and 1 more");
    assertThat(notices(List.of("com.a", "com.b", "com.c", "com.d"), "a.b", any))
        .containsExactly(many);
  }

  private static List<Notice> notices(
      List<String> processes, String function, ProguardMaps.Source... maps) throws IOException {
    TraceBuilder trace = ObfuscatedTraces.of(processes, List.of(function(function, 0)));
    return read(trace, ProguardMaps.read(List.of(maps))).notices();
  }

  @Test
  void mapsOfATraceAreHeldToTheSameRule() throws IOException {
    TraceBuilder trace =
        ObfuscatedTraces.of(List.of("com.a", "com.b"), List.of(function("a.b", 0)));
    ObfuscatedTraces.embed(ProguardMap.read(file("any", "Any -> a:\n")), "", trace);
    assertThat(read(trace).notices())
        .containsExactly(Notice.of(ErrorId.MAP_OF_ANY_PACKAGE, 2, "com.a, com.b"));
  }

  @Test
  void brokenLinesAreNamedAndTheRestIsUsed() throws IOException {
    ProguardMaps maps =
        maps(
            """
            First -> a:
                void good() -> a
                this is broken
                1:x:void bad():3 -> b
            broken too
            Second -> b:
                void good() -> a
            """);
    RecordedProfile named = read(trace(function("a.a", 0), function("b.a", 0)), maps);

    assertThat(frames(named).get(0))
        .containsExactly(List.of(function("First.good", 0)), List.of(function("Second.good", 0)));
    assertThat(named.notices())
        .containsExactly(
            Notice.of(ErrorId.BAD_MAP_LINES, folder.resolve("mapping.txt").toString(), 3, 3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# only a comment\n", "PK\0\1 -> \n", "    void a() -> b\n"})
  void whatNamesNoClassIsNoMap(String text) throws IOException {
    Path map = file("map", text);
    assertThatThrownBy(() -> ProguardMap.read(map))
        .isInstanceOfSatisfying(
            HeapConvException.class,
            e -> {
              assertThat(e.id()).isEqualTo(ErrorId.NOT_A_MAP);
              assertThat(e.where()).isEqualTo(map.toString());
            });
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aDeviceWithoutEndIsNoMap() {
    for (String device : List.of("/dev/zero", "/dev/urandom")) {
      assertThatThrownBy(() -> ProguardMap.read(Path.of(device)))
          .hasMessage("not a map of R8 or ProGuard: it is not text");
    }
  }

  @Test
  void textOfAnyLengthUpToTheLimitIsReadWhole() throws IOException {
    String map = "First -> a:\n" + "# some comment\n".repeat(20_000) + "Last -> z:\n";
    Path file = file("map", map);
    assertThat(ProguardMap.read(file, map.length()).retraced("z")).isNotNull();
    assertThatThrownBy(() -> ProguardMap.read(file, map.length() - 1))
        .hasMessage(
            "not a map of R8 or ProGuard: it is longer than " + (map.length() - 1) + " bytes");
  }

  @Test
  void missingFilesAndFoldersAreNamed() {
    assertThatThrownBy(() -> ProguardMap.read(folder.resolve("none"))).hasMessage("no such file");
    assertThatThrownBy(() -> ProguardMap.read(folder)).hasMessageContaining("is a directory");
  }

  /** Whatever a map says, the functions are those that R8 finds in it. */
  @Test
  void functionsAreThoseOfR8() {
    Cases.forAll(
        Effort.of(60, 400),
        values -> {
          String map = randomMap(values, true);
          R8Retrace r8 = new R8Retrace("x", map);
          List<List<SourceLine>> found = frames(read(trace(FUNCTIONS), maps(map))).get(0);
          for (int i = 0; i < FUNCTIONS.length; i++) {
            assertThat(found.get(i))
                .as(FUNCTIONS[i] + " of\n" + map)
                .isEqualTo(r8.functions(FUNCTIONS[i].function().substring(2), FUNCTIONS[i]));
          }
        });
  }

  /** The packets made from a map lead to the same functions. */
  @Test
  void embeddedMapsNameFramesAsTheMapDoes() {
    Cases.forAll(
        100,
        values -> {
          String map = randomMap(values, false);
          ProguardMaps maps = maps(map);
          TraceBuilder trace = trace(FUNCTIONS);
          List<List<SourceLine>> expected = frames(read(trace, maps)).get(0);
          ObfuscatedTraces.embed(ProguardMap.read(file("map", map)), "com.example", trace);
          assertThat(frames(read(trace)).get(0)).as(map).isEqualTo(expected);
        });
  }

  /**
   * Methods of one class that share two short names; each is for all lines or has ranges.
   *
   * @param isR8s whether to add what R8 writes behind ProGuard's format
   */
  private static String randomMap(Values values, boolean isR8s) {
    StringBuilder map = new StringBuilder();
    if (isR8s) {
      map.append("# {\"id\":\"com.android.tools.r8.mapping\",\"version\":\"2.2\"}\n");
      map.append("com.other.Util -> u:\n# {\"id\":\"sourceFile\",\"fileName\":\"Util.kt\"}\n");
    }
    map.append("com.example.Main -> x:\n");
    if (isR8s && values.between(0, 1) == 0) {
      map.append("# {\"id\":\"sourceFile\",\"fileName\":\"Main.kt\"}\n");
    }
    int methods = values.between(1, 4);
    for (int i = 0; i < methods; i++) {
      String obfuscated = " -> " + "ab".charAt(values.between(0, 1)) + "\n";
      String overload = method(values, "int" + "[]".repeat(i));
      int ranges = values.between(0, 3);
      if (ranges == 0) {
        map.append("    void ").append(overload).append(source(values, 0)).append(obfuscated);
        map.append(isR8s ? comment(values) : "");
      }
      int start = values.between(0, 4);
      for (int r = 0; r < ranges; r++) {
        // A packet cannot tell lines 0 to 0 from no lines.
        int length = values.between(start == 0 ? 1 : 0, 3);
        String range = "    " + start + ":" + (start + length) + ":void ";
        int inlined = values.between(0, 2);
        for (int j = 0; j < inlined; j++) {
          map.append(range).append(method(values, "long")).append(source(values, length));
          map.append(obfuscated);
        }
        String source = inlined > 0 ? ":" + values.between(1, 90) : source(values, length);
        map.append(range).append(overload).append(source).append(obfuscated);
        map.append(isR8s ? comment(values) : "");
        start += length + values.between(1, 2);
      }
    }
    return map.toString();
  }

  /** A comment on a method, the outermost function of its lines. */
  private static String comment(Values values) {
    String id = "      # {\"id\":\"com.android.tools.r8.";
    return switch (values.between(0, 7)) {
      case 0 -> id + "synthesized\"}\n";
      case 1 -> id + "outline\"}\n";
      case 2 ->
          id
              + "rewriteFrame\",\"conditions\":[\"throws(Lx;)\"],\"actions\":[\"removeInnerFrames(1)\"]}\n";
      default -> "";
    };
  }

  private static String method(Values values, String argument) {
    String[] names = {"one", "two", "three", "com.other.Util.four", "com.third.A$B.five"};
    return names[values.between(0, 4)] + "(" + argument + ")";
  }

  private static String source(Values values, int length) {
    int start = values.between(1, 90);
    return switch (values.between(0, 3)) {
      case 0 -> "";
      case 1 -> ":" + start;
      case 2 -> ":" + start + ":" + start;
      default -> ":" + start + ":" + (start + length);
    };
  }
}
