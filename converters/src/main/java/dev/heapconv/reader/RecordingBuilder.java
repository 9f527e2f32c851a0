package dev.heapconv.reader;

import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.DumpSummary;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.FrameNames;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Limits;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Recording;
import dev.heapconv.model.Remark;
import dev.heapconv.model.Selection;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Assembles a recording from what a reader finds in an input: its stacks, its heaps and its
 * problems. Deep stacks lose their outermost frames, and references to missing parts of the file
 * are counted.
 *
 * <pre>{@code
 * RecordingBuilder recording = new RecordingBuilder(input.name(), options);
 * int frame = recording.frame(StackTable.NO_MAPPING, 0, List.of(line));
 * int stack = recording.stack(1, depth -> frame);
 * recording.heap(heap); // a RecordedHeap whose rows refer to the stack
 * return recording.finish("my format");
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class RecordingBuilder {

  /** Stands for a frame that is missing in the file. */
  public static final int NO_FRAME = -1;

  /**
   * The default limit for stacks of a tree whose lines name their callers, because such a stack
   * could be as long as the file. heaptrack records 64 frames, Node 128.
   */
  private static final int MAX_DEPTH_IN_TREE = 1024;

  private final String name;
  private final ReadOptions options;
  private final StackTable stacks;
  private final int maxDepth;
  private final Notices notices = new Notices();
  private final List<Remark> remarks = new ArrayList<>();
  private final List<DumpSummary> dumps = new ArrayList<>();
  private final List<RecordedHeap> heaps = new ArrayList<>();
  private final List<RecordedHeap> kept = new ArrayList<>();
  private long brokenReferences;
  private boolean cut;

  private RecordingBuilder(String name, ReadOptions options, StackTable stacks, int maxDepth) {
    this.name = name;
    this.options = options;
    this.stacks = stacks;
    this.maxDepth = maxDepth;
  }

  /**
   * @param name name of the input, for messages
   * @param options how to read the input
   * @param stacks the table that receives the stacks of the recording
   */
  public RecordingBuilder(String name, ReadOptions options, StackTable stacks) {
    this(name, options, stacks, options.limits().maxStackDepth());
  }

  /**
   * @param name name of the input, for messages
   * @param options how to read the input
   */
  public RecordingBuilder(String name, ReadOptions options) {
    this(name, options, new StackTable());
  }

  /**
   * Returns a builder for stacks that are written as a tree. They may have at most 1,024 frames,
   * unless the user has set another limit than the default.
   *
   * @param name name of the input, for messages
   * @param options how to read the input
   */
  public static RecordingBuilder ofTree(String name, ReadOptions options) {
    int given = options.limits().maxStackDepth();
    boolean isUsual = given == Limits.DEFAULT.maxStackDepth();
    return new RecordingBuilder(
        name, options, new StackTable(), isUsual ? MAX_DEPTH_IN_TREE : given);
  }

  /** Returns the stacks of the recording. */
  public StackTable stacks() {
    return stacks;
  }

  /** Returns the name of the input. */
  public String name() {
    return name;
  }

  /** Returns the warnings about the input, to which you can add. */
  public Notices notices() {
    return notices;
  }

  /**
   * Whether a stack may have this many frames. If not, the recording reports it.
   *
   * @param depth number of frames
   */
  public boolean allows(int depth) {
    cut |= depth > maxDepth;
    return depth <= maxDepth;
  }

  /**
   * Returns the id of a stack, and adds the stack if it is new.
   *
   * @param depth number of frames
   * @param frame maps a position, where 0 is the innermost, to the id of the frame, or to {@link
   *     #NO_FRAME}, which counts as a broken reference
   */
  public int stack(int depth, IntUnaryOperator frame) {
    int stack = StackTable.ROOT;
    for (int i = allows(depth) ? depth - 1 : maxDepth - 1; i >= 0; i--) {
      int id = frame.applyAsInt(i);
      if (id == NO_FRAME) {
        brokenReferences++;
      } else {
        stack = stacks.addStack(stack, id);
      }
    }
    return stack;
  }

  /**
   * Returns the id of a frame, and adds the frame if it is new.
   *
   * @param mapping id of its mapping, or {@link StackTable#NO_MAPPING}
   * @param address its address in the process; 0 if unknown
   * @param lines its functions, innermost first; empty if unknown
   */
  public int frame(int mapping, long address, List<SourceLine> lines) {
    long relPc = address;
    String library = "";
    if (mapping != StackTable.NO_MAPPING) {
      Mapping known = stacks.mapping(mapping);
      library = known.path();
      relPc += relPc == 0 ? 0 : known.fileOffset() - known.start() + known.loadBias();
    }
    if (relPc == 0 && lines.size() == 1) {
      // For an address outside the mapping, the file contains only a name.
      relPc = FrameNames.relPcOf(library, lines.get(0).function());
    }
    String unnamed = FrameNames.ofUnnamed(library, relPc);
    List<SourceLine> named = new ArrayList<>();
    for (SourceLine line : lines) {
      // A frame that was written without a name may still get one.
      named.add(
          line.function().equals(unnamed) ? new SourceLine("", line.file(), line.line()) : line);
    }
    return stacks.addFrame(mapping, relPc, named.isEmpty() ? List.of(SourceLine.UNKNOWN) : named);
  }

  /**
   * Returns a function. Either name may be empty, and the numbers may be out of range.
   *
   * @param name readable name of the function
   * @param systemName linker symbol of the function
   * @param file path of the source file; empty if unknown
   * @param line line in the file
   * @param column column in the line
   * @param startLine first line of the function
   */
  public static SourceLine line(
      String name, String systemName, String file, long line, long column, long startLine) {
    return new SourceLine(
        name.isEmpty() ? systemName : name,
        systemName.isEmpty() ? name : systemName,
        file,
        positive(line),
        positive(column),
        positive(startLine));
  }

  private static int positive(long number) {
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE, number));
  }

  /**
   * Counts references to missing parts of the file.
   *
   * @param references number of references
   */
  public void addBroken(long references) {
    brokenReferences += references;
  }

  /** Adds a remark about the numbers. Remarks keep their order. */
  public void remark(Remark remark) {
    remarks.add(remark);
  }

  /**
   * Adds a remark about the numbers that belongs to no topic.
   *
   * @param text a sentence or clause
   */
  public void note(String text) {
    remarks.add(Remark.note(text));
  }

  /** Adds a dump with its numbers; the selection chooses among all dumps of its heap. */
  public void heap(RecordedHeap heap) {
    dump(heap.summary());
    heaps.add(heap);
  }

  /**
   * Adds a dump for which only the totals are known. If its numbers are wanted, pass them to {@link
   * #kept}.
   */
  public void dump(DumpSummary dump) {
    dumps.add(dump);
  }

  /** Adds the numbers of a dump that {@link #dump} has added, and selects this dump of its heap. */
  public void kept(RecordedHeap heap) {
    kept.add(heap);
  }

  /**
   * Reports that the input is cut off or damaged.
   *
   * @param problem the problem as a clause; null for none
   * @param isEmpty whether nothing of the input can be used
   * @throws HeapConvException if there is a problem and nothing can be used, or in strict mode
   */
  public void damaged(@Nullable String problem, boolean isEmpty) throws HeapConvException {
    if (problem != null && (isEmpty || options.strict())) {
      throw HeapConvException.input(ErrorId.TRUNCATED_DUMP, name, problem);
    }
    if (problem != null) {
      notices.add(ErrorId.TRUNCATED_DUMP, problem);
    }
  }

  /**
   * Reports missing parts of the file.
   *
   * @param id the warning, or in strict mode the error
   * @param number how many parts are missing; nothing is reported for 0
   * @throws HeapConvException if parts are missing, in strict mode
   */
  public void missing(ErrorId id, long number) throws HeapConvException {
    if (number > 0 && options.strict()) {
      throw HeapConvException.input(id, name, number);
    }
    if (number > 0) {
      notices.add(id, number);
    }
  }

  /**
   * Reports the problems of the stacks so far. {@link #finish(CaptureInfo)} does this as well.
   *
   * @throws HeapConvException for broken references, in strict mode
   */
  public void reportStacks() throws HeapConvException {
    missing(ErrorId.BROKEN_REFERENCES, brokenReferences);
    if (cut) {
      notices.add(ErrorId.DEEP_STACK, maxDepth);
    }
  }

  /**
   * Sets the recording of a heap: the one that the reader found, or else the only one of the input.
   */
  private HeapInfo recordedOn(String device, HeapInfo info) {
    Recording found = info.id().recording();
    Recording recording = found.equals(Recording.NONE) ? new Recording(name, 0) : found;
    return info.withRecording(recording.on(device));
  }

  /**
   * Returns the recording of a format that states nothing beyond the heaps.
   *
   * @param format name of the format, for messages
   * @throws HeapConvException if nothing is left after the selection, and for broken references in
   *     strict mode
   */
  public RecordedProfile finish(String format) throws HeapConvException {
    return finish(new CaptureInfo(name, format, "", ""));
  }

  /**
   * Returns the recording, with the selected dumps of the selected heaps.
   *
   * @param capture what the format states about the whole recording
   * @throws HeapConvException if nothing is left after the selection, and for broken references in
   *     strict mode
   */
  public RecordedProfile finish(CaptureInfo capture) throws HeapConvException {
    return finish(capture, options.selection()::takes);
  }

  /**
   * Returns the recording, with the selected dumps of some heaps.
   *
   * @param capture what the format states about the whole recording
   * @param takes whether a heap is selected
   * @throws HeapConvException if nothing is left after the selection, and for broken references in
   *     strict mode
   */
  public RecordedProfile finish(CaptureInfo capture, Predicate<HeapInfo> takes)
      throws HeapConvException {
    reportStacks();
    Selection selection = options.selection();
    // Streams would be the first ones of the process, and delay each start by milliseconds.
    List<DumpSummary> taken = new ArrayList<>(dumps);
    taken.removeIf(dump -> !takes.test(dump.info()));
    if (taken.isEmpty()) {
      Set<String> names = new LinkedHashSet<>();
      dumps.forEach(
          dump -> names.add(dump.info().id().process().displayName() + " " + dump.info().heap()));
      throw Selection.nothingSelected(name, names);
    }
    long rows = 0;
    for (RecordedHeap heap : heaps) {
      rows += heap.rows();
    }
    if (rows == 0 && !heaps.isEmpty()) {
      notices.add(ErrorId.NO_SAMPLES);
    }
    List<RecordedHeap> selected = new ArrayList<>(kept);
    selected.addAll(selection.ofAll(heaps));
    selected.removeIf(heap -> !takes.test(heap.info()));
    String device = capture.device();
    selected.replaceAll(heap -> heap.withInfo(recordedOn(device, selection.chosen(heap.info()))));
    taken.replaceAll(dump -> dump.withInfo(recordedOn(device, dump.info())));
    if (selected.isEmpty()) {
      throw selection.noSuchDump(name, taken);
    }
    selection.warnOfMissingDump(taken, notices);
    selection.warnOfOlderDumps(taken, notices);
    return new RecordedProfile(capture, stacks, selected, taken, notices.list(), remarks);
  }
}
