package dev.heapconv.symbols;

import dev.heapconv.symbols.FileFacts.Member;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file that may hold the symbols of a mapping.
 *
 * @param path the file, or the archive that contains it
 * @param member null for a file of its own
 */
record SymbolCandidate(Path path, @Nullable Member member, FileFacts facts) {

  private static final Pattern SEPARATORS = Pattern.compile("[/!]");

  /** What users call it. */
  String name() {
    return member == null ? path.toString() : path + "!" + member.name();
  }

  String baseName() {
    List<String> parts = parts(name());
    return parts.get(parts.size() - 1);
  }

  /** Names of folders and files, from the root; those of an archive follow each other, too. */
  static List<String> parts(String path) {
    return SEPARATORS.splitAsStream(path).filter(part -> !part.isEmpty()).toList();
  }

  /** How many parts at the end are the same, apart from the last one. */
  int sharedEnd(List<String> other) {
    List<String> own = parts(name());
    int shared = 0;
    while (shared < Math.min(own.size(), other.size()) - 1
        && own.get(own.size() - 2 - shared).equals(other.get(other.size() - 2 - shared))) {
      shared++;
    }
    return shared;
  }

  /** Whether it is the member at an offset in its archive. */
  boolean isAt(long offset) {
    return member != null
        && member.offset() >= 0
        && offset >= member.offset()
        && offset - member.offset() < member.size();
  }

  /** Its build id in normal form; empty if it has none. */
  String buildId() {
    return facts.buildId();
  }
}
