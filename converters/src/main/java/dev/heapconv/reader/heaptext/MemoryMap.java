package dev.heapconv.reader.heaptext;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The mapped libraries of a dump, in the form of {@code /proc/PID/maps}, the older one of
 * gperftools, or that of FreeBSD's {@code /proc/curproc/map}.
 */
final class MemoryMap {

  /** How Linux marks a file that was replaced or deleted while it is mapped. */
  private static final String DELETED = " (deleted)";

  /** How gperftools names the folder that the program was built in. */
  private static final String BUILD = "build=";

  /**
   * What FreeBSD says of the mapping of a file after its addresses: pages, permissions, and more
   * ({@code procfs_map.c}). It does not say which part of the file is mapped.
   */
  private static final Pattern FREEBSD =
      Pattern.compile(
          "\\d+ \\d+ 0x[0-9a-f]+ (r|-)(w|-)(x|-) \\d+ \\d+ 0x[0-9a-f]+ \\w+ \\w+ (\\w+) (.*?)"
              + " N?CH -?\\d+");

  private final TreeMap<Long, Mapping> byStart = new TreeMap<>(Long::compareUnsigned);
  private String program = "";

  /** The file that a line of FreeBSD was of last, and where its first mapping begins. */
  private String file = "";

  private long fileStart;

  /** Adds a line; false if it has another form. */
  boolean addLine(String line) {
    TextCursor cursor = new TextCursor(line);
    if (!cursor.hex()) {
      return line.isBlank() || line.strip().startsWith(BUILD);
    }
    long start = cursor.number();
    boolean isRange = cursor.eat('-');
    if (!cursor.hex()) {
      return false;
    }
    long end = cursor.number();
    if (Long.compareUnsigned(start, end) >= 0) {
      return false;
    }
    if (!isRange) {
      return addFreeBsd(start, end, cursor.rest());
    }
    long offset = 0;
    String path;
    if (cursor.eat(':')) {
      path = cursor.rest();
      int offsetMark = path.indexOf(" (@");
      if (offsetMark > 0) {
        TextCursor mark = new TextCursor(path.substring(offsetMark + 3));
        offset = mark.hex() ? mark.number() : 0;
        path = path.substring(0, offsetMark);
      }
    } else {
      String permissions = cursor.word();
      if (permissions.indexOf('x') < 0) {
        return true;
      }
      offset = cursor.hex() ? cursor.number() : 0;
      cursor.word();
      cursor.word();
      path = cursor.rest();
    }
    add(path, start, end, offset);
    return true;
  }

  private boolean addFreeBsd(long start, long end, String rest) {
    Matcher line = FREEBSD.matcher(rest);
    if (!line.matches()) {
      return false;
    }
    String path = line.group(5);
    if (!path.equals(file)) {
      file = path;
      fileStart = start;
    }
    if (line.group(3).equals("x") && line.group(4).equals("vnode")) {
      // Linkers lay files out as they are mapped.
      add(path, start, end, start - fileStart);
    }
    return true;
  }

  private void add(String path, long start, long end, long offset) {
    byStart.put(start, new Mapping(path, "", start, end, offset));
    if (program.isEmpty() && isProgram(path)) {
      program = path.endsWith(DELETED) ? path.substring(0, path.length() - DELETED.length()) : path;
    }
  }

  /** Whether nothing is known of what is mapped. */
  boolean isEmpty() {
    return byStart.isEmpty();
  }

  private static boolean isProgram(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    boolean library =
        name.contains(".so.") || name.endsWith(".so") || name.endsWith(".so" + DELETED);
    return path.startsWith("/")
        && !library
        && !name.startsWith("ld-")
        && !path.startsWith("/dev/")
        && !path.startsWith("/memfd:");
  }

  /** Whether a library is mapped whose name begins so. */
  boolean hasLibrary(String prefix) {
    return byStart.values().stream()
        .anyMatch(mapping -> Mapping.baseName(mapping.path()).startsWith(prefix));
  }

  /** Path of the first file mapped as executable that is not a library; empty if unknown. */
  String program() {
    return program;
  }

  /** Adds the frame of an address to a table. */
  int frame(StackTable stacks, long address, List<SourceLine> lines) {
    Map.Entry<Long, Mapping> entry = byStart.floorEntry(address);
    if (entry == null || Long.compareUnsigned(address, entry.getValue().end()) >= 0) {
      return stacks.addFrame(StackTable.NO_MAPPING, address, lines);
    }
    Mapping mapping = entry.getValue();
    return stacks.addFrame(
        stacks.addMapping(mapping), address - mapping.start() + mapping.fileOffset(), lines);
  }
}
