package dev.heapconv.symbols;

import java.nio.file.Path;

/**
 * A file that names addresses of a binary.
 *
 * @param path the file; for a member of an archive, a temporary copy
 * @param name what users call it: its path, or {@code ARCHIVE!MEMBER}
 * @param kind what it is
 * @param buildId build id of the binary as lower-case hexadecimal digits; empty if it has none
 */
record SymbolFile(Path path, String name, Kind kind, String buildId) {

  enum Kind {
    ELF,
    BREAKPAD
  }
}
