package dev.heapconv.show;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The source files that a recording names: below some folders, at the path that was recorded or by
 * as much of its end as is there. Recordings come from anywhere, so that nothing else is opened,
 * and only regular files of a usual size.
 */
public final class SourceFiles {

  /** Larger files are data, not source. */
  private static final long MAX_BYTES = 16 << 20;

  private static final String TAB = "    ";

  private final List<Path> folders;
  private final String hint;
  private final Map<String, List<String>> known = new HashMap<>();
  private final Set<String> missing = new TreeSet<>();

  /**
   * @param folders searched in this order
   * @param hint how to name others, as the end of a sentence
   */
  public SourceFiles(List<Path> folders, String hint) {
    this.folders = List.copyOf(folders);
    this.hint = hint;
  }

  /** The lines of a file without tabs; none if it was not found. */
  List<String> lines(String recorded) {
    return known.computeIfAbsent(recorded, this::read);
  }

  /** How to name folders, as the end of a sentence. */
  String hint() {
    return hint;
  }

  /** The files that were not found, in alphabetical order. */
  Set<String> missing() {
    return missing;
  }

  private List<String> read(String recorded) {
    try {
      Path found = find(recorded);
      if (found != null) {
        String text = new String(Files.readAllBytes(found), StandardCharsets.UTF_8);
        return text.lines().map(line -> line.replace("\t", TAB)).toList();
      }
    } catch (IOException | InvalidPathException e) {
      // As if it were not there.
    }
    if (!recorded.isEmpty()) {
      missing.add(recorded);
    }
    return List.of();
  }

  private @Nullable Path find(String recorded) throws IOException {
    Path asRecorded = Path.of(recorded).toAbsolutePath().normalize();
    for (Path folder : folders) {
      if (asRecorded.startsWith(folder.toAbsolutePath().normalize()) && isSource(asRecorded)) {
        return asRecorded;
      }
    }
    List<String> names =
        Arrays.stream(recorded.split("[/\\\\]+"))
            .filter(name -> !name.isEmpty() && !name.equals(".") && !name.equals(".."))
            .toList();
    for (int from = 0; from < names.size(); from++) {
      for (Path folder : folders) {
        Path file = folder.resolve(String.join("/", names.subList(from, names.size())));
        if (isSource(file)) {
          return file;
        }
      }
    }
    return null;
  }

  /** A file of the kernel, which may have no end, is a regular one without bytes. */
  private static boolean isSource(Path file) throws IOException {
    return Files.isRegularFile(file) && Files.size(file) > 0 && Files.size(file) <= MAX_BYTES;
  }
}
