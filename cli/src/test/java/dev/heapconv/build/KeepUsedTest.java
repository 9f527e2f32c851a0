package dev.heapconv.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** The program does what it did with the part of a library that it uses, and the rest is gone. */
class KeepUsedTest {

  private static final Map<String, String> SOURCES =
      Map.of(
          "program/Program",
          """
          package program;

          import java.util.*;
          import library.*;

          public class Program extends Base implements Comparable<Program> {
            public static String run() {
              List<Object> told = new ArrayList<>();
              told.add(new ArrayList<>(new Numbers(3)));
              told.add(new Program().compareTo(new Program()));
              told.add(Enum.valueOf(Colour.class, "RED"));
              told.add(Arrays.toString(EnumSet.allOf(Colour.class).toArray()));
              told.add(Colour.RED.text());
              Shape shape = new Circle();
              told.add(shape.area());
              told.add(Lambdas.made().getAsInt());
              return told.toString();
            }

            public int unusedOfProgram() { return 1; }
          }
          """,
          "library/Base",
          """
          package library;

          /** Has a method of Comparable, which only its child outside of the library implements. */
          public class Base {
            static { System.setProperty("initialised", "yes"); }
            public int compareTo(program.Program other) { return 42; }
            public String unusedNames() { return new UnusedClass().toString(); }
          }
          """,
          "library/UnusedClass",
          "package library; public class UnusedClass { public void unused() {} }",
          "library/Sized",
          """
          package library;

          /** Has a method of Collection without being one. */
          public abstract class Sized extends java.util.AbstractList<Integer> {
            final int size;
            Sized(int size) { this.size = size; }
            @Override public int size() { return size; }
            public int unused() { return size + Circle.unused(1); }
          }
          """,
          "library/Numbers",
          """
          package library;

          public class Numbers extends Sized {
            public Numbers(int size) { super(size); }
            @Override public Integer get(int at) { return at * at; }
            public Shape unused(Shape shape) { return shape; }
          }
          """,
          "library/Colour",
          """
          package library;

          public enum Colour { RED { @Override public String text() { return "red"; } }, BLUE;
            public String text() { return "?"; }
            public String unused() { return "unused"; }
          }
          """,
          "library/Shape",
          """
          package library;

          public interface Shape {
            double side();
            double unused();
            default double area() { return side() * side(); }
          }
          """,
          "library/Circle",
          """
          package library;

          public class Circle implements Shape {
            @Override public double side() { return 2; }
            @Override public double unused() { return 3; }
            public static int unused(int... all) { return 4; }
          }
          """,
          "library/Lambdas",
          """
          package library;

          import java.util.function.IntSupplier;

          public class Lambdas {
            public static IntSupplier made() { return Lambdas::seven; }
            private static int seven() { return 7; }
            static IntSupplier unused() { return () -> 8; }
          }
          """);

  @TempDir private Path folder;

  private Path classes;
  private Path jar;

  @BeforeEach
  void compile() throws IOException {
    Path sources = folder.resolve("sources");
    classes = Files.createDirectory(folder.resolve("classes"));
    String[] arguments = new String[4 + SOURCES.size()];
    List.of("--release", "17", "-d", classes.toString()).toArray(arguments);
    int count = 4;
    for (Map.Entry<String, String> each : SOURCES.entrySet()) {
      Path source = sources.resolve(each.getKey() + ".java");
      Files.createDirectories(source.getParent());
      Files.writeString(source, each.getValue());
      arguments[count++] = source.toString();
    }
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments)).isZero();
    jar = folder.resolve("program.jar");
    try (FileSystem to = FileSystems.newFileSystem(jar, Map.of("create", "true"));
        Stream<Path> all = Files.walk(classes)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Path copy = to.getPath("/").resolve(classes.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
    KeepUsed.main(new String[] {jar.toString(), "library"});
  }

  @Test
  void programDoesWhatItDid() throws Exception {
    assertThat(run(jar))
        .isEqualTo(run(classes))
        .isEqualTo("[[0, 1, 4], 42, RED, [RED, BLUE], red, 4.0, 7]");
  }

  private static String run(Path place) throws Exception {
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {place.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      return (String) loader.loadClass("program.Program").getMethod("run").invoke(null);
    }
  }

  @Test
  void onlyWhatIsUsedOfTheLibraryStays() throws IOException {
    Map<String, List<String>> left = methods();
    assertThat(left).containsKey("program/Program").doesNotContainKey("library/UnusedClass");
    assertThat(left.get("program/Program")).contains("unusedOfProgram");
    left.forEach(
        (type, methods) -> {
          if (type.startsWith("library/")) {
            assertThat(methods).as(type).doesNotContain("unused", "unusedNames");
          }
        });
    assertThat(left.get("library/Shape")).containsExactlyInAnyOrder("side", "area");
    assertThat(left.get("library/Base")).contains("<clinit>", "compareTo");
  }

  private Map<String, List<String>> methods() throws IOException {
    Map<String, List<String>> found = new TreeMap<>();
    try (FileSystem files = FileSystems.newFileSystem(jar);
        Stream<Path> all = Files.walk(files.getPath("/"))) {
      for (Path file : all.filter(each -> each.toString().endsWith(".class")).toList()) {
        ClassNode type = new ClassNode();
        new ClassReader(Files.readAllBytes(file)).accept(type, 0);
        found.put(type.name, type.methods.stream().map(each -> each.name).toList());
      }
    }
    return found;
  }
}
