package dev.heapconv.symbols;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Warning;
import dev.heapconv.model.Warnings;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Why functions of a binary have no names, or poorer ones.
 *
 * @param id a warning whose values are the number of binaries, the first one and, unless it is
 *     empty, the reason
 * @param where the binary or the file with its symbols
 * @param reason why; empty if the warning says it all
 */
record Problem(ErrorId id, String where, String reason) {

  /** A warning for each kind of problem, about the first of the kind. */
  static List<Warning> summary(Collection<Problem> problems) {
    Map<ErrorId, Problem> first = new EnumMap<>(ErrorId.class);
    Map<ErrorId, Integer> counts = new EnumMap<>(ErrorId.class);
    for (Problem problem : problems) {
      first.putIfAbsent(problem.id, problem);
      counts.merge(problem.id, 1, Integer::sum);
    }
    Warnings warnings = new Warnings();
    first.forEach(
        (id, problem) -> {
          if (problem.reason.isEmpty()) {
            warnings.add(id, counts.get(id), problem.where);
          } else {
            warnings.add(id, counts.get(id), problem.where, problem.reason);
          }
        });
    return warnings.list();
  }
}
