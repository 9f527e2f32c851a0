package dev.heapconv.reader.valgrind;

import dev.heapconv.input.Input;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning.Warnings;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.stacks.StackBuilder;
import dev.heapconv.select.Selection;
import dev.heapconv.select.Selection.DumpSelector;
import dev.heapconv.text.LineProblems;
import dev.heapconv.text.LineReader;
import dev.heapconv.unskew.Scheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The snapshots of one file, line by line: those with a tree of stacks become dumps. */
final class MassifSnapshots {

  private static final Pattern VALUE = Pattern.compile("(\\w+)(?:=|: ?)(.*)", Pattern.DOTALL);

  private final Input input;
  private final ReadOptions options;
  private final LineReader lines;
  private final LineProblems problems;
  private final StackBuilder stacks;
  private final ValgrindStacks valgrind;
  private final List<RecordedHeap> dumps = new ArrayList<>();
  private String command = "";
  private String timeUnit = "";

  /** Whether pages are counted, not blocks of the heap. */
  private boolean pages;

  private String snapshot = "";
  private long time;
  private long bytes;
  private long stackBytes;

  /** The most that all stacks together had at a detailed snapshot, if massif measured it. */
  private long mostStackBytes;

  /** The place of the dump that massif marked as the peak; -1 without one. */
  private int peak = -1;

  /** The tree of the current snapshot, if it is detailed. */
  private @Nullable MassifTree tree;

  private boolean isPeak;

  /** Whether the last snapshot has no stacks. */
  private boolean endIsPlain;

  MassifSnapshots(Input input, ReadOptions options) {
    this.input = input;
    this.options = options;
    lines = new LineReader(input.name(), input.stream(), options.limits().maxPacketBytes());
    problems = new LineProblems(input.name(), lines, options.strict());
    stacks = new StackBuilder(new StackTable(), options.limits().maxStackDepth());
    valgrind = new ValgrindStacks(stacks);
  }

  RecordedProfile read() throws IOException {
    while (lines.next()) {
      if (!lines.isUnfinished()) {
        line(lines.text());
      }
    }
    String cut = endSnapshot();
    Warnings warnings = new Warnings();
    problems.report(
        input.damage() != null || lines.isUnfinished() ? input.damage() : cut, warnings);
    if (dumps.isEmpty()) {
      throw HeapConvException.input(
          ErrorId.NO_HEAP_PROFILE, input.name(), "massif wrote no complete detailed snapshot");
    }
    stacks.report(input.name(), options, warnings);
    if (pages) {
      warnings.add(ErrorId.PAGES_AS_HEAP);
    }
    if (mostStackBytes > 0) {
      warnings.add(ErrorId.STACKS_LEFT_OUT, mostStackBytes);
    }
    dumps.replaceAll(dump -> dump.withInfo(dump.info().withDumps(dumps.size())));
    CaptureInfo capture = new CaptureInfo(input.name(), "massif profile", "", "");
    List<String> comments =
        endIsPlain
            ? List.of(
                "At the last snapshot, which has no stacks, the heap had " + bytes + " bytes.")
            : List.of();
    Selection selection = options.selection();
    // Massif chooses its peak by more than these bytes: also by stacks and what blocks cost.
    return selection.dump() instanceof DumpSelector.Max && peak >= 0
        ? selection.profile(
            capture,
            stacks.table(),
            List.of(dumps.get(peak)),
            dumps.stream().map(RecordedHeap::summary).toList(),
            warnings,
            comments)
        : selection.profile(capture, stacks.table(), dumps, warnings, comments);
  }

  private void line(String line) throws HeapConvException {
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
        tree = endIsPlain ? null : new MassifTree(valgrind);
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
}
