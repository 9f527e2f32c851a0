package dev.heapconv.build;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Leaves out of the program's jar what the program does not use of some libraries, when heapconv is
 * built. The Shade plugin leaves out whole classes that nobody names, but nearly all classes of
 * fastutil name each other in methods that nobody calls.
 *
 * <p>A method of such a library stays if code that stays calls a method of its name and descriptor,
 * or if a type of Java has one that a class extends or implements. A class stays if code that stays
 * names it. So the library must not look for its own classes and methods by reflection.
 *
 * <p>ProGuard makes a jar that is 5 % smaller still, but it cannot read the classes of a JDK
 * without the folder {@code jmods}, as many are from 24 on, and it loses the times in the jar.
 * Maven runs this as a source file, and it is not in the jar.
 */
final class KeepUsed {

  private final Path root;
  private final List<String> packages;
  private final Map<String, ClassNode> classes = new LinkedHashMap<>();

  /** Classes of the libraries that are named so far, and types outside of the jar. */
  private final Set<String> named = new HashSet<>();

  /** Names and descriptors of the methods that are called so far. */
  private final Set<String> called = new HashSet<>();

  /** What was named and was not looked at yet. */
  private final Deque<ClassNode> found = new ArrayDeque<>();

  /** Methods of the libraries' classes that stay, which do not stay so far. */
  private final Map<ClassNode, List<MethodNode>> unused = new LinkedHashMap<>();

  private KeepUsed(Path root, List<String> packages) {
    this.root = root;
    this.packages = packages;
  }

  /** The arguments are the jar and the packages of the libraries, with slashes. */
  public static void main(String[] args) throws IOException {
    try (FileSystem jar = FileSystems.newFileSystem(Path.of(args[0]))) {
      new KeepUsed(jar.getPath("/"), List.of(args).subList(1, args.length)).rewrite();
    }
  }

  private void rewrite() throws IOException {
    List<Path> files;
    try (Stream<Path> entries = Files.walk(root)) {
      files = entries.filter(each -> each.toString().endsWith(".class")).toList();
    }
    for (Path file : files) {
      ClassNode read = new ClassNode();
      new ClassReader(Files.readAllBytes(file)).accept(read, 0);
      // Classes for one version of Java only lie elsewhere.
      if (file.equals(file(read.name))) {
        classes.put(read.name, read);
      }
    }
    for (ClassNode each : classes.values()) {
      if (!isOfLibrary(each)) {
        use(each, each.methods);
      }
    }
    useWhatIsReached();
    for (ClassNode each : classes.values()) {
      if (isOfLibrary(each)) {
        write(each);
      }
    }
  }

  private boolean isOfLibrary(ClassNode type) {
    return packages.stream().anyMatch(each -> type.name.startsWith(each + '/'));
  }

  private Path file(String name) {
    return root.resolve(name + ".class");
  }

  private void useWhatIsReached() {
    boolean isMore = true;
    while (isMore) {
      isMore = !found.isEmpty();
      while (!found.isEmpty()) {
        ClassNode next = found.remove();
        use(next, List.of());
        unused.put(next, new ArrayList<>(next.methods));
      }
      for (Map.Entry<ClassNode, List<MethodNode>> each : unused.entrySet()) {
        List<MethodNode> methods = each.getValue().stream().filter(this::isCalled).toList();
        if (!methods.isEmpty()) {
          each.getValue().removeAll(methods);
          use(each.getKey(), methods);
          isMore = true;
        }
      }
    }
  }

  /** Java itself calls the two by their names. */
  private boolean isCalled(MethodNode method) {
    return called.contains(method.name + method.desc)
        || method.name.equals("<clinit>")
        || method.name.equals("values");
  }

  /** Finds what a class and some of its methods name and call. */
  private void use(ClassNode type, List<MethodNode> methods) {
    ClassNode part = new ClassNode();
    part.version = type.version;
    part.access = type.access;
    part.name = type.name;
    part.superName = type.superName;
    part.interfaces = type.interfaces;
    part.nestHostClass = type.nestHostClass;
    part.fields = type.fields;
    part.methods = methods;
    part.accept(new ClassRemapper(new ClassNode(), new Uses()));
    if (type.superName != null) {
      useOfJava(type.superName);
    }
    type.interfaces.forEach(this::useOfJava);
  }

  /** Java calls the methods that its own types have. */
  private void useOfJava(String name) {
    if (!classes.containsKey(name) && named.add(name)) {
      try {
        useOfJava(Class.forName(name.replace('/', '.'), false, KeepUsed.class.getClassLoader()));
      } catch (ClassNotFoundException e) {
        // The program does not have it either: it is of a library that another can do without.
      }
    }
  }

  private void useOfJava(Class<?> type) {
    for (Method each : type.getDeclaredMethods()) {
      called.add(each.getName() + Type.getMethodDescriptor(each));
    }
    if (type.getSuperclass() != null) {
      useOfJava(type.getSuperclass());
    }
    for (Class<?> each : type.getInterfaces()) {
      useOfJava(each);
    }
  }

  private void write(ClassNode type) throws IOException {
    Path file = file(type.name);
    List<MethodNode> left = unused.get(type);
    if (left == null) {
      Files.delete(file);
    } else if (!left.isEmpty()) {
      // The jar is to be reproducible.
      FileTime time = Files.getLastModifiedTime(file);
      type.methods.removeAll(left);
      ClassWriter writer = new ClassWriter(0);
      type.accept(writer);
      Files.write(file, writer.toByteArray());
      Files.setLastModifiedTime(file, time);
    }
  }

  /** Changes nothing, and sees each name. */
  private final class Uses extends Remapper {

    Uses() {
      super(Opcodes.ASM9);
    }

    @Override
    public String map(String name) {
      ClassNode type = classes.get(name);
      if (type != null && isOfLibrary(type) && named.add(name)) {
        found.add(type);
      }
      return name;
    }

    @Override
    public String mapMethodName(String owner, String name, String descriptor) {
      called.add(name + descriptor);
      return name;
    }

    /** Java reads generic types only for reflection. */
    @Override
    public String mapSignature(String signature, boolean isType) {
      return signature;
    }
  }
}
