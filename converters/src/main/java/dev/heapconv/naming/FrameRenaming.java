package dev.heapconv.naming;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Renames the functions of a recording by package, as a deobfuscator of Java code does. A function
 * belongs to the package whose folder its code was loaded from, or else to the package of the
 * process. So one frame may have different names in two processes, whose heaps then get stacks of
 * their own.
 */
public final class FrameRenaming {

  /** The names of the functions of a package. */
  @FunctionalInterface
  public interface FunctionNames {

    /**
     * What a recorded function is called.
     *
     * @param packageName empty if unknown
     * @return the functions that it stands for, innermost first; null if it keeps its name
     */
    @Nullable List<SourceLine> of(String packageName, SourceLine recorded);
  }

  /** The frames of the heaps of one package and what becomes of them. */
  private static final class OfPackage {
    final List<Integer> heaps = new ArrayList<>();

    /** The functions of each frame; null where they keep their names. */
    final Map<Integer, @Nullable List<SourceLine>> lines = new LinkedHashMap<>();

    /** What replaces the frames that other packages have under other names. */
    final Map<Integer, Integer> frames = new HashMap<>();
  }

  /** How many packages a notice names. */
  private static final int MAX_NAMES = 3;

  private final StackTable stacks;
  private final List<RecordedHeap> heaps;
  private final FunctionNames names;
  private final Predicate<String> isForOne;

  /** The packages of which names for any package renamed a function. */
  private final Set<String> byAny = new TreeSet<>();

  private FrameRenaming(RecordedProfile recorded, FunctionNames names, Predicate<String> isForOne) {
    this.stacks = recorded.stacks();
    this.heaps = new ArrayList<>(recorded.heaps());
    this.names = names;
    this.isForOne = isForOne;
  }

  /**
   * Renames the functions of all frames; the stack table is changed in place. Names are of one app,
   * because each has short names of its own. So there is a warning if names that state no package
   * renamed functions of several.
   *
   * @param isForOne whether a package has names of its own
   */
  public static RecordedProfile apply(
      RecordedProfile recorded, FunctionNames names, Predicate<String> isForOne) {
    FrameRenaming renaming = new FrameRenaming(recorded, names, isForOne);
    RecordedProfile renamed = renaming.renamed(recorded);
    return renaming.byAny.size() > 1 ? renamed.withNotice(renaming.notice()) : renamed;
  }

  private Notice notice() {
    String some = String.join(", ", byAny.stream().limit(MAX_NAMES).toList());
    int left = byAny.size() - MAX_NAMES;
    return Notice.of(
        ErrorId.MAP_OF_ANY_PACKAGE,
        byAny.size(),
        left > 0 ? some + " and " + left + " more" : some);
  }

  private RecordedProfile renamed(RecordedProfile recorded) {
    Map<String, OfPackage> packages = new LinkedHashMap<>();
    for (int i = 0; i < recorded.heaps().size(); i++) {
      String packageName = packageOf(recorded.heaps().get(i).info());
      packages.computeIfAbsent(packageName, unused -> new OfPackage()).heaps.add(i);
    }
    if (packages.size() == 1) {
      renameAll(packages.keySet().iterator().next());
      return recorded;
    }
    return renameApart(packages) ? recorded.withHeaps(heaps) : recorded;
  }

  /** The package of a heap's process, which a process is named after unless it says otherwise. */
  private static String packageOf(HeapInfo info) {
    if (!info.id().process().packageName().isEmpty()) {
      return info.id().process().packageName();
    }
    int colon = info.process().indexOf(':');
    return colon < 0 ? info.process() : info.process().substring(0, colon);
  }

  private void renameAll(String packageName) {
    for (int frame = 0; frame < stacks.frameCount(); frame++) {
      List<SourceLine> renamed = renamed(packageName, frame);
      if (renamed != null) {
        stacks.setLines(frame, renamed);
      }
    }
  }

  /** Whether any heap has other stacks now. */
  private boolean renameApart(Map<String, OfPackage> packages) {
    int[] visitor = new int[stacks.stackCount()];
    int visit = 0;
    for (Map.Entry<String, OfPackage> entry : packages.entrySet()) {
      visit++;
      for (int heap : entry.getValue().heaps) {
        collect(heaps.get(heap), entry.getKey(), entry.getValue(), visitor, visit);
      }
    }
    renameFrames(packages.values());
    boolean apart = false;
    for (OfPackage one : packages.values()) {
      if (!one.frames.isEmpty()) {
        apart = true;
        IntUnaryOperator renamed = stacks.renamed(frame -> one.frames.getOrDefault(frame, frame));
        for (int heap : one.heaps) {
          heaps.set(heap, heaps.get(heap).onStacks(renamed));
        }
      }
    }
    return apart;
  }

  /** Names the frames of a heap that its package has not named yet. */
  private void collect(
      RecordedHeap heap, String packageName, OfPackage ofPackage, int[] visitor, int visit) {
    for (int row = 0; row < heap.rows(); row++) {
      for (int stack = heap.stack(row);
          stack != StackTable.ROOT && visitor[stack] != visit;
          stack = stacks.parent(stack)) {
        visitor[stack] = visit;
        int frame = stacks.frame(stack);
        if (!ofPackage.lines.containsKey(frame)) {
          ofPackage.lines.put(frame, renamed(packageName, frame));
        }
      }
    }
  }

  /** Renames in place what all packages agree on, and adds frames for the rest. */
  private void renameFrames(Iterable<OfPackage> packages) {
    Map<Integer, @Nullable List<SourceLine>> agreed = new HashMap<>();
    BitSet disputed = new BitSet();
    for (OfPackage one : packages) {
      one.lines.forEach(
          (frame, lines) -> {
            if (!agreed.containsKey(frame)) {
              agreed.put(frame, lines);
            } else if (!Objects.equals(agreed.get(frame), lines)) {
              disputed.set(frame);
            }
          });
    }
    Map<List<Object>, Integer> added = new HashMap<>();
    for (OfPackage one : packages) {
      one.lines.forEach(
          (frame, lines) -> {
            if (lines != null && disputed.get(frame)) {
              int renamed =
                  added.computeIfAbsent(
                      List.of(frame, lines), unused -> stacks.addRenamed(frame, lines));
              one.frames.put(frame, renamed);
            }
          });
    }
    agreed.forEach(
        (frame, lines) -> {
          if (lines != null && !disputed.get(frame)) {
            stacks.setLines(frame, lines);
          }
        });
  }

  /** The functions of a frame where the names change any of them; null otherwise. */
  private @Nullable List<SourceLine> renamed(String processPackage, int frame) {
    List<SourceLine> recorded = stacks.lines(frame);
    int mapping = stacks.frameMapping(frame);
    String ofPath =
        mapping == StackTable.NO_MAPPING ? "" : packageOf(stacks.mapping(mapping).path());
    String packageName = ofPath.isEmpty() ? processPackage : ofPath;
    List<SourceLine> changed = null;
    for (int i = 0; i < recorded.size(); i++) {
      SourceLine line = recorded.get(i);
      List<SourceLine> named = line.function().isEmpty() ? null : names.of(packageName, line);
      if (named != null && !packageName.isEmpty() && !isForOne.test(packageName)) {
        boolean isSame = named.size() == 1 && named.get(0).function().equals(line.function());
        if (!isSame) {
          byAny.add(packageName);
        }
      }
      if (named != null && changed == null) {
        changed = new ArrayList<>(recorded.subList(0, i));
      }
      if (changed != null) {
        changed.addAll(named == null ? List.of(line) : named);
      }
    }
    return changed;
  }

  /**
   * The package that an app's file belongs to: {@code com.example} of {@code
   * /data/app/~~1a==/com.example-2b==/base.apk}; empty for other files.
   */
  private static String packageOf(String path) {
    int folder = path.indexOf("/app/");
    if (folder < 0 || !(path.startsWith("/data/") || path.startsWith("/mnt/expand/"))) {
      return "";
    }
    int start = folder + "/app/".length();
    if (path.startsWith("~~", start)) {
      start = path.indexOf('/', start) + 1;
    }
    int end = path.indexOf('/', start);
    if (start == 0 || end < 0) {
      return "";
    }
    int hyphen = path.indexOf('-', start);
    return path.substring(start, hyphen < 0 || hyphen > end ? end : hyphen);
  }
}
