package dev.heapconv.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What is rewritten does what it did, and Java has nothing left to link in it. */
class FastStartTest {

  /** Lambdas and records of all kinds. */
  private static final String SOURCE =
      """
      package sample;

      import java.util.*;
      import java.util.function.*;

      public class Sample {
        record None() {}
        record All(boolean a, byte b, char c, short d, int e, long f, float g, double h, Object i,
            int[] j) {}
        record Own(int value) {
          @Override public String toString() { return "own " + value; }
        }
        interface Text { String of(Object value); default Text twice() { return v -> of(of(v)); } }
        private int state = 7;
        private int next(int by) { return state += by; }
        private static long square(int value) { return (long) value * value; }
        class Inner { IntSupplier outer() { return () -> state; } }

        public static String run() {
          List<Object> told = new ArrayList<>();
          Sample sample = new Sample();
          IntUnaryOperator bound = sample::next;
          ToIntBiFunction<Sample, Integer> unbound = Sample::next;
          IntConsumer drops = sample::next;
          IntToLongFunction widened = Sample::square;
          ToLongFunction<Integer> unboxed = Integer::intValue;
          Function<Integer, Object> boxed = Sample::square;
          Supplier<List<String>> made = ArrayList::new;
          IntFunction<int[]> array = int[]::new;
          Function<Object, String> text = String::valueOf;
          BiFunction<Long, Double, Double> captured = (x, y) -> x + y + sample.state;
          Comparator<String> order = String::compareTo;
          Text marked = value -> "<" + value + ">";
          DoubleSupplier wide = () -> Long.MAX_VALUE;
          told.add(bound.applyAsInt(1));
          told.add(unbound.applyAsInt(sample, 2));
          drops.accept(3);
          told.add(sample.state);
          told.add(widened.applyAsLong(100_000));
          told.add(unboxed.applyAsLong(5));
          told.add(boxed.apply(6));
          told.add(made.get());
          told.add(array.apply(3).length);
          told.add(text.apply(null));
          told.add(captured.apply(1L, 2.5));
          told.add(order.compare("a", "b") < 0);
          told.add(marked.twice().of('x'));
          told.add(wide.getAsDouble());
          told.add(sample.new Inner().outer().getAsInt());
          int[] j = {1};
          All one = new All(true, (byte) 1, 'c', (short) 2, 3, 4L, Float.NaN, -0.0, "i", j);
          All same = new All(true, (byte) 1, 'c', (short) 2, 3, 4L, Float.NaN, -0.0, "i", j);
          told.add(one.equals(same) && one.hashCode() == same.hashCode());
          told.add(one.toString().replaceAll("@.*", ""));
          told.add(new All(true, (byte) 1, 'c', (short) 2, 3, 4, 5, 6, null, null).hashCode());
          told.add(one.equals(new All(true, (byte) 1, 'c', (short) 2, 3, 4L, Float.NaN, 0.0, "i", j)));
          told.add(one.equals(null) || one.equals("i"));
          told.add(new None().equals(new None()) + " " + new None() + new None().hashCode());
          told.add(new Own(4) + " " + new Own(4).equals(new Own(5)));
          return told.toString();
        }
      }
      """;

  @TempDir private Path folder;

  private Path compiled() throws IOException {
    Path source = Files.createDirectories(folder.resolve("sample")).resolve("Sample.java");
    Files.writeString(source, SOURCE);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Path classes = Files.createDirectory(folder.resolve("classes"));
    int status =
        compiler.run(
            null, null, null, "--release", "17", "-d", classes.toString(), source.toString());
    assertThat(status).isZero();
    return classes;
  }

  /** A jar of classes in folders and jars, which has been rewritten. */
  private Path rewritten(List<Path> places) throws IOException {
    Path jar = folder.resolve("rewritten.jar");
    try (FileSystem to = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      for (Path place : places) {
        if (Files.isDirectory(place)) {
          copy(place, to.getPath("/"));
        } else {
          try (FileSystem from = FileSystems.newFileSystem(place)) {
            copy(from.getPath("/"), to.getPath("/"));
          }
        }
      }
    }
    FastStart.main(new String[] {jar.toString()});
    return jar;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        if (!Files.exists(copy)) {
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy);
        }
      }
    }
  }

  private static URLClassLoader loader(List<Path> places) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (Path place : places) {
      urls.add(place.toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  @Test
  void lambdasAndRecordsDoWhatTheyDid() throws Exception {
    Path classes = compiled();
    Path jar = rewritten(List.of(classes));
    try (URLClassLoader before = loader(List.of(classes));
        URLClassLoader after = loader(List.of(jar))) {
      String expected = run(before);
      assertThat(expected).contains("own 4", "All[a=true").isEqualTo(run(before));
      assertThat(run(after)).isEqualTo(expected);
    }
    assertThat(linkers(jar)).doesNotContain("metafactory", "bootstrap");
  }

  private static String run(ClassLoader loader) throws Exception {
    return (String) loader.loadClass("sample.Sample").getMethod("run").invoke(null);
  }

  /** The methods by which Java would link call sites when they are first used. */
  private static List<String> linkers(Path jar) throws IOException {
    List<String> found = new ArrayList<>();
    try (FileSystem files = FileSystems.newFileSystem(jar);
        Stream<Path> all = Files.walk(files.getPath("/"))) {
      for (Path file : all.filter(each -> each.toString().endsWith(".class")).toList()) {
        new ClassReader(Files.readAllBytes(file)).accept(new LinkerVisitor(found), 0);
      }
    }
    return found;
  }

  private static final class LinkerVisitor extends ClassVisitor {
    private final List<String> found;

    LinkerVisitor(List<String> found) {
      super(Opcodes.ASM9);
      this.found = found;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitInvokeDynamicInsn(
            String call, String type, Handle linker, Object... arguments) {
          found.add(linker.getName());
        }
      };
    }
  }

  /** Old verifiers infer types; new ones read them from the class. */
  @Test
  void librariesForOldJavaGetTypesForTheVerifier() throws Exception {
    ClassWriter old = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    old.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, "sample/Old", null, "java/lang/Object", null);
    MethodVisitor code =
        old.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "half", "(I)I", null, null);
    Label odd = new Label();
    code.visitCode();
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitInsn(Opcodes.ICONST_1);
    code.visitInsn(Opcodes.IAND);
    code.visitJumpInsn(Opcodes.IFNE, odd);
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitInsn(Opcodes.ICONST_2);
    code.visitInsn(Opcodes.IDIV);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(odd);
    code.visitInsn(Opcodes.ICONST_M1);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    old.visitEnd();
    Path classes = Files.createDirectories(folder.resolve("old/sample")).getParent();
    Files.write(classes.resolve("sample/Old.class"), old.toByteArray());

    try (URLClassLoader after = loader(List.of(rewritten(List.of(classes))));
        InputStream file = after.getResourceAsStream("sample/Old.class")) {
      assertThat(new ClassReader(file.readAllBytes()).readShort(6)).isEqualTo((short) Opcodes.V1_8);
      Method half = after.loadClass("sample.Old").getMethod("half", int.class);
      assertThat(List.of(half.invoke(null, 8), half.invoke(null, 9))).isEqualTo(List.of(4, -1));
    }
  }

  /** What users run is the rewritten program. */
  @Test
  void theProgramSaysTheSame() throws Exception {
    List<Path> ours = new ArrayList<>();
    List<Path> libraries = new ArrayList<>();
    for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(place);
      boolean isOurs =
          path.endsWith(Path.of("target/classes"))
              || path.getFileName().toString().matches("heapconv-.*(?<!-tests)\\.jar");
      if (Files.exists(path) && !path.endsWith("test-classes")) {
        (isOurs ? ours : libraries).add(path);
      }
    }
    assertThat(ours).hasSizeGreaterThanOrEqualTo(6);
    List<Path> program = new ArrayList<>(libraries);
    program.add(rewritten(ours));
    List<Path> asCompiled = new ArrayList<>(libraries);
    asCompiled.addAll(ours);
    String trace = TestData.recording("phases_i512").toString();
    try (URLClassLoader before = loader(asCompiled);
        URLClassLoader after = loader(program)) {
      for (List<String> line :
          List.of(
              List.of(trace),
              List.of("info", "--json", trace),
              List.of("growth", trace),
              List.of("diff", "--json", trace + "#first", trace + "#last"),
              List.of("-f", "speedscope", "-o", "-", trace),
              List.of("plan", "--gate"),
              List.of("help", "numbers"))) {
        String[] args = line.toArray(String[]::new);
        assertThat(output(after, args)).as("%s", line).isEqualTo(output(before, args));
      }
    }
  }

  private static String output(ClassLoader loader, String... args) throws Exception {
    Class<?> terminal = loader.loadClass("dev.heapconv.cli.Terminal");
    Constructor<?> constructor =
        terminal.getDeclaredConstructor(
            InputStream.class, OutputStream.class, PrintStream.class, boolean.class, boolean.class);
    constructor.setAccessible(true);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(err, true, StandardCharsets.UTF_8);
    Method run =
        loader
            .loadClass("dev.heapconv.cli.Main")
            .getDeclaredMethod("run", String[].class, terminal);
    run.setAccessible(true);
    Object status =
        run.invoke(
            null,
            args,
            constructor.newInstance(InputStream.nullInputStream(), out, printed, false, false));
    return status + out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
  }
}
