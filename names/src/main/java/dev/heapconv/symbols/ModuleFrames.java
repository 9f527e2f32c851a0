package dev.heapconv.symbols;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Frames of one binary, which several processes may have mapped.
 *
 * @param mapping the first of its mappings
 * @param frames ids of frames in a stack table
 */
record ModuleFrames(Mapping mapping, IntArrayList frames) {

  /** Code that has no file of its own on the device, so that no file can have its symbols. */
  private static final List<String> WITHOUT_FILE = List.of("[", "/memfd:", "/dev/");

  /** Files of Java code, whose frames the profiler names itself. */
  private static final List<String> JAVA = List.of(".dex", ".vdex", ".odex", ".oat", ".jar");

  /** The frames that symbols can improve, by binary in the order of the table. */
  static List<ModuleFrames> improvable(StackTable stacks) {
    return select(stacks, frame -> isImprovable(stacks, frame));
  }

  /** The frames without names, by binary in the order of the table. */
  static List<ModuleFrames> unnamed(StackTable stacks) {
    return select(stacks, frame -> isUnnamed(stacks.lines(frame)));
  }

  private static List<ModuleFrames> select(StackTable stacks, IntPredicate selected) {
    Map<SymbolSource.Key, ModuleFrames> modules = new LinkedHashMap<>();
    for (int frame = 0; frame < stacks.frameCount(); frame++) {
      int id = stacks.frameMapping(frame);
      if (id != StackTable.NO_MAPPING && selected.test(frame)) {
        Mapping mapping = stacks.mapping(id);
        modules
            .computeIfAbsent(
                SymbolSource.Key.of(mapping), key -> new ModuleFrames(mapping, new IntArrayList()))
            .frames
            .add(frame);
      }
    }
    return new ArrayList<>(modules.values());
  }

  private static boolean isImprovable(StackTable stacks, int frame) {
    Mapping mapping = stacks.mapping(stacks.frameMapping(frame));
    List<SourceLine> lines = stacks.lines(frame);
    return hasFile(mapping)
        && (isUnnamed(lines)
            || (!mapping.buildId().isEmpty() && !isJava(mapping.path()) && !hasLine(lines)));
  }

  /** Whether symbols of a mapping can exist. */
  static boolean hasFile(Mapping mapping) {
    String path = mapping.path();
    boolean isKnown = !path.isEmpty() || !mapping.buildId().isEmpty();
    return isKnown && WITHOUT_FILE.stream().noneMatch(path::startsWith);
  }

  private static boolean isJava(String path) {
    return JAVA.stream().anyMatch(path::endsWith);
  }

  static boolean isUnnamed(List<SourceLine> lines) {
    return lines.get(0).systemName().isEmpty();
  }

  static boolean hasLine(List<SourceLine> lines) {
    return lines.stream().anyMatch(line -> line.line() > 0);
  }

  /** What users call the binary. */
  String name() {
    return mapping.path().isEmpty() ? mapping.buildId() : mapping.path();
  }
}
