package dev.heapconv.batch;

import dev.heapconv.model.AllocatorFrames;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Totals of each function in each group as CSV: what it allocated itself, and with all it called.
 * Allocator functions are passed over: what {@code malloc} allocated belongs to its caller. Memory
 * grows with functions, not with stacks.
 */
final class FleetTable {

  private record Function(String name, String file) {}

  private record Key(int group, int function) {}

  private static final class Totals {
    private final double[] self = new double[FleetSums.NUMBERS];
    private final double[] cumulative = new double[FleetSums.NUMBERS];
  }

  private final StackTable frames;
  private final Map<Function, Integer> ids = new HashMap<>();
  private final List<Function> functions = new ArrayList<>();
  private final List<Boolean> allocators = new ArrayList<>();
  private final Map<Key, Totals> totals = new HashMap<>();
  private final IntOpenHashSet seen = new IntOpenHashSet();

  /** Functions of each frame, found when a stack first has it. */
  private int[][] functionsOfFrames = new int[1024][];

  FleetTable(StackTable frames) {
    this.frames = frames;
  }

  void add(FleetRow row) {
    seen.clear();
    boolean selfFound = false;
    for (int frame : row.frames()) {
      for (int function : functionsOf(frame)) {
        boolean passed = !selfFound && allocators.get(function);
        if (!passed && seen.add(function)) {
          Totals sums = totals.computeIfAbsent(new Key(row.group(), function), key -> new Totals());
          FleetSums.add(row.sums(), 0, sums.cumulative, 0);
          if (!selfFound) {
            FleetSums.add(row.sums(), 0, sums.self, 0);
          }
        }
        selfFound |= !passed;
      }
    }
  }

  private int[] functionsOf(int frame) {
    if (frame >= functionsOfFrames.length) {
      functionsOfFrames =
          java.util.Arrays.copyOf(
              functionsOfFrames, Math.max(frame + 1, functionsOfFrames.length * 2));
    }
    if (functionsOfFrames[frame] == null) {
      List<SourceLine> lines = frames.lines(frame);
      int mapping = frames.frameMapping(frame);
      String path = mapping == StackTable.NO_MAPPING ? "" : frames.mapping(mapping).path();
      int[] found = new int[lines.size()];
      for (int i = 0; i < found.length; i++) {
        String name = lines.get(i).function();
        if (name.isEmpty()) {
          String file = path.isEmpty() ? "?" : path.substring(path.lastIndexOf('/') + 1);
          name = file + "+0x" + Long.toHexString(frames.frameRelPc(frame));
        }
        Function function =
            new Function(name, lines.get(i).file().isEmpty() ? path : lines.get(i).file());
        found[i] = ids.computeIfAbsent(function, key -> functions.size());
        if (found[i] == functions.size()) {
          functions.add(function);
          allocators.add(AllocatorFrames.matches(name));
        }
      }
      functionsOfFrames[frame] = found;
    }
    return functionsOfFrames[frame];
  }

  /**
   * @param groups names of the groups by their numbers
   */
  void write(List<String> groups, OutputStream out) throws IOException {
    Writer text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    text.write("group,function,file");
    for (String prefix : List.of("", "cum_")) {
      for (View view : View.ALL) {
        String name = prefix + view.name();
        text.write("," + name + "," + name + "_low," + name + "_high");
      }
    }
    text.write("\n");
    List<Map.Entry<Key, Totals>> rows = new ArrayList<>(totals.entrySet());
    rows.sort(order(groups));
    for (Map.Entry<Key, Totals> row : rows) {
      Function function = functions.get(row.getKey().function());
      text.write(cell(groups.get(row.getKey().group())));
      text.write("," + cell(function.name()) + "," + cell(function.file()));
      writeNumbers(row.getValue().self, text);
      writeNumbers(row.getValue().cumulative, text);
      text.write("\n");
    }
    text.flush();
  }

  /**
   * By group, the largest live bytes first, then allocated bytes; names at last, so that the order
   * is one.
   */
  private Comparator<Map.Entry<Key, Totals>> order(List<String> groups) {
    Comparator<Map.Entry<Key, Totals>> byGroup =
        Comparator.comparing(row -> groups.get(row.getKey().group()));
    for (View view : List.of(View.SPACE, View.ALLOC_SPACE)) {
      int index = View.ALL.indexOf(view);
      byGroup = byGroup.thenComparing(row -> -FleetSums.value(row.getValue().self, index));
      byGroup = byGroup.thenComparing(row -> -FleetSums.value(row.getValue().cumulative, index));
    }
    return byGroup
        .thenComparing(row -> functions.get(row.getKey().function()).name())
        .thenComparing(row -> functions.get(row.getKey().function()).file());
  }

  private static void writeNumbers(double[] sums, Writer text) throws IOException {
    for (int view = 0; view < FleetSums.VIEWS; view++) {
      double high = FleetSums.high(sums, view);
      text.write(
          "," + number(FleetSums.value(sums, view)) + "," + number(FleetSums.low(sums, view)));
      text.write("," + (high < Double.POSITIVE_INFINITY ? number(high) : ""));
    }
  }

  private static String number(double value) {
    return BigDecimal.valueOf(value).setScale(0, RoundingMode.HALF_UP).toPlainString();
  }

  /** Names are data: a spreadsheet must not take one for a formula. */
  private static String cell(String text) {
    String safe = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    boolean quoted =
        safe.indexOf(',') >= 0
            || safe.indexOf('"') >= 0
            || safe.indexOf('\n') >= 0
            || safe.indexOf('\r') >= 0;
    return quoted ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }
}
