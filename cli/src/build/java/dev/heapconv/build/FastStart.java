package dev.heapconv.build;

import java.io.IOException;
import java.lang.invoke.MethodType;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.GeneratorAdapter;
import org.objectweb.asm.commons.Method;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Rewrites classes in the program's jar when heapconv is built, so that Java has less to do at each
 * start, even if they come from class data:
 *
 * <ul>
 *   <li>Libraries for Java 5 get the form of Java 8: with the types that the verifier would
 *       otherwise have to infer.
 *   <li>Lambdas become classes, as an anonymous class in their place would. Java would link each by
 *       a call site at run time, which takes 0.2 ms instead of 0.015.
 *   <li>{@code equals}, {@code hashCode} and {@code toString} of records become code. Java would
 *       link each out of method handles, for which it makes ten classes at run time.
 * </ul>
 *
 * <p>Maven runs it as a source file, and it is not in the jar.
 */
final class FastStart {

  /** The first version whose private members other classes of a nest can use. */
  private static final int NESTS = Opcodes.V11;

  private static final String CONCAT = "(Ljava/lang/String;)Ljava/lang/String;";
  private static final String VALUE_OF = "(Ljava/lang/Object;)Ljava/lang/String;";

  private final Path root;
  private final Map<String, ClassNode> classes = new HashMap<>();
  private final Set<ClassNode> changed = new LinkedHashSet<>();

  private FastStart(Path root) {
    this.root = root;
  }

  /** The argument is the jar. */
  public static void main(String[] args) throws IOException {
    try (FileSystem jar = FileSystems.newFileSystem(Path.of(args[0]))) {
      new FastStart(jar.getPath("/")).rewrite();
    }
  }

  private void rewrite() throws IOException {
    List<Path> files;
    try (Stream<Path> entries = Files.walk(root)) {
      files = entries.filter(each -> each.toString().endsWith(".class")).toList();
    }
    List<ClassNode> inOrder = new ArrayList<>();
    for (Path file : files) {
      ClassNode read = new ClassNode();
      new ClassReader(Files.readAllBytes(file)).accept(read, 0);
      // Classes for one version of Java only lie elsewhere.
      if (file.equals(file(read.name))) {
        classes.put(read.name, read);
        inOrder.add(read);
      }
    }
    for (ClassNode each : inOrder) {
      if (each.version < Opcodes.V1_8) {
        each.version = Opcodes.V1_8;
        write(each.name, each, ClassWriter.COMPUTE_FRAMES);
      } else if (each.version >= NESTS) {
        convertCallSites(each);
      }
    }
    for (ClassNode each : changed) {
      write(each.name, each, ClassWriter.COMPUTE_MAXS);
    }
  }

  private Path file(String name) {
    return root.resolve(name + ".class");
  }

  /** Writes a class with the time of another, for a reproducible jar. */
  private void write(String timeOf, ClassNode written, int flags) throws IOException {
    FileTime time = Files.getLastModifiedTime(file(timeOf));
    ClassWriter writer = new ClassWriter(flags);
    written.accept(writer);
    Files.write(file(written.name), writer.toByteArray());
    Files.setLastModifiedTime(file(written.name), time);
  }

  private void convertCallSites(ClassNode host) throws IOException {
    int lambdas = 0;
    for (MethodNode method : host.methods) {
      for (AbstractInsnNode at : method.instructions.toArray()) {
        if (at instanceof InvokeDynamicInsnNode call) {
          String linker = call.bsm.getOwner() + '.' + call.bsm.getName();
          if (linker.equals("java/lang/invoke/LambdaMetafactory.metafactory")) {
            method.instructions.set(at, callOfClass(host, lambdas++, call));
            changed.add(host);
          } else if (linker.equals("java/lang/runtime/ObjectMethods.bootstrap")) {
            writeRecordMethod(host, method, call);
            changed.add(host);
          }
        }
      }
    }
  }

  /** Writes a class for a lambda and returns what makes an object of it. */
  private MethodInsnNode callOfClass(ClassNode host, int number, InvokeDynamicInsnNode call)
      throws IOException {
    ClassNode nest = host.nestHostClass == null ? host : classes.get(host.nestHostClass);
    ClassNode lambda = lambda(host.name + "$$Lambda" + number, nest.name, call);
    write(host.name, lambda, ClassWriter.COMPUTE_MAXS);
    if (nest.nestMembers == null) {
      nest.nestMembers = new ArrayList<>();
    }
    nest.nestMembers.add(lambda.name);
    changed.add(nest);
    return new MethodInsnNode(Opcodes.INVOKESTATIC, lambda.name, "of", call.desc);
  }

  /**
   * A class with the captured values as fields, a method {@code of} that takes them, and the method
   * of the interface.
   */
  private static ClassNode lambda(String name, String nest, InvokeDynamicInsnNode call) {
    Type self = Type.getObjectType(name);
    Type[] captured = Type.getArgumentTypes(call.desc);
    String[] interfaces = {Type.getReturnType(call.desc).getInternalName()};
    Method constructor = new Method("<init>", Type.VOID_TYPE, captured);
    ClassNode lambda = new ClassNode();
    int access = Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
    lambda.visit(NESTS, access, name, null, "java/lang/Object", interfaces);
    lambda.nestHostClass = nest;

    GeneratorAdapter code = method(lambda, 0, constructor);
    code.loadThis();
    code.invokeConstructor(Type.getType(Object.class), new Method("<init>", "()V"));
    for (int i = 0; i < captured.length; i++) {
      lambda.visitField(Opcodes.ACC_FINAL, "v" + i, captured[i].getDescriptor(), null, null);
      code.loadThis();
      code.loadArg(i);
      code.putField(self, "v" + i, captured[i]);
    }
    finish(code);

    code = method(lambda, Opcodes.ACC_STATIC, new Method("of", call.desc));
    code.newInstance(self);
    code.dup();
    code.loadArgs();
    code.invokeConstructor(self, constructor);
    finish(code);

    Type erased = (Type) call.bsmArgs[0];
    code = method(lambda, Opcodes.ACC_PUBLIC, new Method(call.name, erased.getDescriptor()));
    for (int i = 0; i < captured.length; i++) {
      code.loadThis();
      code.getField(self, "v" + i, captured[i]);
    }
    callBody(code, captured.length, erased, (Handle) call.bsmArgs[1], (Type) call.bsmArgs[2]);
    finish(code);
    return lambda;
  }

  private static GeneratorAdapter method(ClassNode owner, int access, Method method) {
    return new GeneratorAdapter(access, method, null, null, owner);
  }

  private static void finish(GeneratorAdapter code) {
    code.returnValue();
    code.endMethod();
  }

  /** Calls what a lambda stands for with the arguments of its interface, after what is captured. */
  private static void callBody(
      GeneratorAdapter code, int captured, Type erased, Handle body, Type actual) {
    Type owner = Type.getObjectType(body.getOwner());
    List<Type> taken = new ArrayList<>();
    Type returned = Type.getReturnType(body.getDesc());
    int opcode =
        switch (body.getTag()) {
          case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
          case Opcodes.H_NEWINVOKESPECIAL -> Opcodes.INVOKESPECIAL;
          case Opcodes.H_INVOKEVIRTUAL -> Opcodes.INVOKEVIRTUAL;
          case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
          default -> throw new IllegalStateException("not known: " + body);
        };
    if (opcode == Opcodes.INVOKESPECIAL) {
      code.newInstance(owner);
      code.dup();
      returned = owner;
    } else if (opcode != Opcodes.INVOKESTATIC) {
      taken.add(owner);
    }
    taken.addAll(List.of(Type.getArgumentTypes(body.getDesc())));
    for (int i = captured; i < taken.size(); i++) {
      int argument = i - captured;
      code.loadArg(argument);
      Type from = erased.getArgumentTypes()[argument];
      convert(code, from, actual.getArgumentTypes()[argument], taken.get(i));
    }
    code.visitMethodInsn(
        opcode, body.getOwner(), body.getName(), body.getDesc(), body.isInterface());
    Type wanted = erased.getReturnType();
    if (!wanted.equals(Type.VOID_TYPE)) {
      convert(code, returned, returned, wanted);
    } else if (returned.getSize() == 2) {
      code.pop2();
    } else if (returned.getSize() == 1) {
      code.pop();
    }
  }

  /** Converts what is on the stack from an erased type to the wanted one, as Java would. */
  private static void convert(GeneratorAdapter code, Type from, Type actual, Type to) {
    if (isPrimitive(from) && isPrimitive(to)) {
      code.cast(from, to);
    } else if (isPrimitive(from)) {
      code.valueOf(from);
    } else if (!isPrimitive(to)) {
      code.checkCast(to);
    } else if (actual.equals(Type.getType(Character.class)) && !to.equals(Type.CHAR_TYPE)) {
      throw new IllegalStateException("a Character is no Number");
    } else {
      code.unbox(to);
    }
  }

  /** Writes a method that Java gives to every record. */
  private static void writeRecordMethod(
      ClassNode owner, MethodNode method, InvokeDynamicInsnNode call) {
    method.instructions.clear();
    method.localVariables = null;
    GeneratorAdapter code = new GeneratorAdapter(method, method.access, method.name, method.desc);
    Type self = Type.getObjectType(owner.name);
    List<Handle> fields = new ArrayList<>();
    for (Object argument : call.bsmArgs) {
      if (argument instanceof Handle field) {
        fields.add(field);
      }
    }
    switch (method.name) {
      case "hashCode" -> writeHash(code, self, fields);
      case "toString" -> writeText(code, self, fields);
      default -> writeComparison(method, code, self, fields);
    }
    finish(code);
  }

  /** As Java computes it. */
  private static void writeHash(GeneratorAdapter code, Type self, List<Handle> fields) {
    code.push(0);
    for (Handle field : fields) {
      code.push(31);
      code.math(GeneratorAdapter.MUL, Type.INT_TYPE);
      code.loadThis();
      code.getField(self, field.getName(), Type.getType(field.getDesc()));
      callHelper(code, field, "hashCode", "I", 1);
      code.math(GeneratorAdapter.ADD, Type.INT_TYPE);
    }
  }

  private static void writeComparison(
      MethodNode method, GeneratorAdapter code, Type self, List<Handle> fields) {
    Label differs = new Label();
    code.loadArg(0);
    code.instanceOf(self);
    code.ifZCmp(GeneratorAdapter.EQ, differs);
    for (Handle field : fields) {
      Type type = Type.getType(field.getDesc());
      code.loadThis();
      code.getField(self, field.getName(), type);
      code.loadArg(0);
      code.checkCast(self);
      code.getField(self, field.getName(), type);
      if (isPrimitive(type)) {
        callHelper(code, field, "compare", "I", 2);
        code.ifZCmp(GeneratorAdapter.NE, differs);
      } else {
        callHelper(code, field, "equals", "Z", 2);
        code.ifZCmp(GeneratorAdapter.EQ, differs);
      }
    }
    code.push(true);
    code.returnValue();
    code.mark(differs);
    method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    code.push(false);
  }

  private static void writeText(GeneratorAdapter code, Type self, List<Handle> fields) {
    String name = self.getClassName();
    String before =
        name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1) + '[';
    code.push("");
    for (Handle field : fields) {
      Type type = Type.getType(field.getDesc());
      append(code, before + field.getName() + '=');
      code.loadThis();
      code.getField(self, field.getName(), type);
      if (isPrimitive(type)) {
        code.valueOf(type);
      }
      code.invokeStatic(Type.getType(String.class), new Method("valueOf", VALUE_OF));
      code.invokeVirtual(Type.getType(String.class), new Method("concat", CONCAT));
      before = ", ";
    }
    append(code, fields.isEmpty() ? before + ']' : "]");
  }

  private static void append(GeneratorAdapter code, String text) {
    code.push(text);
    code.invokeVirtual(Type.getType(String.class), new Method("concat", CONCAT));
  }

  /**
   * Calls a static method for the values of a field, of {@code Integer} if it is an {@code int}.
   */
  private static void callHelper(
      GeneratorAdapter code, Handle field, String name, String result, int values) {
    Type type = Type.getType(field.getDesc());
    Type helper = isPrimitive(type) ? boxed(type) : Type.getType(Objects.class);
    String taken = isPrimitive(type) ? field.getDesc() : "Ljava/lang/Object;";
    code.invokeStatic(helper, new Method(name, "(" + taken.repeat(values) + ")" + result));
  }

  private static Type boxed(Type primitive) {
    return Type.getType(
        MethodType.fromMethodDescriptorString("()" + primitive, null).wrap().returnType());
  }

  private static boolean isPrimitive(Type type) {
    return type.getSort() < Type.ARRAY;
  }
}
