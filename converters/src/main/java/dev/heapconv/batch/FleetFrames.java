package dev.heapconv.batch;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Carries stacks of one recording over to a table in which stacks of all recordings are the same
 * when they name the same functions. What differs from one run of a program to the next is left
 * out: where files are mapped, the addresses in functions with a name, and the random parts of the
 * paths of installed apps. A frame without a name is known by its build id and its address in the
 * file.
 */
final class FleetFrames {

  /**
   * {@code /data/app/~~RANDOM==/PACKAGE-RANDOM==/base.apk}, before Android 11 without the first.
   */
  private static final Pattern INSTALLED =
      Pattern.compile("^/data/app/(?:~~[^/]*/)?([^/]+?)-(?:[A-Za-z0-9_-]{20,}={0,2}|[0-9])/");

  private static final int UNKNOWN = -1;

  private final StackTable from;
  private final StackTable to;
  private final int[] stackIds;
  private final int[] frameIds;

  FleetFrames(StackTable from, StackTable to) {
    this.from = from;
    this.to = to;
    stackIds = new int[from.stackCount()];
    frameIds = new int[from.frameCount()];
    Arrays.fill(stackIds, UNKNOWN);
    Arrays.fill(frameIds, UNKNOWN);
    stackIds[StackTable.ROOT] = StackTable.ROOT;
  }

  /** Id in the other table of a stack. */
  int stack(int id) {
    int depth = 0;
    for (int s = id; stackIds[s] == UNKNOWN; s = from.parent(s)) {
      depth++;
    }
    int[] path = new int[depth];
    for (int s = id; stackIds[s] == UNKNOWN; s = from.parent(s)) {
      path[--depth] = s;
    }
    for (int s : path) {
      stackIds[s] = to.addStack(stackIds[from.parent(s)], frame(from.frame(s)));
    }
    return stackIds[id];
  }

  private int frame(int id) {
    if (frameIds[id] == UNKNOWN) {
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
        mapping = to.addMapping(new Mapping(stablePath(known.path()), buildId, 0, 0, 0, 0));
      }
      frameIds[id] = to.addFrame(mapping, named ? 0 : from.frameRelPc(id), lines);
    }
    return frameIds[id];
  }

  /** The path of a file without what is random in it. */
  static String stablePath(String path) {
    return path.startsWith("/data/app/")
        ? INSTALLED.matcher(path).replaceFirst("/data/app/$1/")
        : path;
  }
}
