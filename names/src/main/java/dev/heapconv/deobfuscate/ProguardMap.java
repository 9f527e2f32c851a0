package dev.heapconv.deobfuscate;

import dev.heapconv.io.LineReader;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import dev.heapconv.naming.ObfuscationMaps;
import dev.heapconv.naming.ObfuscationMaps.ClassNames;
import dev.heapconv.naming.RetracedClass;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A map of R8 or ProGuard. In memory are the bytes of the file and where each class begins; the
 * rest is parsed when it is asked for. Any number of threads may use it.
 */
final class ProguardMap {

  /** The bytes of a class, from the line that begins it. */
  private record Section(int start, int end) {}

  /** Many times the map of a large app, and half of what one array can hold. */
  private static final int MAX_BYTES = 1 << 30;

  private static final int START_BYTES = 64 << 10;

  private final Path file;
  private final byte[] bytes;
  private final Map<String, Section> ofObfuscated = new LinkedHashMap<>();
  private final Map<String, Section> ofOriginal = new HashMap<>();
  private final Map<String, RetracedClass> retraced = new ConcurrentHashMap<>();

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
    return read(file, MAX_BYTES);
  }

  static ProguardMap read(Path file, int maxBytes) throws IOException {
    String name = file.toString();
    try {
      if (Files.isDirectory(file)) {
        throw HeapConvException.input(ErrorId.IS_DIRECTORY, name);
      }
      ProguardMap map = new ProguardMap(file, bytes(file, maxBytes));
      map.findClasses();
      if (map.ofObfuscated.isEmpty()) {
        throw HeapConvException.input(ErrorId.NOT_A_MAP, name, "it names no class");
      }
      return map;
    } catch (IOException e) {
      throw HeapConvException.unreadable(name, e);
    }
  }

  /** All of a file, which may be a pipe or a device: these have no size, and some have no end. */
  private static byte[] bytes(Path file, int maxBytes) throws IOException {
    long size = Files.size(file);
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(START_BYTES);
      if (LineReader.indexOf(bytes, 0, bytes.length, '\0') < bytes.length) {
        throw HeapConvException.input(ErrorId.NOT_A_MAP, file.toString(), "it is not text");
      }
      int filled = bytes.length;
      for (int next; (next = in.read()) >= 0; ) {
        if (filled >= maxBytes) {
          throw HeapConvException.input(
              ErrorId.NOT_A_MAP, file.toString(), "it is longer than " + maxBytes + " bytes");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(maxBytes, Math.max(size, 2L * filled)));
        bytes[filled++] = (byte) next;
        filled += in.readNBytes(bytes, filled, bytes.length - filled);
      }
      return filled == bytes.length ? bytes : Arrays.copyOf(bytes, filled);
    }
  }

  private void findClasses() {
    Lines lines = new Lines(new Section(0, bytes.length));
    ClassNames current = null;
    int start = 0;
    for (int number = 1; lines.next(); number++) {
      if (MapLine.isComment(lines.text)) {
        continue;
      }
      boolean isMember = MapLine.isMember(lines.text);
      ClassNames next = isMember ? null : MapLine.parseClass(lines.text);
      if (next != null) {
        add(current, new Section(start, lines.start));
        current = next;
        start = lines.start;
      } else if (!isMember || current == null || MapLine.parseMember(lines.text) == null) {
        firstBrokenLine = brokenLines++ == 0 ? number : firstBrokenLine;
      }
    }
    add(current, new Section(start, bytes.length));
  }

  private void add(@Nullable ClassNames names, Section section) {
    if (names != null) {
      // The last class of a name counts, as for R8.
      ofObfuscated.put(names.obfuscated(), section);
      ofOriginal.put(names.original(), section);
    }
  }

  /** A warning about lines that could not be understood; null if there are none. */
  @Nullable Notice damage() {
    return brokenLines == 0
        ? null
        : Notice.of(ErrorId.BAD_MAP_LINES, file.toString(), brokenLines, firstBrokenLine);
  }

  /** Passes on what the map says about each class, in its order. Nothing of it is kept. */
  void visit(String packageName, ObfuscationMaps.ClassVisitor visitor) throws IOException {
    for (Section section : ofObfuscated.values()) {
      visitor.visit(packageName, classNames(section));
    }
  }

  /** The names of a class; null if the map does not name it. */
  @Nullable RetracedClass retraced(String obfuscatedClass) {
    Section section = ofObfuscated.get(obfuscatedClass);
    return section == null
        ? null
        : retraced.computeIfAbsent(obfuscatedClass, unused -> retraced(section));
  }

  private RetracedClass retraced(Section section) {
    ClassNames names = classNames(section);
    return new RetracedClass(
        names,
        original ->
            sourceFile(original.equals(names.original()) ? section : ofOriginal.get(original)));
  }

  /** CRC-32 and size of the file. */
  String checksum() {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return Long.toHexString(crc.getValue()) + "/" + bytes.length;
  }

  private ClassNames classNames(Section section) {
    Lines lines = new Lines(section);
    lines.next();
    ClassNames found = Objects.requireNonNull(MapLine.parseClass(lines.text));
    List<ClassNames.Field> fields = new ArrayList<>();
    List<ClassNames.Method> methods = new ArrayList<>();
    List<String> signatures = new ArrayList<>();
    Set<String> synthesized = new HashSet<>();
    Record last = found;
    while (lines.next()) {
      if (MapLine.isComment(lines.text)) {
        if (last instanceof ClassNames.Method && MapLine.isSynthesized(lines.text)) {
          synthesized.add(signatures.get(signatures.size() - 1));
        }
        continue;
      }
      Record member = MapLine.isMember(lines.text) ? MapLine.parseMember(lines.text) : null;
      last = member == null ? last : member;
      if (member instanceof ClassNames.Method method) {
        methods.add(method);
        signatures.add(MapLine.signature(lines.text));
      } else if (member instanceof ClassNames.Field field) {
        fields.add(field);
      }
    }
    // What is said once of a method is true of all its lines.
    for (int i = 0; i < methods.size() && !synthesized.isEmpty(); i++) {
      if (synthesized.contains(signatures.get(i))) {
        methods.set(i, methods.get(i).synthesized());
      }
    }
    return new ClassNames(found.obfuscated(), found.original(), fields, methods);
  }

  /** The source file that the comments before the members of a class name; empty if none does. */
  private String sourceFile(@Nullable Section section) {
    String found = "";
    if (section != null) {
      Lines lines = new Lines(section);
      lines.next();
      while (found.isEmpty() && lines.next() && MapLine.isComment(lines.text)) {
        found = MapLine.sourceFile(lines.text);
      }
    }
    return found;
  }

  /** Reads lines of the file, one after another. */
  private final class Lines {
    private final int end;
    private int next;
    int start;
    String text = "";

    Lines(Section section) {
      this.next = section.start();
      this.end = section.end();
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
      int length = lineEnd - start;
      length -= length > 0 && bytes[lineEnd - 1] == '\r' ? 1 : 0;
      text = new String(bytes, start, length, StandardCharsets.UTF_8);
      return true;
    }
  }
}
