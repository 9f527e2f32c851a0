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
 * Assembles a recording from what a reader says of an input: its stacks, its heaps, and what was
 * wrong. Stacks that are too deep lose their outermost frames, and references to what the file does
 * not have are counted.
 */
public final class RecordingBuilder {

  /** Stands for a frame that the file does not have. */
  public static final int NO_FRAME = -1;

  /**
   * How deep the stacks of a tree may be, in which each is a line that names its caller: otherwise
   * each of them is as long as the file. heaptrack records 64 frames, Node 128.
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
  private boolean mayBeEmpty;

  private RecordingBuilder(String name, ReadOptions options, StackTable stacks, int maxDepth) {
    this.name = name;
    this.options = options;
    this.stacks = stacks;
    this.maxDepth = maxDepth;
  }

  /**
   * @param name of the input
   * @param stacks where those of the recording are added
   */
  public RecordingBuilder(String name, ReadOptions options, StackTable stacks) {
    this(name, options, stacks, options.limits().maxStackDepth());
  }

  /**
   * @param name of the input
   */
  public RecordingBuilder(String name, ReadOptions options) {
    this(name, options, new StackTable());
  }

  /** For stacks that are written as a tree; another limit than the usual one is that of a user. */
  public static RecordingBuilder ofTree(String name, ReadOptions options) {
    int given = options.limits().maxStackDepth();
    boolean isUsual = given == Limits.DEFAULT.maxStackDepth();
    return new RecordingBuilder(
        name, options, new StackTable(), isUsual ? MAX_DEPTH_IN_TREE : given);
  }

  public StackTable stacks() {
    return stacks;
  }

  public Notices notices() {
    return notices;
  }

  /** Whether a stack may have so many frames; if not, that is reported. */
  public boolean allows(int depth) {
    cut |= depth > maxDepth;
    return depth <= maxDepth;
  }

  /**
   * The id of a stack, added if it is new.
   *
   * @param depth how many frames it has
   * @param frame of a place from the innermost, which is 0, its id; or {@link #NO_FRAME}, which is
   *     counted as a broken reference
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
   * The id of a frame.
   *
   * @param address in the process; 0 if unknown
   * @param lines its functions, innermost first; none if unknown
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
      // Of an address that lies outside of the mapping, only a name was left.
      relPc = FrameNames.relPcOf(library, lines.get(0).function());
    }
    String unnamed = FrameNames.ofUnnamed(library, relPc);
    List<SourceLine> named = new ArrayList<>();
    for (SourceLine line : lines) {
      // Another name may be found for what was written without one.
      named.add(
          line.function().equals(unnamed) ? new SourceLine("", line.file(), line.line()) : line);
    }
    return stacks.addFrame(mapping, relPc, named.isEmpty() ? List.of(SourceLine.UNKNOWN) : named);
  }

  /** A function of which one of the names may be missing, and numbers be anything. */
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

  /** Counts references to what the file does not have. */
  public void addBroken(long references) {
    brokenReferences += references;
  }

  /** A recording without samples was reported when it was read for the first time. */
  public void mayBeEmpty() {
    mayBeEmpty = true;
  }

  /** Says something of the numbers, in the order of all remarks. */
  public void remark(Remark remark) {
    remarks.add(remark);
  }

  /** Says something of the numbers that has no topic of its own. */
  public void note(String text) {
    remarks.add(Remark.note(text));
  }

  /** Adds a dump with its numbers, one of all dumps of its heap. */
  public void heap(RecordedHeap heap) {
    dump(heap.summary());
    heaps.add(heap);
  }

  /** Adds a dump of which only the totals are known, unless its numbers are {@link #kept}. */
  public void dump(DumpSummary dump) {
    dumps.add(dump);
  }

  /** Adds the numbers of a dump that is among the others, and the one to take of its heap. */
  public void kept(RecordedHeap heap) {
    kept.add(heap);
  }

  /**
   * Reports that the input is cut off or damaged.
   *
   * @param problem as a clause; null for none
   * @param isEmpty whether nothing of it can be used
   * @throws HeapConvException if it is empty, and in strict mode
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
   * Reports what the file lacks.
   *
   * @throws HeapConvException in strict mode
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
   * Reports what was wrong with the stacks so far, which {@link #finish} does otherwise.
   *
   * @throws HeapConvException for broken references, in strict mode
   */
  public void reportStacks() throws HeapConvException {
    missing(ErrorId.BROKEN_REFERENCES, brokenReferences);
    if (cut) {
      notices.add(ErrorId.DEEP_STACK, maxDepth);
    }
  }

  /** The heap in the recording that the reader found, or else in the only one of the input. */
  private HeapInfo recordedOn(String device, HeapInfo info) {
    Recording found = info.id().recording();
    Recording recording = found.equals(Recording.NONE) ? new Recording(name, 0) : found;
    return info.withRecording(recording.on(device));
  }

  /** The recording, of which the format says nothing but what the heaps have. */
  public RecordedProfile finish(String format) throws HeapConvException {
    return finish(new CaptureInfo(name, format, "", ""));
  }

  /**
   * The recording: the selected dumps of the selected heaps.
   *
   * @throws HeapConvException if nothing is left, and for broken references in strict mode
   */
  public RecordedProfile finish(CaptureInfo capture) throws HeapConvException {
    return finish(capture, options.selection()::takes);
  }

  /**
   * The recording: the selected dumps of some heaps.
   *
   * @param takes which heaps are selected
   * @throws HeapConvException if nothing is left, and for broken references in strict mode
   */
  public RecordedProfile finish(CaptureInfo capture, Predicate<HeapInfo> takes)
      throws HeapConvException {
    reportStacks();
    Selection selection = options.selection();
    // No streams: they would be the first ones, and take milliseconds of each start.
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
    if (rows == 0 && !heaps.isEmpty() && !mayBeEmpty) {
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
    return new RecordedProfile(capture, stacks, selected, taken, notices.list(), remarks);
  }
}
