package dev.heapconv.reader.perfetto;

import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.proto.perfetto.DeobfuscationMapping;
import dev.heapconv.proto.perfetto.ObfuscatedClass;
import dev.heapconv.proto.perfetto.ObfuscatedMethod;
import dev.heapconv.transform.FrameRenaming;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The original names of Java classes and methods by package, from the maps of ProGuard or R8 that
 * were added to a trace.
 */
final class DeobfuscationTable {

  private record ClassMapping(String original, Map<String, MethodMapping> methods) {}

  /** The classes of each package by their obfuscated names. */
  private final Map<String, Map<String, ClassMapping>> packages = new HashMap<>();

  private final WireCursor methodCursor = new WireCursor();

  /** Reads a DeobfuscationMapping message. */
  void add(WireCursor message) {
    String packageName = "";
    List<WireCursor> pending = new ArrayList<>();
    for (int field; (field = message.nextField()) != 0; ) {
      switch (field) {
        case DeobfuscationMapping.PACKAGE_NAME_FIELD_NUMBER -> packageName = message.text();
        case DeobfuscationMapping.OBFUSCATED_CLASSES_FIELD_NUMBER ->
            pending.add(message.message(new WireCursor()));
        default -> message.skip();
      }
    }
    Map<String, ClassMapping> classes =
        packages.computeIfAbsent(packageName, unused -> new HashMap<>());
    for (WireCursor obfuscatedClass : pending) {
      addClass(obfuscatedClass, classes);
    }
  }

  private void addClass(WireCursor message, Map<String, ClassMapping> classes) {
    String obfuscated = "";
    String original = "";
    Map<String, List<MethodMapping.Entry>> entries = new HashMap<>();
    for (int field; (field = message.nextField()) != 0; ) {
      switch (field) {
        case ObfuscatedClass.OBFUSCATED_NAME_FIELD_NUMBER -> obfuscated = message.text();
        case ObfuscatedClass.DEOBFUSCATED_NAME_FIELD_NUMBER -> original = message.text();
        case ObfuscatedClass.OBFUSCATED_METHODS_FIELD_NUMBER ->
            addMethod(message.message(methodCursor), entries);
        default -> message.skip();
      }
    }
    Map<String, MethodMapping> methods = new HashMap<>();
    for (Map.Entry<String, List<MethodMapping.Entry>> method : entries.entrySet()) {
      methods.put(method.getKey(), new MethodMapping(original, method.getValue()));
    }
    classes.putIfAbsent(obfuscated, new ClassMapping(original, methods));
  }

  private void addMethod(WireCursor message, Map<String, List<MethodMapping.Entry>> entries) {
    String obfuscated = "";
    String original = "";
    int[] lines = new int[4];
    for (int field; (field = message.nextField()) != 0; ) {
      switch (field) {
        case ObfuscatedMethod.OBFUSCATED_NAME_FIELD_NUMBER -> obfuscated = message.text();
        case ObfuscatedMethod.DEOBFUSCATED_NAME_FIELD_NUMBER -> original = message.text();
        case ObfuscatedMethod.OBFUSCATED_LINE_START_FIELD_NUMBER ->
            lines[0] = (int) message.integer();
        case ObfuscatedMethod.OBFUSCATED_LINE_END_FIELD_NUMBER ->
            lines[1] = (int) message.integer();
        case ObfuscatedMethod.SOURCE_LINE_START_FIELD_NUMBER -> lines[2] = (int) message.integer();
        case ObfuscatedMethod.SOURCE_LINE_END_FIELD_NUMBER -> lines[3] = (int) message.integer();
        default -> message.skip();
      }
    }
    entries
        .computeIfAbsent(obfuscated, unused -> new ArrayList<>())
        .add(new MethodMapping.Entry(original, lines[0], lines[1], lines[2], lines[3]));
  }

  /** Sets the original names of the frames where the maps contain them. */
  RecordedProfile applyTo(RecordedProfile recorded) {
    return packages.isEmpty() ? recorded : FrameRenaming.apply(recorded, this::functions);
  }

  private @Nullable List<SourceLine> functions(String packageName, SourceLine recorded) {
    String name = recorded.function();
    int dot = name.lastIndexOf('.');
    if (dot <= 0) {
      return null;
    }
    // A map without a package was made for a trace of one app, the only one whose map it had.
    Map<String, ClassMapping> classes =
        packages.getOrDefault(packageName, packages.getOrDefault("", Map.of()));
    ClassMapping found = classes.get(name.substring(0, dot));
    if (found == null) {
      return null;
    }
    String method = name.substring(dot + 1);
    MethodMapping mapping = found.methods().get(method);
    return mapping == null
        ? List.of(new SourceLine(found.original() + "." + method, recorded.file(), recorded.line()))
        : mapping.functions(recorded);
  }
}
