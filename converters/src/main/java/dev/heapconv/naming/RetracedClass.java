package dev.heapconv.naming;

import dev.heapconv.model.SourceLine;
import dev.heapconv.naming.ObfuscationMaps.ClassNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The original names of one class, by what a map of R8 or ProGuard says about it. Finds the same
 * functions as R8's Retrace, and for a name without a line all methods that share it. Any number of
 * threads may use it.
 */
public final class RetracedClass {

  private final String original;

  /** By obfuscated name, in the order of the map. */
  private final Map<String, List<ClassNames.Method>> methods = new HashMap<>();

  /** The source files of the classes that the methods come from; empty where unknown. */
  private final Map<String, String> files = new HashMap<>();

  /**
   * @param sourceFile the source file of a class by its original name; empty if unknown
   */
  public RetracedClass(ClassNames names, UnaryOperator<String> sourceFile) {
    original = names.original();
    files.put(original, sourceFile.apply(original));
    for (ClassNames.Method method : names.methods()) {
      methods.computeIfAbsent(method.obfuscated(), unused -> new ArrayList<>(1)).add(method);
      files.computeIfAbsent(classOf(method), sourceFile);
    }
  }

  /**
   * What a recorded function is called.
   *
   * @param recorded {@code class.method}, with its file and line if they are known
   * @param classes by their obfuscated names
   * @return the functions that it stands for, innermost first; null if its class is unknown
   */
  public static @Nullable List<SourceLine> functions(
      SourceLine recorded, Function<String, @Nullable RetracedClass> classes) {
    String name = recorded.function();
    int dot = name.lastIndexOf('.');
    RetracedClass found = dot <= 0 ? null : classes.apply(name.substring(0, dot));
    return found == null ? null : found.functions(name.substring(dot + 1), recorded);
  }

  /** The functions that a method stands for, innermost first. */
  private List<SourceLine> functions(String name, SourceLine recorded) {
    List<ClassNames.Method> entries = methods.get(name);
    if (entries == null) {
      return List.of(function(original, name, recorded, recorded.line()));
    }
    List<List<SourceLine>> ofLine = new ArrayList<>();
    List<List<SourceLine>> ofAllLines = new ArrayList<>();
    List<List<SourceLine>> outermost = new ArrayList<>();
    for (int from = 0, to; from < entries.size(); from = to) {
      ClassNames.Method first = entries.get(from);
      to = from + 1;
      while (to < entries.size() && first.hasLinesOf(entries.get(to))) {
        to++;
      }
      if (first.isForAllLines()) {
        ofAllLines.add(chain(entries.subList(from, to), recorded));
      } else if (first.covers(recorded.line())) {
        ofLine.add(chain(entries.subList(from, to), recorded));
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

  /** Functions that are inlined in one another, without what the compiler put around them. */
  private List<SourceLine> chain(List<ClassNames.Method> inlined, SourceLine recorded) {
    int last = inlined.size() - 1;
    // With nothing inlined into it, it is all that is left of the frame.
    boolean isLeftOut = last > 0 && inlined.get(last).isSynthesized();
    return inlined.subList(0, isLeftOut ? last : last + 1).stream()
        .map(method -> function(method, recorded, method.sourceLine(recorded.line())))
        .toList();
  }

  private String classOf(ClassNames.Method method) {
    return method.originalClass().isEmpty() ? original : method.originalClass();
  }

  private SourceLine function(ClassNames.Method method, SourceLine recorded, int line) {
    String name = method.original().substring(method.original().lastIndexOf('.') + 1);
    return function(classOf(method), name, recorded, line);
  }

  private SourceLine function(String ofClass, String method, SourceLine recorded, int line) {
    String file = files.getOrDefault(ofClass, "");
    boolean isRecorded = file.isEmpty() && ofClass.equals(original);
    return new SourceLine(ofClass + "." + method, isRecorded ? recorded.file() : file, line);
  }
}
