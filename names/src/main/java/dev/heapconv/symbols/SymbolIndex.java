package dev.heapconv.symbols;

import dev.heapconv.model.Mapping;
import dev.heapconv.symbols.FileFacts.Content;
import dev.heapconv.symbols.FileFacts.Member;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files with symbols below some paths. Of a mapping whose build id was recorded, only files
 * with this id are ever used; otherwise the path decides. Of several, the best one is used, and of
 * equals the first in order of the paths and of the names below each. Any thread may search.
 */
final class SymbolIndex implements Closeable {

  /**
   * What was found for a mapping.
   *
   * @param file null if nothing fits
   * @param byPath whether the path alone decided, since the recording has no build id
   * @param problem why nothing fits; empty if something does
   * @param similar whether that is about files that nearly fit
   */
  record Match(@Nullable SymbolFile file, boolean byPath, String problem, boolean similar) {

    static Match none(boolean byPath, String problem) {
      return new Match(null, byPath, problem, false);
    }

    static Match unfit(boolean byPath, String problem) {
      return new Match(null, byPath, problem, true);
    }
  }

  private static final String DELETED = " (deleted)";

  /** Endings of files with the symbols of a binary. */
  private static final List<String> ENDINGS = List.of("", ".debug", ".dbg", ".sym");

  private final Map<String, List<SymbolCandidate>> byId = new HashMap<>();
  private final Map<String, List<SymbolCandidate>> byName = new HashMap<>();
  private final Map<String, List<SymbolCandidate>> archives = new HashMap<>();
  private final List<String> problems;
  private final MemberCopies copies = new MemberCopies();
  private final BestFile bestFile = new BestFile(byName, copies);

  /** The first file; the only one if there are no others. */
  private @Nullable SymbolCandidate first;

  private int count;

  private SymbolIndex(FileSearch search) {
    problems = search.problems();
    for (FileSearch.FoundFile found : search.files()) {
      FileFacts facts = found.facts();
      if (facts.content() == Content.ARCHIVE) {
        for (Member member : facts.members()) {
          add(new SymbolCandidate(found.path(), member, member.facts()), found.again());
        }
      } else if (facts.content() != Content.OTHER) {
        add(new SymbolCandidate(found.path(), null, facts), found.again());
      }
    }
  }

  /** Searches files and folders. */
  static SymbolIndex of(List<Path> paths) {
    FileSearch search = new FileSearch();
    search.walk(paths);
    return new SymbolIndex(search);
  }

  private void add(SymbolCandidate candidate, boolean again) {
    first = first == null ? candidate : first;
    count++;
    String id = candidate.buildId();
    if (!id.isEmpty() && !again) {
      list(byId, BuildId.key(id)).add(candidate);
    }
    list(byName, candidate.baseName()).add(candidate);
    String module = candidate.facts().module();
    if (!module.isEmpty() && !module.equals(candidate.baseName())) {
      list(byName, module).add(candidate);
    }
    if (candidate.member() != null) {
      list(archives, candidate.path().getFileName().toString()).add(candidate);
    }
  }

  private static List<SymbolCandidate> list(Map<String, List<SymbolCandidate>> map, String key) {
    return map.computeIfAbsent(key, unused -> new ArrayList<>(1));
  }

  /** What could not be read, and why; a line for each. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  boolean isOneFile() {
    return count == 1;
  }

  /**
   * The best file for a mapping.
   *
   * @throws IOException if no folder for copies of members can be made
   */
  synchronized Match find(Mapping mapping) throws IOException {
    String id = BuildId.normal(mapping.buildId());
    return id.isEmpty() ? findByPath(mapping) : findById(mapping, id);
  }

  private Match findById(Mapping mapping, String id) throws IOException {
    List<SymbolCandidate> same = withId(id);
    if (!same.isEmpty()) {
      return bestFile.of(same, id, false);
    }
    List<SymbolCandidate> named = named(mapping);
    if (!named.isEmpty()) {
      return Match.unfit(false, misfit(named.get(0), id));
    }
    return Match.none(
        false, first == null || count > 1 ? "no file with this build id" : misfit(first, id));
  }

  private static String misfit(SymbolCandidate other, String needed) {
    return other.name()
        + (other.buildId().isEmpty()
            ? " has no build id, so it may be another version"
            : " has another build id (" + BuildId.digits(other.buildId()) + ")")
        + "; needed is "
        + BuildId.digits(needed);
  }

  private List<SymbolCandidate> withId(String id) {
    List<SymbolCandidate> same = new ArrayList<>();
    for (SymbolCandidate candidate : byId.getOrDefault(BuildId.key(id), List.of())) {
      if (BuildId.same(candidate.buildId(), id)) {
        same.add(candidate);
      }
    }
    return same;
  }

  private Match findByPath(Mapping mapping) throws IOException {
    if (mapping.baseName().isEmpty()) {
      return Match.none(true, "the recording contains neither its path nor its build id");
    }
    List<SymbolCandidate> named = named(mapping);
    if (named.isEmpty()) {
      return Match.none(true, "no file of this name");
    }
    Set<String> ids = new LinkedHashSet<>();
    Set<String> names = new LinkedHashSet<>();
    for (SymbolCandidate candidate : named) {
      String id = candidate.buildId();
      if (ids.add(id.isEmpty() ? candidate.name() : BuildId.key(id))) {
        names.add(candidate.name());
      }
    }
    if (ids.size() > 1) {
      return Match.unfit(
          true, "the recording has no build id to choose between " + String.join(" and ", names));
    }
    String id = named.get(0).buildId();
    return bestFile.of(id.isEmpty() ? named : withId(id), id, true);
  }

  /** Candidates by path: those that share most of its end. */
  private List<SymbolCandidate> named(Mapping mapping) {
    String path = mapping.path();
    if (path.endsWith(DELETED)) {
      path = path.substring(0, path.length() - DELETED.length());
    }
    List<String> parts = SymbolCandidate.parts(path);
    if (parts.isEmpty()) {
      return List.of();
    }
    String base = parts.get(parts.size() - 1);
    List<SymbolCandidate> inArchive = new ArrayList<>();
    for (SymbolCandidate candidate : archives.getOrDefault(base, List.of())) {
      if (candidate.isAt(mapping.binaryOffset() + mapping.fileOffset())) {
        inArchive.add(candidate);
      }
    }
    if (!inArchive.isEmpty()) {
      return nearest(inArchive, parts);
    }
    for (String ending : ENDINGS) {
      List<SymbolCandidate> named = byName.get(base + ending);
      if (named != null) {
        return nearest(named, parts);
      }
    }
    return List.of();
  }

  private static List<SymbolCandidate> nearest(List<SymbolCandidate> named, List<String> parts) {
    List<SymbolCandidate> nearest = new ArrayList<>();
    int most = 0;
    for (SymbolCandidate candidate : named) {
      int shared = candidate.sharedEnd(parts);
      if (shared > most) {
        nearest.clear();
        most = shared;
      }
      if (shared == most) {
        nearest.add(candidate);
      }
    }
    return nearest;
  }

  /** A file of the same build id with code, which debug files lack; null if there is none. */
  synchronized @Nullable Path findCode(Mapping mapping) throws IOException {
    String id = BuildId.normal(mapping.buildId());
    for (SymbolCandidate candidate : id.isEmpty() ? List.<SymbolCandidate>of() : withId(id)) {
      if (candidate.facts().content() != Content.ELF) {
        continue;
      }
      if (candidate.member() != null) {
        copies.prepare();
      }
      try {
        Path path = copies.path(candidate);
        if (ElfFile.isCodeOf(id, path)) {
          return path;
        }
      } catch (IOException e) {
        // Another one may be whole.
      }
    }
    return null;
  }

  @Override
  public synchronized void close() throws IOException {
    copies.close();
  }
}
