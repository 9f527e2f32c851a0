package dev.heapconv.symbols;

import dev.heapconv.io.Temporary;
import dev.heapconv.symbols.FileFacts.Member;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Temporary copies of members of archives, for programs that open files only. */
final class MemberCopies implements Closeable {

  private final IdentityHashMap<Member, Path> copies = new IdentityHashMap<>();
  private @Nullable Path folder;

  /** Makes room for copies; an error of it is no error of an archive. */
  void prepare() throws IOException {
    if (folder == null) {
      folder = Temporary.folder("symbols");
    }
  }

  /** The candidate's own file, or a copy, for which {@link #prepare} has been called. */
  Path path(SymbolCandidate candidate) throws IOException {
    Member member = candidate.member();
    if (member == null) {
      return candidate.path();
    }
    Path known = copies.get(member);
    if (known != null) {
      return known;
    }
    Path copy = Objects.requireNonNull(folder, "folder").resolve(Integer.toString(copies.size()));
    try {
      Archives.copy(candidate.path(), member.name(), copy);
    } catch (IOException e) {
      Files.deleteIfExists(copy);
      throw e;
    }
    copies.put(member, copy);
    return copy;
  }

  @Override
  public void close() throws IOException {
    for (Path copy : copies.values()) {
      Files.deleteIfExists(copy);
    }
    copies.clear();
    if (folder != null) {
      Files.deleteIfExists(folder);
      folder = null;
    }
  }
}
