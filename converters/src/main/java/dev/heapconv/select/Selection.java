package dev.heapconv.select;

import dev.heapconv.model.HeapInfo;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * What to take of a recording that holds several processes, heaps and dumps.
 *
 * @param processes names, pids or globs of names; empty for all
 * @param heaps names or globs; empty for all
 * @param dump which dumps of each heap
 */
public record Selection(List<String> processes, List<String> heaps, DumpSelector dump) {

  /** Everything, of each heap the last dump. */
  public static final Selection DEFAULT = new Selection(List.of(), List.of(), DumpSelector.LAST);

  public Selection {
    processes = List.copyOf(processes);
    heaps = List.copyOf(heaps);
    Objects.requireNonNull(dump, "dump");
  }

  /** Whether the process and the heap of {@code info} are taken. */
  public boolean takes(HeapInfo info) {
    return takesProcess(info.pid(), info.process())
        && (heaps.isEmpty() || matchesAny(heaps, info.heap()));
  }

  private boolean takesProcess(long pid, String process) {
    if (processes.isEmpty()) {
      return true;
    }
    String baseName = process.substring(process.lastIndexOf('/') + 1);
    return processes.contains(Long.toString(pid))
        || matchesAny(processes, process)
        || matchesAny(processes, baseName);
  }

  private static boolean matchesAny(List<String> patterns, String name) {
    for (String pattern : patterns) {
      if (pattern.equals(name) || matchesGlob(pattern, name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matchesGlob(String pattern, String name) {
    if (pattern.indexOf('*') < 0 && pattern.indexOf('?') < 0 && pattern.indexOf('[') < 0) {
      return false;
    }
    try {
      // A slash is a character like any other in the name of a process.
      return FileSystems.getDefault()
          .getPathMatcher("glob:" + pattern.replace('/', '\u2215'))
          .matches(Path.of(name.replace('/', '\u2215')));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
