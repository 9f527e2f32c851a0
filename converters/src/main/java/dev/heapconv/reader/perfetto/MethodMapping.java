package dev.heapconv.reader.perfetto;

import dev.heapconv.model.SourceLine;
import java.util.ArrayList;
import java.util.List;

/**
 * What one obfuscated method name of a class stands for: overloads that share it, and the functions
 * inlined into them. Finds the same functions as R8's own retracing of the same map.
 *
 * @param className original name of the class
 * @param entries the entries of the map, in its order: functions that are inlined in one another
 *     follow each other, innermost first, with equal obfuscated lines
 */
record MethodMapping(String className, List<Entry> entries) {

  /**
   * An entry of a map.
   *
   * @param original name of the method, with its class if it is inlined from another one
   * @param obfuscatedEnd 0 if the entry is for all lines
   * @param sourceStart 0 if lines were not changed
   * @param sourceEnd 0 if all obfuscated lines are the one line {@code sourceStart}
   */
  record Entry(
      String original, int obfuscatedStart, int obfuscatedEnd, int sourceStart, int sourceEnd) {

    boolean isForAllLines() {
      return obfuscatedEnd == 0;
    }

    /** A recording without lines has line 0, which the entries of a method may begin with. */
    boolean covers(int line) {
      return !isForAllLines() && line >= obfuscatedStart && line <= obfuscatedEnd;
    }

    boolean isInSameChain(Entry other) {
      return !isForAllLines()
          && obfuscatedStart == other.obfuscatedStart
          && obfuscatedEnd == other.obfuscatedEnd;
    }

    /** The line in the source; 0 if it may be any of several. */
    int sourceLine(int line) {
      if (sourceStart == 0) {
        return line;
      }
      if (sourceEnd <= sourceStart) {
        return sourceStart;
      }
      boolean inStep =
          !isForAllLines() && obfuscatedEnd - obfuscatedStart == sourceEnd - sourceStart;
      return inStep ? sourceStart + (line - obfuscatedStart) : 0;
    }
  }

  /** The functions of a frame, innermost first. */
  List<SourceLine> functions(SourceLine recorded) {
    List<List<SourceLine>> ofLine = new ArrayList<>();
    List<List<SourceLine>> ofAllLines = new ArrayList<>();
    List<List<SourceLine>> outermost = new ArrayList<>();
    for (int from = 0, to; from < entries.size(); from = to) {
      Entry first = entries.get(from);
      to = from + 1;
      while (to < entries.size() && first.isInSameChain(entries.get(to))) {
        to++;
      }
      List<SourceLine> chain = new ArrayList<>();
      for (Entry entry : entries.subList(from, to)) {
        chain.add(function(entry, recorded, entry.sourceLine(recorded.line())));
      }
      if (first.covers(recorded.line())) {
        ofLine.add(chain);
      } else if (first.isForAllLines()) {
        ofAllLines.add(chain);
      }
      outermost.add(List.of(function(entries.get(to - 1), recorded, recorded.line())));
    }
    if (recorded.line() > 0) {
      List<List<SourceLine>> found = ofLine.isEmpty() ? ofAllLines : ofLine;
      return SourceLine.anyOf(found.isEmpty() ? outermost : found);
    }
    ofLine.addAll(ofAllLines);
    return SourceLine.anyOf(ofLine.size() == 1 ? ofLine : outermost);
  }

  private SourceLine function(Entry entry, SourceLine recorded, int line) {
    int dot = entry.original().lastIndexOf('.');
    String ofClass = dot < 0 ? className : entry.original().substring(0, dot);
    return new SourceLine(
        ofClass + "." + entry.original().substring(dot + 1),
        ofClass.equals(className) ? recorded.file() : "",
        line);
  }
}
