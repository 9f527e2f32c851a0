package dev.heapconv.symbols;

import dev.heapconv.symbols.ElfFile.DebugLink;
import dev.heapconv.symbols.FileFacts.Content;
import dev.heapconv.symbols.FileFacts.Quality;
import dev.heapconv.symbols.SymbolIndex.Match;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Chooses among files that belong to the same binary the one that says most.
 *
 * @param byName all files by base name, for links from stripped files
 */
record BestFile(Map<String, List<SymbolCandidate>> byName, MemberCopies copies) {

  private static final Comparator<SymbolCandidate> BY_QUALITY =
      Comparator.comparing((SymbolCandidate candidate) -> candidate.facts().quality()).reversed();

  /**
   * The best of some files.
   *
   * @param same at least one
   * @param id build id of all in normal form; empty if they have none
   * @throws IOException if no folder for copies of members can be made
   */
  Match of(List<SymbolCandidate> same, String id, boolean byPath) throws IOException {
    Problems problems = new Problems();
    List<SymbolCandidate> usable = new ArrayList<>();
    for (SymbolCandidate candidate : same) {
      if (candidate.member() != null) {
        copies.prepare();
      }
      SymbolCandidate known = withQuality(candidate, problems);
      if (known != null) {
        usable.add(known);
      }
    }
    usable.sort(BY_QUALITY);
    if (!usable.isEmpty() && !namesAll(usable.get(0))) {
      SymbolCandidate linked = linked(usable, id, problems);
      if (linked != null) {
        usable.add(0, linked);
      }
    }
    for (SymbolCandidate candidate : usable) {
      SymbolFile file = opened(candidate, id, problems);
      if (file != null) {
        return new Match(file, byPath, "", false);
      }
    }
    return Match.unfit(byPath, problems.first);
  }

  /** Why candidates cannot be used; the first reason counts. */
  private static final class Problems {
    private String first = "";

    void add(SymbolCandidate candidate, String problem) {
      if (first.isEmpty()) {
        first = candidate.name() + " " + problem;
      }
    }
  }

  private static boolean namesAll(SymbolCandidate candidate) {
    return candidate.facts().quality().compareTo(Quality.TABLE) >= 0;
  }

  /** The candidate with what can be known of a packed one only when it is unpacked. */
  private @Nullable SymbolCandidate withQuality(SymbolCandidate candidate, Problems problems) {
    if (candidate.facts().quality() != Quality.UNKNOWN) {
      return candidate;
    }
    try {
      FileFacts facts = FileExamination.of(copies.path(candidate));
      if (!facts.buildId().equals(candidate.facts().buildId())) {
        problems.add(candidate, "has changed while it was read");
        return null;
      }
      return new SymbolCandidate(candidate.path(), candidate.member(), facts);
    } catch (IOException e) {
      problems.add(candidate, reason(e));
      return null;
    }
  }

  private @Nullable SymbolFile opened(SymbolCandidate candidate, String id, Problems problems) {
    try {
      Path path = copies.path(candidate);
      if (!namesAll(candidate) && !hasFunctions(path)) {
        problems.add(candidate, "contains no symbols");
        return null;
      }
      boolean breakpad = candidate.facts().content() == Content.BREAKPAD;
      return new SymbolFile(
          path,
          candidate.name(),
          breakpad ? SymbolFile.Format.BREAKPAD : SymbolFile.Format.ELF,
          BuildId.digits(BuildId.fuller(id, candidate.buildId())));
    } catch (IOException e) {
      problems.add(candidate, reason(e));
      return null;
    }
  }

  private static boolean hasFunctions(Path path) throws IOException {
    try (ElfFile elf = ElfFile.open(path)) {
      return SymbolTableNamer.hasFunctions(elf);
    }
  }

  private static String reason(IOException e) {
    return "cannot be used: " + e.getMessage();
  }

  /** The file that a stripped one refers to by name and checksum, as GDB looks for it. */
  private @Nullable SymbolCandidate linked(
      List<SymbolCandidate> stripped, String id, Problems problems) {
    for (SymbolCandidate from : stripped) {
      DebugLink link = from.facts().link();
      if (link == null || link.name().isEmpty()) {
        continue;
      }
      String name = link.name();
      List<SymbolCandidate> named = new ArrayList<>(byName.getOrDefault(name, List.of()));
      if (from.member() == null && name.indexOf('/') < 0) {
        addFile(named, from.path(), "", name);
        addFile(named, from.path(), ".debug/", name);
      }
      for (SymbolCandidate to : named) {
        boolean other = !id.isEmpty() && !to.buildId().isEmpty() && !BuildId.same(id, to.buildId());
        if (!other && to.member() == null && namesAll(to)) {
          try {
            if (checksum(to.path()) == link.crc()) {
              return to;
            }
          } catch (IOException e) {
            problems.add(to, reason(e));
          }
        }
      }
    }
    return null;
  }

  /** Adds a file that need not be below the paths. */
  private static void addFile(
      List<SymbolCandidate> named, Path neighbour, String folder, String name) {
    try {
      Path path = neighbour.resolveSibling(folder + name);
      if (Files.isRegularFile(path)) {
        named.add(new SymbolCandidate(path, null, FileExamination.of(path)));
      }
    } catch (IOException | InvalidPathException e) {
      // It was not asked for.
    }
  }

  private static int checksum(Path path) throws IOException {
    CRC32 crc = new CRC32();
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(path)) {
      for (int n; (n = in.read(buffer)) > 0; ) {
        crc.update(buffer, 0, n);
      }
    }
    return (int) crc.getValue();
  }
}
