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

  private final WireCursor ofClass = new WireCursor();
  private final WireCursor ofMethod = new WireCursor();

  /** Reads a DeobfuscationMapping message. */
  void add(WireCursor message) {
    String packageName = message.text(DeobfuscationMapping.PACKAGE_NAME_FIELD_NUMBER, "");
    Map<String, ClassMapping> classes =
        packages.computeIfAbsent(packageName, unused -> new HashMap<>());
    while (message.find(DeobfuscationMapping.OBFUSCATED_CLASSES_FIELD_NUMBER, ofClass)) {
      String obfuscated = ofClass.text(ObfuscatedClass.OBFUSCATED_NAME_FIELD_NUMBER, "");
      String original = ofClass.text(ObfuscatedClass.DEOBFUSCATED_NAME_FIELD_NUMBER, "");
      Map<String, MethodMapping> methods = new HashMap<>();
      while (ofClass.find(ObfuscatedClass.OBFUSCATED_METHODS_FIELD_NUMBER, ofMethod)) {
        methods
            .computeIfAbsent(
                ofMethod.text(ObfuscatedMethod.OBFUSCATED_NAME_FIELD_NUMBER, ""),
                unused -> new MethodMapping(original, new ArrayList<>()))
            .entries()
            .add(
                new MethodMapping.Entry(
                    ofMethod.text(ObfuscatedMethod.DEOBFUSCATED_NAME_FIELD_NUMBER, ""),
                    (int) ofMethod.integer(ObfuscatedMethod.OBFUSCATED_LINE_START_FIELD_NUMBER, 0),
                    (int) ofMethod.integer(ObfuscatedMethod.OBFUSCATED_LINE_END_FIELD_NUMBER, 0),
                    (int) ofMethod.integer(ObfuscatedMethod.SOURCE_LINE_START_FIELD_NUMBER, 0),
                    (int) ofMethod.integer(ObfuscatedMethod.SOURCE_LINE_END_FIELD_NUMBER, 0)));
      }
      classes.putIfAbsent(obfuscated, new ClassMapping(original, methods));
    }
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
