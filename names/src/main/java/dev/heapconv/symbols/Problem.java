package dev.heapconv.symbols;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Notice.Notices;
import java.util.ArrayList;
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
  static List<Notice> summary(Collection<Problem> problems) {
    Map<ErrorId, List<Problem>> kinds = new EnumMap<>(ErrorId.class);
    for (Problem problem : problems) {
      kinds.computeIfAbsent(problem.id, id -> new ArrayList<>()).add(problem);
    }
    Notices notices = new Notices();
    for (List<Problem> kind : kinds.values()) {
      Problem first = kind.get(0);
      if (first.reason.isEmpty()) {
        notices.add(first.id, kind.size(), first.where);
      } else {
        notices.add(first.id, kind.size(), first.where, first.reason);
      }
    }
    return notices.list();
  }
}
