package dev.heapconv.reader.perfetto;

import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.proto.perfetto.DeobfuscationMapping;
import dev.heapconv.proto.perfetto.ObfuscatedClass;
import dev.heapconv.proto.perfetto.ObfuscatedMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The original names of Java classes and methods, from the mapping files of ProGuard or R8 that
 * were added to a trace. The path of a frame's mapping determines its package; frames of compiled
 * code have no such path and are looked up in all packages.
 */
final class DeobfuscationTable {

  private record Method(
      String original, int obfuscatedStart, int obfuscatedEnd, int sourceStart, int sourceEnd) {
    boolean hasLines() {
      return obfuscatedEnd > 0;
    }

    boolean covers(int line) {
      return !hasLines() || (line >= obfuscatedStart && line <= obfuscatedEnd);
    }

    int sourceLine(int line) {
      if (!hasLines() || sourceStart == 0) {
        return line;
      }
      // A range that maps to one line is code inlined from there.
      return sourceEnd > sourceStart ? sourceStart + (line - obfuscatedStart) : sourceStart;
    }
  }

  private record ClassMapping(String original, Map<String, List<Method>> methods) {}

  /** The classes of all packages that share one short name. */
  private static final class Namesakes {
    private final Map<String, ClassMapping> ofPackage = new HashMap<>();
    private final ClassMapping first;
    private boolean agree = true;

    Namesakes(ClassMapping first) {
      this.first = first;
    }

    void add(String packageName, ClassMapping mapping) {
      agree &= mapping.original().equals(first.original());
      ofPackage.putIfAbsent(packageName, mapping);
    }

    /**
     * The class of the package that is named by a component of a path, alone or before a hyphen.
     */
    @Nullable ClassMapping ofPath(String path) {
      int end;
      for (int slash = path.indexOf('/'); slash >= 0; slash = end < path.length() ? end : -1) {
        end = path.indexOf('/', slash + 1);
        end = end < 0 ? path.length() : end;
        int hyphen = path.indexOf('-', slash + 1);
        int nameEnd = hyphen < 0 || hyphen > end ? end : hyphen;
        boolean ends = nameEnd < path.length();
        ClassMapping found =
            ends && nameEnd > slash + 1 ? ofPackage.get(path.substring(slash + 1, nameEnd)) : null;
        if (found != null) {
          return found;
        }
      }
      return null;
    }
  }

  private final Map<String, Namesakes> classes = new HashMap<>();
  private final WireCursor methodCursor = new WireCursor();

  /** Reads a DeobfuscationMapping message. */
  void add(WireCursor message) {
    String packageName = "";
    List<WireCursor> pending = new ArrayList<>();
    for (int field; (field = message.nextField()) != 0; ) {
      switch (field) {
        case DeobfuscationMapping.PACKAGE_NAME_FIELD_NUMBER ->
            packageName = InternTable.text(message.copyBytes());
        case DeobfuscationMapping.OBFUSCATED_CLASSES_FIELD_NUMBER ->
            pending.add(message.message(new WireCursor()));
        default -> message.skip();
      }
    }
    for (WireCursor obfuscatedClass : pending) {
      addClass(packageName, obfuscatedClass);
    }
  }

  private void addClass(String packageName, WireCursor message) {
    String obfuscated = "";
    String original = "";
    Map<String, List<Method>> methods = new HashMap<>();
    for (int field; (field = message.nextField()) != 0; ) {
      switch (field) {
        case ObfuscatedClass.OBFUSCATED_NAME_FIELD_NUMBER ->
            obfuscated = InternTable.text(message.copyBytes());
        case ObfuscatedClass.DEOBFUSCATED_NAME_FIELD_NUMBER ->
            original = InternTable.text(message.copyBytes());
        case ObfuscatedClass.OBFUSCATED_METHODS_FIELD_NUMBER ->
            addMethod(message.message(methodCursor), methods);
        default -> message.skip();
      }
    }
    ClassMapping mapping = new ClassMapping(original, methods);
    classes.computeIfAbsent(obfuscated, unused -> new Namesakes(mapping)).add(packageName, mapping);
  }

  private void addMethod(WireCursor message, Map<String, List<Method>> methods) {
    String obfuscated = "";
    String original = "";
    int[] lines = new int[4];
    for (int field; (field = message.nextField()) != 0; ) {
      switch (field) {
        case ObfuscatedMethod.OBFUSCATED_NAME_FIELD_NUMBER ->
            obfuscated = InternTable.text(message.copyBytes());
        case ObfuscatedMethod.DEOBFUSCATED_NAME_FIELD_NUMBER ->
            original = InternTable.text(message.copyBytes());
        case ObfuscatedMethod.OBFUSCATED_LINE_START_FIELD_NUMBER ->
            lines[0] = (int) message.integer();
        case ObfuscatedMethod.OBFUSCATED_LINE_END_FIELD_NUMBER ->
            lines[1] = (int) message.integer();
        case ObfuscatedMethod.SOURCE_LINE_START_FIELD_NUMBER -> lines[2] = (int) message.integer();
        case ObfuscatedMethod.SOURCE_LINE_END_FIELD_NUMBER -> lines[3] = (int) message.integer();
        default -> message.skip();
      }
    }
    methods
        .computeIfAbsent(obfuscated, unused -> new ArrayList<>())
        .add(new Method(original, lines[0], lines[1], lines[2], lines[3]));
  }

  /** Sets the original names of the frames of {@code stacks} where the mappings contain them. */
  void applyTo(StackTable stacks) {
    if (classes.isEmpty()) {
      return;
    }
    for (int frame = 0; frame < stacks.frameCount(); frame++) {
      List<SourceLine> lines = stacks.lines(frame);
      SourceLine line = lines.get(0);
      int dot = line.function().lastIndexOf('.');
      if (lines.size() > 1 || dot <= 0) {
        continue;
      }
      int mapping = stacks.frameMapping(frame);
      String path = mapping == StackTable.NO_MAPPING ? "" : stacks.mapping(mapping).path();
      ClassMapping found = find(line.function().substring(0, dot), path);
      if (found != null) {
        stacks.setLines(
            frame, List.of(deobfuscate(line, line.function().substring(dot + 1), found)));
      }
    }
  }

  private @Nullable ClassMapping find(String obfuscatedClass, String path) {
    Namesakes namesakes = classes.get(obfuscatedClass);
    if (namesakes == null) {
      return null;
    }
    ClassMapping found = namesakes.ofPath(path);
    if (found != null) {
      return found;
    }
    // Several packages may use one short name for different classes: then only a path could decide.
    boolean elsewhere = path.startsWith("/data/app/");
    return namesakes.agree && !elsewhere ? namesakes.first : null;
  }

  private static SourceLine deobfuscate(
      SourceLine line, String obfuscatedMethod, ClassMapping found) {
    List<Method> methods = found.methods().getOrDefault(obfuscatedMethod, List.of());
    Set<String> names = new LinkedHashSet<>();
    int number = line.line();
    for (Method method : methods) {
      boolean fits = line.line() == 0 || method.covers(line.line());
      if (fits && names.add(qualified(found, method.original()))) {
        number = method.sourceLine(line.line());
      }
    }
    if (names.isEmpty()) {
      methods.forEach(method -> names.add(qualified(found, method.original())));
    }
    if (names.isEmpty()) {
      names.add(qualified(found, obfuscatedMethod));
    }
    // Overloads share a short name: all of its meanings are listed.
    return new SourceLine(
        String.join(" | ", names), line.file(), names.size() == 1 ? number : line.line());
  }

  /** A method that was inlined from another class comes with that class's name. */
  private static String qualified(ClassMapping found, String method) {
    return method.indexOf('.') >= 0 ? method : found.original() + "." + method;
  }
}
