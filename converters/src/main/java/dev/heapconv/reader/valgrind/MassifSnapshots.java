package dev.heapconv.reader.valgrind;

import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.text.LineProblems;
import dev.heapconv.unskew.Scheme;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The snapshots of one file, line by line. */
final class MassifSnapshots {

  private static final Pattern VALUE = Pattern.compile("(\\w+)(?:=|: ?)(.*)", Pattern.DOTALL);

  private final LineProblems problems;
  private final ValgrindStacks stacks;
  private final List<RecordedHeap> dumps = new ArrayList<>();
  private String command = "";
  private String timeUnit = "";
  private boolean pages;
  private String snapshot = "";
  private long time;
  private long bytes;
  private long stackBytes;
  private long mostStackBytes;
  private int peak = -1;

  /** The tree of the current snapshot, if it is detailed. */
  private @Nullable MassifTree tree;

  private boolean isPeak;

  /** Whether the last snapshot has no stacks. */
  private boolean endIsPlain;

  MassifSnapshots(LineProblems problems, int maxStackDepth) {
    this.problems = problems;
    stacks = new ValgrindStacks(maxStackDepth);
  }

  void line(String line) throws HeapConvException {
    if (line.startsWith("#") || line.isBlank()) {
      return;
    }
    if (tree != null && tree.isLine(line)) {
      pages |= line.contains("(page allocation syscalls)");
      if (!tree.add(line)) {
        problems.bad("not a valid line of a heap tree");
      }
      return;
    }
    Matcher value = VALUE.matcher(line);
    if (!value.matches()) {
      problems.bad("not a valid line in this format");
      return;
    }
    String text = value.group(2);
    switch (value.group(1)) {
      case "desc" -> pages = text.contains("--pages-as-heap=yes");
      case "cmd" -> command = text;
      case "time_unit" -> timeUnit = text;
      case "snapshot" -> {
        String cut = endSnapshot();
        if (cut != null) {
          problems.bad(cut);
        }
        snapshot = text;
        endIsPlain = true;
      }
      case "time" -> time = number(text);
      case "mem_heap_B" -> bytes = number(text);
      case "mem_stacks_B" -> stackBytes = number(text);
      case "heap_tree" -> {
        endIsPlain = text.equals("empty");
        isPeak = text.equals("peak");
        tree = endIsPlain ? null : new MassifTree(stacks);
        mostStackBytes = Math.max(mostStackBytes, stackBytes);
      }
      default -> {}
    }
  }

  private long number(String text) throws HeapConvException {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      problems.bad("not a number: " + text);
      return 0;
    }
  }

  /** The problem of the current snapshot, which is then left out; null if there is none. */
  private @Nullable String endSnapshot() {
    MassifTree ended = tree;
    tree = null;
    if (ended == null) {
      return null;
    }
    RecordedRows rows = ended.rows();
    if (rows == null) {
      return "the heap tree of snapshot " + snapshot + " is incomplete";
    }
    if (isPeak) {
      peak = dumps.size();
    }
    long nanos =
        timeUnit.equals("ms") && time > 0 && time < Long.MAX_VALUE / 1_000_000
            ? time * 1_000_000
            : 0;
    HeapInfo info =
        new HeapInfo(
            -1,
            Mapping.baseName(command.split(" ", 2)[0]),
            pages ? "pages" : "malloc",
            dumps.size() + 1,
            dumps.size() + 1,
            0,
            nanos,
            Scheme.EXACT,
            1,
            1);
    dumps.add(rows.heap(info, List.of(View.SPACE)));
    return null;
  }

  /** Ends the last snapshot; returns its problem, or null. */
  @Nullable String finish() {
    if (stacks.isCut()) {
      problems.stackWasCut(stacks.maxDepth);
    }
    return endSnapshot();
  }

  /** The detailed snapshots. */
  List<RecordedHeap> dumps() {
    return dumps.stream().map(dump -> dump.withInfo(dump.info().withDumps(dumps.size()))).toList();
  }

  /** The place of the dump that massif marked as the peak; -1 without one. */
  int peak() {
    return peak;
  }

  StackTable stacks() {
    return stacks.table;
  }

  /** Whether they count pages, not blocks of the heap. */
  boolean arePages() {
    return pages;
  }

  /** The largest size of all stacks in a snapshot; 0 unless massif measured it. */
  long stackBytes() {
    return mostStackBytes;
  }

  List<String> comments() {
    return endIsPlain
        ? List.of("At the last snapshot, which has no stacks, the heap had " + bytes + " bytes.")
        : List.of();
  }
}
