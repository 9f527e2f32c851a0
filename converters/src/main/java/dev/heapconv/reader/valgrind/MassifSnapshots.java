package dev.heapconv.reader.valgrind;

import dev.heapconv.input.Input;
import dev.heapconv.io.LineReader;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.reader.ProgramName;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.RecordingBuilder;
import dev.heapconv.reader.RecordingLines;
import dev.heapconv.unskew.Sampling;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The snapshots of one file, line by line: those with a tree of stacks become dumps. Those of an
 * execution tree ({@code --xtree-memory}) are measures of one moment, named by their roots.
 */
final class MassifSnapshots {

  private static final Pattern VALUE = Pattern.compile("(\\w+)(?:=|: ?)(.*)", Pattern.DOTALL);

  /** The measures of an execution tree, in the order of {@link View#ALL}. */
  private static final List<String> MEASURES = List.of("totBk", "totB", "curBk", "curB");

  /** The measures of what was freed, which are by the places that freed it. */
  private static final List<String> FREED = List.of("totFdBk", "totFdB");

  /** By 1 % of it, as is massif's own default, a peak may be larger than the one with stacks. */
  private static final int PEAK_INACCURACY = 100;

  private final Input input;
  private final ReadOptions options;
  private final LineReader lines;
  private final RecordingLines problems;
  private final RecordingBuilder recording;
  private final ValgrindStacks valgrind;
  private final List<RecordedHeap> dumps = new ArrayList<>();
  private final RecordedRows executionTree = RecordedRows.ofSums(List.of());
  private final Set<View> measured = new HashSet<>();
  private String command = "";
  private String timeUnit = "";

  /** Whether the next line may be one of the command, whose arguments may have several lines. */
  private boolean isCommand;

  /** Whether a line desc was read, with which each file begins. */
  private boolean isBegun;

  /** Whether pages are counted, not blocks of the heap. */
  private boolean pages;

  private String snapshot = "";
  private long time;
  private long bytes;
  private long stackBytes;

  /** What blocks cost besides what was asked for, and the most at a detailed snapshot. */
  private long extraBytes;

  private long mostExtraBytes;

  /** The most that all stacks together had at a detailed snapshot, if massif measured it. */
  private long mostStackBytes;

  /** The place of the dump that massif marked as the peak; -1 without one. */
  private int peak = -1;

  /** The tree of the current snapshot, if it is detailed. */
  private @Nullable MassifTree tree;

  /** Whether the current snapshot has not come to its tree, or to saying that it has none. */
  private boolean isHeader;

  private boolean isPeak;
  private boolean isExecutionTree;
  private boolean freed;

  /** Whether the last snapshot has no stacks. */
  private boolean endIsPlain;

  /** The most that a snapshot with stacks had, and one without. */
  private long mostDetailed;

  private long mostPlain;

  MassifSnapshots(Input input, ReadOptions options) {
    this.input = input;
    this.options = options;
    problems = new RecordingLines(input, options);
    lines = problems.lines();
    recording = new RecordingBuilder(input.name(), options);
    valgrind = new ValgrindStacks(recording);
  }

  RecordedProfile read() throws IOException {
    while (lines.next()) {
      if (!lines.isUnfinished()) {
        line(lines.text());
      }
    }
    problems.report(endSnapshot(), recording);
    if (!measured.isEmpty()) {
      dumps.add(executionTree.heap(info(), View.ordered(measured)));
    }
    if (dumps.isEmpty()) {
      throw HeapConvException.input(
          ErrorId.NO_HEAP_PROFILE, input.name(), "massif wrote no complete detailed snapshot");
    }
    if (pages) {
      recording.notices().add(ErrorId.PAGES_AS_HEAP);
    }
    if (mostStackBytes > 0) {
      recording.notices().add(ErrorId.STACKS_LEFT_OUT, mostStackBytes);
    }
    if (mostPlain > mostDetailed + mostDetailed / PEAK_INACCURACY) {
      recording.notices().add(ErrorId.PEAK_WITHOUT_STACKS, mostPlain, mostDetailed);
    }
    if (freed) {
      recording.note("The places that freed memory (totFdB, totFdBk) are left out.");
    }
    if (endIsPlain) {
      recording.note(
          "At the last snapshot, which has no stacks, the heap had " + bytes + " bytes.");
    }
    if (mostExtraBytes > 0) {
      recording.note(
          "What the allocator itself needs for the blocks, up to "
              + mostExtraBytes
              + " bytes (mem_heap_extra_B), is left out: it has no call sites.");
    }
    String program = ProgramName.of(command, recording.stacks());
    dumps.replaceAll(
        dump -> dump.withInfo(dump.info().withDumps(dumps.size()).withProcess(program)));
    if (options.selection().dump() instanceof DumpSelector.Max && peak >= 0) {
      // Massif chooses its peak by more than these bytes: also by stacks and what blocks cost.
      dumps.forEach(dump -> recording.dump(dump.summary()));
      recording.kept(dumps.get(peak));
    } else {
      dumps.forEach(recording::heap);
    }
    return recording.finish("massif profile");
  }

  private void line(String line) throws HeapConvException {
    isCommand &= !line.startsWith("time_unit:");
    if (isCommand) {
      return;
    }
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
      case "desc" -> {
        if (isBegun) {
          throw problems.second();
        }
        isBegun = true;
        pages = text.contains("--pages-as-heap=yes");
        isExecutionTree = text.startsWith("xtree.");
      }
      case "cmd" -> {
        command = text;
        isCommand = true;
      }
      case "time_unit" -> timeUnit = text;
      case "snapshot" -> {
        String cut = endSnapshot();
        if (cut != null) {
          problems.bad(cut);
        }
        snapshot = text;
        isHeader = true;
        endIsPlain = false;
      }
      case "time" -> time = number(text);
      case "mem_heap_B" -> bytes = number(text);
      case "mem_heap_extra_B" -> extraBytes = number(text);
      case "mem_stacks_B" -> stackBytes = number(text);
      case "heap_tree" -> {
        isHeader = false;
        endIsPlain = text.equals("empty");
        mostPlain = endIsPlain ? Math.max(mostPlain, bytes) : mostPlain;
        mostDetailed = endIsPlain ? mostDetailed : Math.max(mostDetailed, bytes);
        isPeak = text.equals("peak");
        tree = endIsPlain ? null : new MassifTree(valgrind);
        mostStackBytes = Math.max(mostStackBytes, stackBytes);
        mostExtraBytes = Math.max(mostExtraBytes, extraBytes);
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
    if (isHeader) {
      return "snapshot " + snapshot + " has no line heap_tree";
    }
    if (ended == null) {
      return null;
    }
    RecordedRows rows = ended.rows();
    if (rows == null) {
      return "the heap tree of snapshot " + snapshot + " is incomplete";
    }
    RecordedHeap heap = rows.heap(info(), List.of(View.SPACE));
    int place = MEASURES.indexOf(ended.measure());
    if (place >= 0) {
      measured.add(View.ALL.get(place));
      for (int row = 0; row < heap.rows(); row++) {
        executionTree.add(executionTree.row(heap.stack(row)), place, heap.liveBytes(row));
      }
    } else if (FREED.contains(ended.measure())) {
      freed = true;
    } else if (isExecutionTree) {
      return "no measure of allocated memory: " + ended.measure();
    } else {
      peak = isPeak ? dumps.size() : peak;
      dumps.add(heap);
    }
    return null;
  }

  private HeapInfo info() {
    long nanos =
        timeUnit.equals("ms") && time > 0 && time < Long.MAX_VALUE / 1_000_000
            ? time * 1_000_000
            : 0;
    return HeapInfo.of(pages ? "pages" : "malloc", Sampling.COMPLETE)
        .withDump(dumps.size() + 1, dumps.size() + 1)
        .withTimes(0, nanos);
  }
}
