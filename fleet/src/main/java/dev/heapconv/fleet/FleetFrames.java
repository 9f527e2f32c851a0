package dev.heapconv.fleet;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Copies the stacks of one recording into a table in which stacks of all recordings are equal if
 * they name the same functions. Whatever differs between runs of a program is left out: where files
 * are mapped, addresses in functions with a name, and the random parts of the paths of installed
 * apps. A frame without a name is identified by its build id and its address in the file.
 */
final class FleetFrames {

  /**
   * {@code /data/app/~~RANDOM==/PACKAGE-RANDOM==/base.apk}, without the first random part before
   * Android 11. Names of packages have no hyphens.
   */
  private static final Pattern INSTALLED =
      Pattern.compile("^/data/app/(?:~~[^/]*/)?([^/-]+)-(?:[A-Za-z0-9_-]{20,}={0,2}|[0-9])/");

  private FleetFrames() {}

  /** The frame of a table in the one of all recordings, added if it is new. */
  static int frame(StackTable from, int id, StackTable to) {
    List<SourceLine> lines = new ArrayList<>();
    boolean named = false;
    for (SourceLine line : from.lines(id)) {
      lines.add(new SourceLine(line.function(), line.systemName(), line.file(), 0));
      named |= !line.function().isEmpty();
    }
    int mapping = from.frameMapping(id);
    if (mapping != StackTable.NO_MAPPING) {
      Mapping known = from.mapping(mapping);
      String buildId = named ? "" : known.buildId();
      mapping = to.addMapping(new Mapping(stablePath(known.path()), buildId));
    }
    return to.addFrame(mapping, named ? 0 : from.frameRelPc(id), lines);
  }

  /** The path of a file without its random parts. */
  static String stablePath(String path) {
    return path.startsWith("/data/app/")
        ? INSTALLED.matcher(path).replaceFirst("/data/app/$1/")
        : path;
  }
}
