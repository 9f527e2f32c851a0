package dev.heapconv.deobfuscate;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warning;
import dev.heapconv.transform.ObfuscationMaps;
import dev.heapconv.transform.ObfuscationMaps.ClassNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A map of R8 or ProGuard. In memory are the bytes of the file and where each class begins; the
 * rest is parsed when it is asked for. Any number of threads may use it.
 */
final class ProguardMap {

  /** The bytes of a class, and the number of its first line. */
  private record LineRange(int start, int end, int line) {}

  private final Path file;
  private final byte[] bytes;
  private final Map<String, LineRange> ofObfuscated = new LinkedHashMap<>();
  private final Map<String, LineRange> ofOriginal = new HashMap<>();

  /** The comments before the first class, among them the version of the format. */
  private String preamble = "";

  private final Map<String, Optional<RetracedClass>> retraced = new ConcurrentHashMap<>();

  private int brokenLines;
  private int firstBrokenLine;

  private ProguardMap(Path file, byte[] bytes) {
    this.file = file;
    this.bytes = bytes;
  }

  /**
   * Reads a map.
   *
   * @throws HeapConvException if it cannot be read or names no class
   */
  static ProguardMap read(Path file) throws IOException {
    String name = file.toString();
    try {
      if (Files.isDirectory(file)) {
        throw HeapConvException.input(ErrorId.IS_DIRECTORY, name);
      }
      ProguardMap map = new ProguardMap(file, Files.readAllBytes(file));
      map.findClasses();
      if (map.ofObfuscated.isEmpty()) {
        throw HeapConvException.input(ErrorId.NOT_A_MAP, name);
      }
      return map;
    } catch (IOException e) {
      throw HeapConvException.unreadable(name, e);
    }
  }

  private void findClasses() {
    Lines lines = new Lines(new LineRange(0, bytes.length, 1));
    StringBuilder comments = new StringBuilder();
    ClassNames current = null;
    int start = 0;
    int startLine = 0;
    while (lines.next()) {
      if (lines.isComment()) {
        comments.append(current == null ? lines.text + "\n" : "");
      } else if (lines.isMember()) {
        if (current == null || MapLine.parseMember(lines.text) == null) {
          addBroken(lines.number);
        }
      } else {
        ClassNames next = MapLine.parseClass(lines.text);
        if (next == null) {
          addBroken(lines.number);
          continue;
        }
        add(current, new LineRange(start, lines.start, startLine));
        current = next;
        start = lines.start;
        startLine = lines.number;
      }
    }
    add(current, new LineRange(start, bytes.length, startLine));
    preamble = comments.toString();
  }

  private void add(@Nullable ClassNames names, LineRange section) {
    if (names != null) {
      // The last class of a name counts, as for R8.
      ofObfuscated.put(names.obfuscated(), section);
      ofOriginal.put(names.original(), section);
    }
  }

  private void addBroken(int line) {
    firstBrokenLine = brokenLines == 0 ? line : firstBrokenLine;
    brokenLines++;
  }

  /** A warning about lines that could not be understood; null if there are none. */
  @Nullable Warning damage() {
    return brokenLines == 0
        ? null
        : Warning.of(ErrorId.BAD_MAP_LINES, file, brokenLines, firstBrokenLine);
  }

  /** Passes on what the map says about each class, in its order. Nothing of it is kept. */
  void visit(String packageName, ObfuscationMaps.ClassVisitor visitor) throws IOException {
    for (LineRange section : ofObfuscated.values()) {
      visitor.visit(packageName, classNames(section));
    }
  }

  /** The number of the line at which a class begins; 0 if the map does not name it. */
  int line(String obfuscatedClass) {
    LineRange section = ofObfuscated.get(obfuscatedClass);
    return section == null ? 0 : section.line();
  }

  /** The names of a class that the map names; empty if R8 does not understand them. */
  Optional<RetracedClass> retraced(String obfuscatedClass) {
    return retraced.computeIfAbsent(
        obfuscatedClass,
        name -> {
          try {
            return Optional.of(new RetracedClass(name, excerpt(name)));
          } catch (RuntimeException e) {
            // InvalidMappingFileException and whatever else a hostile map leads to.
            return Optional.empty();
          }
        });
  }

  /** CRC-32 and size of the file. */
  String checksum() {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return Long.toHexString(crc.getValue()) + "/" + bytes.length;
  }

  /** Its name in messages. */
  String name() {
    return file.toString();
  }

  private ClassNames classNames(LineRange section) {
    Lines lines = new Lines(section);
    lines.next();
    ClassNames found = Objects.requireNonNull(MapLine.parseClass(lines.text));
    List<ClassNames.Field> fields = new ArrayList<>();
    List<ClassNames.Method> methods = new ArrayList<>();
    while (lines.next()) {
      Record member = lines.isMember() ? MapLine.parseMember(lines.text) : null;
      if (member instanceof ClassNames.Method method) {
        methods.add(method);
      } else if (member instanceof ClassNames.Field field) {
        fields.add(field);
      }
    }
    return new ClassNames(found.obfuscated(), found.original(), fields, methods);
  }

  /**
   * The part of the map that says what a class and its methods are called: its own lines without
   * broken ones, and the source files of the classes whose methods are inlined into it.
   */
  private String excerpt(String obfuscatedClass) {
    LineRange section = Objects.requireNonNull(ofObfuscated.get(obfuscatedClass));
    StringBuilder excerpt = new StringBuilder(preamble);
    Set<String> others = new LinkedHashSet<>();
    Lines lines = new Lines(section);
    while (lines.next()) {
      Record member = lines.isMember() ? MapLine.parseMember(lines.text) : null;
      if (member instanceof ClassNames.Method method) {
        others.add(method.originalClass());
      }
      if (member != null || lines.isComment() || lines.start == section.start()) {
        excerpt.append(lines.text).append('\n');
      }
    }
    for (String other : others) {
      LineRange source = ofOriginal.get(other);
      if (source != null && !source.equals(section)) {
        excerpt.append(beforeMembers(source));
      }
    }
    return excerpt.toString();
  }

  /** The line that begins a class, and the comments on the class. */
  private String beforeMembers(LineRange section) {
    StringBuilder text = new StringBuilder();
    Lines lines = new Lines(section);
    while (lines.next() && (lines.start == section.start() || lines.isComment())) {
      text.append(lines.text).append('\n');
    }
    return text.toString();
  }

  /** Reads lines of the file, one after another. */
  private final class Lines {
    private final int end;
    private int next;
    int start;
    int number;
    String text = "";

    Lines(LineRange section) {
      this.next = section.start();
      this.end = section.end();
      this.number = section.line() - 1;
    }

    boolean next() {
      if (next >= end) {
        return false;
      }
      start = next;
      int lineEnd = start;
      while (lineEnd < end && bytes[lineEnd] != '\n') {
        lineEnd++;
      }
      next = lineEnd + 1;
      number++;
      int length = lineEnd - start;
      length -= length > 0 && bytes[lineEnd - 1] == '\r' ? 1 : 0;
      text = new String(bytes, start, length, StandardCharsets.UTF_8);
      return true;
    }

    boolean isComment() {
      return MapLine.isComment(text);
    }

    boolean isMember() {
      return !isComment() && MapLine.isMember(text);
    }
  }
}
