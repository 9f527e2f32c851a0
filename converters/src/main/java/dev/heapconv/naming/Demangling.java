package dev.heapconv.naming;

import dev.heapconv.demangle.Demangler;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Demangles the names of C++ and Rust functions. */
public final class Demangling {

  private Demangling() {}

  /**
   * Sets a readable name for every function of {@code stacks}; the recorded one remains its system
   * name.
   */
  public static void apply(StackTable stacks) {
    Map<String, String> readable = new HashMap<>();
    for (int frame = 0; frame < stacks.frameCount(); frame++) {
      List<SourceLine> lines = stacks.lines(frame);
      List<SourceLine> changed = null;
      for (int i = 0; i < lines.size(); i++) {
        SourceLine line = lines.get(i);
        if (!canBeMangled(line.function())) {
          continue;
        }
        String name = readable.computeIfAbsent(line.function(), Demangler::demangle);
        if (!name.equals(line.function())) {
          changed = changed == null ? new ArrayList<>(lines) : changed;
          changed.set(i, line.withFunction(name));
        }
      }
      if (changed != null) {
        stacks.setLines(frame, changed);
      }
    }
  }

  private static boolean canBeMangled(String name) {
    return !name.isEmpty() && name.charAt(0) == '_';
  }
}
