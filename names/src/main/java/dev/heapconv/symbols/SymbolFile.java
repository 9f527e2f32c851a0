package dev.heapconv.symbols;

import java.nio.file.Path;

/**
 * A file that names addresses of a binary.
 *
 * @param path the file; for a member of an archive, a temporary copy
 * @param name what users call it: its path, or {@code ARCHIVE!MEMBER}
 * @param format what it is
 * @param buildId build id of the binary as lower-case hexadecimal digits; empty if it has none
 */
record SymbolFile(Path path, String name, Format format, String buildId) {

  enum Format {
    ELF,
    BREAKPAD
  }
}
