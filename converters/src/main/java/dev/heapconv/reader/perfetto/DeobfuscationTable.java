package dev.heapconv.reader.perfetto;

import dev.heapconv.model.RecordedProfile;
import dev.heapconv.naming.FrameRenaming;
import dev.heapconv.naming.ObfuscationMaps.ClassNames;
import dev.heapconv.naming.RetracedClass;
import dev.heapconv.proto.perfetto.DeobfuscationMapping;
import dev.heapconv.proto.perfetto.ObfuscatedClass;
import dev.heapconv.proto.perfetto.ObfuscatedMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The original names of Java classes and methods by package, from the maps of ProGuard or R8 that
 * were added to a trace.
 */
final class DeobfuscationTable {

  /** The classes of each package by their obfuscated names. */
  private final Map<String, Map<String, RetracedClass>> packages = new HashMap<>();

  private final WireCursor ofClass = new WireCursor();
  private final WireCursor ofMethod = new WireCursor();

  /** Reads a DeobfuscationMapping message. */
  void add(WireCursor message) {
    String packageName = message.text(DeobfuscationMapping.PACKAGE_NAME_FIELD_NUMBER, "");
    Map<String, RetracedClass> classes =
        packages.computeIfAbsent(packageName, unused -> new HashMap<>());
    while (message.find(DeobfuscationMapping.OBFUSCATED_CLASSES_FIELD_NUMBER, ofClass)) {
      String obfuscated = ofClass.text(ObfuscatedClass.OBFUSCATED_NAME_FIELD_NUMBER, "");
      String original = ofClass.text(ObfuscatedClass.DEOBFUSCATED_NAME_FIELD_NUMBER, "");
      List<ClassNames.Method> methods = new ArrayList<>();
      while (ofClass.find(ObfuscatedClass.OBFUSCATED_METHODS_FIELD_NUMBER, ofMethod)) {
        methods.add(
            new ClassNames.Method(
                ofMethod.text(ObfuscatedMethod.OBFUSCATED_NAME_FIELD_NUMBER, ""),
                ofMethod.text(ObfuscatedMethod.DEOBFUSCATED_NAME_FIELD_NUMBER, ""),
                (int) ofMethod.integer(ObfuscatedMethod.OBFUSCATED_LINE_START_FIELD_NUMBER, 0),
                line(ObfuscatedMethod.OBFUSCATED_LINE_END_FIELD_NUMBER),
                line(ObfuscatedMethod.SOURCE_LINE_START_FIELD_NUMBER),
                line(ObfuscatedMethod.SOURCE_LINE_END_FIELD_NUMBER),
                false));
      }
      ClassNames names = new ClassNames(obfuscated, original, List.of(), methods);
      classes.putIfAbsent(obfuscated, new RetracedClass(names, unused -> ""));
    }
  }

  /** A packet cannot tell line 0 from none. */
  private int line(int field) {
    int line = (int) ofMethod.integer(field, 0);
    return line == 0 ? ClassNames.NO_LINE : line;
  }

  /** Sets the original names of the frames where the maps contain them. */
  RecordedProfile applyTo(RecordedProfile recorded) {
    return packages.isEmpty()
        ? recorded
        : FrameRenaming.apply(
            recorded,
            (packageName, line) -> RetracedClass.functions(line, classes(packageName)::get),
            packages::containsKey);
  }

  /** A map without a package was made for a trace of one app, the only one whose map it had. */
  private Map<String, RetracedClass> classes(String packageName) {
    return packages.getOrDefault(packageName, packages.getOrDefault("", Map.of()));
  }
}
