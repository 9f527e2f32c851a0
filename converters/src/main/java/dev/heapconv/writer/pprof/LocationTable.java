package dev.heapconv.writer.pprof;

import dev.heapconv.io.MessageBuffer;
import dev.heapconv.model.Dictionary;
import dev.heapconv.model.FrameNames;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.proto.pprof.Function;
import dev.heapconv.proto.pprof.Line;
import dev.heapconv.proto.pprof.Location;
import dev.heapconv.proto.pprof.Mapping;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.query.AllocatorFrames;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The frames that samples use, with their mappings and functions, numbered from 1 in order of first
 * use. The stack table may contain many that no sample uses.
 */
final class LocationTable {

  /** A mapping of frames, with what is known about all of them. */
  private static final class UsedMapping {
    private final int id;
    private long end;
    private int number;
    private boolean functions = true;
    private boolean files = true;
    private boolean lineNumbers = true;
    private boolean inlined;

    UsedMapping(int id, long end) {
      this.id = id;
      this.end = end;
    }

    void add(long address, List<SourceLine> lines) {
      // Where the range is unknown, it is that of the frames.
      if (address != 0 && Long.compareUnsigned(address, end) >= 0) {
        end = address + 1;
      }
      inlined |= lines.size() > 1;
      for (SourceLine line : lines) {
        functions &= !line.function().isEmpty();
        files &= !line.file().isEmpty();
        lineNumbers &= line.line() != 0;
      }
    }
  }

  private final StackTable stacks;
  private final Dictionary<String> strings;
  private final int[] locationOfFrame;
  private final IntArrayList frames = new IntArrayList();
  private final UsedMapping[] usedMappings;
  private final List<UsedMapping> mappings = new ArrayList<>();

  /**
   * Name, file, system name and, if known, the first line of each function. The two names are
   * mostly equal; in this order the hash code loses one bit of them, not five.
   */
  private final Dictionary<List<String>> functions = new Dictionary<>();

  private final MessageBuffer message = new MessageBuffer();
  private final MessageBuffer lineMessage = new MessageBuffer();

  LocationTable(StackTable stacks, Dictionary<String> strings) {
    this.stacks = stacks;
    this.strings = strings;
    locationOfFrame = new int[stacks.frameCount()];
    usedMappings = new UsedMapping[stacks.mappingCount()];
  }

  /** pprof's id of a frame, from 1. */
  int id(int frame) {
    int id = locationOfFrame[frame];
    return id == 0 ? add(frame) : id;
  }

  private int add(int frame) {
    frames.add(frame);
    locationOfFrame[frame] = frames.size();
    useMapping(frame);
    return frames.size();
  }

  private void useMapping(int frame) {
    int id = stacks.frameMapping(frame);
    if (id != StackTable.NO_MAPPING) {
      if (usedMappings[id] == null) {
        usedMappings[id] = new UsedMapping(id, stacks.mapping(id).end());
        mappings.add(usedMappings[id]);
      }
      usedMappings[id].add(stacks.frameAddress(frame), stacks.lines(frame));
    }
  }

  /**
   * Writes mappings, locations and functions.
   *
   * @param programs base names of programs; pprof assumes that the first mapping is the program, so
   *     one with such a name goes first
   */
  void write(Set<String> programs, MessageBuffer out) throws IOException {
    putProgramFirst(programs);
    for (UsedMapping mapping : mappings) {
      writeMapping(mapping, out);
    }
    for (int i = 0; i < frames.size(); i++) {
      writeLocation(i + 1, frames.getInt(i), out);
    }
    long id = 0;
    for (List<String> function : functions.values()) {
      message.add(Function.ID_FIELD_NUMBER, ++id);
      int name = strings.id(function.get(0));
      boolean isMangled = !function.get(2).equals(function.get(0));
      message.add(Function.NAME_FIELD_NUMBER, name);
      message.add(
          Function.SYSTEM_NAME_FIELD_NUMBER, isMangled ? strings.id(function.get(2)) : name);
      message.add(Function.FILENAME_FIELD_NUMBER, strings.id(function.get(1)));
      if (function.size() > 3) {
        message.add(Function.START_LINE_FIELD_NUMBER, Integer.parseInt(function.get(3)));
      }
      out.add(Profile.FUNCTION_FIELD_NUMBER, message);
    }
  }

  private void putProgramFirst(Set<String> programs) {
    for (UsedMapping mapping : usedMappings) {
      if (mapping != null && programs.contains(stacks.mapping(mapping.id).baseName())) {
        mappings.remove(mapping);
        mappings.add(0, mapping);
        break;
      }
    }
    for (int i = 0; i < mappings.size(); i++) {
      mappings.get(i).number = i + 1;
    }
  }

  /**
   * The flags tell a symbolizer what it can skip, which is whatever every frame of the mapping has.
   */
  private void writeMapping(UsedMapping used, MessageBuffer out) throws IOException {
    dev.heapconv.model.Mapping mapping = stacks.mapping(used.id);
    message.add(Mapping.ID_FIELD_NUMBER, used.number);
    message.add(Mapping.MEMORY_START_FIELD_NUMBER, mapping.start());
    message.add(Mapping.MEMORY_LIMIT_FIELD_NUMBER, used.end);
    message.add(Mapping.FILE_OFFSET_FIELD_NUMBER, mapping.fileOffset());
    message.add(Mapping.FILENAME_FIELD_NUMBER, strings.id(mapping.path()));
    message.add(Mapping.BUILD_ID_FIELD_NUMBER, strings.id(mapping.buildId()));
    message.add(Mapping.HAS_FUNCTIONS_FIELD_NUMBER, used.functions);
    message.add(Mapping.HAS_FILENAMES_FIELD_NUMBER, used.files);
    message.add(Mapping.HAS_LINE_NUMBERS_FIELD_NUMBER, used.lineNumbers);
    message.add(Mapping.HAS_INLINE_FRAMES_FIELD_NUMBER, used.inlined);
    out.add(Profile.MAPPING_FIELD_NUMBER, message);
  }

  private void writeLocation(int id, int frame, MessageBuffer out) throws IOException {
    int mapping = stacks.frameMapping(frame);
    message.add(Location.ID_FIELD_NUMBER, id);
    message.add(
        Location.MAPPING_ID_FIELD_NUMBER,
        mapping == StackTable.NO_MAPPING ? 0 : usedMappings[mapping].number);
    long address = stacks.frameAddress(frame);
    message.add(Location.ADDRESS_FIELD_NUMBER, address);
    List<SourceLine> lines = stacks.lines(frame);
    for (SourceLine recorded : lines) {
      SourceLine line = named(recorded, frame);
      if (!line.function().isEmpty()) {
        lineMessage.add(Line.FUNCTION_ID_FIELD_NUMBER, functionId(line));
        lineMessage.add(Line.LINE_FIELD_NUMBER, line.line());
        lineMessage.add(Line.COLUMN_FIELD_NUMBER, line.column());
        message.add(Location.LINE_FIELD_NUMBER, lineMessage);
      }
    }
    message.add(Location.IS_FOLDED_FIELD_NUMBER, stacks.isFolded(frame));
    out.add(Profile.LOCATION_FIELD_NUMBER, message);
  }

  /**
   * Without its address, nothing else would tell an unnamed frame from others; an inlined function
   * without a name is one nevertheless: what it allocates is not its caller's; and pprof drops the
   * allocator's frames by their names.
   */
  private SourceLine named(SourceLine line, int frame) {
    if (!line.function().isEmpty()) {
      return line;
    }
    String name = FrameNames.of(stacks, frame, line);
    boolean isPlaceKnown = stacks.frameAddress(frame) != 0 || stacks.frameRelPc(frame) == 0;
    return isPlaceKnown && stacks.lines(frame).size() == 1 && !AllocatorFrames.isAllocator(name)
        ? line
        : new SourceLine(name, name, line.file(), line.line(), line.column(), line.startLine());
  }

  private int functionId(SourceLine line) {
    List<String> function =
        line.startLine() == 0
            ? List.of(line.function(), line.file(), line.systemName())
            : List.of(
                line.function(),
                line.file(),
                line.systemName(),
                Integer.toString(line.startLine()));
    return functions.id(function) + 1;
  }
}
