package dev.heapconv.linear;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Loads the program and its libraries anew, with calls of {@link Work#step} in their methods. */
final class CountingLoader extends ClassLoader {

  private static final List<String> COUNTED =
      List.of(
          "dev.heapconv.",
          "it.unimi.dsi.",
          "tools.jackson.",
          "com.google.protobuf.",
          "org.apache.commons.");

  private static final String WORK = Work.class.getName().replace('.', '/');

  /** Descriptors of the methods of {@link Work} by what they stand in for. */
  private static final Map<String, String> STANDS_IN =
      Stream.of(Work.class.getDeclaredMethods())
          .filter(method -> Modifier.isPublic(method.getModifiers()))
          .collect(Collectors.toMap(CountingLoader::original, Type::getMethodDescriptor));

  private static String original(Method method) {
    String descriptor = Type.getMethodDescriptor(method);
    return method.getName()
        + descriptor.replaceFirst("^\\(Ljava/util/(Collection|List);Ljava/lang/O", "(Ljava/lang/O");
  }

  CountingLoader() {
    super(CountingLoader.class.getClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.equals(Work.class.getName()) || COUNTED.stream().noneMatch(name::startsWith)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known == null ? counting(name) : known;
    }
  }

  private Class<?> counting(String name) throws ClassNotFoundException {
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      ClassWriter writer = new ClassWriter(0);
      new ClassReader(in).accept(new CountingClass(writer), 0);
      byte[] code = writer.toByteArray();
      return defineClass(name, code, 0, code.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private static final class CountingClass extends ClassVisitor {
    CountingClass(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      return new CountingMethod(super.visitMethod(access, name, descriptor, signature, exceptions));
    }
  }

  private static final class CountingMethod extends MethodVisitor {
    private final Set<Label> passed = new HashSet<>();

    CountingMethod(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    private void step() {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, WORK, "step", "()V", false);
    }

    /** What the JDK would do without being counted is done by {@link Work}. */
    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      String stand = STANDS_IN.get(name + descriptor);
      boolean isOfJdk = owner.startsWith("java/util/") || owner.equals("java/lang/System");
      if (stand != null && isOfJdk && opcode != Opcodes.INVOKESPECIAL) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, WORK, name, stand, false);
      } else {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      }
    }

    @Override
    public void visitCode() {
      super.visitCode();
      step();
    }

    @Override
    public void visitLabel(Label label) {
      passed.add(label);
      super.visitLabel(label);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      if (passed.contains(label)) {
        step();
      }
      super.visitJumpInsn(opcode, label);
    }
  }
}
