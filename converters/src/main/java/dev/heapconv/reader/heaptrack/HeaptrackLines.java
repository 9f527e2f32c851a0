package dev.heapconv.reader.heaptrack;

import dev.heapconv.input.Input;
import dev.heapconv.io.LineReader;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.reader.ProgramName;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.RecordingBuilder;
import dev.heapconv.reader.RecordingLines;
import dev.heapconv.unskew.Sampling;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The lines of a recording: a letter that says what it is, then hexadecimal numbers. Strings,
 * frames (i) and stacks (t) are numbered from 1 in the order of their lines, kinds of allocations
 * (a) from 0; a definition that cannot be understood takes up its number all the same.
 */
final class HeaptrackLines {

  /** Versions from which allocations have numbers, strings have lengths, and the newest known. */
  private static final long WITH_KINDS = 1;

  private static final long WITH_LENGTHS = 3;
  private static final long NEWEST = 3;

  private final Input input;
  private final LineReader lines;
  private final RecordingLines problems;
  private final AllocationReplay replay = new AllocationReplay();
  private final RecordingBuilder recording;
  private final StackTable table;
  private final List<String> strings = new ArrayList<>(List.of(""));
  private final IntArrayList frames = new IntArrayList(new int[] {-1});
  private final IntArrayList stacks = new IntArrayList(new int[] {StackTable.ROOT});
  private final IntArrayList depths = new IntArrayList(new int[] {0});
  private long version;
  private String command = "";

  /** Whether the next line may be one of the command, whose arguments may have several lines. */
  private boolean isCommand;

  private final Set<String> comments = new LinkedHashSet<>();
  private String suppressed = "those of its built-in list";
  private long millis;
  private long peakMillis;

  /** Where the next number of the current line begins, and the last one read. */
  private int at;

  private long number;

  HeaptrackLines(Input input, ReadOptions options) {
    this.input = input;
    recording = RecordingBuilder.ofTree(input.name(), options);
    table = recording.stacks();
    problems = new RecordingLines(input, options);
    lines = problems.lines();
  }

  RecordedProfile read() throws IOException {
    while (lines.next()) {
      if (lines.from() < lines.to() && !lines.isUnfinished()) {
        at = lines.from() + 1;
        isCommand &= !beginsAsRecord();
        if (!isCommand && !line((char) lines.bytes()[lines.from()])) {
          problems.bad("not a valid line in this format, or it refers to something undefined");
        }
      }
    }
    problems.report(null, recording);
    comments.add("heaptrack_print leaves out some leaks: " + suppressed + ". This does not.");
    comments.forEach(recording::note);
    recording.heap(replay.atPeak().heap(info(1, peakMillis), View.ALL));
    recording.heap(replay.atEnd().heap(info(2, millis), View.ALL));
    return recording.finish("heaptrack recording");
  }

  private HeapInfo info(int dump, long time) {
    return HeapInfo.of("malloc", Sampling.COMPLETE)
        .withProcess(ProgramName.of(command, table))
        .withDump(dump, 2)
        .withTimes(0, time < Long.MAX_VALUE / 1_000_000 ? time * 1_000_000 : 0);
  }

  /** Whether a line begins with a letter and a number. Strings had no length in old versions. */
  private boolean beginsAsRecord() {
    byte[] bytes = lines.bytes();
    int begin = lines.from();
    return lines.to() - begin > 2
        && bytes[begin + 1] == ' '
        && (Character.digit(bytes[begin + 2], 16) >= 0
            || version < WITH_LENGTHS && bytes[begin] == 's');
  }

  /** Reads the rest of a line; false if it cannot be used. */
  private boolean line(char kind) throws HeapConvException {
    return switch (kind) {
      case '+' -> {
        boolean known = reference(replay.kinds());
        if (known && replay.allocate((int) number)) {
          peakMillis = millis;
        }
        yield known;
      }
      case '-' -> reference(replay.kinds()) && replay.free((int) number);
      case 'a' -> {
        boolean sized = hex();
        long size = number;
        boolean placed = reference(stacks.size());
        replay.addKind(sized ? size : 0, placed ? stacks.getInt((int) number) : StackTable.ROOT);
        yield sized && placed;
      }
      case 't' -> stack();
      case 'i' -> frame();
      case 's' -> string();
      case 'c' -> {
        millis = hex() ? Math.max(millis, number) : millis;
        yield true;
      }
      case 'v' -> {
        if (version > 0) {
          throw problems.second();
        }
        // That of the program, then that of the file.
        boolean hasProgram = hex();
        version = hasProgram && hex() ? number : 0;
        checkVersion();
        yield true;
      }
      case 'X' -> {
        command = text().strip();
        isCommand = true;
        yield true;
      }
      case 'A' -> {
        comments.add("heaptrack was attached later: what was allocated before is missing.");
        yield true;
      }
      case 'S' -> {
        suppressed = "those of its built-in list and those that the program suppresses";
        yield true;
      }
      // Comments, memory of the machine and the process.
      case '#', 'I', 'R' -> true;
      default -> false;
    };
  }

  private void checkVersion() throws HeapConvException {
    if (version < WITH_KINDS || version > NEWEST) {
      throw HeapConvException.input(
          ErrorId.UNSUPPORTED_FORMAT,
          input.name(),
          "a heaptrack recording of file version " + version,
          "record with heaptrack 1.1 to 1.5, which write versions 1 to 3");
    }
  }

  private boolean stack() {
    int frame = reference(frames.size()) ? frames.getInt((int) number) : -1;
    boolean known = reference(stacks.size()) && frame >= 0;
    int parent = known ? (int) number : 0;
    int stack = stacks.getInt(parent);
    int depth = depths.getInt(parent);
    if (known && recording.allows(depth + 1)) {
      stack = table.addStack(stack, frame);
      depth++;
    }
    stacks.add(stack);
    depths.add(depth);
    return known;
  }

  /** An address, its file, and functions with files and lines, the innermost inlined one first. */
  private boolean frame() {
    boolean known = hex();
    long address = number;
    known &= reference(strings.size());
    String path = known ? strings.get((int) number) : "";
    Mapping mapping = new Mapping(path, "");
    String unknown = path.isEmpty() ? "" : mapping.unknownFunction();
    List<SourceLine> functions = new ArrayList<>();
    while (known && hex()) {
      known = number < strings.size();
      String function = known ? strings.get((int) number) : "";
      boolean located = reference(strings.size());
      String file = located ? strings.get((int) number) : "";
      int line = located && hex() && number <= Integer.MAX_VALUE ? (int) number : 0;
      functions.add(new SourceLine(function.isEmpty() ? unknown : function, file, line));
    }
    if (functions.isEmpty()) {
      functions.add(new SourceLine(unknown, "", 0));
    }
    int id = path.isEmpty() ? StackTable.NO_MAPPING : table.addMapping(mapping);
    frames.add(table.addFrame(id, address, functions));
    return known;
  }

  private boolean string() {
    boolean known = version < WITH_LENGTHS || hex();
    strings.add(known ? text() : "");
    return known;
  }

  /** Reads a number below {@code end}. */
  private boolean reference(int end) {
    return hex() && number < end;
  }

  /** Reads a number of at most 63 bits, after a space. */
  private boolean hex() {
    byte[] bytes = lines.bytes();
    int end = lines.to();
    int from = at + 1;
    long value = 0;
    int next = from;
    for (; next < end; next++) {
      int digit = Character.digit(bytes[next], 16);
      if (digit < 0) {
        break;
      }
      value = value << 4 | digit;
    }
    at = next;
    number = value;
    return next > from && next - from <= 16 && value >= 0;
  }

  /** The rest of the line after a space. */
  private String text() {
    int from = Math.min(at + 1, lines.to());
    return new String(lines.bytes(), from, lines.to() - from, StandardCharsets.UTF_8);
  }
}
