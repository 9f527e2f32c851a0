package dev.heapconv.build;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Brings libraries for Java 5 in the program's jar into the form of Java 8 when heapconv is built:
 * with the types that the verifier would otherwise have to infer at each start, as it does for old
 * classes even if they come from class data. Maven runs it as a source file, and it is not in the
 * jar.
 */
final class ClassFileUpgrade {

  private ClassFileUpgrade() {}

  /** The argument is the jar. */
  public static void main(String[] args) throws IOException {
    try (FileSystem jar = FileSystems.newFileSystem(Path.of(args[0]));
        Stream<Path> entries = Files.walk(jar.getPath("/"))) {
      List<Path> classes = entries.filter(each -> each.toString().endsWith(".class")).toList();
      for (Path each : classes) {
        ClassReader old = new ClassReader(Files.readAllBytes(each));
        if (old.readShort(6) < Opcodes.V1_8) {
          FileTime time = Files.getLastModifiedTime(each);
          Files.write(each, upgraded(old));
          Files.setLastModifiedTime(each, time);
        }
      }
    }
  }

  private static byte[] upgraded(ClassReader old) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    old.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public void visit(
              int version, int access, String name, String sign, String base, String[] interfaces) {
            super.visit(Opcodes.V1_8, access, name, sign, base, interfaces);
          }
        },
        0);
    return writer.toByteArray();
  }
}
